import { sql } from 'kysely';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { refundableKinds } from '../../billing/refunds/rules.ts';
import { usd } from './queries.ts';

const isMoney = sql`p.kind = any(${refundableKinds})`;

/** Checks that money stays money and a grant a grant (decisions 64 and 65). */
export const creditChecks: readonly BooksCheckQuery[] = [
  {
    name: 'What customers paid in is used, refunded or refundable, and what was granted is used or left',
    violations: sql`
      with used as (
        select a.payment_id, sum(a.amount_cents) as cents from payment_allocations a
        join payments p on p.id = a.payment_id
        join invoices i on i.id = a.invoice_id and i.customer_id = p.customer_id and i.status <> 'cancelled'
        group by a.payment_id),
      refunded as (
        select f.payment_id, sum(f.amount_cents) as cents from refund_parts f
        join payments p on p.id = f.payment_id
        join refunds r on r.id = f.refund_id and r.customer_id = p.customer_id
        group by f.payment_id),
      credits as (
        select p.id, p.customer_id, ${isMoney} as is_money, p.amount_cents, p.unallocated_cents
        from payments p where p.status = 'recorded' and p.kind <> 'credit_note'),
      sums as (
        select p.customer_id, p.is_money, sum(p.amount_cents) as cents, sum(coalesce(u.cents, 0)) as used,
          sum(case when p.is_money then coalesce(r.cents, 0) else 0 end) as refunded, sum(p.unallocated_cents) as left_over
        from credits p left join used u on u.payment_id = p.id left join refunded r on r.payment_id = p.id
        group by p.customer_id, p.is_money)
      select c.customer_id || case when s.is_money then ': paid in ' else ': granted ' end || ${usd('s.cents')}
        || ', used ' || ${usd('s.used')} || ', refunded ' || ${usd('s.refunded')} || ', left ' || ${usd('s.left_over')} as what
      from sums s join customers c on c.id = s.customer_id
      where s.cents <> s.used + s.refunded + s.left_over`,
  },
  {
    name: 'Credit notes settle the invoice of their goods',
    violations: sql`
      select p.receipt_number || ': ' || ${usd('p.amount_cents')} || ', settles ' || ${usd('coalesce(a.cents, 0)')}
        || ' of its invoice' as what
      from payments p
      left join sales_returns s on s.credit_note_id = p.id
      left join sales_orders o on o.id = s.order_id
      left join (
        select payment_id, invoice_id, sum(amount_cents) as cents from payment_allocations group by 1, 2) a
        on a.payment_id = p.id and a.invoice_id = p.credited_invoice_id
      left join (
        select payment_id, sum(amount_cents) as cents from refund_parts group by 1) r on r.payment_id = p.id
      where p.credited_invoice_id is not null
        and (p.amount_cents <> coalesce(a.cents, 0) + coalesce(r.cents, 0)
          or p.credited_invoice_id <> coalesce(o.invoice_id, p.credited_invoice_id))`,
  },
  {
    name: 'Refunds give back at most what was paid, in another currency at the rate of their day',
    violations: sql`
      select r.refund_number || ', of ' || p.receipt_number || ', which was granted' as what
      from refund_parts f join refunds r on r.id = f.refund_id join payments p on p.id = f.payment_id
      where f.ssp_cents is not null and not ${isMoney}
      union all
      select r.refund_number || ': SSP ' || ${usd('f.ssp_cents')} || ' for ' || ${usd('f.amount_cents')} || ' of '
        || p.receipt_number
      from refund_parts f join refunds r on r.id = f.refund_id join payments p on p.id = f.payment_id
      where r.currency = 'SSP' and p.currency = 'USD' and f.ssp_cents > round(f.amount_cents * r.rate_cents / 100.0)
      union all
      select r.refund_number || ': ' || ${usd('r.money_cents')} || ', parts worth ' || ${usd('f.cents')}
      from refunds r join (
        select f.refund_id, sum(case when p.currency = 'SSP' and f.ssp_cents is not null
          then least(f.amount_cents, round(f.ssp_cents * 100.0 / r.rate_cents)) else f.amount_cents end) as cents
        from refund_parts f join refunds r on r.id = f.refund_id join payments p on p.id = f.payment_id
        group by f.refund_id) f on f.refund_id = r.id
      where r.currency = 'USD' and r.money_cents > f.cents
      union all
      select p.receipt_number || ': SSP ' || ${usd('p.ssp_cents')} || ' paid as ' || ${usd('p.amount_cents')}
        || ', SSP ' || ${usd('f.ssp')} || ' refunded for ' || ${usd('f.cents')} as what
      from payments p join (
        select payment_id, sum(ssp_cents) as ssp, sum(amount_cents) as cents, count(*) as parts
        from refund_parts where ssp_cents is not null group by 1) f on f.payment_id = p.id
      where p.currency = 'SSP' and (f.ssp > p.ssp_cents
        -- A cent, since parts were rounded before, and a piastre a part.
        or f.ssp > p.ssp_cents::numeric * (f.cents + 1) / p.amount_cents + f.parts)
      union all
      select r.refund_number || ': SSP ' || ${usd('r.ssp_cents')} || ', parts of SSP ' || ${usd('f.ssp')}
      from refunds r join (
        select refund_id, sum(ssp_cents) as ssp, bool_and(ssp_cents is not null) as is_whole
        from refund_parts group by 1) f on f.refund_id = r.id
      where r.currency = 'SSP' and f.is_whole and f.ssp <> r.ssp_cents`,
  },
];
