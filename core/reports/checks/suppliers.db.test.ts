import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { billOf, newSupplier, orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { runChecks } from '../../accounting/service-check.ts';
import type { Ctx } from '../../context.ts';
import { cents } from '../../kernel/money.ts';
import { createBill } from '../../procurement/bills/service.ts';
import { createSupplierPayment } from '../../procurement/payments/service.ts';
import { supplierChecks } from './service.ts';

let app: TestApp;
let ctx: Ctx;

// A supplier with a bill in dollars (60.00 of 100.00 paid, 20.00 in advance), one in pounds and one that is held.
beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  const supplierId = await newSupplier(ctx);
  const order = (currency: 'USD' | 'SSP') =>
    orderWithGoods(ctx, { supplierId, currency, lines: [{ quantity: 10, unitPrice: 20_00 }] });
  const [dollars, pounds] = [await order('USD'), await order('SSP')];
  const first = await createBill(ctx, billOf(supplierId, dollars, ctx.today, [1, 5, 20_00]));
  await createBill(ctx, billOf(supplierId, dollars, ctx.today, [1, 1, 21_00]));
  await createBill(ctx, billOf(supplierId, pounds, ctx.today, [1, 5, 20_00]));
  const pay = (amount: number, billIds: number[]) =>
    createSupplierPayment(ctx, { supplierId, amount: cents(amount), account: 'cash', billIds });
  await pay(60_00, [first.id]);
  await pay(20_00, []);
});
afterAll(() => app.close());

const names = supplierChecks.map(({ name }) => name);
const [goods, dollars, pounds, advances, posted, settled, allocated, quantities, bills, payments] =
  names as [string, string, string, string, string, string, string, string, string, string];

const unsound = async (damage: string[], unguarded: string[] = []) =>
  unsoundAfter(
    app,
    damage,
    async (db) => (await runChecks({ ...ctx, db }, supplierChecks)).checks,
    unguarded,
  );

it('is sound, also with payables of other modules and of hand-made entries', async () => {
  await createJournalEntry(ctx, {
    date: ctx.today,
    description: 'Rent on account',
    entries: [
      { accountCode: '5910', debitAmount: cents(50_00) },
      { accountCode: '2110', creditAmount: cents(50_00) },
    ],
  });
  expect(await unsound([])).toEqual({});
});

const line = (account: string, source: string) => `
  update journal_lines l set credit_cents = credit_cents + 1 from journal_entries e
  where e.id = l.entry_id and e.source = '${source}' and l.account_code = '${account}' and l.credit_cents > 0`;

it.each<[string, string, string[], string[]?]>([
  ['a receipt changed', 'update goods_receipt_lines set value_cents = value_cents + 1', [goods]],
  ['goods in the ledger', line('2130', 'goods.receipt'), [goods], ['journal_lines']],
  [
    'a quantity received twice',
    'update goods_receipt_lines set quantity = quantity + 1',
    [quantities],
  ],
  [
    'units billed that are not',
    'update purchase_order_lines set billed = billed - 1',
    [quantities],
  ],
  [
    'a posted bill refused',
    `update supplier_bills set status = 'refused', settled_cents = 0, settled_amount_cents = 0 where currency = 'USD' and status = 'posted'`,
    [goods, dollars, posted, settled, quantities],
  ],
  [
    'a held bill as if posted',
    `update supplier_bills set status = 'posted', posted_on = bill_date where status = 'held'`,
    [goods, dollars, posted],
  ],
  [
    'a bill in pounds of another amount',
    `update supplier_bills set total_amount_cents = total_amount_cents + 1 where currency = 'SSP'`,
    [pounds, posted],
  ],
  [
    'a bill settled by nothing',
    `update supplier_bills set settled_cents = settled_cents + 1, settled_amount_cents = settled_amount_cents + 1 where settled_cents > 0`,
    [dollars, settled],
  ],
  [
    'an advance reduced',
    'update supplier_payments set advance_cents = advance_cents - 1 where advance_cents > 0',
    [advances, allocated],
  ],
  [
    'an allocation reversed alone',
    'update supplier_allocations set is_reversed = true',
    [settled, allocated],
  ],
  ['payables in the ledger', line('2140', 'supplier.bill'), [pounds, posted], ['journal_lines']],
  [
    'a gap in the numbers of bills',
    `update supplier_bills set bill_id = 'BILL-2026-0007' where bill_id = 'BILL-2026-0002'`,
    [bills],
  ],
  [
    'a counter ahead',
    `update counters set value = value + 1 where name like 'supplierPayment:%'`,
    [payments],
  ],
])('finds %s', async (_what, damage, expected, unguarded) => {
  expect(Object.keys(await unsound([damage], unguarded))).toEqual(expected);
});
