import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { gaps, usd } from './queries.ts';

/** The entries of bills and payments; other modules post to the payables under sources of their own. */
const ofSuppliers = sql`e.source in (
  'supplier.bill', 'supplier.bill.reversal', 'supplier.payment', 'supplier.payment.takenUp', 'supplier.payment.reversal')`;

/** The sums of lines on an account by supplier, credits less debits, of all entries or those of bills and payments. */
function ledgerOf(account: string, ofDocuments: boolean, amount: RawBuilder<unknown>) {
  const entries = ofDocuments
    ? sql`join journal_entries e on e.id = l.entry_id and ${ofSuppliers}`
    : sql``;
  return sql`select coalesce(l.supplier_id, 0) as supplier_id, sum(${amount}) as cents
    from journal_lines l ${entries} where l.account_code = ${account} group by 1`;
}

const dollars = sql`l.credit_cents - l.debit_cents`;
/** Pounds of a line are above zero for a debit. */
const pounds = sql`-l.ssp_cents`;

/** The amounts of documents and ledger of every supplier for whom they differ. `unit` is 'SSP ' or ''. */
function sameBySupplier(
  documents: RawBuilder<unknown>,
  ledger: RawBuilder<unknown>,
  unit = '',
): RawBuilder<{ what: string }> {
  return sql`
    select coalesce(s.supplier_code, case supplier_id when 0 then 'Without a supplier' else 'Supplier id ' || supplier_id end)
      || ': documents ' || ${unit}::text || ${usd('both_sides.documents')} || ', ledger ' || ${unit}::text || ${usd('both_sides.ledger')} as what
    from (
      select supplier_id, coalesce(d.cents, 0) as documents, coalesce(l.cents, 0) as ledger
      from (${documents}) d full join (${ledger}) l using (supplier_id)) both_sides
    left join suppliers s on s.id = both_sides.supplier_id
    where both_sides.documents <> both_sides.ledger`;
}

const openBills = (currency: 'USD' | 'SSP', amount: RawBuilder<unknown>) => sql`
  select supplier_id, sum(${amount}) as cents from supplier_bills
  where status = 'posted' and currency = ${currency} group by supplier_id`;
const openUsd = sql`total_cents - settled_cents`;
const openAmount = sql`total_amount_cents - settled_amount_cents`;

