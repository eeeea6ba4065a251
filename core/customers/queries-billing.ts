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
  afterId: number;
  limit: number;
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

/** A batch, by key, of Active customers whose service has started and who have no invoice for the month. */
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

/** The last condition follows from the others, but spares each batch the index of all batches before it. */
function billable(
  { month, startedBy, afterId, limit }: BillableQuery,
  columns: RawBuilder<unknown>,
) {
  return sql`select ${columns} from customers c
    where c.status = 'Active' and c.service_start_date <= ${startedBy} and c.id > ${afterId}
      and not exists (select 1 from invoices i where i.customer_id = c.id and i.kind = 'recurring' and i.billing_month = ${month}
        and i.customer_id > ${afterId})
    order by c.id limit ${limit}`;
}

/** Active, started customers with something to bill: all of them, and those without the month's invoice. */
export async function countBillable(
  db: Db,
  month: IsoDate,
  startedBy: IsoDate,
): Promise<{ billable: number; unbilled: number }> {
  const result = await sql<{ billable: number; unbilled: number }>`
    select count(*) as billable, count(*) filter (where i.customer_id is null) as unbilled
    from customers c
    left join invoices i on i.customer_id = c.id and i.kind = 'recurring' and i.billing_month = ${month}
    where c.status = 'Active' and c.service_start_date <= ${startedBy}
      and (c.monthly_fee_cents > 0 or c.other_expenses_cents > 0
        or (c.connection_fee_cents > 0 and not c.connection_fee_billed) or i.customer_id is not null)`.execute(
    db,
  );
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
