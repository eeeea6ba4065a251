import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
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

async function lockBy(db: Db, where: RawBuilder<SqlBool>): Promise<ActivatedVoucher | undefined> {
  const { rows } = await sql<Flat>`
    select v.id as "voucherId", v.line_no as "lineNo", v.status, v.activated_at as "activatedAt",
      v.expires_at as "expiresAt", v.device_hash as "deviceHash", ${batches.listText('b')}
    from vouchers v join voucher_batches b on b.id = v.batch_id where ${where} for no key update of v`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  const { voucherId, lineNo, status, activatedAt, expiresAt, deviceHash, ...batch } = row;
  return { id: voucherId, lineNo, status, activatedAt, expiresAt, deviceHash, batch };
}

export function lockVoucher(db: Db, id: number): Promise<ActivatedVoucher | undefined> {
  return lockBy(db, sql`v.id = ${id}`);
}

export function lockByCode(db: Db, codeHash: Buffer): Promise<ActivatedVoucher | undefined> {
  return lockBy(db, sql`v.code_hash = ${codeHash}`);
}

export async function setActivated(
  db: Db,
  id: number,
  made: { at: Date; on: IsoDate; expiresAt: Date; by: string; deviceHash: Buffer | null },
): Promise<void> {
  await sql`update vouchers set status = 'activated', activated_at = ${made.at}, activated_on = ${made.on},
    expires_at = ${made.expiresAt}, activated_by = ${made.by}, device_hash = ${made.deviceHash}
    where id = ${id}`.execute(db);
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
