import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { PrivateMonths } from '../comprehensive/queries.ts';
import type { Cell } from '../exports/rules-tables.ts';

/** Rows as their columns name them; amounts in cents. */
export type OwnRow = Record<string, Cell>;

/** The day of the question, and the months whose payroll its asker sees (`ledgerNets`). */
export interface Asked {
  today: IsoDate;
  privateMonths: PrivateMonths;
  /** Days past due that something owed must have passed; any without it. */
  olderThan?: number | undefined;
}

/** What each customer owes on open invoices, by the days since they were due; `d` with the customer's id as `key`. */
function debts(today: IsoDate, olderThan?: number): RawBuilder<unknown> {
  const open = sql`i.amount_cents - i.paid_cents`;
  const days = sql`${today}::date - i.due_date`;
  return sql`(select i.customer_id as key,
      ${sumCents(open, sql`${days} <= 0`)} as "notDue",
      ${sumCents(open, sql`${days} between 1 and 30`)} as days30,
      ${sumCents(open, sql`${days} between 31 and 60`)} as days60,
      ${sumCents(open, sql`${days} between 61 and 90`)} as days90,
      ${sumCents(open, sql`${days} > 90`)} as older, ${sumCents(open)} as total,
      ${sumCents(open, sql`i.disputed_since is not null`)} as disputed
    from invoices i where i.status in ('pending', 'overdue') group by i.customer_id
    having ${olderThan === undefined ? sql`true` : sql`${sumCents(open, sql`${days} > ${olderThan}`)} > 0`}) d`;
}

export function ageing({ today, olderThan }: Asked) {
  return sql<OwnRow>`
    select c.customer_id as "customerId", c.name, c.phone, c.status, d.*
    from ${debts(today, olderThan)}
    full join customers c on c.id = d.key
    where d.total > 0
    order by d.total desc, c.search_text, c.id`;
}

/** The sums of the report of ageing. */
export interface AgeingSums {
  customers: number;
  notDue: Cents;
  days30: Cents;
  days60: Cents;
  days90: Cents;
  older: Cents;
  total: Cents;
}

export async function sumAgeing(db: Db, today: IsoDate): Promise<AgeingSums> {
  const sums = ['notDue', 'days30', 'days60', 'days90', 'older', 'total'].map(
    (name) => sql`${sumCents(sql.ref(name))} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<AgeingSums>`
    select count(*) as customers, ${sql.join(sums)} from ${debts(today)} where total > 0`.execute(
    db,
  );
  return rows[0]!;
}

export interface Debtor {
  customerId: string;
  name: string;
  status: string;
  total: Cents;
  /** Of it, what is more than 30 days past due. */
  late: Cents;
}

/** The customers who owe most, as the report of ageing lists them. */
export async function findDebtors(db: Db, today: IsoDate, limit: number): Promise<Debtor[]> {
  const { rows } = await sql<Debtor>`
    select c.customer_id as "customerId", c.name, c.status, d.total, d.days60 + d.days90 + d.older as late
    from (select * from ${debts(today)} where total > 0 order by total desc, key limit ${limit}) d
    cross join lateral ${byKey('customers', 'id', 'd.key')} c
    order by d.total desc, d.key`.execute(db);
  return rows;
}
