import { sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { gaps, usd } from './queries.ts';

/** Checks that refunds, the credit they were taken from, and the ledger agree. */
export const refundChecks: readonly BooksCheckQuery[] = [
  {
    name: "Refunds are taken from their customer's payments and credits",
    violations: sql`
      select r.refund_number || ': ' || ${usd('r.amount_cents')} || ', taken ' || ${usd('coalesce(f.cents, 0)')} as what
      from refunds r left join (
        select f.refund_id, sum(f.amount_cents) as cents from refund_parts f
        join refunds r on r.id = f.refund_id
        join payments p on p.id = f.payment_id and p.customer_id = r.customer_id and p.status = 'recorded'
        group by f.refund_id) f on f.refund_id = r.id
      where r.amount_cents <> coalesce(f.cents, 0)`,
  },
  {
    name: 'Refunds stand in the ledger with their money and pounds',
    violations: sql`
      with posted as (
        select e.source_id as refund_id, l.account_code, sum(l.credit_cents - l.debit_cents) as cents,
          coalesce(sum(-l.ssp_cents), 0) as ssp
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source = 'refund' and l.customer_id is null group by e.source_id, l.account_code),
      due as (
        select r.id as refund_id, r.money_account as account_code, r.money_cents as cents,
          case when r.currency = 'SSP' and a.currency = 'SSP' then r.ssp_cents else 0 end as ssp
        from refunds r left join accounts a on a.code = r.money_account
        union all
        select id, case when money_cents > amount_cents then ${leaf.exchangeLoss} else ${leaf.exchangeGain} end,
          amount_cents - money_cents, 0
        from refunds where money_cents <> amount_cents)
      select coalesce(r.refund_number, 'Refund id ' || refund_id) || ' on ' || account_code || ': amount '
        || ${usd('coalesce(d.cents, 0)')} || ' and SSP ' || ${usd('coalesce(d.ssp, 0)')} || ', posted '
        || ${usd('coalesce(p.cents, 0)')} || ' and SSP ' || ${usd('coalesce(p.ssp, 0)')} as what
      from due d full join posted p using (refund_id, account_code) left join refunds r on r.id = refund_id
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0) or coalesce(d.ssp, 0) <> coalesce(p.ssp, 0)`,
  },
  {
    name: 'Refund numbers follow each other without gaps',
    violations: gaps({
      prefix: 'RF',
      counter: 'refund',
      numbers: sql`select refund_number as number, true as own from refunds`,
    }),
  },
];
