import { type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { referenceKey } from '../../database/payment-references.ts';
import { defineRecord } from '../../database/record.ts';
import { type IsoDate, startOfDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { batchSearchText } from '../rules.ts';
import type { BundleType, VoucherBatch, VoucherStatus } from '../schema.ts';

type Counts =
  | 'unused'
  | 'active'
  | 'expired'
  | 'void'
  | 'revenueUsd'
  | 'receivedUsd'
  | 'receivedSsp';

/** A sale as it is stored. */
export interface BatchRecord extends Omit<VoucherBatch, Counts> {
  bundleType: BundleType;
  dataAllowanceMB: number;
  validityDays: number;
  speedMbps: number | null;
  /** SSP cents for one US dollar. */
  voucherRate: Cents;
  exchangeRate: Cents;
  moneyAccount: string;
  /** US cents that the books hold for one voucher. */
  valueUsd: Cents;
  soldById: number | null;
  createdAt: Date;
}

export const batches = defineRecord<'voucher_batches', BatchRecord>(
  'voucher_batches',
  {
    id: 'id bigint',
    batchNumber: 'batch_number text',
    bundleId: 'bundle_id bigint',
    bundleName: 'bundle_name text',
    bundleType: 'bundle_type text',
    dataAllowanceMB: 'data_mb int',
    validityDays: 'validity_days int',
    speedMbps: 'speed_mbps int',
    quantity: 'quantity int',
    priceUsd: 'price_cents bigint',
    priceSsp: 'price_ssp_cents bigint',
    voucherRate: 'voucher_rate_cents bigint',
    exchangeRate: 'rate_cents bigint',
    account: 'account text',
    moneyAccount: 'money_account text',
    currency: 'currency text',
    valueUsd: 'value_cents bigint',
    soldDate: 'sold_on date',
    lapsesOn: 'lapses_on date',
    customerName: 'customer_name text',
    customerPhone: 'customer_phone text',
    notes: 'notes text',
    reference: 'reference text',
    soldById: 'sold_by_id bigint',
    soldBy: 'sold_by text',
    createdAt: 'created_at timestamptz',
  },
  { derived: { search_text: ['text', batchSearchText] }, versioned: false },
);

/** The latest sale to an account with a reference, as references are compared; not one whose vouchers are all void. */
export async function findSameReference(
  db: Db,
  { account, reference }: Pick<BatchRecord, 'account' | 'reference'>,
): Promise<Pick<BatchRecord, 'batchNumber' | 'bundleName' | 'quantity' | 'soldDate'> | undefined> {
  return db
    .selectFrom('voucher_batches as b')
    .select(['b.batch_number as batchNumber', 'b.bundle_name as bundleName', 'b.quantity'])
    .select('b.sold_on as soldDate')
    .where('b.account', '=', account)
    .where(sql<SqlBool>`b.reference <> ''
      and ${referenceKey(sql`b.reference`)} = ${referenceKey(sql`${reference}::text`)}
      and exists (select from ${byKey('vouchers', 'batch_id', 'b.id')} v where v.status <> 'void')`)
    .orderBy('b.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface NewVoucher {
  lineNo: number;
  codeHash: Buffer;
  codeEncrypted: string;
}

/** Inserts vouchers of a sale; answers the ids and line numbers of those whose code was not taken. */
export async function insertVouchers(
  db: Db,
  batchId: number,
  vouchers: readonly NewVoucher[],
): Promise<{ id: number; line: number }[]> {
  // Hexadecimal digits with \x are bytea as text, which the column's type reads.
  return insertRows<NewVoucher, { id: number; line: number }>(
    db,
    'vouchers',
    vouchers,
    {
      batch_id: ['bigint', () => batchId],
      line_no: ['int', ({ lineNo }) => lineNo],
      code_encrypted: ['text', ({ codeEncrypted }) => codeEncrypted],
      code_hash: ['bytea', ({ codeHash }) => `\\x${codeHash.toString('hex')}`],
    },
    sql`on conflict on constraint vouchers_code do nothing returning id, line_no as line`,
  );
}

/** A voucher as it is locked. */
export interface LockedVoucher {
  id: number;
  lineNo: number;
  status: VoucherStatus;
}

/** Locks the unused vouchers of a sale, or those of its vouchers with these ids whatever their status, by their ids. */
export function lockVouchers(
  db: Db,
  batchId: number,
  ids?: readonly number[],
): Promise<LockedVoucher[]> {
  let query = db
    .selectFrom('vouchers')
    .select(['id', 'line_no as lineNo', 'status'])
    .where('batch_id', '=', batchId);
  if (ids) query = query.where('id', '=', sql<number>`any(${arrayOf('bigint', ids)})`);
  else query = query.where(sql<boolean>`status = 'unused'`);
  return query.orderBy('id').forNoKeyUpdate().execute();
}

export async function insertVoid(
  db: Db,
  made: {
    batchId: number;
    quantity: number;
    amountUsd: Cents;
    amountSsp: Cents;
    date: IsoDate;
    reason: string;
    at: Date;
    by: string;
  },
): Promise<number> {
  const row = await db
    .insertInto('voucher_voids')
    .values({
      batch_id: made.batchId,
      quantity: made.quantity,
      amount_cents: made.amountUsd,
      amount_ssp_cents: made.amountSsp,
      voided_on: made.date,
      reason: made.reason,
      created_at: made.at,
      created_by: made.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * What a person gave back in cash for vouchers on a day, but those that the same person had sold on it. US cents.
 */
export async function sumVoidedBy(db: Db, by: string, day: IsoDate): Promise<Cents> {
  const { sum } = await db
    .selectFrom('voucher_voids as v')
    .innerJoin('voucher_batches as b', 'b.id', 'v.batch_id')
    .select(sumCents('v.amount_cents').as('sum'))
    .where('v.created_by', '=', by)
    .where('v.voided_on', '=', day)
    .where('b.account', '=', 'cash')
    .where(sql<boolean>`not (b.sold_by = v.created_by and b.created_at >= ${startOfDay(day)})`)
    .executeTakeFirstOrThrow();
  return sum;
}

export async function setVoid(db: Db, ids: readonly number[], voidId: number): Promise<void> {
  await sql`update vouchers set status = 'void', void_id = ${voidId}
    where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