/** Checks that orders, receipts, bills and payments of suppliers agree with one another and with the ledger. */
export const supplierChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Goods received less billed equal what is not invoiced, supplier by supplier',
    violations: sameBySupplier(
      sql`select supplier_id, sum(cents) as cents from (
          select o.supplier_id, case r.kind when 'receipt' then g.value_cents else -g.value_cents end as cents
          from goods_receipt_lines g join goods_receipts r on r.id = g.receipt_id join purchase_orders o on o.id = r.order_id
          union all
          select b.supplier_id, -l.expected_cents
          from supplier_bill_lines l join supplier_bills b on b.id = l.bill_id and b.status = 'posted') goods
        group by supplier_id`,
      ledgerOf(leaf.goodsNotInvoiced, false, dollars),
    ),
  },
  {
    name: 'Open supplier bills equal payables in dollars, supplier by supplier',
    violations: sameBySupplier(
      openBills('USD', openUsd),
      ledgerOf(leaf.tradePayables, true, dollars),
    ),
  },
  {
    name: 'Open supplier bills equal payables in pounds, supplier by supplier',
    violations: sql`
      ${sameBySupplier(openBills('SSP', openUsd), ledgerOf(leaf.tradePayablesSsp, true, dollars))}
      union all
      ${sameBySupplier(openBills('SSP', openAmount), ledgerOf(leaf.tradePayablesSsp, true, pounds), 'SSP ')}`,
  },
  {
    name: 'Payments in advance equal supplier advances, supplier by supplier',
    violations: sameBySupplier(
      sql`select supplier_id, -sum(advance_cents) as cents from supplier_payments
        where reversed_on is null group by supplier_id`,
      ledgerOf(leaf.supplierAdvances, true, dollars),
    ),
  },
  {
    name: 'Supplier bills stand in the ledger with their amount, others with nothing',
    violations: sql`
      with posted as (
        select e.source_id as id, sum(l.credit_cents - l.debit_cents) as cents, coalesce(sum(-l.ssp_cents), 0) as pounds
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source in ('supplier.bill', 'supplier.bill.reversal')
          and l.account_code in (${leaf.tradePayables}, ${leaf.tradePayablesSsp})
        group by e.source_id having sum(l.credit_cents - l.debit_cents) <> 0 or sum(l.ssp_cents) <> 0),
      due as (
        select id, bill_id, total_cents as cents, case currency when 'SSP' then total_amount_cents else 0 end as pounds
        from supplier_bills where status = 'posted')
      select coalesce(d.bill_id, b.bill_id, 'Bill id ' || id) || ': amount ' || ${usd('coalesce(d.cents, 0)')}
        || ', posted ' || ${usd('coalesce(p.cents, 0)')} as what
      from due d full join posted p using (id) left join supplier_bills b using (id)
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0) or coalesce(d.pounds, 0) <> coalesce(p.pounds, 0)`,
  },
  {
    name: 'Supplier bills are settled by what is allocated to them',
    violations: sql`
      select b.bill_id || ': settled ' || ${usd('b.settled_cents')} || ', allocated ' || ${usd('coalesce(a.cents, 0)')} as what
      from supplier_bills b left join (
        select bill_id, sum(settled_cents) as cents, sum(settled_amount_cents) as amount
        from supplier_allocations where not is_reversed group by bill_id) a on a.bill_id = b.id
      where b.settled_cents <> coalesce(a.cents, 0) or b.settled_amount_cents <> coalesce(a.amount, 0)`,
  },
  {
    name: 'Supplier payments are allocated or kept in advance, reversed ones neither',
    violations: sql`
      select p.payment_id || ': ' || ${usd('p.amount_usd_cents')} || ', allocated ' || ${usd('coalesce(a.cents, 0)')}
        || ', in advance ' || ${usd('p.advance_cents')} as what
      from supplier_payments p left join (
        select payment_id, sum(paid_cents) as cents, sum(paid_amount_cents) as amount
        from supplier_allocations where not is_reversed group by payment_id) a on a.payment_id = p.id
      where coalesce(a.cents, 0) + p.advance_cents <> case when p.reversed_on is null then p.amount_usd_cents else 0 end
        or coalesce(a.amount, 0) + p.advance_amount_cents <> case when p.reversed_on is null then p.amount_cents else 0 end`,
  },
  {
    name: 'Received and billed quantities equal their receipts and bills',
    violations: sql`
      select o.po_number || ' line ' || l.line_no || ': received ' || l.received || ', receipts ' || coalesce(g.units, 0)
        || ', billed ' || l.billed || ', bills ' || coalesce(b.units, 0) as what
      from purchase_order_lines l join purchase_orders o on o.id = l.order_id
      left join (
        select g.order_id, g.order_line, sum(case r.kind when 'receipt' then g.quantity else -g.quantity end) as units
        from goods_receipt_lines g join goods_receipts r on r.id = g.receipt_id group by 1, 2) g
        on g.order_id = l.order_id and g.order_line = l.line_no
      left join (
        select n.order_id, n.order_line, sum(n.quantity) as units
        from supplier_bill_lines n join supplier_bills s on s.id = n.bill_id and s.status in ('held', 'posted') group by 1, 2) b
        on b.order_id = l.order_id and b.order_line = l.line_no
      where l.received <> coalesce(g.units, 0) or l.billed <> coalesce(b.units, 0)`,
  },
  {
    name: 'Supplier bill numbers follow each other without gaps',
    violations: gaps({
      prefix: 'BILL',
      counter: 'supplierBill',
      numbers: sql`select bill_id as number, true as own from supplier_bills`,
    }),
  },
  {
    name: 'Supplier payment numbers follow each other without gaps',
    violations: gaps({
      prefix: 'SPY',
      counter: 'supplierPayment',
      numbers: sql`select payment_id as number, true as own from supplier_payments`,
    }),
  },
];
