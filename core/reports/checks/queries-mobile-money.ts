import { sql } from 'kysely';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { byKey } from '../../database/look-up.ts';
import { usd } from './queries.ts';

/** Checks that requests for mobile money ended in exactly one sale or none. */
export const mobileMoneyChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Requests for mobile money have one sale where they were paid, and none elsewhere',
    violations: sql`
      select 'Request ' || i.id || ' (' || i.status || '): ' || s.count || ' sales' as what
      from payment_intents i
      cross join lateral (
        select (select count(*) from ${byKey('wifi_sessions', 'intent_id', 'i.id')} w) + (i.payment_id is not null)::int as count) s
      where s.count <> case i.status when 'paid' then 1 when 'refunded' then s.count else 0 end
        or (i.status = 'refunded' and s.count > 1)`,
  },
  {
    name: 'Sales of mobile money are of the amount that was asked for',
    violations: sql`
      select 'Request ' || x.id || ': asked ' || ${usd('x.asked')} || ' ' || x.currency || ', sold '
        || ${usd('x.cents')} || ' ' || x.sold_in as what
      from (
        select i.id, i.currency, i.amount_cents as asked, p.currency as sold_in,
          case p.currency when 'SSP' then p.ssp_cents else p.amount_cents end as cents
        from payment_intents i cross join lateral ${byKey('payments', 'id', 'i.payment_id')} p
        union all
        select i.id, i.currency, i.amount_cents, w.currency, w.amount_cents
        from payment_intents i cross join lateral ${byKey('wifi_sessions', 'intent_id', 'i.id')} w) x
      where x.currency <> x.sold_in or x.cents <> x.asked`,
  },
  {
    name: 'Money given back is recorded for requests that were refunded, and for no others',
    violations: sql`
      select 'Request ' || coalesce(i.id, r.intent_id) || ': ' || coalesce(i.status, 'unknown') || ', refunded '
        || ${usd('coalesce(r.amount_cents, 0)')} as what
      from (select id, status from payment_intents where status = 'refunded') i
      full join payment_refunds r on r.intent_id = i.id
      where i.id is null or r.id is null`,
  },
];
