import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { delivered, newBuyer, newItem, saleLine, sell } from '@nimule/fixtures/testing/sales';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runChecks } from '../../accounting/service-check.ts';
import type { Ctx } from '../../context.ts';
import { returnSale } from '../../sales/orders/service-returns.ts';
import { creditChecks, salesChecks } from './service.ts';

let app: TestApp;
let ctx: Ctx;

// An open order of 2 units, and a delivered one of 3 of which one came back.
beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  const [item, customerId] = [await newItem(ctx), await newBuyer(ctx)];
  await sell(ctx, customerId, [saleLine(item, 2)]);
  const { id } = await delivered(ctx, customerId, [saleLine(item, 3)]);
  await returnSale(ctx, id, { lines: [{ lineNo: 1, quantity: 1 }], reason: 'Broken' });
});
afterAll(() => app.close());

const names = salesChecks.map(({ name }) => name);
const [reserved, sums, invoices, costs, back, credits, ledger, numbers] = names as [
  ...[string, string, string, string],
  ...[string, string, string, string],
];

const [, ofNotes] = creditChecks.map(({ name }) => name);

const unsound = async (damage: string[], unguarded: string[] = []) =>
  unsoundAfter(
    app,
    damage,
    async (db) => (await runChecks({ ...ctx, db }, [...salesChecks, ...creditChecks])).checks,
    unguarded,
  );

it('is sound', async () => {
  expect(await unsound([])).toEqual({});
});

it.each<[string, string[], string, RegExp, string[]]>([
  [
    'a reservation without an order',
    ["update sales_orders set status = 'rejected', closed_reason = 'x' where status = 'pending'"],
    reserved,
    /EQ-001: reserved 2, open orders 0/,
    [],
  ],
  [
    'a total that its lines do not have',
    ["update sales_orders set total_cents = total_cents + 1 where status = 'pending'"],
    sums,
    /SO-\d{4}-0001: total 25.01, lines 25.00/,
    [],
  ],
  [
    'an invoice of another amount',
    ["update invoices set amount_cents = amount_cents + 1 where kind = 'equipment'"],
    invoices,
    /order 37.50, invoice 37.51/,
    [],
  ],
  [
    'a delivery of other goods',
    ["update stock_moves set quantity = quantity - 1 where source = 'sales.delivery'"],
    costs,
    /line 1: delivered 3 at 30.00, moved 4 at 30.00/,
    ['stock_moves'],
  ],
  [
    'a return of other goods',
    ['update sales_return_lines set quantity = 2'],
    back,
    /returned 2 at 10.00, moved 1 at 10.00/,
    [],
  ],
  [
    'a credit note of another amount',
    ["update payments set amount_cents = amount_cents + 1 where kind = 'credit_note'"],
    credits,
    /returned 12.50, lines 12.50, credited 12.51/,
    [],
  ],
  [
    'a credit note that is credit of its own',
    [
      "update payments p set unallocated_cents = amount_cents where kind = 'credit_note'",
      "delete from payment_allocations a using payments p where p.id = a.payment_id and p.kind = 'credit_note'",
    ],
    ofNotes!,
    /CN-\d{4}-000001: 12.50, settles 0.00 of its invoice/,
    [],
  ],
  [
    'costs that were not posted',
    [
      "update journal_lines l set debit_cents = debit_cents + 1 from journal_entries e where e.id = l.entry_id and e.source = 'sales.delivery' and debit_cents > 0",
    ],
    ledger,
    /cost 30.00, posted 30.01/,
    ['journal_lines'],
  ],
  [
    'a gap in the numbers',
    ["update counters set value = value + 1 where name like 'salesOrder:%'"],
    numbers,
    /the counter stands at 3, the last number is 2/,
    [],
  ],
])('finds %s', async (_, damage, name, detail, unguarded) => {
  const found = await unsound(damage, unguarded);
  expect(found[name]).toMatch(detail);
});
