import { sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { byKey } from '../../database/look-up.ts';
import { gaps, usd } from './queries.ts';

/** Cash on hand in the lines of the entry `e` on the account of the currency `x.currency`: US cents, or piastres. */
const cashOfEntry = sql`
  select coalesce(sum(case x.currency when 'USD' then l.debit_cents - l.credit_cents else l.ssp_cents end), 0) as cents
  from ${byKey('journal_lines', 'entry_id', 'e.id')} l
  where l.account_code = case x.currency when 'USD' then ${leaf.cashOnHand} else ${leaf.cashOnHandSsp} end`;

/** Every invariant of the tills, recomputed from their movements and from the ledger. */
export const tillChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Tills hold their float and their movements, accepted ones nothing',
    violations: sql`
      select t.till_number || ' (' || t.status || ', ' || x.currency || '): cash ' || ${usd('x.cents')} || ', movements '
        || ${usd('m.cents')} || '; float ' || ${usd('x.float_cents')} || ', its movement ' || ${usd('m.float_cents')} as what
      from tills t
      cross join lateral (values
        ('USD', t.usd_cents, t.float_usd_cents, t.counted_usd_cents),
        ('SSP', t.ssp_cents, t.float_ssp_cents, t.counted_ssp_cents)) x (currency, cents, float_cents, counted_cents)
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents,
          coalesce(sum(amount_cents) filter (where kind = 'float'), 0) as float_cents,
          coalesce(sum(amount_cents) filter (where kind <> 'handover'), 0) as counted_cents
        from ${byKey('cash_movements', 'till_id', 't.id')} c where c.currency = x.currency) m
      where x.cents <> m.cents or x.float_cents <> m.float_cents
        or (t.status <> 'open' and x.counted_cents <> m.counted_cents)
        or x.cents <> case t.status when 'open' then x.cents when 'counted' then x.counted_cents else 0 end`,
  },
  {
    name: 'Counts of tills equal their notes and coins',
    violations: sql`
      select t.till_number || ' (' || x.currency || '): counted ' || ${usd('coalesce(x.cents, 0)')} || ', notes and coins '
        || ${usd('p.cents')} as what
      from tills t
      cross join lateral (values ('USD', t.counted_usd_cents), ('SSP', t.counted_ssp_cents)) x (currency, cents)
      cross join lateral (
        select coalesce(sum(denomination_cents * pieces), 0) as cents
        from ${byKey('till_counts', 'till_id', 't.id')} c where c.currency = x.currency) p
      where coalesce(x.cents, 0) <> p.cents`,
  },
  {
    name: 'Cash movements equal the cash lines of their documents',
    violations: sql`
      select x.source || ' ' || x.source_id || ' ' || x.reference || ' (' || x.currency || '): in the till '
        || ${usd('x.cents')} || ', posted ' || ${usd('p.cents')} as what
      from (
        select source, source_id, currency, sum(amount_cents) as cents, max(reference) as reference
        from cash_movements where source <> 'till' group by 1, 2, 3) x
      cross join lateral (
        select coalesce(sum(c.cents), 0) as cents
        from (select * from journal_entries where source = x.source and source_id = x.source_id offset 0) e
        cross join lateral (${cashOfEntry}) c) p
      where x.cents <> p.cents`,
  },
  {
    name: 'Differences of tills are posted',
    violations: sql`
      with due as (
        select t.id, t.till_number, v.currency, v.cents
        from tills t cross join lateral (values
          ('USD', t.counted_usd_cents - t.expected_usd_cents),
          ('SSP', t.counted_ssp_cents - t.expected_ssp_cents)) v (currency, cents)
        where v.cents <> 0),
      posted as (
        select e.source_id as id, x.currency, sum(c.cents) as cents
        from journal_entries e cross join (values ('USD'), ('SSP')) x (currency)
        cross join lateral (${cashOfEntry}) c
        where e.source = 'till.difference' group by 1, 2)
      select coalesce(d.till_number, 'Till id ' || id) || ' (' || currency || '): difference '
        || ${usd('coalesce(d.cents, 0)')} || ', posted ' || ${usd('coalesce(p.cents, 0)')} as what
      from due d full join posted p using (id, currency)
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0)`,
  },
  {
    name: 'Till numbers follow each other without gaps',
    violations: gaps({
      prefix: 'TILL',
      counter: 'till',
      numbers: sql`select till_number as number, true as own from tills`,
    }),
  },
];
