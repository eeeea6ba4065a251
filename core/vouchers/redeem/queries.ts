import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type BatchRecord, batches } from '../sales/queries.ts';
import type { VoucherStatus } from '../schema.ts';

/** A voucher with its sale, as it is activated. */
export interface ActivatedVoucher {
  id: number;
  lineNo: number;
  status: VoucherStatus;
  activatedAt: Date | null;
  expiresAt: Date | null;
  deviceHash: Buffer | null;
  batch: BatchRecord;
}

type Flat = Omit<ActivatedVoucher, 'batch' | 'id'> & BatchRecord & { voucherId: number };

async function lockBy(db: Db, where: RawBuilder<SqlBool>): Promise<ActivatedVoucher[]> {
  const { rows } = await sql<Flat>`
    select v.id as "voucherId", v.line_no as "lineNo", v.status, v.activated_at as "activatedAt",
      v.expires_at as "expiresAt", v.device_hash as "deviceHash", ${batches.listText('b')}
    from vouchers v join voucher_batches b on b.id = v.batch_id where ${where} order by v.id for no key update of v`.execute(
    db,
  );
  return rows.map(
    ({ voucherId, lineNo, status, activatedAt, expiresAt, deviceHash, ...batch }) => ({
      ...{ id: voucherId, lineNo, status, activatedAt, expiresAt, deviceHash, batch },
    }),
  );
}

export async function lockVoucher(db: Db, id: number): Promise<ActivatedVoucher | undefined> {
  return (await lockBy(db, sql`v.id = ${id}`))[0];
}

export async function lockByCode(db: Db, codeHash: Buffer): Promise<ActivatedVoucher | undefined> {
  return (await lockBy(db, sql`v.code_hash = ${codeHash}`))[0];
}

/** Locks vouchers in the order of their ids. */
export function lockVouchers(db: Db, ids: readonly number[]): Promise<ActivatedVoucher[]> {
  return lockBy(db, sql`v.id = any(${arrayOf('bigint', ids)})`);
}

/** What is written of a voucher that is activated. */
export interface Activation {
  id: number;
  at: Date;
  expiresAt: Date;
  /** '' for nobody who is signed in. */
  by: string;
  deviceHash: Buffer | null;
}

export async function setActivated(
  db: Db,
  activations: readonly Activation[],
  on: IsoDate,
): Promise<void> {
  const source = rowsOf(activations, {
    id: ['bigint', ({ id }) => id],
    at: ['timestamptz', ({ at }) => at],
    expires_at: ['timestamptz', ({ expiresAt }) => expiresAt],
    by: ['text', ({ by }) => by],
    device_hash: ['bytea', ({ deviceHash }) => deviceHash && `\\x${deviceHash.toString('hex')}`],
  });
  await sql`update vouchers v set status = 'activated', activated_at = n.at, activated_on = ${on},
    expires_at = n.expires_at, activated_by = n.by, device_hash = n.device_hash
    from (${source}) as n where v.id = n.id`.execute(db);
}

/** Whether a voucher has this code that was not taken back: to a visitor those are unknown. */
export async function isKnown(db: Db, codeHash: Buffer): Promise<boolean> {
  const { rows } =
    await sql`select from vouchers where code_hash = ${codeHash} and status <> 'void'`.execute(db);
  return rows.length > 0;
}

/** The family of advisory locks by address; 4101 and 4102 are those of sign-ins. */
const ADDRESS_LOCKS = 4_103;

/** Serialises the tries of an address until the transaction ends. */
export async function lockAddress(db: Db, address: string): Promise<void> {
  const number = createHash('sha256').update(address).digest().readInt32BE();
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCKS}::int, ${number}::int)`.execute(db);
}

export async function countAttempts(
  db: Db,
  address: string,
  since: Date,
): Promise<{ count: number; last: Date | null }> {
  const { rows } = await sql<{ count: number; last: Date | null }>`
    select count(*)::int as count, max(at) as last from voucher_attempts
    where address = ${address} and at > ${since}`.execute(db);
  return rows[0]!;
}

export async function insertAttempt(db: Db, address: string, at: Date): Promise<void> {
  await db.insertInto('voucher_attempts').values({ address, at }).execute();
}

export async function deleteAttemptsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('voucher_attempts').where('at', '<', instant).execute();
}
