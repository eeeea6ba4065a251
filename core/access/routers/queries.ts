import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import { searchKey } from '../../kernel/text.ts';
import type { AccessRouter, RouterFilter } from '../schema-routers.ts';

/** A router as it is stored. */
export interface RouterRecord extends Omit<AccessRouter, 'nodeName' | 'sessions' | 'lastAt'> {
  secretEncrypted: string;
}

export const routers = defineRecord<'radius_routers', RouterRecord>(
  'radius_routers',
  {
    id: 'id bigint',
    name: 'name text',
    kind: 'kind text',
    nodeId: 'node_id bigint',
    address: 'address text',
    nasIdentifier: 'nas_identifier text',
    coaAddress: 'coa_address text',
    coaPort: 'coa_port int',
    loginAddress: 'login_address text',
    everybodyUntil: 'everybody_until timestamptz',
    secretEncrypted: 'secret_encrypted text',
    createdAt: 'created_at timestamptz',
    version: 'version bigint',
  },
  { derived: { name_key: ['text', ({ name }) => searchKey(name)] } },
);

/** Takes the id of a router before its row is written: its secret is encrypted for it. */
export async function takeId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('radius_routers', 'id')) as id`.execute(db);
  return Number(rows[0]!.id);
}

const sorts: Sorts<'name' | 'address'> = {
  keys: { name: 'r.name_key', address: 'r.address' },
  unique: 'r.id',
  first: { column: 'name', descending: false },
  complete: ['name', 'address'],
};

/** A listed router: the record with its node and its sessions. */
export type ListedRouter = RouterRecord & Pick<AccessRouter, 'nodeName' | 'sessions' | 'lastAt'>;

function listed(db: Db) {
  return db
    .selectFrom('radius_routers as r')
    .leftJoin('network_nodes as n', 'n.id', 'r.node_id')
    .leftJoin(
      sql<{ router_id: number; sessions: number; last_at: Date }>`(
        select router_id, count(*) as sessions, max(last_at) as last_at from radius_sessions group by router_id)`.as(
        's',
      ),
      (join) => join.onRef('s.router_id', '=', 'r.id'),
    )
    .select(routers.list('r'))
    .select([
      sql<string>`coalesce(n.name, '')`.as('nodeName'),
      sql<number>`coalesce(s.sessions, 0)`.as('sessions'),
      's.last_at as lastAt',
    ]);
}

/** One page of routers, by name by default; searched by name and address. */
export function findRouters(db: Db, filter: RouterFilter): Promise<Page<ListedRouter>> {
  let query = listed(db);
  const { q } = filter;
  if (q)
    query = query.where((either) =>
      either.or([
        either('r.name_key', 'like', containing(q)),
        either('r.address', 'like', containing(q)),
      ]),
    );
  return findPage(query, sorts, filter) as Promise<Page<ListedRouter>>;
}

export function getRouter(db: Db, id: number): Promise<ListedRouter | undefined> {
  return listed(db).where('r.id', '=', id).executeTakeFirst() as Promise<ListedRouter | undefined>;
}

export async function findLoginAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('radius_routers')
    .select('login_address')
    .distinct()
    .where('login_address', '<>', '')
    .orderBy('login_address')
    .execute();
  return rows.map(({ login_address }) => login_address);
}

/** All routers with their encrypted secrets, for the configuration of FreeRADIUS. */
export function findAllRouters(db: Db): Promise<RouterRecord[]> {
  return db.selectFrom('radius_routers').select(routers.list()).orderBy('id').execute();
}
