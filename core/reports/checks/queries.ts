import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';

/** Cents as dollars in a message. */
export function usd(cents: string): RawBuilder<string> {
  return sql`(${sql.raw(cents)} / 100.0)::numeric(30, 2)::text`;
}

/** The two amounts of every customer for whom they differ. */
function sameByCustomer(
  documents: RawBuilder<unknown>,
  ledger: RawBuilder<unknown>,
): RawBuilder<{ what: string }> {
  return sql`
    select coalesce(c.customer_id, 'Customer id ' || both_sides.customer_id) || ': documents '
      || ${usd('both_sides.documents')} || ', ledger ' || ${usd('both_sides.ledger')} as what
    from (
      select customer_id, coalesce(d.cents, 0) as documents, coalesce(l.cents, 0) as ledger
      from (${documents}) d full join (${ledger}) l using (customer_id)) both_sides
    left join customers c on c.id = both_sides.customer_id
    where both_sides.documents <> both_sides.ledger`;
}

/** Pounds after the dollars in a message, where those of documents and ledger differ. */
function andPounds(cents: string, otherCents: string): RawBuilder<string> {
  return sql`case when ${sql.raw(cents)} <> ${sql.raw(otherCents)} then ' and SSP ' || ${usd(cents)} else '' end`;
}

interface Series {
  prefix: string;
  counter: string;
  /** Rows of `number` and `own`; `own` is false for imported numbers, which may have gaps (decision 7). */
  numbers: RawBuilder<unknown>;
}

/**
 * Gaps in numbers: every own number must follow an existing one, and the counter value must be an existing
 * number, because numbered documents are never deleted.
 */
export function gaps({ prefix, counter, numbers }: Series): RawBuilder<{ what: string }> {
  // Without capturing parentheses, which take several times as long.
  const pattern = `^${prefix}-[0-9]{4}-[0-9]{1,15}$`;
  const yearAt = prefix.length + 2;
  const numberAt = yearAt + 5;
  return sql`
    with parsed as (
      select substr(number, ${yearAt}::int, 4) as year,
        case when number ~ ${pattern}::text then substr(number, ${numberAt}::int)::bigint end as n, own
      from (${numbers}) as numbers),
    known as (
      select year, n, bool_or(own) as own, lag(n) over (partition by year order by n) as previous
      from parsed where n is not null group by year, n),
    last_own as (select year, max(n) as n from known where own group by year),
    kept as (
      select right(name, 4) as year, value from counters where name like ${`${counter}:%`}::text and value > 0)
    select ${prefix}::text || '-' || year || ': nothing between ' || coalesce(previous, 0) || ' and ' || n as what
    from known where own and n - coalesce(previous, 0) <> 1
    union all
    select ${prefix}::text || '-' || year || ': the counter stands at ' || coalesce(k.value, 0) || ', the last number is ' || coalesce(o.n, 0)
    from last_own o full join kept k using (year)
    where coalesce(o.n, 0) > coalesce(k.value, 0)
      or not exists (select 1 from known where known.year = k.year and known.n = k.value)`;
}

