import { type RawBuilder, sql } from 'kysely';
import { arrayOf, type Columns, insertRows, rowsOf, unlessTaken } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { type CustomerRecord, recordColumns } from './queries.ts';
import { type CustomerFields, customerIdKey, searchTextOf } from './rules.ts';

/** Whether any customer has an id that is not all capitals. Without the order the whole table would be looked through. */
async function hasSmallLetters(db: Db): Promise<boolean> {
  const result = await sql`
    select from customers where customer_id <> upper(customer_id)
    order by upper(customer_id), customer_id limit 1`.execute(db);
  return result.rows.length > 0;
}

/**
 * Of each key the first id with small letters. The index is asked key by key, as the planner, which cannot tell that
 * they are few, would read the whole table for them.
 */
async function findSmallLetters(db: Db, keys: readonly string[]): Promise<string[]> {
  const result = await sql<{ customerId: string }>`
    select c.customer_id as "customerId" from unnest(${arrayOf('text', keys)}) as k (key)
    cross join lateral (
      select customer_id from customers
      where upper(customer_id) = k.key and customer_id <> upper(customer_id)
      order by upper(customer_id), customer_id limit 1
    ) c`.execute(db);
  return result.rows.map(({ customerId }) => customerId);
}

/** These ids with the other spellings by which their customers may be known. */
async function spellingsOf(db: Db, customerIds: readonly string[]): Promise<RawBuilder<unknown>> {
  const keys = customerIds.map(customerIdKey);
  const capitals = keys.filter((key, index) => key !== customerIds[index]);
  const others = (await hasSmallLetters(db)) ? await findSmallLetters(db, keys) : [];
  return arrayOf('text', [...customerIds, ...capitals, ...others]);
}

/** Customers by the id that people know, in whatever case, for a preview. */
export async function findByCustomerIds(
  db: Db,
  customerIds: readonly string[],
): Promise<CustomerRecord[]> {
  const result = await sql<CustomerRecord>`
    select ${recordColumns} from customers c
    where c.customer_id = any(${await spellingsOf(db, customerIds)})`.execute(db);
  return result.rows;
}

/** The same, locked in the order of their keys until the transaction ends. */
export async function lockByCustomerIds(
  db: Db,
  customerIds: readonly string[],
): Promise<CustomerRecord[]> {
  const result = await sql<CustomerRecord>`
    select ${recordColumns} from customers c
    where c.customer_id = any(${await spellingsOf(db, customerIds)})
    order by c.id for no key update`.execute(db);
  return result.rows;
}

export type CustomerIds = Pick<CustomerRecord, 'id' | 'customerId'>;

export async function findIds(db: Db, customerIds: readonly string[]): Promise<CustomerIds[]> {
  const result = await sql<CustomerIds>`
    select id, customer_id as "customerId" from customers
    where customer_id = any(${await spellingsOf(db, customerIds)})`.execute(db);
  return result.rows;
}

export interface KeyedCustomer {
  customerId: string;
  fields: CustomerFields;
}

const columns: Columns<KeyedCustomer> = {
  customer_id: ['text', ({ customerId }) => customerId],
  name: ['text', ({ fields }) => fields.name],
  type: ['text', ({ fields }) => fields.type],
  email: ['text', ({ fields }) => fields.email],
  phone: ['text', ({ fields }) => fields.phone],
  location: ['text', ({ fields }) => fields.location],
  address: ['text', ({ fields }) => fields.address],
  package_type: ['text', ({ fields }) => fields.packageType],
  bandwidth: ['int', ({ fields }) => fields.bandwidth],
  monthly_fee_cents: ['bigint', ({ fields }) => fields.monthlyFeeUsd],
  connection_fee_cents: ['bigint', ({ fields }) => fields.connectionFeeUsd],
  other_expenses_cents: ['bigint', ({ fields }) => fields.otherExpensesUsd],
  service_start_date: ['date', ({ fields }) => fields.serviceStartDate],
  installation_date: ['date', ({ fields }) => fields.installationDate],
  status: ['text', ({ fields }) => fields.status],
  search_text: ['text', ({ customerId, fields }) => searchTextOf({ ...fields, customerId })],
};

/**
 * Inserts customers whose connection fee counts as billed (decision 4), in the order of their keys so that
 * two imports cannot lock one another out. An id that another transaction has just taken is left alone.
 * Answers the ids that were inserted.
 */
export async function insertCustomers(
  db: Db,
  customers: readonly KeyedCustomer[],
  at: Date,
): Promise<string[]> {
  const sorted = [...customers].sort((a, b) => (a.customerId < b.customerId ? -1 : 1));
  const insert = (tail?: RawBuilder<unknown>) =>
    insertRows<KeyedCustomer, { customerId: string }>(
      db,
      'customers',
      sorted,
      {
        ...columns,
        connection_fee_billed: ['boolean', () => true],
        connection_fee_billed_before: ['boolean', () => true],
        created_at: ['timestamptz', () => at],
        updated_at: ['timestamptz', () => at],
      },
      tail,
    );
  // An id is hardly ever taken at this very moment, and asking each row for it costs a third more.
  if (await unlessTaken(db, 'customers_customer_id', () => insert()))
    return sorted.map(({ customerId }) => customerId);
  const rows = await insert(
    sql`on conflict (customer_id) do nothing returning customer_id as "customerId"`,
  );
  return rows.map(({ customerId }) => customerId);
}

/** Writes the fields of locked customers. Another status than before takes the 15-day rule's mark away. */
export async function updateCustomers(
  db: Db,
  customers: readonly KeyedCustomer[],
  at: Date,
): Promise<void> {
  await sql`
    update customers c set name = n.name, type = n.type, email = n.email, phone = n.phone,
      location = n.location, address = n.address, package_type = n.package_type, bandwidth = n.bandwidth,
      monthly_fee_cents = n.monthly_fee_cents, connection_fee_cents = n.connection_fee_cents,
      other_expenses_cents = n.other_expenses_cents, service_start_date = n.service_start_date,
      installation_date = n.installation_date, status = n.status,
      suspended_by_rule = c.suspended_by_rule and c.status = n.status,
      search_text = n.search_text, updated_at = ${at}, version = c.version + 1
    from (${rowsOf(customers, columns)}) as n
    where c.customer_id = n.customer_id`.execute(db);
}
