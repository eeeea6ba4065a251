import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { usd } from './queries.ts';

/** Debits less credits of the entries of payroll, by account. */
const ledger = sql`
  select l.account_code as account, sum(l.debit_cents - l.credit_cents) as cents
  from journal_entries e join journal_lines l on l.entry_id = e.id
  where e.source like 'payroll.%' group by 1`;

/** What an amount of rows adds to an account: above zero for a debit. */
function part(account: string, amount: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  return sql`select ${account}::text as account, ${amount} as cents from ${rows}`;
}

const slips = sql`payrolls where posted_on is not null and reversed_on is null`;
const paid = sql`payroll_payments where reversed_on is null`;
const advanced = sql`employee_advances where reversed_on is null`;
const remitted = (kind: string) =>
  sql`payroll_remittances where reversed_on is null and kind = ${kind}`;

/** What payslips, payments, advances and remittances say of each account. */
const documents = sql.join(
  [
    part(leaf.salaries, sql`gross_cents`, slips),
    part(leaf.employerSocial, sql`employer_social_cents`, slips),
    part(leaf.incomeTax, sql`-tax_cents`, slips),
    part(leaf.socialSecurity, sql`-(social_cents + employer_social_cents)`, slips),
    part(leaf.staffAdvances, sql`-advance_cents`, slips),
    part(leaf.otherDeductions, sql`-other_cents`, slips),
    part(leaf.salariesPayable, sql`-net_cents`, slips),
    part(leaf.salariesPayable, sql`amount_cents`, paid),
    part(leaf.staffAdvances, sql`amount_cents`, advanced),
    part(leaf.staffAdvances, sql`-amount_cents`, sql`advance_movements where payroll_id is null`),
    part(leaf.incomeTax, sql`settled_cents`, remitted('income_tax')),
    part(leaf.socialSecurity, sql`settled_cents`, remitted('social_security')),
    part(leaf.otherDeductions, sql`settled_cents`, remitted('other_deductions')),
  ],
  sql` union all `,
);

/** Money moves too; what it must be follows from the other lines, since entries balance. */
const checked = [
  leaf.salaries,
  leaf.employerSocial,
  leaf.incomeTax,
  leaf.socialSecurity,
  leaf.staffAdvances,
  leaf.otherDeductions,
  leaf.salariesPayable,
];

/**
 * Checks that payslips, payments, advances and remittances agree with one another and with the ledger. Who may see the books
 * reads their messages, also without pay.read: they name accounts with their sums and numbers of documents, never an amount
 * of one person (decision 16).
 */
export const payrollChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Payslips and their payments equal the entries of payroll, account by account',
    violations: sql`
      select account || ': documents ' || ${usd('both_sides.documents')} || ', ledger ' || ${usd('both_sides.ledger')} as what
      from (select account, coalesce(d.cents, 0) as documents, coalesce(l.cents, 0) as ledger
        from (select account, sum(cents) as cents from (${documents}) rows group by 1) d
        full join (${ledger}) l using (account)) both_sides
      where account in (${sql.join(checked)}) and documents <> ledger`,
  },
  {
    name: 'What is repaid of an advance is the sum of its movements',
    violations: sql`
      select a.advance_number || ': repaid is not the sum of its movements' as what
      from employee_advances a left join (
        select advance_id, sum(amount_cents) as cents from advance_movements group by 1) m on m.advance_id = a.id
      where a.repaid_cents <> coalesce(m.cents, 0)`,
  },
  {
    name: 'What an approved payslip takes of advances is repaid of them',
    violations: sql`
      select p.payroll_number || ': the movements of advances are not what the payslip takes of them' as what
      from payrolls p left join (
        select payroll_id, sum(amount_cents) as cents from advance_movements where payroll_id is not null group by 1) m
        on m.payroll_id = p.id
      where coalesce(m.cents, 0) <> case when p.posted_on is not null and p.reversed_on is null then p.advance_cents else 0 end`,
  },
  {
    name: 'A payslip is paid if and only if a payment that is not reversed pays its net',
    violations: sql`
      select p.payroll_number || ' is ' || p.status || case when l.cents is null then ' without a payment' else ', which is not what payments say' end as what
      from payrolls p left join (
        select payroll_id, sum(amount_cents) as cents from payroll_payment_lines where not is_reversed group by 1) l
        on l.payroll_id = p.id
      where coalesce(l.cents, 0) <> case p.status when 'paid' then p.net_cents else 0 end`,
  },
  {
    name: 'A payment of salaries is the sum of its payslips',
    violations: sql`
      select y.payment_number || ' is not the sum of its payslips' as what
      from payroll_payments y left join (
        select payment_id, sum(amount_cents) as cents, sum(paid_amount_cents) as paid, count(*) as n,
          bool_or(is_reversed) as some_reversed, bool_and(is_reversed) as all_reversed
        from payroll_payment_lines group by 1) l on l.payment_id = y.id
      where y.amount_cents <> coalesce(l.cents, 0) or y.paid_amount_cents <> coalesce(l.paid, 0) or y.payrolls <> coalesce(l.n, 0)
        or l.all_reversed <> (y.reversed_on is not null) or l.some_reversed <> (y.reversed_on is not null)`,
  },
];
