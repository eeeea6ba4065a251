import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows, unlessTaken } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
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

/** A customer with the import whose undo left him Inactive, if he was not changed since. */
export interface KnownCustomer extends CustomerRecord {
  undoneRunId: number | null;
  /** The versions that undos have taken back. */
  undoneSteps: number;
}

const knownList = () =>
  [
    ...customers.list('c'),
    'c.undone_run_id as undoneRunId',
    'c.undone_steps as undoneSteps',
  ] as const;

/** Customers by customer id, ignoring case, for a preview. */
export async function findByCustomerIds(
  db: Db,
  customerIds: readonly string[],
): Promise<KnownCustomer[]> {
  return (await withIds(db, customerIds)).select(knownList()).execute();
}

/** The same, locked in the order of their keys. */
export async function lockByCustomerIds(
  db: Db,
  customerIds: readonly string[],
): Promise<KnownCustomer[]> {
  const found = await withIds(db, customerIds);
  return found.select(knownList()).orderBy('c.id').forNoKeyUpdate().execute();
}

export type CustomerFee = Pick<
  CustomerRecord,
  'id' | 'customerId' | 'packageType' | 'monthlyFeeUsd' | 'status'
>;

/** The fees of customers by their exact ids, key by key. */
export async function findFees(db: Db, customerIds: readonly string[]): Promise<CustomerFee[]> {
  const { rows } = await sql<CustomerFee>`
    select c.id, c.customer_id as "customerId", c.package_type as "packageType", c.monthly_fee_cents as "monthlyFeeUsd", c.status
    from unnest(${arrayOf('text', customerIds)}) as k (key)
    cross join lateral (select * from customers where customer_id = k.key offset 0) c`.execute(db);
  return rows;
}

export type CustomerIds = Pick<CustomerRecord, 'id' | 'customerId'>;

export async function findIds(db: Db, customerIds: readonly string[]): Promise<CustomerIds[]> {
  const found = await withIds(db, customerIds);
  return found.select(['c.id', 'c.customer_id as customerId']).execute();
}

/** For each of the names, ignoring case, the customer ids of those who have it, at most two; unknown names are missing. */
export async function findIdsByName(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; customerIds: string[] }[]> {
  const { rows } = await sql<{ name: string; customerIds: string[] }>`
    select n.name, (array_agg(c.customer_id order by c.id))[1:2] as "customerIds"
    from unnest(${arrayOf('text', names)}) as n (name)
    join customers c on lower(c.name) = lower(n.name)
    group by n.name`.execute(db);
  return rows;
}

/** The customers with one of these e-mails, ignoring case, or one of these stored telephones. */
export async function findReachable(
  db: Db,
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
): Promise<Pick<CustomerRecord, 'customerId' | 'phone' | 'email'>[]> {
  if (emails.length + phones.length === 0) return [];
  const lower = emails.map((email) => email.trim().toLowerCase());
  const { rows } = await sql<Pick<CustomerRecord, 'customerId' | 'phone' | 'email'>>`
    select c.customer_id as "customerId", c.phone, c.email from customers c
    where (c.email <> '' and lower(c.email) = any(${arrayOf('text', [...new Set(lower)])}))
      or (c.phone <> '' and c.phone = any(${arrayOf('text', [...new Set(phones)])}))
    order by c.id`.execute(db);
  return rows;
}

/** The customers with one of the names, ignoring case, with the name as it was given. */
export async function findNamesakes(
  db: Db,
  names: readonly string[],
): Promise<(Pick<CustomerRecord, 'customerId' | 'phone' | 'email'> & { name: string })[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<Pick<CustomerRecord, 'customerId' | 'phone' | 'email' | 'name'>>`
    select n.name, c.customer_id as "customerId", c.phone, c.email
    from unnest(${arrayOf('text', names)}) as n (name)
    join customers c on lower(c.name) = lower(n.name)
    order by c.id`.execute(db);
  return rows;
}

/** The customers whom earlier files named by these keys (`personKey`). */
export async function findByImportKeys(
  db: Db,
  keys: readonly string[],
): Promise<{ key: string; customerId: string }[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string; customerId: string }>`
    select k.key, c.customer_id as "customerId"
    from customer_import_keys k join customers c on c.id = k.customer_id
    where k.key = any(${arrayOf('text', keys)})`.execute(db);
  return rows;
}

/** Keeps how files named customers; a key that is kept stays with its customer. In the order of the keys, against deadlocks. */
export async function insertImportKeys(
  db: Db,
  people: readonly { key: string; customerId: string }[],
): Promise<void> {
  if (people.length === 0) return;
  const sorted = [...people].sort((a, b) => (a.key < b.key ? -1 : 1));
  const [keys, ids] = [sorted.map(({ key }) => key), sorted.map(({ customerId }) => customerId)];
  await sql`
    insert into customer_import_keys (key, customer_id)
    select p.key, c.id
    from unnest(${arrayOf('text', keys)}, ${arrayOf('text', ids)}) as p (key, customer_id)
    join customers c on c.customer_id = p.customer_id
    on conflict (key) do nothing`.execute(db);
}

/** An imported customer: the customer id and the fields. */
export type NewCustomer = Pick<CustomerRecord, 'customerId'> & CustomerFields;

/**
 * Inserts customers whose connection fee counts as billed (decision 4), in the order of their keys to avoid deadlocks
 * between imports. An id that another transaction has just inserted is skipped. Returns the row ids by customer id.
 */
export async function insertCustomers(
  db: Db,
  rows: readonly NewCustomer[],
  at: Date,
): Promise<Map<string, number>> {
  const sorted = [...rows].sort((a, b) => (a.customerId < b.customerId ? -1 : 1));
  const insert = (tail: RawBuilder<unknown>) =>
    insertRows<NewCustomer, { id: number; customerId: string }>(
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
  const ids: number[] = [];
  const isDone = await unlessTaken(db, 'customers_customer_id', async () => {
    for (const { id } of await insert(sql`returning id`)) ids.push(id);
  });
  // The ids are given in the order of the rows.
  ids.sort((a, b) => a - b);
  if (isDone) return new Map(sorted.map(({ customerId }, index) => [customerId, ids[index]!]));
  const inserted = await insert(
    sql`on conflict (customer_id) do nothing returning id, customer_id as "customerId"`,
  );
  return new Map(inserted.map(({ id, customerId }) => [customerId, id]));
}

/** Writes all fields of locked customers. */
export function updateCustomers(db: Db, rows: readonly CustomerRecord[], at: Date): Promise<void> {
  return customers.updateMany(db, rows, [...customerFieldNames, 'suspendedByRule'], {
    updated_at: ['timestamptz', () => at],
    undone_run_id: ['bigint', () => null],
  });
}
