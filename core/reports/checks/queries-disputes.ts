import { sql } from 'kysely';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';

/** Checks that disputes and what invoices show of them agree (decision 120). */
export const disputeChecks: readonly BooksCheckQuery[] = [
  {
    name: 'No invoice has two open disputes',
    violations: sql`
      select i.invoice_number || ': ' || count(*) || ' open disputes' as what
      from invoice_disputes d join invoices i on i.id = d.invoice_id
      where d.outcome is null group by i.id having count(*) > 1`,
  },
  {
    name: 'No dispute is open of an invoice that is paid or cancelled',
    violations: sql`
      select i.invoice_number || ' is ' || i.status || ', its dispute of ' || d.since || ' is open' as what
      from invoice_disputes d join invoices i on i.id = d.invoice_id
      where d.outcome is null and i.status not in ('pending', 'overdue')`,
  },
  {
    name: 'Invoices are shown as disputed while a dispute is open, and count as due after its decision',
    violations: sql`
      with told as (
        select invoice_id, min(since) filter (where outcome is null) as since, max(decided_on) as decided_on
        from invoice_disputes group by invoice_id)
      select i.invoice_number || ': disputed since ' || coalesce(t.since::text, 'never') || ', shown '
        || coalesce(i.disputed_since::text, 'never') || '; decided ' || coalesce(t.decided_on::text, 'never') || ', counted '
        || coalesce(i.counted_due_date::text, 'never') as what
      from (select * from invoices where disputed_since is not null or counted_due_date is not null) s
      full join told t on t.invoice_id = s.id
      join invoices i on i.id = coalesce(s.id, t.invoice_id)
      where t.since is distinct from i.disputed_since or t.decided_on is distinct from i.counted_due_date`,
  },
];
