import { sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { byKey } from '../../database/look-up.ts';
import { gaps, usd } from './queries.ts';

/** What the ledger has for entries of a source: US cents on 2220 and 4310, and money with its pounds. */
const posted = sql`
  select e.source, e.source_id as id, count(distinct e.id) as entries,
    coalesce(sum(l.credit_cents - l.debit_cents) filter (where l.account_code = ${leaf.unusedVouchers}), 0) as owed,
    coalesce(sum(l.credit_cents - l.debit_cents) filter (where l.account_code = ${leaf.vouchers}), 0) as earned,
    coalesce(sum(l.ssp_cents), 0) as ssp,
    max(l.account_code) filter (where l.account_code not in (${leaf.unusedVouchers}, ${leaf.vouchers})) as money
  from journal_entries e join journal_lines l on l.entry_id = e.id
  where e.source in ('voucher.sale', 'voucher.activation', 'voucher.void', 'voucher.lapse')
  group by 1, 2`;

/** What the entries of sales, activations, voids and lapses should be, as `posted`. */
const due = sql`
  select 'voucher.sale' as source, b.id, b.batch_number as number, b.quantity * b.value_cents as owed, 0 as earned,
    case b.currency when 'SSP' then b.quantity * b.price_ssp_cents else 0 end as ssp, b.money_account as money
  from voucher_batches b
  union all
  select 'voucher.activation', v.id, b.batch_number || ' voucher ' || v.line_no, -b.value_cents, b.value_cents, 0, null
  from vouchers v join voucher_batches b on b.id = v.batch_id where v.activated_at is not null
  union all
  select 'voucher.void', f.id, b.batch_number || ' void', -f.amount_cents, 0, -f.amount_ssp_cents, b.money_account
  from voucher_voids f join voucher_batches b on b.id = f.batch_id
  union all
  select 'voucher.lapse', b.id, b.batch_number || ' lapse', -count(*) * b.value_cents, count(*) * b.value_cents, 0, null
  from vouchers v join voucher_batches b on b.id = v.batch_id where v.lapsed_on is not null group by b.id`;

/** Checks that vouchers, what is owed for them and the ledger agree. */
export const voucherChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Unused vouchers equal what is owed for them',
    violations: sql`
      with unused as (
        select coalesce(sum(b.value_cents), 0) as cents
        from vouchers v join voucher_batches b on b.id = v.batch_id where v.status = 'unused'),
      ledger as (
        select coalesce(sum(credit_cents - debit_cents), 0) as cents from journal_lines
        where account_code = ${leaf.unusedVouchers})
      select 'Unused vouchers ' || ${usd('u.cents')} || ', ledger ' || ${usd('l.cents')} as what
      from unused u cross join ledger l where u.cents <> l.cents`,
  },
  {
    name: 'Sales of vouchers, activations, voids and lapses stand in the ledger once, with their money',
    violations: sql`
      select coalesce(d.number, source || ' ' || id) || ' (' || source || '): due ' || ${usd('coalesce(d.owed, 0)')}
        || ' and earned ' || ${usd('coalesce(d.earned, 0)')} || ', posted ' || ${usd('coalesce(p.owed, 0)')} || ' and earned '
        || ${usd('coalesce(p.earned, 0)')} || ' in ' || coalesce(p.entries, 0) || ' entries' as what
      from (${due}) d full join (${posted}) p using (source, id)
      where d.number is null or p.entries is distinct from 1 or d.owed <> p.owed or d.earned <> p.earned
        or d.ssp <> p.ssp or d.money is distinct from p.money`,
  },
  {
    name: 'Sales of vouchers have as many vouchers as were sold, voids as many as were taken back',
    violations: sql`
      select b.batch_number || ': sold ' || b.quantity || ', vouchers ' || v.count || ' up to line ' || v.last as what
      from voucher_batches b cross join lateral (
        select count(*) as count, coalesce(max(line_no), 0) as last from ${byKey('vouchers', 'batch_id', 'b.id')} o) v
      where v.count <> b.quantity or v.last <> b.quantity
      union all
      select b.batch_number || ': taken back ' || coalesce(f.quantity, 0) || ' for ' || ${usd('coalesce(f.amount_cents, 0)')}
        || ', vouchers ' || coalesce(v.count, 0) as what
      from voucher_voids f join voucher_batches b on b.id = f.batch_id
      left join (select void_id, batch_id, count(*) as count from vouchers where void_id is not null group by 1, 2) v
        on v.void_id = f.id and v.batch_id = f.batch_id
      where f.quantity is distinct from v.count or f.amount_cents <> f.quantity * b.value_cents
        or f.amount_ssp_cents <> case b.currency when 'SSP' then f.quantity * b.price_ssp_cents else 0 end`,
  },
  {
    name: 'Numbers of voucher sales follow each other without gaps',
    violations: gaps({
      prefix: 'VB',
      counter: 'voucherBatch',
      numbers: sql`select batch_number as number, true as own from voucher_batches`,
    }),
  },
];
