import { sql } from 'kysely';
import { arrayOf, insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { Counters, Traffic } from './rules-rates.ts';

export interface InterfaceRow extends Counters, Traffic {
  id: number;
  nodeId: number;
  name: string;
  alias: string;
  index: number;
  speedKbps: number | null;
  isUp: boolean;
  isCounted: boolean;
  readAt: Date;
}

interface Stored extends Omit<InterfaceRow, 'inOctets' | 'outOctets'> {
  inOctets: string;
  outOctets: string;
}

/** The interfaces of nodes by node, sorted by their index. */
export async function findInterfaces(
  db: Db,
  nodeIds: readonly number[],
): Promise<Map<number, InterfaceRow[]>> {
  const rows: Stored[] = await db
    .selectFrom(eachId(nodeIds))
    .crossJoinLateral(byKey('network_interfaces', 'node_id', 'k.id').as('i'))
    .select([
      'i.id',
      'i.node_id as nodeId',
      'i.name',
      'i.alias',
      'i.if_index as index',
      'i.speed_kbps as speedKbps',
      'i.is_up as isUp',
      'i.is_counted as isCounted',
      sql<32 | 64>`i.counter_bits`.as('counterBits'),
      'i.in_octets as inOctets',
      'i.out_octets as outOctets',
      'i.read_at as readAt',
      'i.in_kbps as inKbps',
      'i.out_kbps as outKbps',
    ])
    .orderBy('i.if_index')
    .orderBy('i.id')
    .execute();
  const found = new Map<number, InterfaceRow[]>();
  for (const row of rows) {
    const parsed = { ...row, inOctets: BigInt(row.inOctets), outOctets: BigInt(row.outOctets) };
    const list = found.get(row.nodeId);
    if (list) list.push(parsed);
    else found.set(row.nodeId, [parsed]);
  }
  return found;
}

const read = {
  alias: ['text', ({ alias }: NewInterface) => alias],
  if_index: ['int', ({ index }: NewInterface) => index],
  speed_kbps: ['bigint', ({ speedKbps }: NewInterface) => speedKbps],
  is_up: ['boolean', ({ isUp }: NewInterface) => isUp],
  counter_bits: ['int', ({ counterBits }: NewInterface) => counterBits],
  in_octets: ['text', ({ inOctets }: NewInterface) => String(inOctets)],
  out_octets: ['text', ({ outOctets }: NewInterface) => String(outOctets)],
  read_at: ['timestamptz', ({ readAt }: NewInterface) => readAt],
  in_kbps: ['bigint', ({ inKbps }: NewInterface) => inKbps],
  out_kbps: ['bigint', ({ outKbps }: NewInterface) => outKbps],
} as const;

export type NewInterface = Omit<InterfaceRow, 'id' | 'isCounted'>;

export async function insertInterfaces(db: Db, rows: readonly NewInterface[]): Promise<void> {
  await insertRows(db, 'network_interfaces', rows, {
    node_id: ['bigint', ({ nodeId }) => nodeId],
    name: ['text', ({ name }) => name],
    ...read,
  });
}

/** Writes what was read of known interfaces. */
export async function updateInterfaces(
  db: Db,
  rows: readonly (NewInterface & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  const sets = Object.keys(read).map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`);
  const source = rowsOf(rows, { id: ['bigint', ({ id }) => id], ...read });
  await sql`update network_interfaces i set ${sql.join(sets)} from (${source}) n where i.id = n.id`.execute(
    db,
  );
}

/** Lets the traffic of these interfaces count as the usage of the node, and no other. */
export async function setCounted(db: Db, nodeId: number, ids: readonly number[]): Promise<void> {
  await sql`update network_interfaces set is_counted = not is_counted
    where node_id = ${nodeId} and is_counted <> (id = any(${arrayOf('bigint', ids)}))`.execute(db);
}

/** Removes interfaces that are not counted and that their devices have not told of since an instant. */
export async function removeInterfaces(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from network_interfaces where read_at < ${before} and not is_counted`.execute(db);
  return Number(numAffectedRows);
}
