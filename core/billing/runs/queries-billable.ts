import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { customerColumns } from '../../customers/fragments.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';

export interface BillableQuery {
  /** First day of the month to be billed. */
  month: IsoDate;
  startedBy: IsoDate;
  /** Customers with an imported invoice of the month dated before this day have been billed elsewhere. */
  billedUntil: IsoDate | null;
  /** The batch: customers with `afterId` < id <= `upToId`. */
  afterId: number;
  upToId: number;
}

/** The customer fields that a billing run needs. */
const billableFields = [
  'id',
  'customerId',
  'name',
  'type',
  'packageType',
  'monthlyFeeUsd',
  'otherExpensesUsd',
  'connectionFeeUsd',
  'connectionFeeBilled',
] as const satisfies readonly (keyof CustomerRecord)[];
export type BillableCustomer = Pick<CustomerRecord, (typeof billableFields)[number]>;

/**
 * The last of the next `size` customer ids of any status, and whether there may be more. A batch is a range of ids: to
 * find the next `size` *billable* customers the planner, which without statistics expects few, would read and sort all
 * remaining customers for every batch.
 */
export async function findBatchEnd(
  db: Db,
  afterId: number,
  size: number,
): Promise<{ upToId: number; isLast: boolean }> {
  const { upToId, count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('customers')
        .select('id')
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(size)
        .as('next'),
    )
    .select((eb) => [
      sql<number>`coalesce(max(id), ${afterId})::bigint`.as('upToId'),
      eb.fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow();
  return { upToId, isLast: count < size };
}

/**
 * An invoice `i` that a former system issued for the month in which the books were opened (decision 45). One whose import
 * was undone does not count.
 */
function billedBefore(month: IsoDate, until: IsoDate): RawBuilder<SqlBool> {
  return sql`i.kind = 'imported' and i.undone_run_id is null
    and i.bill_date >= ${month} and i.bill_date < ${until}`;
}

/**
 * The Active customers of a batch whose service has started and who have no invoice for the month. The invoice is looked
 * up per customer in the index `invoices_one_a_month`; `not exists` would become a join that, without statistics,
 * compares each customer with each invoice.
 */
function billable(db: Db, { month, startedBy, billedUntil, afterId, upToId }: BillableQuery) {
  const hasNoInvoice = sql<SqlBool>`(select i.id from invoices i
    where i.customer_id = c.id and i.kind = 'recurring' and i.billing_month = ${month}) is null`;
  return db
    .selectFrom('customers as c')
    .select(customerColumns('c', billableFields))
    .where('c.status', '=', 'Active')
    .where('c.service_start_date', '<=', startedBy)
    .where('c.id', '>', afterId)
    .where('c.id', '<=', upToId)
    .where(hasNoInvoice)
    .$if(billedUntil !== null, (found) =>
      found.where(
        sql<SqlBool>`(select i.id from ${byKey('invoices', 'customer_id', sql`c.id`)} i
          where ${billedBefore(month, billedUntil!)} limit 1) is null`,
      ),
    )
    .orderBy('c.id');
}

export function lockBillableCustomers(db: Db, query: BillableQuery): Promise<BillableCustomer[]> {
  return billable(db, query).forNoKeyUpdate('c').execute();
}

/** The same batch without locks, for previews. */
export function findBillableCustomers(db: Db, query: BillableQuery): Promise<BillableCustomer[]> {
  return billable(db, query).execute();
}

/**
 * Counts Active, started customers with something to bill or the month's invoice, and those of them without one. The invoices
 * of the month are counted together, and looked up by customer only for those who have nothing to bill, who are few.
 */
export async function countBillable(
  db: Db,
  month: IsoDate,
  startedBy: IsoDate,
  billedUntil: IsoDate | null,
): Promise<{ billable: number; unbilled: number }> {
  if (billedUntil !== null) return countBillableElsewhere(db, month, startedBy, billedUntil);
  const ofMonth = sql`kind = 'recurring' and billing_month = ${month}`;
  const billed = (
    ids: RawBuilder<unknown>,
  ) => sql`(select count(*) as customers from unnest(${ids}) k (id)
    cross join lateral (select 1 from invoices where customer_id = k.id and ${ofMonth} offset 0) i)`;
  const { rows } = await sql<{ billable: number; unbilled: number }>`
    select c.due + free.customers as billable, c.due + free.customers + ended.customers - i.invoices as unbilled
    from (
      select count(*) filter (where part = 'due') as due, array_agg(id) filter (where part = 'free') as free,
        array_agg(id) filter (where part = 'ended') as ended
      from (select id, case when not ${isStarted(startedBy)} then 'ended' when ${hasFee} then 'due' else 'free' end as part
        from customers) p) c
    cross join (select count(*) as invoices from invoices where ${ofMonth}) i
    cross join lateral ${billed(sql`c.free`)} free cross join lateral ${billed(sql`c.ended`)} ended`.execute(
    db,
  );
  return rows[0]!;
}

const hasFee = sql<SqlBool>`(monthly_fee_cents > 0 or other_expenses_cents > 0
  or (connection_fee_cents > 0 and not connection_fee_billed))`;

function isStarted(startedBy: IsoDate): RawBuilder<SqlBool> {
  return sql`(status = 'Active' and service_start_date <= ${startedBy})`;
}

/**
 * The same in the month in which the books were opened, where invoices of the former system count. A full join cannot become
 * a nested loop, which without statistics the planner would choose for a left join and compare each customer with each
 * invoice of the month.
 */
async function countBillableElsewhere(
  db: Db,
  month: IsoDate,
  startedBy: IsoDate,
  billedUntil: IsoDate,
): Promise<{ billable: number; unbilled: number }> {
  const result = await sql<{ billable: number; unbilled: number }>`
    select count(c.id) as billable, count(c.id) filter (where i.customer_id is null) as unbilled
    from (select id, ${hasFee} as has_fee from customers where ${isStarted(startedBy)}) c
    full join (
      select customer_id from invoices where kind = 'recurring' and billing_month = ${month}
      union select i.customer_id from invoices i where ${billedBefore(month, billedUntil)}) i
      on i.customer_id = c.id
    where c.has_fee or i.customer_id is not null`.execute(db);
  return result.rows[0]!;
}
