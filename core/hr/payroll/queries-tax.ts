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

/** What a payslip withholds of each kind, in US cents. */
export const withheld: Record<RemittanceKind, RawBuilder<number>> = {
  income_tax: sql`p.tax_cents`,
  social_security: sql`(p.social_cents + p.employer_social_cents)`,
  other_deductions: sql`p.other_cents`,
};

export interface WithheldOfMonth {
  bookedUsd: Cents;
  /** SSP cents, each payslip at its rate. */
  bookedSsp: Cents;
  /** By remittances that are not reversed. */
  settledUsd: Cents;
}

/** What approved and paid payrolls withheld in a month of a kind, and what was remitted of it. */
export async function sumWithheld(
  db: Db,
  kind: RemittanceKind,
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<WithheldOfMonth> {
  const { rows } = await sql<WithheldOfMonth>`
    select coalesce(sum(${withheld[kind]}), 0)::bigint as "bookedUsd",
      coalesce(sum(round(${withheld[kind]} * p.rate_cents / 100.0)), 0)::bigint as "bookedSsp",
      (select coalesce(sum(r.settled_cents), 0)::bigint from payroll_remittances r
        where r.month = ${from} and r.kind = ${kind} and r.reversed_on is null) as "settledUsd"
    from payrolls p where ${counted(from, to)}`.execute(db);
  return rows[0]!;
}

/** What was remitted for months, not reversed. */
export async function sumRemitted(
  db: Db,
  from: IsoDate,
  to: IsoDate,
): Promise<{ month: IsoDate; kind: RemittanceKind; cents: Cents }[]> {
  const rows = await db
    .selectFrom('payroll_remittances as r')
    .select(['r.month', 'r.kind', sumCents('r.settled_cents').as('cents')])
    .where('r.reversed_on', 'is', null)
    .where('r.month', '>=', from)
    .where('r.month', '<=', to)
    .groupBy(['r.month', 'r.kind'])
    .execute();
  return rows as { month: IsoDate; kind: RemittanceKind; cents: Cents }[];
}
