import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { TaxReport } from './schema.ts';
import type { RemittanceKind } from './schema-payments.ts';

const month = sql<IsoDate>`date_trunc('month', p.end_date)::date`;

const sums: [string, RawBuilder<Cents>][] = [
  ['grossUsd', sumCents('p.gross_cents')],
  ['taxUsd', sumCents('p.tax_cents')],
  ['socialUsd', sumCents('p.social_cents')],
  ['employerUsd', sumCents('p.employer_social_cents')],
  ['otherUsd', sumCents('p.other_cents')],
  ['netUsd', sumCents('p.net_cents')],
];
const summed = sql.join(sums.map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`));
const counted = (from: IsoDate, to: IsoDate) =>
  sql`p.status in ('approved', 'paid') and p.end_date between ${from} and ${to}`;

type Dated<T> = Omit<T, 'month'> & { month: IsoDate };
export type TaxMonth = Dated<
  Omit<TaxReport['months'][number], 'remittedTaxUsd' | 'remittedSocialUsd' | 'remittedOtherUsd'>
>;

/** Approved and paid payrolls by the month of their last day. */
export async function sumByMonth(db: Db, from: IsoDate, to: IsoDate): Promise<TaxMonth[]> {
  const { rows } = await sql<TaxMonth>`
    select ${month} as month, count(distinct p.employee_id) as employees, ${summed}
    from payrolls p where ${counted(from, to)} group by 1 order by 1`.execute(db);
  return rows;
}

export type TaxEmployee = Dated<TaxReport['employees'][number]>;

/** The same by employee, in the order of months and names. */
export async function sumByEmployee(db: Db, from: IsoDate, to: IsoDate): Promise<TaxEmployee[]> {
  const { rows } = await sql<TaxEmployee>`
    select ${month} as month, e.id as "employeeId", e.employee_number as "employeeNumber",
      e.first_name || ' ' || e.last_name as "employeeName", ${summed}
    from payrolls p join employees e on e.id = p.employee_id where ${counted(from, to)}
    group by 1, e.id order by 1, e.search_text, e.id`.execute(db);
  return rows;
}

/** What was remitted for months, not reversed. */
export async function sumRemitted(
  db: Db,
  from: IsoDate,
  to: IsoDate,
): Promise<{ month: IsoDate; kind: RemittanceKind; cents: Cents }[]> {
  const rows = await db
    .selectFrom('payroll_remittances as r')
    .select(['r.month', 'r.kind', sumCents('r.amount_cents').as('cents')])
    .where('r.reversed_on', 'is', null)
    .where('r.month', '>=', from)
    .where('r.month', '<=', to)
    .groupBy(['r.month', 'r.kind'])
    .execute();
  return rows as { month: IsoDate; kind: RemittanceKind; cents: Cents }[];
}
