import { type RawBuilder, sql } from 'kysely';
import { isSearchedCustomer } from '../../customers/fragments.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  countRows,
  inBatches,
  orderOf,
  pageOf,
  type Sorts,
  sumCents,
  withTotal,
} from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Loan, LoanFilter, LoanStats, loanSorts } from '../schema.ts';
import type { LentItem, LoanRecord } from './rules.ts';

export const loans = defineRecord<'equipment_loans', LoanRecord>('equipment_loans', {
  id: 'id bigint',
  loanNumber: 'loan_number text',
  equipmentId: 'equipment_id bigint',
  unitId: 'unit_id bigint',
  description: 'description text',
  serial: 'serial text',
  macAddress: 'mac_address text',
  quantity: 'quantity int',
  customerId: 'customer_id bigint',
  issuedOn: 'issued_on date',
  issuedBy: 'issued_by text',
  valueUsd: 'value_cents bigint',
  status: 'status text',
  endedOn: 'ended_on date',
  endedBy: 'ended_by text',
  notes: 'notes text',
  createdAt: 'created_at timestamptz',
  version: 'version int',
});

const columns = sql`${loans.listText('l')}, e.equipment_id as "equipmentNumber", c.customer_id as "customerNumber",
  c.name as "customerName", c.phone as "customerPhone", c.status as "customerStatus", c.location as "customerLocation",
  c.address as "customerAddress"`;
const lookUps = sql`cross join lateral ${byKey('customers', 'id', 'l.customer_id')} c
  cross join lateral ${byKey('equipment', 'id', 'l.equipment_id')} e`;

/** Numbers and dates of issue sort by `id`, which is assigned in that order. */
const sorts: Sorts<(typeof loanSorts)[number]> = {
  keys: {
    loanNumber: 'l.id',
    issuedOn: 'l.id',
    customerName: 'c.search_text',
    description: 'l.description',
    location: ['c.location', 'c.search_text'],
  },
  unique: 'l.id',
  first: { column: 'issuedOn', descending: true },
  complete: ['loanNumber', 'issuedOn'],
};

/** Loans whose number or device, or whose customer, contains the words of a search. */
function idsFound(q: string): RawBuilder<unknown> {
  return sql`(select f.id from equipment_loans f where ${matchesSearch(sql`f.search_text`, q)}
    union select m.id from customers k cross join lateral ${byKey('equipment_loans', 'customer_id', 'k.id')} m
      where ${isSearchedCustomer('k', q)})`;
}

function found(
  db: Db,
  { status = 'all', customerId, equipmentId, location, collect, q }: LoanFilter,
) {
  let query = db
    .selectFrom('equipment_loans as l')
    .innerJoin('customers as c', 'c.id', 'l.customer_id');
  if (status !== 'all') query = query.where('l.status', '=', status);
  if (customerId !== undefined) query = query.where('l.customer_id', '=', customerId);
  if (equipmentId !== undefined) query = query.where('l.equipment_id', '=', equipmentId);
  if (location) query = query.where('c.location', '=', location);
  if (collect) query = query.where('l.status', '=', 'out').where('c.status', '=', 'Inactive');
  return q ? query.where(sql<boolean>`l.id in ${idsFound(q)}`) : query;
}

/** One page of the filtered list, newest first by default. */
export async function findLoans(db: Db, filter: LoanFilter): Promise<Page<Loan>> {
  const page = pageOf(found(db, filter).selectAll('l'), sorts, filter);
  const { rows } = await sql<Loan>`select ${columns} from (${page}) l ${lookUps}
    order by ${orderOf(sorts, filter.sort)}`.execute(db);
  return withTotal(rows, filter, () => countRows(found(db, filter)));
}

/** The whole filtered, sorted list, `size` loans at a time. */
export async function* streamLoans(
  db: Db,
  filter: LoanFilter,
  size: number,
): AsyncGenerator<Loan[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('l.id').orderBy(order).execute();
  yield* inBatches(
    matches.map(({ id }) => id),
    size,
    async (part) => {
      const { rows } = await sql<Loan>`select ${columns} from ${eachId(part)}
        cross join lateral ${byKey('equipment_loans', 'id', 'k.id')} l ${lookUps}`.execute(db);
      return rows;
    },
  );
}

export async function getLoan(db: Db, id: number): Promise<Loan | undefined> {
  const { rows } = await sql<Loan>`select ${columns}
    from ${byKey('equipment_loans', 'id', sql`${id}`)} l ${lookUps}`.execute(db);
  return rows[0];
}

/** The figures of the cards; losses of loans that ended on `from` or later. */
export async function getStats(db: Db, from: IsoDate): Promise<LoanStats> {
  const isOut = sql`l.status = 'out'`;
  const { rows } = await sql<LoanStats>`
    select count(*) filter (where ${isOut}) as "out", ${sumCents('l.value_cents', isOut)} as "valueUsd",
      count(*) filter (where ${isOut} and c.status = 'Inactive') as "toCollect",
      ${sumCents('l.value_cents', sql`l.status in ('damaged', 'lost') and l.ended_on >= ${from}::date`)} as "lostThisYearUsd"
    from equipment_loans l join customers c on c.id = l.customer_id`.execute(db);
  return rows[0]!;
}

/** The item of a loan. */
export function getItem(db: Db, id: number): Promise<LentItem | undefined> {
  return db
    .selectFrom('equipment')
    .select(['id', 'equipment_id as equipmentNumber', 'name', 'is_serialised as isSerialised'])
    .where('id', '=', id)
    .executeTakeFirst();
}
