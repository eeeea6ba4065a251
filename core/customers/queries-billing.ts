import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { CustomerStatus, CustomerType, PackageName } from './schema.ts';

/** What billing reads of a customer. */
export interface BilledCustomer {
  id: number;
  customerId: string;
  name: string;
  type: CustomerType;
  email: string;
  phone: string;
  address: string;
  location: string;
  packageType: PackageName;
  monthlyFee: Cents;
  otherExpenses: Cents;
  connectionFee: Cents;
  connectionFeeBilled: boolean;
  status: CustomerStatus;
  suspendedByRule: boolean;
  doNotDisconnectUntil: IsoDate | null;
}

const columns = sql`c.id, c.customer_id as "customerId", c.name, c.type, c.email, c.phone, c.address, c.location,
  c.package_type as "packageType", c.monthly_fee_cents as "monthlyFee", c.other_expenses_cents as "otherExpenses",
  c.connection_fee_cents as "connectionFee", c.connection_fee_billed as "connectionFeeBilled", c.status,
  c.suspended_by_rule as "suspendedByRule", c.do_not_disconnect_until as "doNotDisconnectUntil"`;

export async function getBilledCustomer(db: Db, id: number): Promise<BilledCustomer | undefined> {
  return (
    await sql<BilledCustomer>`select ${columns} from customers c where c.id = ${id}`.execute(db)
  ).rows[0];
}

/**
 * Locks a customer's account: whoever changes its invoices or payments holds this row first. `no key update`
 * leaves room for the key-share locks of foreign keys.
 */
export async function lockBilledCustomer(db: Db, id: number): Promise<BilledCustomer | undefined> {
  return (
    await sql<BilledCustomer>`select ${columns} from customers c where c.id = ${id} for no key update`.execute(
      db,
    )
  ).rows[0];
}

export async function lockBilledCustomers(
  db: Db,
  ids: readonly number[],
): Promise<BilledCustomer[]> {
  return (
    await sql<BilledCustomer>`select ${columns} from customers c where c.id = any(${arrayOf('bigint', ids)}) order by c.id
      for no key update`.execute(db)
  ).rows;
}

export interface BillableQuery {
  /** First day of the month to be billed. */
  month: IsoDate;
  startedBy: IsoDate;
  /** The batch: customers with an id after `afterId`, up to and with `upToId`. */
  afterId: number;
  upToId: number;
}

/** What a recurring invoice is made of; a run reads no more than that. */
export type BillableCustomer = Pick<
  BilledCustomer,
  | 'id'
  | 'name'
  | 'type'
  | 'packageType'
  | 'monthlyFee'
  | 'otherExpenses'
  | 'connectionFee'
  | 'connectionFeeBilled'
>;

const billableColumns = sql`c.id, c.name, c.type, c.package_type as "packageType",
  c.monthly_fee_cents as "monthlyFee", c.other_expenses_cents as "otherExpenses", c.connection_fee_cents as "connectionFee",
  c.connection_fee_billed as "connectionFeeBilled"`;

/** With the number that people know, for what they read. */
export type NumberedCustomer = BillableCustomer & Pick<BilledCustomer, 'customerId'>;

/**
 * How far the next `size` ids reach, of customers of whatever status, and whether there may be more. A batch is a range
 * of ids: for the next so many *billable* customers the planner, which without statistics takes them to be few, would
 * read and sort all that are left, for every batch.
 */
export async function findBatchEnd(
  db: Db,
  afterId: number,
  size: number,
): Promise<{ upToId: number; isLast: boolean }> {
  const result = await sql<{ upToId: number; count: number }>`
    select coalesce(max(id), ${afterId})::bigint as "upToId", count(*) as count from (
      select id from customers where id > ${afterId} order by id limit ${size}) as next`.execute(
    db,
  );
  const { upToId, count } = result.rows[0]!;
  return { upToId, isLast: count < size };
}

