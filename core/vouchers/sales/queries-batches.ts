import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  allOf,
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
  sumCents,
} from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import type { Page } from '../../kernel/paging.ts';
import type { BatchFilter, VoucherBatch, VoucherBatchDetail } from '../schema.ts';
import type { BatchSums } from '../schema-sums.ts';
import { type BatchRecord, batches } from './queries.ts';

/** A sale with what became of its vouchers. */
export type BatchRow = BatchRecord & VoucherBatch;

type SortColumn = 'batchNumber' | 'soldDate' | 'bundleName' | 'soldBy' | 'quantity';

const sorts: Sorts<SortColumn> = {
  keys: {
    batchNumber: [sql`length(b.batch_number)`, 'b.batch_number'],
    // Sold on the day they are made, in the order of their ids.
    soldDate: 'b.id',
    bundleName: 'b.bundle_name',
    soldBy: 'b.sold_by',
    quantity: 'b.quantity',
  },
  unique: 'b.id',
  first: { column: 'soldDate', descending: true },
  complete: ['soldDate'],
};

/**
 * How many vouchers of the sale `b` have each status as shown, and what was taken less what was given
 * back, as the books hold it and in the currency of the sale.
 */
export function countsOfBatch(now: Date): RawBuilder<unknown> {
  return sql`cross join lateral (
    select count(*) filter (where v.status = 'unused')::int as unused,
      count(*) filter (where v.status = 'activated' and v.expires_at > ${now})::int as active,
      count(*) filter (where v.status = 'expired' or (v.status = 'activated' and v.expires_at <= ${now}))::int as expired,
      count(*) filter (where v.status = 'void')::int as void
    from ${byKey('vouchers', 'batch_id', 'b.id')} v) n
  cross join lateral (
    select (b.quantity * b.value_cents - coalesce(sum(f.amount_cents), 0))::bigint as revenue,
      (b.quantity * b.price_ssp_cents - coalesce(sum(f.amount_ssp_cents), 0))::bigint as pounds
    from ${byKey('voucher_voids', 'batch_id', 'b.id')} f) m
  cross join lateral (
    select case when b.currency = 'USD' then m.revenue else 0 end as usd,
      case when b.currency = 'SSP' then m.pounds else 0 end as ssp) c`;
}

const listOf = (now: Date): DetailedList<BatchRow, SortColumn> => ({
  table: 'voucher_batches',
  alias: 'b',
  columns: sql<BatchRow>`${batches.listText('b')}, n.unused, n.active, n.expired, n.void,
    m.revenue as "revenueUsd", c.usd as "receivedUsd", c.ssp as "receivedSsp"`,
  joins: countsOfBatch(now),
  sorts,
});

function conditionsOf({ bundleId, soldById, from, to, q }: BatchFilter): RawBuilder<SqlBool>[] {
  const all: RawBuilder<SqlBool>[] = [];
  if (bundleId !== undefined) all.push(sql`b.bundle_id = ${bundleId}`);
  if (soldById !== undefined) all.push(sql`b.sold_by_id = ${soldById}`);
  if (from) all.push(sql`b.sold_on >= ${from}`);
  if (to) all.push(sql`b.sold_on <= ${to}`);
  if (q) all.push(matchesSearch(sql`b.search_text`, q));
  return all;
}

function found(db: Db, filter: BatchFilter) {
  return db.selectFrom('voucher_batches as b').where(allOf(conditionsOf(filter)));
}

/** One page of sales, newest first by default. */
export function findBatches(db: Db, filter: BatchFilter, now: Date): Promise<Page<BatchRow>> {
  return findDetailed(db, listOf(now), found(db, filter).selectAll('b'), filter);
}

/** The whole filtered, sorted list, `size` sales at a time. */
export function streamBatches(
  db: Db,
  filter: BatchFilter,
  now: Date,
  size: number,
): AsyncGenerator<BatchRow[]> {
  const query = found(db, filter).selectAll('b');
  return streamDetailed(db, listOf(now), query, { sort: filter.sort, size });
}

/** Sums over all filtered sales; what was taken back is read from its own rows, not from the vouchers. */
export async function sumBatches(db: Db, filter: BatchFilter): Promise<BatchSums> {
  const { rows } = await sql<BatchSums>`
    select s.sales, s.vouchers, f.void, s.vouchers - f.void as sold, s.value - f.value as "revenueUsd",
      s.usd - f.usd as "receivedUsd", s.ssp - f.ssp as "receivedSsp"
    from (select count(*)::int as sales, coalesce(sum(b.quantity), 0)::int as vouchers,
        ${sumCents(sql`b.quantity * b.value_cents`)} as value,
        ${sumCents(sql`b.quantity * b.value_cents`, sql`b.currency = 'USD'`)} as usd,
        ${sumCents(sql`b.quantity * b.price_ssp_cents`, sql`b.currency = 'SSP'`)} as ssp
      from (${found(db, filter).selectAll('b')}) b) s,
    (select coalesce(sum(quantity), 0)::int as void, ${sumCents('amount_cents')} as value,
        ${sumCents('amount_cents', sql`amount_ssp_cents = 0`)} as usd, ${sumCents('amount_ssp_cents')} as ssp
      from voucher_voids where batch_id in (${found(db, filter).select('b.id')})) f`.execute(db);
  return rows[0]!;
}

export async function getBatch(db: Db, id: number, now: Date): Promise<BatchRow | undefined> {
  const { columns, joins } = listOf(now);
  const { rows } = await sql<BatchRow>`select ${columns}
    from ${byKey('voucher_batches', 'id', sql`${id}`)} b ${joins!}`.execute(db);
  return rows[0];
}

/** The vouchers of a sale. */
export async function findVoucherIds(db: Db, batchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('vouchers')
    .select('id')
    .where('batch_id', '=', batchId)
    .execute();
  return rows.map(({ id }) => id);
}

/** What was taken back of a sale, oldest first. */
export function findVoids(db: Db, batchId: number): Promise<VoucherBatchDetail['voids']> {
  return db
    .selectFrom('voucher_voids')
    .select(['id', 'quantity', 'amount_cents as amountUsd', 'amount_ssp_cents as amountSsp'])
    .select(['voided_on as date', 'reason', 'created_by as createdBy'])
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute();
}

/** A result of the server's search. */
export type FoundBatch = Pick<
  BatchRecord,
  'id' | 'batchNumber' | 'bundleName' | 'customerName' | 'quantity'
>;

/** At most `limit` sales whose number, customer or telephone number matches, newest first. */
export function searchBatches(db: Db, q: string, limit: number): Promise<FoundBatch[]> {
  return db
    .selectFrom('voucher_batches as b')
    .select(['b.id', 'b.batch_number as batchNumber', 'b.bundle_name as bundleName'])
    .select(['b.customer_name as customerName', 'b.quantity'])
    .where(matchesSearch(sql`b.search_text`, q))
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute();
}
