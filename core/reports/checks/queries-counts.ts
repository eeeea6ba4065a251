import { sql } from 'kysely';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';

/** Checks that the sums which the overview reads are those of the rows. */
export const countChecks: readonly BooksCheckQuery[] = [
  {
    name: 'The kept numbers of customers are those of the customers',
    violations: sql`
      select coalesce(c.location, k.location) || ', ' || coalesce(c.status, k.status) || ', ' || coalesce(c.type, k.type) || ': '
        || coalesce(c.customers, 0) || ' customers, ' || coalesce(c.billable, 0) || ' to bill, kept '
        || coalesce(k.customers, 0) || ' and ' || coalesce(k.billable, 0) as what
      from (select location, status, type, count(*) as customers, sum(bandwidth) as bandwidth, sum(monthly_fee_cents) as fees,
          count(*) filter (where monthly_fee_cents > 0 or other_expenses_cents > 0
            or (connection_fee_cents > 0 and not connection_fee_billed)) as billable
        from customers group by location, status, type) c
      full join (select location, status, type, sum(customers) as customers, sum(bandwidth) as bandwidth, sum(fee_cents) as fees,
          sum(billable) as billable from customer_counts group by location, status, type) k
        on k.location = c.location and k.status = c.status and k.type = c.type
      where coalesce(c.customers, 0) <> coalesce(k.customers, 0) or coalesce(c.bandwidth, 0) <> coalesce(k.bandwidth, 0)
        or coalesce(c.fees, 0) <> coalesce(k.fees, 0) or coalesce(c.billable, 0) <> coalesce(k.billable, 0)`,
  },
  {
    name: 'The kept numbers of recurring invoices are those of the invoices',
    violations: sql`
      select to_char(coalesce(i.billing_month, k.billing_month), 'YYYY-MM') || ': ' || coalesce(i.invoices, 0) || ' invoices, kept '
        || coalesce(k.invoices, 0) as what
      from (select billing_month, count(*) as invoices from invoices where kind = 'recurring' group by billing_month) i
      full join (select billing_month, sum(invoices) as invoices from invoice_counts group by billing_month) k
        on k.billing_month = i.billing_month
      where coalesce(i.invoices, 0) <> coalesce(k.invoices, 0)`,
  },
  {
    name: 'The kept revenue of each day is that of the lines',
    violations: sql`
      select coalesce(l.day, k.day) || ' on ' || coalesce(l.account_code, k.account_code) || ': '
        || (coalesce(l.cents, 0) / 100.0)::numeric(30, 2) || ', kept ' || (coalesce(k.revenue_cents, 0) / 100.0)::numeric(30, 2) as what
      from (select e.entry_date as day, l.account_code, sum(l.credit_cents - l.debit_cents) as cents
        from journal_lines l join journal_entries e on e.id = l.entry_id join accounts a on a.code = l.account_code
        where a.type = 'REVENUE' group by e.entry_date, l.account_code) l
      full join revenue_days k on k.day = l.day and k.account_code = l.account_code
      where coalesce(l.cents, 0) <> coalesce(k.revenue_cents, 0)`,
  },
];