/** The Active customers of a batch whose service has started and who have no invoice for the month. */
export async function lockBillableCustomers(
  db: Db,
  query: BillableQuery,
): Promise<BillableCustomer[]> {
  return (
    await sql<BillableCustomer>`${billable(query, billableColumns)} for no key update of c`.execute(
      db,
    )
  ).rows;
}

/** The same batch without locks, for previews. */
export async function findBillableCustomers(
  db: Db,
  query: BillableQuery,
): Promise<NumberedCustomer[]> {
  const columns = sql`${billableColumns}, c.customer_id as "customerId"`;
  return (await sql<NumberedCustomer>`${billable(query, columns)}`.execute(db)).rows;
}

/**
 * The invoice is looked up for each customer by the index `invoices_one_a_month`. `not exists` would become a join,
 * which without statistics compares each customer with each invoice.
 */
function billable(
  { month, startedBy, afterId, upToId }: BillableQuery,
  columns: RawBuilder<unknown>,
) {
  return sql`select ${columns} from customers c
    where c.status = 'Active' and c.service_start_date <= ${startedBy} and c.id > ${afterId} and c.id <= ${upToId}
      and (select i.id from invoices i
        where i.customer_id = c.id and i.kind = 'recurring' and i.billing_month = ${month}) is null
    order by c.id`;
}

/**
 * Active, started customers with something to bill: all of them, and those without the month's invoice. A full join is
 * never a nested loop, which without statistics the planner would take for a left join: it would compare each customer
 * with each invoice of the month.
 */
export async function countBillable(
  db: Db,
  month: IsoDate,
  startedBy: IsoDate,
): Promise<{ billable: number; unbilled: number }> {
  const result = await sql<{ billable: number; unbilled: number }>`
    select count(c.id) as billable, count(c.id) filter (where i.customer_id is null) as unbilled
    from (
      select id, monthly_fee_cents > 0 or other_expenses_cents > 0
        or (connection_fee_cents > 0 and not connection_fee_billed) as has_fee
      from customers where status = 'Active' and service_start_date <= ${startedBy}) c
    full join (
      select customer_id from invoices where kind = 'recurring' and billing_month = ${month}) i
      on i.customer_id = c.id
    where c.has_fee or i.customer_id is not null`.execute(db);
  return result.rows[0]!;
}

export async function updateConnectionFeeBilled(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update customers set connection_fee_billed = true where id = any(${arrayOf('bigint', ids)})`.execute(
    db,
  );
}

/** A fee that was billed before the customer came, in no invoice of ours, stays billed. */
export async function updateConnectionFeeFree(db: Db, id: number): Promise<void> {
  await sql`update customers set connection_fee_billed = connection_fee_billed_before where id = ${id}`.execute(
    db,
  );
}

/** Suspends Active ones; answers whom. */
export async function updateSuspendedByRule(
  db: Db,
  ids: readonly number[],
  at: Date,
): Promise<number[]> {
  const result = await sql<{ id: number }>`
    update customers set status = 'Suspended', suspended_by_rule = true, updated_at = ${at}, version = version + 1
    where id = any(${arrayOf('bigint', ids)}) and status = 'Active' returning id`.execute(db);
  return result.rows.map((row) => row.id);
}

/** Restores exactly those that the rule suspended; answers whom. */
export async function updateRestoredByRule(
  db: Db,
  ids: readonly number[],
  at: Date,
): Promise<number[]> {
  const result = await sql<{ id: number }>`
    update customers set status = 'Active', suspended_by_rule = false, updated_at = ${at}, version = version + 1
    where id = any(${arrayOf('bigint', ids)}) and status = 'Suspended' and suspended_by_rule returning id`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}

/** Mbps sold to Active customers. */
export async function sumSoldBandwidth(db: Db): Promise<number> {
  const result = await sql<{ mbps: number }>`
    select coalesce(sum(bandwidth), 0)::bigint as mbps from customers where status = 'Active'`.execute(
    db,
  );
  return result.rows[0]!.mbps;
}
