import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  allOf,
  type DetailedList,
  findDetailed,
  readDetailed,
  type Sorts,
  streamDetailed,
  sumCents,
} from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { type Page, sortOf } from '../../kernel/paging.ts';
import {
  type Voucher,
  type VoucherFilter,
  type VoucherStatus,
  voucherStatuses,
} from '../schema.ts';
import type { VoucherSums } from '../schema-sums.ts';

/** A voucher as it is read: its code is encrypted. */
export interface VoucherRow extends Omit<Voucher, 'voucherCode'> {
  lineNo: number;
  codeEncrypted: string;
}

const columns = sql<VoucherRow>`v.id, v.line_no as "lineNo", v.code_encrypted as "codeEncrypted", v.status,
  v.activated_at as "activatedAt", v.expires_at as "expiryDate", b.id as "batchId", b.batch_number as "batchNumber",
  b.bundle_id as "bundleId", b.bundle_name as "bundleName", b.data_mb as "dataAllowanceMB",
  b.validity_days as "validityDays", b.speed_mbps as "speedMbps", b.customer_name as "customerName",
  b.customer_phone as "customerPhone", b.notes, b.price_cents as "salePrice", b.price_ssp_cents as "salePriceSsp",
  b.currency, b.sold_on as "soldDate", b.sold_by as "soldBy", b.lapses_on as "lapsesOn"`;

type SortColumn = 'soldDate' | 'bundleName' | 'customerName' | 'salePrice' | 'expiryDate';

const sorts: Sorts<SortColumn> = {
  keys: {
    // Vouchers are sold on the day they are made, in the order of their ids.
    soldDate: 'v.id',
    bundleName: 'b.bundle_name',
    customerName: 'b.customer_name',
    salePrice: 'b.price_cents',
    expiryDate: 'v.expires_at',
  },
  unique: 'v.id',
  first: { column: 'soldDate', descending: true },
  nullable: ['expiryDate'],
  complete: ['soldDate'],
};
/** Columns that are the sale's: the others sort and count without it. */
const ofBatch: readonly SortColumn[] = ['bundleName', 'customerName', 'salePrice'];

const list: DetailedList<VoucherRow, SortColumn> = {
  table: 'vouchers',
  alias: 'v',
  columns,
  joins: sql`cross join lateral ${byKey('voucher_batches', 'id', 'v.batch_id')} b`,
  sorts,
};

export interface VoucherSearch extends VoucherFilter {
  now: Date;
  /** The hash of the code that the search is, if it is one. */
  codeHash?: Buffer | undefined;
}

/** Vouchers of this status as it is shown, as `statusAt` (rules.ts). */
function hasStatus(status: string, now: Date): RawBuilder<SqlBool> {
  if (status === 'activated') return sql`v.status = 'activated' and v.expires_at > ${now}`;
  if (status === 'expired')
    return sql`(v.status = 'expired' or (v.status = 'activated' and v.expires_at <= ${now}))`;
  return sql`v.status = ${status}`;
}

function conditionsOf(search: VoucherSearch, isSummed: boolean): RawBuilder<SqlBool>[] {
  const { status = 'all', bundleId, batchId, soldById, from, to, q, now, codeHash } = search;
  const all: RawBuilder<SqlBool>[] = [];
  if (status !== 'all') all.push(hasStatus(status, now));
  if (batchId !== undefined) all.push(sql`v.batch_id = ${batchId}`);
  const sale: RawBuilder<SqlBool>[] = [];
  if (bundleId !== undefined) sale.push(sql`s.bundle_id = ${bundleId}`);
  if (soldById !== undefined) sale.push(sql`s.sold_by_id = ${soldById}`);
  if (from) sale.push(sql`s.sold_on >= ${from}`);
  if (to) sale.push(sql`s.sold_on <= ${to}`);
  if (sale.length > 0) {
    const ofSale = sql<SqlBool>`v.batch_id in (select s.id from voucher_batches s where ${sql.join(sale, sql` and `)})`;
    // As a value it is a hash of ids: as a join it might be a loop over all vouchers for each sale.
    all.push(isSummed ? sql<SqlBool>`(${ofSale}) is true` : ofSale);
  }
  if (q) {
    const byText = sql`select m.id from voucher_batches s
      cross join lateral ${byKey('vouchers', 'batch_id', 's.id')} m where ${matchesSearch(sql`s.search_text`, q)}`;
    const byCode = codeHash
      ? sql`select c.id from vouchers c where c.code_hash = ${codeHash} union all`
      : sql``;
    all.push(sql`v.id in (${byCode} ${byText})`);
  }
  return all;
}

