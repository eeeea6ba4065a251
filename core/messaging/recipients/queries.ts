import { type RawBuilder, sql } from 'kysely';
import { debtsByCustomer } from '../../billing/fragments.ts';
import { overdueBoundary } from '../../billing/rules.ts';
import { locationsIn } from '../../customers/schema.ts';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { RecipientType } from '../schema.ts';
import type { FieldValues } from '../texts/rules-fields.ts';
import type { ListedNumber } from './rules-list.ts';

export interface Choice {
  type: RecipientType;
  /** Of custom_list. */
  numbers: readonly ListedNumber[];
  /** Leaves out customers who refuse news. */
  isNews: boolean;
  /** The fields that the text uses. */
  fields: readonly string[];
  today: IsoDate;
}

const towns: Partial<Record<RecipientType, string>> = {
  juba_customers: 'Juba',
  wau_customers: 'Wau',
  bentiu_customers: 'Bentiu',
};

/** Of customers `c` with their debts (billing/fragments). */
const debtValues: Record<string, RawBuilder<unknown>> = {
  balance: sql`coalesce(c.open_cents, 0)`,
  amount: sql`c.overdue_cents`,
  amountSsp: sql`c.overdue_ssp_cents`,
  dueDate: sql`c.due_date`,
  invoice: sql`c.invoice_number`,
};

/** Rows k, customer_id, name, phone, refuses_news, fields of everybody who is meant, in the order of `k`. */
function meant(choice: Choice): RawBuilder<unknown> {
  if (choice.type === 'custom_list') return listed(choice.numbers);
  const values = choice.fields.filter((name) => name in debtValues);
  const pairs = values.map((name) => sql`${name}::text, ${debtValues[name]!}`);
  const fields = pairs.length > 0 ? sql`jsonb_build_object(${sql.join(pairs)})` : sql`'{}'::jsonb`;
  const columns = sql`c.id as k, c.id as customer_id, c.name, c.phone, c.refuses_news, ${fields} as fields`;
  const isOverdue = choice.type === 'overdue_payments';
  const where = isOverdue ? sql`c.overdue_cents > 0` : whereOf(choice.type);
  if (!isOverdue && values.length === 0)
    return sql`select ${columns} from customers c where ${where}`;
  // `offset 0` keeps it a full join, which without statistics is never a nested loop.
  return sql`select ${columns} from (
    select c.id, c.name, c.phone, c.refuses_news, c.status, c.location,
      d.open_cents, d.overdue_cents, d.overdue_ssp_cents, d.due_date, d.invoice_number
    from customers c full join ${debtsByCustomer(overdueBoundary(choice.today), choice.today)} d on d.customer_id = c.id offset 0) c
    where ${where}`;
}

/** Those not Inactive (decision 47), in the places of a town (decision 22). */
function whereOf(type: RecipientType): RawBuilder<unknown> {
  const town = towns[type];
  const isServed = sql`c.status <> 'Inactive'`;
  return town
    ? sql`${isServed} and c.location = any(${arrayOf('text', locationsIn(town))})`
    : isServed;
}

/** The numbers of a list, each with the first customer who has it. */
function listed(numbers: readonly ListedNumber[]): RawBuilder<unknown> {
  if (numbers.length === 0)
    return sql`select id as k, id as customer_id, name, phone, refuses_news, '{}'::jsonb as fields from customers where false`;
  const rows = rowsOf(numbers, {
    k: ['bigint', (_row, index) => index + 1],
    phone: ['text', (row) => row.phone],
    name: ['text', (row) => row.name],
  });
  return sql`select * from (select l.k, c.id as customer_id, coalesce(nullif(l.name, ''), c.name, '') as name, l.phone,
      coalesce(c.refuses_news, false) as refuses_news, '{}'::jsonb as fields
    from (select distinct on (phone) phone, id, name, refuses_news from customers
      where phone = any(${arrayOf(
        'text',
        numbers.map(({ phone }) => phone),
      )}) order by phone, id) c
    full join (${rows}) l on l.phone = c.phone offset 0) listed where k is not null`;
}

/** Why somebody is left out, null for the others; a number that an earlier one has is not considered here. */
function reasonOf({ isNews, fields }: Choice): RawBuilder<unknown> {
  const refuses = isNews ? sql`when r.refuses_news then 'refusesNews'` : sql``;
  const nameless = fields.includes('name') ? sql`when r.name = '' then 'noName'` : sql``;
  return sql`case when r.phone = '' then 'noNumber' when r.phone !~ '^\\+211[0-9]{9}$' then 'badNumber' ${refuses} ${nameless} end`;
}

