import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { byKey } from '../../database/look-up.ts';
import { gaps, usd } from './queries.ts';

/** Cash on hand in the lines of the entry `e` on the account of the currency `x.currency`: US cents, or piastres. */
const cashOfEntry = sql`
  select coalesce(sum(case x.currency when 'USD' then l.debit_cents - l.credit_cents else l.ssp_cents end), 0) as cents
  from ${byKey('journal_lines', 'entry_id', 'e.id')} l
  where l.account_code = case x.currency when 'USD' then ${leaf.cashOnHand} else ${leaf.cashOnHandSsp} end`;

/** What lines of a place add to each entry's cash in hand: US cents, or piastres. */
function cashLines(place: 'till' | 'before'): RawBuilder<unknown> {
  return sql`
    select entry_id, case account_code when ${leaf.cashOnHand} then 'USD' else 'SSP' end as currency,
      sum(case account_code when ${leaf.cashOnHand} then debit_cents - credit_cents else ssp_cents end) as cents
    from journal_lines where account_code in (${leaf.cashOnHand}, ${leaf.cashOnHandSsp}) and cash_place = ${place}::text
    group by 1, 2`;
}

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
    name: 'Cash movements equal the cash lines of their entries, which are of a till',
    violations: sql`
      select coalesce(source || ' ' || source_id || ' ' || reference, entry_number) || ' (' || currency || '): in the till '
        || ${usd('coalesce(m.cents, 0)')} || ', posted ' || ${usd('coalesce(p.cents, before.cents, 0)')} as what
      from (
        select source, source_id, revision, currency, sum(amount_cents) as cents, max(reference) as reference
        from cash_movements where source <> 'till' group by 1, 2, 3, 4) m
      full join (
        select e.source, e.source_id, e.revision, l.currency, l.cents, e.entry_number
        from (${cashLines('till')}) l join journal_entries e on e.id = l.entry_id) p
        using (source, source_id, revision, currency)
      left join (
        select e.source, e.source_id, e.revision, l.currency, l.cents
        from (${cashLines('before')}) l join journal_entries e on e.id = l.entry_id
        where e.source in (select distinct source from cash_movements)) before
        using (source, source_id, revision, currency)
      where coalesce(m.cents, 0) <> coalesce(p.cents, before.cents, 0)`,
  },
  {
    name: 'Every line of cash in hand is of a till or of the safe',
    violations: sql`
      select e.entry_number || ' on ' || l.account_code || ': neither of a till nor of the safe' as what
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.account_code in (${leaf.cashOnHand}, ${leaf.cashOnHandSsp}) and l.cash_place is null`,
    counted: sql`
      select count(*) || ' older lines do not say where their cash was' as what
      from journal_lines where account_code in (${leaf.cashOnHand}, ${leaf.cashOnHandSsp}) and cash_place = 'before'
      having count(*) > 0`,
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

/**
 * What the books can show although nothing is stored wrongly: the shell and imports are not refused cash that is not there
 * (decision 62). A backup of such books is restored.
 */
export const cashFindings: readonly BooksCheckQuery[] = [
  {
    name: 'Tills hold no more than the accounts of cash in hand',
    violations: sql`
      select 'Tills hold ' || x.currency || ' ' || ${usd('x.held')} || ', account ' || x.code || ' '
        || ${usd('coalesce(m.cents, 0)')} as what
      from (
        select 'USD' as currency, ${leaf.cashOnHand}::text as code, sum(usd_cents) as held from tills where status <> 'accepted'
        union all
        select 'SSP', ${leaf.cashOnHandSsp}::text, sum(ssp_cents) from tills where status <> 'accepted') x
      cross join lateral (
        select sum(case x.currency when 'USD' then debit_cents - credit_cents else ssp_cents end) as cents
        from account_months where account_code = x.code) m
      where x.held > 0 and x.held > coalesce(m.cents, 0)`,
  },
];
