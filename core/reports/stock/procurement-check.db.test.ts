import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { billOf, newSupplier } from '@nimule/fixtures/testing/procurement';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runChecks } from '../../accounting/service-check.ts';
import type { Ctx } from '../../context.ts';
import { addDays } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createBill } from '../../procurement/bills/service.ts';
import { createOrder } from '../../procurement/orders/service.ts';
import { setOrderStatus } from '../../procurement/orders/service-status.ts';
import { receiveGoods } from '../../procurement/receipts/service.ts';
import { procurementChecks } from './queries-check-procurement.ts';

let app: TestApp;
let ctx: Ctx;

// An order of 10 routers, of which 4 came, and a held bill for 2 of them.
beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  const supplierId = await newSupplier(ctx);
  const item = await addItem(ctx, { quantityInStock: 0 });
  const line = {
    equipmentId: item.id,
    description: 'Router',
    quantity: 10,
    unitPrice: cents(2500),
  };
  const expectedDelivery = addDays(ctx.today, 7);
  const { id } = await createOrder(ctx, { supplierId, expectedDelivery, items: [line] });
  await setOrderStatus(ctx, id, 'approved');
  await receiveGoods(ctx, id, { lines: [{ lineNo: 1, quantity: 4 }] });
  await createBill(ctx, billOf(supplierId, id, ctx.today, [1, 2, 2600]));
});
afterAll(() => app.close());

const unsound = async (damage: string[], unguarded: string[] = []) =>
  Object.keys(
    await unsoundAfter(
      app,
      damage,
      async (db) => (await runChecks({ ...ctx, db }, procurementChecks)).checks,
      unguarded,
    ),
  );

it('is sound without damage', async () => expect(await unsound([])).toEqual([]));

it.each([
  [
    'Goods received and returned equal their moves of stock',
    'update goods_receipt_lines set quantity = 3',
  ],
  [
    'Totals of purchase orders and supplier bills equal their lines',
    'update purchase_orders set total_amount_cents = 1',
  ],
  [
    'Totals of purchase orders and supplier bills equal their lines',
    'update supplier_bill_lines set amount_cents = 1',
  ],
  [
    'The status of purchase orders follows their goods',
    "update purchase_orders set status = 'cancelled'",
  ],
  [
    'Held bills and submitted counts wait for a decision, others do not',
    "update approvals set status = 'expired', decided_at = now()",
  ],
  [
    'Bills posted after they were held were accepted',
    "update supplier_bills set status = 'posted', posted_on = bill_date",
  ],
  [
    'Goods receipt numbers follow each other without gaps',
    "update counters set value = 9 where name like 'goodsReceipt:%'",
  ],
])('finds what breaks: %s (%s)', async (name, damage) => {
  expect(await unsound([damage])).toContain(name);
});