/** Checks that documents and ledger agree (decision 5). */
export const billingChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Open invoices equal receivables, customer by customer',
    violations: sameByCustomer(
      sql`select customer_id, sum(amount_cents - paid_cents) as cents
        from invoices where status <> 'cancelled' group by customer_id`,
      sql`select customer_id, sum(debit_cents - credit_cents) as cents from journal_lines
        where customer_id is not null
          and account_code in (${leaf.residentialReceivable}, ${leaf.corporateReceivable})
        group by customer_id`,
    ),
  },
  {
    name: 'Unallocated payments equal customer credit, customer by customer',
    violations: sameByCustomer(
      sql`select customer_id, sum(unallocated_cents) as cents
        from payments where status = 'recorded' group by customer_id`,
      sql`select customer_id, sum(credit_cents - debit_cents) as cents from journal_lines
        where customer_id is not null and account_code = ${leaf.customerCredit} group by customer_id`,
    ),
  },
  {
    name: 'Invoices are paid by what is allocated to them',
    violations: sql`
      select i.invoice_number || ': paid ' || ${usd('i.paid_cents')} || ', allocated ' || ${usd('coalesce(a.cents, 0)')} as what
      from invoices i left join (
        select invoice_id, sum(amount_cents) as cents from payment_allocations group by invoice_id) a on a.invoice_id = i.id
      where i.paid_cents <> coalesce(a.cents, 0)`,
  },
  {
    name: 'Payments are allocated, refunded or kept as credit, reversed ones none of these',
    violations: sql`
      select p.receipt_number || ' (' || p.status || '): ' || ${usd('p.amount_cents')} || ', allocated '
        || ${usd('coalesce(a.cents, 0)')} || ', refunded ' || ${usd('coalesce(r.cents, 0)')} || ', kept '
        || ${usd('p.unallocated_cents')} as what
      from payments p left join (
        select payment_id, sum(amount_cents) as cents from payment_allocations group by payment_id) a on a.payment_id = p.id
      left join (
        select payment_id, sum(amount_cents) as cents from refund_parts group by payment_id) r on r.payment_id = p.id
      where coalesce(a.cents, 0) + coalesce(r.cents, 0) + p.unallocated_cents
        <> case p.status when 'recorded' then p.amount_cents else 0 end`,
  },
  {
    name: 'Invoices stand in the ledger with their amount, cancelled ones with nothing',
    violations: sql`
      with posted as (
        select e.source_id as invoice_id, l.customer_id, sum(l.debit_cents - l.credit_cents) as cents
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source in ('invoice', 'invoice.reversal')
          and l.account_code in (${leaf.residentialReceivable}, ${leaf.corporateReceivable})
        group by e.source_id, l.customer_id
        having sum(l.debit_cents - l.credit_cents) <> 0),
      due as (
        select id as invoice_id, invoice_number, customer_id, amount_cents as cents from invoices where status <> 'cancelled')
      select coalesce(d.invoice_number, i.invoice_number, 'Invoice id ' || invoice_id) || ': amount '
        || ${usd('coalesce(d.cents, 0)')} || ', posted ' || ${usd('coalesce(p.cents, 0)')} as what
      from due d full join posted p using (invoice_id, customer_id) left join invoices i on i.id = invoice_id
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0)
      union all
      select i.invoice_number || ' was never posted' as what
      from invoices i where i.status = 'cancelled' and not exists (
        select 1 from journal_entries e where e.source = 'invoice' and e.source_id = i.id offset 0)`,
  },
  {
    name: 'Revenue of invoices equals their lines, account by account',
    violations: sql`
      with posted as (
        select e.source_id as invoice_id, l.account_code, sum(l.credit_cents - l.debit_cents) as cents
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source in ('invoice', 'invoice.reversal') and l.customer_id is null
        group by e.source_id, l.account_code having sum(l.credit_cents - l.debit_cents) <> 0),
      due as (
        select l.invoice_id, l.account_code, sum(l.amount_cents) as cents
        from invoice_lines l join invoices i on i.id = l.invoice_id and i.status <> 'cancelled'
        group by l.invoice_id, l.account_code having sum(l.amount_cents) <> 0)
      select coalesce(i.invoice_number, 'Invoice id ' || invoice_id) || ' on ' || account_code || ': lines '
        || ${usd('coalesce(d.cents, 0)')} || ', posted ' || ${usd('coalesce(p.cents, 0)')} as what
      from due d full join posted p using (invoice_id, account_code) left join invoices i on i.id = invoice_id
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0)`,
  },
  {
    name: 'Payments and credits stand in the ledger with their money and pounds, reversed ones with nothing',
    violations: sql`
      with posted as (
        select e.source_id as payment_id, l.account_code, sum(l.debit_cents - l.credit_cents) as cents,
          coalesce(sum(l.ssp_cents), 0) as ssp
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source in ('payment', 'payment.reversal') and l.customer_id is null
        group by e.source_id, l.account_code
        having sum(l.debit_cents - l.credit_cents) <> 0 or coalesce(sum(l.ssp_cents), 0) <> 0),
      due as (
        select p.id as payment_id, p.amount_cents as cents,
          case p.kind when 'payment' then p.money_account when 'credit_note' then p.money_account
            when 'credit' then ${leaf.creditsGranted} else ${leaf.openingBalances} end as account_code,
          case when p.currency = 'SSP' and a.currency = 'SSP' then p.ssp_cents else 0 end as ssp
        from payments p left join accounts a on a.code = p.money_account where p.status = 'recorded')
      select coalesce(i.receipt_number, 'Payment id ' || payment_id) || ' on ' || account_code || ': amount '
        || ${usd('coalesce(d.cents, 0)')} || ${andPounds('coalesce(d.ssp, 0)', 'coalesce(p.ssp, 0)')} || ', posted '
        || ${usd('coalesce(p.cents, 0)')} || ${andPounds('coalesce(p.ssp, 0)', 'coalesce(d.ssp, 0)')} as what
      from due d full join posted p using (payment_id, account_code) left join payments i on i.id = payment_id
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0) or coalesce(d.ssp, 0) <> coalesce(p.ssp, 0)
      union all
      select p.receipt_number || ' was never posted' as what
      from payments p where p.status = 'reversed' and not exists (
        select 1 from journal_entries e where e.source = 'payment' and e.source_id = p.id offset 0)`,
  },
  {
    name: 'Entries of invoices and payments belong to one',
    violations: sql`
      select e.entry_number || ' (' || e.source || ' ' || e.source_id || ') belongs to no document' as what
      from journal_entries e
      left join invoices i on i.id = e.source_id and split_part(e.source, '.', 1) = 'invoice'
      left join payments p on p.id = e.source_id and split_part(e.source, '.', 1) = 'payment'
      where split_part(e.source, '.', 1) in ('invoice', 'payment') and i.id is null and p.id is null`,
  },
  {
    name: 'Documents from before the opening date stand against opening balances, document by document',
    violations: sql`
      with opening as (
        select coalesce((value #>> '{}')::date, '-infinity'::date) as date from settings where name = 'openingDate'),
      posted as (
        select split_part(e.source, '.', 1) as kind, e.source_id as id, sum(l.credit_cents - l.debit_cents) as cents
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where l.account_code = ${leaf.openingBalances}
          and e.source in ('invoice', 'invoice.reversal', 'payment', 'payment.reversal')
        group by 1, 2 having sum(l.credit_cents - l.debit_cents) <> 0),
      due as (
        select 'invoice' as kind, i.id, i.invoice_number as number, i.amount_cents::bigint as cents
        from invoices i cross join opening
        where i.status <> 'cancelled' and (i.kind = 'opening' or i.bill_date < opening.date)
        union all
        select 'payment', p.id, p.receipt_number, -p.amount_cents
        from payments p cross join opening
        where p.status = 'recorded' and (p.kind in ('opening', 'before_opening') or p.payment_date < opening.date
          or (p.kind = 'credit_note' and p.money_account = ${leaf.openingBalances})))
      select coalesce(d.number, initcap(kind) || ' id ' || id) || ': ' || ${usd('coalesce(d.cents, 0)')}
        || ' from before the opening date, posted ' || ${usd('coalesce(p.cents, 0)')} as what
      from due d full join posted p using (kind, id)
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0)`,
  },
  {
    name: 'Imported lines are posted once',
    violations: sql`
      with lines as (
        -- Keys with a blank are of notes about lines.
        select source, id from imported_lines where payment_id is null and position(' ' in key) = 0),
      entries as (
        select source, source_id as id, entry_number from journal_entries
        where source in ('import.cash', 'import.accounting') and revision = 1)
      select coalesce(e.entry_number || ' (' || source || ') belongs to no imported line',
        source || ' ' || id || ' has no entry') as what
      from lines l full join entries e using (source, id) where l.id is null or e.id is null`,
  },
  {
    name: 'Invoice numbers follow each other without gaps',
    violations: gaps({
      prefix: 'INV',
      counter: 'invoice',
      // The undo of an import appends to the numbers of its invoices.
      numbers: sql`select case when undone_run_id is null then invoice_number else split_part(invoice_number, ' ', 1) end as number,
        kind not in ('imported', 'opening') as own from invoices`,
    }),
  },
  {
    name: 'Receipt numbers follow each other without gaps',
    violations: gaps({
      prefix: 'RCT',
      counter: 'receipt',
      numbers: sql`select receipt_number as number, true as own from payments where kind in ('payment', 'before_opening')`,
    }),
  },
  {
    name: 'Numbers of granted credits follow each other without gaps',
    violations: gaps({
      prefix: 'CR',
      counter: 'credit',
      numbers: sql`select receipt_number as number, true as own from payments where kind = 'credit'`,
    }),
  },
  {
    name: 'Credit note numbers follow each other without gaps',
    violations: gaps({
      prefix: 'CN',
      counter: 'credit_note',
      numbers: sql`select receipt_number as number, true as own from payments where kind = 'credit_note'`,
    }),
  },
];
