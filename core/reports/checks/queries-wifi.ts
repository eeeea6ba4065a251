import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { gaps, usd } from './queries.ts';

/** What sales or refunds of WiFi are due on each account against what is posted; `due`: id, name, account, cents, ssp. */
function posted(source: string, due: RawBuilder<unknown>): RawBuilder<{ what: string }> {
  return sql`
    with posted as (
      select e.source_id as id, l.account_code, sum(l.debit_cents - l.credit_cents) as cents,
        coalesce(sum(l.ssp_cents), 0) as ssp
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.source = ${source} group by e.source_id, l.account_code),
    due as (${due})
    select coalesce(d.name, ${source}::text || ' ' || id) || ' on ' || account_code || ': due '
      || ${usd('coalesce(d.cents, 0)')} || ' and SSP ' || ${usd('coalesce(d.ssp, 0)')} || ', posted '
      || ${usd('coalesce(p.cents, 0)')} || ' and SSP ' || ${usd('coalesce(p.ssp, 0)')} as what
    from due d full join posted p using (id, account_code)
    where coalesce(d.cents, 0) <> coalesce(p.cents, 0) or coalesce(d.ssp, 0) <> coalesce(p.ssp, 0)`;
}

const pounds = sql`case when w.currency = 'SSP' then w.amount_cents else 0 end`;

/** Checks that sales of WiFi, the money given back for them, and the ledger agree. */
export const wifiChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Sales of WiFi stand in the ledger with their money and pounds',
    violations: posted(
      'wifi.sale',
      sql`
      select w.id, w.sale_number as name, w.money_account as account_code, w.usd_cents::bigint as cents, ${pounds} as ssp
      from wifi_sessions w
      union all select w.id, w.sale_number, ${leaf.hotspotWifi}, -w.usd_cents, 0 from wifi_sessions w`,
    ),
  },
  {
    name: 'Refunds of WiFi stand in the ledger with their money and pounds',
    violations: posted(
      'wifi.refund',
      sql`
      select r.id, w.sale_number as name, w.money_account as account_code, -w.usd_cents::bigint as cents, -(${pounds}) as ssp
      from payment_refunds r join wifi_sessions w on w.intent_id = r.intent_id
      union all select r.id, w.sale_number, ${leaf.hotspotWifi}, w.usd_cents, 0
      from payment_refunds r join wifi_sessions w on w.intent_id = r.intent_id`,
    ),
  },
  {
    name: 'Requests for WiFi that were paid have their session, others none',
    violations: sql`
      select coalesce(w.sale_number || ': its payment request is ' || o.status,
        'Payment request ' || i.reference || ' is ' || i.status || ' without a session') as what
      from (select * from payment_intents where purpose = 'wifi' and status = 'paid') i
      full join wifi_sessions w on w.intent_id = i.id
      left join payment_intents o on o.id = w.intent_id
      where w.id is null or (i.id is null and o.status is distinct from 'refunded')`,
  },
  {
    name: 'Numbers of WiFi sales follow each other without gaps',
    violations: gaps({
      prefix: 'WF',
      counter: 'wifi',
      numbers: sql`select sale_number as number, true as own from wifi_sessions`,
    }),
  },
];