/**
 * Queues the messages of a campaign in one statement, the first for each number; `at` is the time of the whole
 * operation. Returns how many were queued.
 */
export async function insertRecipients(
  db: Db,
  campaign: { id: number; at: Date; by: string },
  choice: Choice,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into messages (campaign_id, type, channel, customer_id, recipient, name, fields, status, next_at, queued_at, created_by)
    select ${campaign.id}::bigint, 'campaign', 'sms', r.customer_id, r.phone, r.name, r.fields, 'queued',
      ${campaign.at}::timestamptz, ${campaign.at}::timestamptz, ${campaign.by}::text
    from (${meant(choice)}) r where (${reasonOf(choice)}) is null order by r.k
    on conflict (campaign_id, recipient) where campaign_id is not null and event is null do nothing`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** How many are meant, with or without a usable number. */
export async function countMeant(db: Db, choice: Choice): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${meant(choice)}) r`.execute(db);
  return rows[0]!.count;
}

/** Everybody with the reason to be left out, also for a number that an earlier one has. */
function judged(choice: Choice): RawBuilder<unknown> {
  return sql`select k, customer_id, name, phone, fields,
      case when reason is null and row_number() over (partition by phone, reason order by k) > 1 then 'double' else reason end as reason
    from (select r.*, ${reasonOf(choice)} as reason from (${meant(choice)}) r) with_reason`;
}

export interface PreviewRow {
  customerId: number | null;
  customerNumber: string;
  name: string;
  phone: string;
  fields: FieldValues;
}

export function findFirst(db: Db, choice: Choice, limit: number): Promise<PreviewRow[]> {
  return sql<PreviewRow>`
    select j.customer_id as "customerId", coalesce(c.customer_id, '') as "customerNumber", j.name, j.phone, j.fields
    from (select * from (${judged(choice)}) all_of_them where reason is null order by k limit ${limit}) j
    left join lateral (select customer_id from customers where id = j.customer_id) c on true
    order by j.k`
    .execute(db)
    .then(({ rows }) => rows);
}

export interface LeftOut {
  reason: string;
  count: number;
  names: string[];
}

/** Who is left out, by reason, with the first names; and under the reason '' how many get the message. */
export async function countByReason(db: Db, choice: Choice, names: number): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`
    select coalesce(reason, '') as reason, count(*) as count,
      coalesce((array_agg(coalesce(nullif(name, ''), phone) order by k) filter (where reason is not null))[1:${sql.lit(names)}], '{}') as names
    from (${judged(choice)}) j group by 1 order by 1`.execute(db);
  return rows;
}

export interface Sizes {
  name: string;
  fields: FieldValues;
  count: number;
}

/**
 * Recipients grouped by the size that their values take in a text: names in plain letters by their length alone (as
 * that many 'x'), others one by one; amounts by their number of digits.
 */
export async function groupBySize(db: Db, choice: Choice): Promise<Sizes[]> {
  const has = (name: string) => choice.fields.includes(name);
  const sized = sql`case when name ~ '^[ -Z_a-z]*$' then repeat('x', length(name)) else name end`;
  const values = choice.fields.filter((name) => name in debtValues);
  const keys = values.map((name) =>
    name === 'dueDate' || name === 'invoice'
      ? sql`fields ->> ${name}::text`
      : sql`length(fields ->> ${name}::text)`,
  );
  const grouping = [...(has('name') ? [sql`${sized}`] : []), ...keys];
  if (grouping.length === 0) return [];
  const { rows } = await sql<Sizes>`
    select ${has('name') ? sql`min(${sized})` : sql`''`} as name, max(fields::text)::jsonb as fields, count(*) as count
    from (${judged(choice)}) j where reason is null group by ${sql.join(grouping)}`.execute(db);
  return rows;
}

/** What a customer owes in all, in US cents: the field {balance} of a message to one customer. */
export async function findBalance(db: Db, customerId: number, today: IsoDate): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select open_cents as balance from ${debtsByCustomer(overdueBoundary(today), today)} d where d.customer_id = ${customerId}`.execute(
    db,
  );
  return rows[0]?.balance ?? 0;
}
