import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows, rowsOf, unlessTaken } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { foldForSearch } from '../kernel/search.ts';
import { customers } from './queries.ts';
import { type CustomerFields, customerFieldNames, customerIdKey } from './rules.ts';
import type { CustomerRecord } from './rules-record.ts';

/** Whether any customer id contains lower-case letters. The order makes the planner use the index. */
async function hasSmallLetters(db: Db): Promise<boolean> {
  const result = await sql`
    select from customers where customer_id <> upper(customer_id)
    order by upper(customer_id), customer_id limit 1`.execute(db);
  return result.rows.length > 0;
}

/**
 * For each key the first id with lower-case letters. Looked up key by key, because the planner does not know that they
 * are few and would read the whole table.
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

/** These ids with the existing spellings of them. */
async function spellingsOf(db: Db, customerIds: readonly string[]): Promise<RawBuilder<unknown>> {
  const keys = customerIds.map(customerIdKey);
  const capitals = keys.filter((key, index) => key !== customerIds[index]);
  const others = (await hasSmallLetters(db)) ? await findSmallLetters(db, keys) : [];
  return arrayOf('text', [...customerIds, ...capitals, ...others]);
}

async function withIds(db: Db, customerIds: readonly string[]) {
  const isOne = sql<SqlBool>`c.customer_id = any(${await spellingsOf(db, customerIds)})`;
  return db.selectFrom('customers as c').where(isOne);
}

/** Customers by customer id, ignoring case, for a preview. */
export async function findByCustomerIds(
  db: Db,
  customerIds: readonly string[],
): Promise<CustomerRecord[]> {
  return (await withIds(db, customerIds)).select(customers.list('c')).execute();
}

/** The same, locked in the order of their keys. */
export async function lockByCustomerIds(
  db: Db,
  customerIds: readonly string[],
): Promise<CustomerRecord[]> {
  const found = await withIds(db, customerIds);
  return found.select(customers.list('c')).orderBy('c.id').forNoKeyUpdate().execute();
}

export type CustomerIds = Pick<CustomerRecord, 'id' | 'customerId'>;

export async function findIds(db: Db, customerIds: readonly string[]): Promise<CustomerIds[]> {
  const found = await withIds(db, customerIds);
  return found.select(['c.id', 'c.customer_id as customerId']).execute();
}

/**
 * Customers whose name has as many letters as one of these and is folded to the same text, through the index of sorted
 * search texts, which begin with the name. The caller compares the names themselves.
 */
export async function findByNames(
  db: Db,
  names: readonly string[],
): Promise<Pick<CustomerRecord, 'id' | 'name'>[]> {
  if (names.length === 0) return [];
  const folded = names.map(foldForSearch);
  const result = await sql<Pick<CustomerRecord, 'id' | 'name'>>`
    select c.id, c.name from (${rowsOf(names, {
      low: ['text', (_name, index) => `${folded[index]} `],
      // The character that follows the space.
      high: ['text', (_name, index) => `${folded[index]}!`],
      letters: ['int', (name) => [...name].length],
    })}) k
    cross join lateral (
      select id, name from customers where search_text >= k.low and search_text < k.high
      order by search_text, id offset 0
    ) c
    where char_length(c.name) = k.letters order by c.id`.execute(db);
  return result.rows;
}

/** An imported customer: the customer id and the fields. */
export type NewCustomer = Pick<CustomerRecord, 'customerId'> & CustomerFields;

/**
 * Inserts customers whose connection fee counts as billed (decision 4), in the order of their keys to avoid deadlocks
 * between imports. An id that another transaction has just inserted is skipped. Returns the inserted ids.
 */
export async function insertCustomers(
  db: Db,
  rows: readonly NewCustomer[],
  at: Date,
): Promise<string[]> {
  const sorted = [...rows].sort((a, b) => (a.customerId < b.customerId ? -1 : 1));
  const insert = (tail?: RawBuilder<unknown>) =>
    insertRows<NewCustomer, { customerId: string }>(
      db,
      'customers',
      sorted,
      {
        ...customers.columns(['customerId', ...customerFieldNames]),
        connection_fee_billed: ['boolean', () => true],
        connection_fee_billed_before: ['boolean', () => true],
        created_at: ['timestamptz', () => at],
        updated_at: ['timestamptz', () => at],
      },
      tail,
    );
  // Conflicts are rare, and checking each row for one costs a third more.
  if (await unlessTaken(db, 'customers_customer_id', () => insert()))
    return sorted.map(({ customerId }) => customerId);
  const inserted = await insert(
    sql`on conflict (customer_id) do nothing returning customer_id as "customerId"`,
  );
  return inserted.map(({ customerId }) => customerId);
}

/** Writes all fields of locked customers. */
export function updateCustomers(db: Db, rows: readonly CustomerRecord[], at: Date): Promise<void> {
  return customers.updateMany(db, rows, [...customerFieldNames, 'suspendedByRule'], {
    updated_at: ['timestamptz', () => at],
  });
}
