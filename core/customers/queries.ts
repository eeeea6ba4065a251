import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { rateInForce } from '../rates/fragments.ts';
import { knownRate } from '../rates/rules.ts';
import { type CustomerFields, type PromiseToPay, searchTextOf } from './rules.ts';
import { type Customer, sspFees } from './schema.ts';

/** A customer as the table holds it. */
export interface CustomerRecord extends CustomerFields {
  id: number;
  customerId: string;
  connectionFeeBilled: boolean;
  suspendedByRule: boolean;
  doNotDisconnectUntil: IsoDate | null;
  doNotDisconnectReason: string;
  createdAt: Date;
  version: number;
}

/** The columns of a record, of `customers c`. */
export const recordColumns = sql`c.id, c.customer_id as "customerId", c.name, c.type, c.email, c.phone,
  c.location, c.address, c.package_type as "packageType", c.bandwidth,
  c.monthly_fee_cents as "monthlyFeeUsd", c.connection_fee_cents as "connectionFeeUsd",
  c.other_expenses_cents as "otherExpensesUsd", c.connection_fee_billed as "connectionFeeBilled",
  c.service_start_date as "serviceStartDate", c.installation_date as "installationDate", c.status,
  c.suspended_by_rule as "suspendedByRule", c.do_not_disconnect_until as "doNotDisconnectUntil",
  c.do_not_disconnect_reason as "doNotDisconnectReason", c.created_at as "createdAt", c.version`;

export interface RatedRecord extends CustomerRecord {
  rate: Cents | null;
}

/** Record columns with the standard rate, read once a statement. */
export function ratedColumns(today: IsoDate): RawBuilder<RatedRecord> {
  return sql`${recordColumns}, ${rateInForce('standard', today)} as rate`;
}

/** The record with its SSP values. A literal, since spreading driver rows costs a list half its speed. */
export function toCustomer(row: RatedRecord, today: IsoDate): Customer {
  const ssp = sspFees(row, knownRate(row.rate, today));
  return {
    id: row.id,
    customerId: row.customerId,
    name: row.name,
    type: row.type,
    email: row.email,
    phone: row.phone,
    location: row.location,
    address: row.address,
    packageType: row.packageType,
    bandwidth: row.bandwidth,
    monthlyFeeUsd: row.monthlyFeeUsd,
    connectionFeeUsd: row.connectionFeeUsd,
    otherExpensesUsd: row.otherExpensesUsd,
    monthlyFeeSsp: ssp.monthlyFeeSsp,
    connectionFeeSsp: ssp.connectionFeeSsp,
    otherExpensesSsp: ssp.otherExpensesSsp,
    connectionFeeBilled: row.connectionFeeBilled,
    serviceStartDate: row.serviceStartDate,
    installationDate: row.installationDate,
    status: row.status,
    suspendedByRule: row.suspendedByRule,
    doNotDisconnectUntil: row.doNotDisconnectUntil,
    doNotDisconnectReason: row.doNotDisconnectReason,
    createdAt: row.createdAt,
    version: row.version,
  };
}

export async function getCustomer(
  db: Db,
  id: number,
  today: IsoDate,
): Promise<Customer | undefined> {
  const result = await sql<RatedRecord>`
    select ${ratedColumns(today)} from customers c where c.id = ${id}`.execute(db);
  const row = result.rows[0];
  return row && toCustomer(row, today);
}

/** Locks one customer; `no key update` leaves room for the key-share locks of invoices and payments. */
export async function lockCustomer(db: Db, id: number): Promise<CustomerRecord | undefined> {
  const result = await sql<CustomerRecord>`
    select ${recordColumns} from customers c where c.id = ${id} for no key update`.execute(db);
  return result.rows[0];
}

/** Answers the new customer's id. */
export async function insertCustomer(
  db: Db,
  customerId: string,
  fields: CustomerFields,
  at: Date,
): Promise<number> {
  const row = await db
    .insertInto('customers')
    .values({
      customer_id: customerId,
      ...columnsOf(customerId, fields),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateCustomer(
  db: Db,
  before: CustomerRecord,
  fields: CustomerFields,
  suspendedByRule: boolean,
  at: Date,
): Promise<void> {
  await db
    .updateTable('customers')
    .set({
      ...columnsOf(before.customerId, fields),
      suspended_by_rule: suspendedByRule,
      updated_at: at,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute();
}

export async function updatePromise(
  db: Db,
  before: CustomerRecord,
  promise: PromiseToPay,
  at: Date,
): Promise<void> {
  await db
    .updateTable('customers')
    .set({
      do_not_disconnect_until: promise.until,
      do_not_disconnect_reason: promise.reason,
      updated_at: at,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute();
}

export async function deleteCustomer(db: Db, id: number): Promise<void> {
  await db.deleteFrom('customers').where('id', '=', id).execute();
}

function columnsOf(customerId: string, fields: CustomerFields) {
  return {
    name: fields.name,
    type: fields.type,
    email: fields.email,
    phone: fields.phone,
    location: fields.location,
    address: fields.address,
    package_type: fields.packageType,
    bandwidth: fields.bandwidth,
    monthly_fee_cents: fields.monthlyFeeUsd,
    connection_fee_cents: fields.connectionFeeUsd,
    other_expenses_cents: fields.otherExpensesUsd,
    service_start_date: fields.serviceStartDate,
    installation_date: fields.installationDate,
    status: fields.status,
    search_text: searchTextOf({ ...fields, customerId }),
  };
}