function found(db: Db, search: VoucherSearch, isSummed = false) {
  const joined = db
    .selectFrom('vouchers as v')
    .innerJoin('voucher_batches as b', 'b.id', 'v.batch_id');
  const { column } = sortOf(search.sort, sorts.first);
  const query = ofBatch.includes(column)
    ? joined
    : (db.selectFrom('vouchers as v') as unknown as typeof joined);
  return query.where(allOf(conditionsOf(search, isSummed)));
}

/** One page of vouchers, newest first by default. */
export function findVouchers(db: Db, search: VoucherSearch): Promise<Page<VoucherRow>> {
  return findDetailed(db, list, found(db, search).selectAll('v'), search);
}

/** Sums over all filtered vouchers. They are counted by sale before they are joined with the sales. */
export async function sumVouchers(db: Db, search: VoucherSearch): Promise<VoucherSums> {
  const ofStatus = (status: VoucherStatus) =>
    sql`count(*) filter (where ${hasStatus(status, search.now)}) as ${sql.ref(status)}`;
  const counted = sql.join(voucherStatuses.map(ofStatus));
  const counts = {
    vouchers: 'vouchers',
    unused: 'unused',
    active: 'activated',
    expired: 'expired',
  };
  const sums = Object.entries({ ...counts, void: 'void', sold: 'sold' }).map(
    ([name, column]) => sql`coalesce(sum(n.${sql.ref(column)}), 0)::int as ${sql.ref(name)}`,
  );
  const value = sql`n.sold * b.value_cents`;
  const { rows } = await sql<VoucherSums>`
    with found as (
      select v.batch_id, count(*) as vouchers, count(*) filter (where v.status <> 'void') as sold, ${counted}
      from (${found(db, { ...search, sort: undefined }, true).selectAll('v')}) v group by v.batch_id)
    select ${sql.join(sums)}, ${sumCents(value)} as "revenueUsd",
      ${sumCents(value, sql`b.currency = 'USD'`)} as "receivedUsd",
      ${sumCents(sql`n.sold * b.price_ssp_cents`, sql`b.currency = 'SSP'`)} as "receivedSsp"
    from voucher_batches b full join found n on n.batch_id = b.id`.execute(db);
  return rows[0]!;
}

/** The whole filtered, sorted list, `size` vouchers at a time. */
export function streamVouchers(
  db: Db,
  search: VoucherSearch,
  size: number,
): AsyncGenerator<VoucherRow[]> {
  const query = found(db, search).selectAll('v');
  return streamDetailed(db, list, query, { sort: search.sort, size });
}

export async function getVoucher(db: Db, id: number): Promise<VoucherRow | undefined> {
  return (await readDetailed(db, list, [id]))[0];
}

/** Vouchers by their ids, in the order of their sales and lines. */
export async function findByIds(db: Db, ids: readonly number[]): Promise<VoucherRow[]> {
  const rows = await readDetailed(db, list, ids);
  return rows.sort((one, other) => one.batchId - other.batchId || one.lineNo - other.lineNo);
}

/** The vouchers of a sale in their order. */
export async function findOfBatch(db: Db, batchId: number): Promise<VoucherRow[]> {
  const { rows } = await sql<VoucherRow>`select ${columns}
    from ${byKey('vouchers', 'batch_id', sql`${batchId}`)} v ${list.joins!} order by v.line_no`.execute(
    db,
  );
  return rows;
}
