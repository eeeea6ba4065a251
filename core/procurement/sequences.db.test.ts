import { addItem } from '@nimule/fixtures/testing/stock';
import {
  contextOf,
  createMarkedApp,
  seededRandom,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../context.ts';
import type { StaffActor } from '../identity/actor.ts';
import { isoDate } from '../kernel/dates.ts';
import { isAppError } from '../kernel/errors.ts';
import { cents } from '../kernel/money.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { type OrderInput, orderStatuses, type PurchaseOrder } from './orders/schema.ts';
import { createOrder, deleteOrder } from './orders/service.ts';
import { listOrders } from './orders/service-list.ts';
import { setOrderStatus } from './orders/service-status.ts';
import { updateOrder } from './orders/service-update.ts';
import { receiveGoods } from './receipts/service.ts';
import { importSuppliers } from './suppliers/service-import.ts';

let app: TestApp;
let author: StaffActor;
let root: StaffActor;
const ctx = (actor: StaffActor = root) => contextOf(app, actor);
const day = isoDate('2026-12-01');

beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  author = await makeWorker(app, 'admin', 'Ann Wani');
  root = await makeWorker(app, 'super_admin', 'Grace Lado');
});
afterAll(() => app.close());

test('any sequence of orders, receipts and returns keeps stock, books and requisitions in step', async () => {
  await transact(ctx(), (tx) =>
    importSuppliers(tx, [{ name: 'Juba Computers' }, { name: 'Wau Telecom' }], { dryRun: false }),
  );
  const { rows: suppliers } = await sql<{ id: number }>`select id from suppliers`.execute(app.db);
  const items = [
    await addItem(ctx(), { name: 'Router', quantityInStock: 5 }),
    await addItem(ctx(), { name: 'Cable', quantityInStock: 0 }),
  ];
  const random = seededRandom('sequences');
  const pick = <T>(values: readonly T[]): T => values[random.integer(values.length)]!;
  const amount = () => cents(1 + random.integer(10_000));
  const fresh = (): OrderInput => ({
    supplierId: pick(suppliers).id,
    expectedDelivery: day,
    currency: pick(['USD', 'SSP']),
    items: [...items, undefined].map((item) => ({
      ...(item ? { equipmentId: item.id } : {}),
      description: item?.name ?? 'Paper',
      quantity: 1 + random.integer(9),
      unitPrice: amount(),
    })),
  });
  const units = (order: PurchaseOrder) => [
    { lineNo: 1 + random.integer(order.items.length), quantity: 1 + random.integer(5) },
  ];
  const steps: readonly ((order: PurchaseOrder) => Promise<unknown>)[] = [
    () => createOrder(ctx(author), fresh()),
    ({ id }) => setOrderStatus(ctx(), id, 'approved'),
    ({ id }) => setOrderStatus(ctx(), id, pick(orderStatuses)),
    (order) => receiveGoods(ctx(), order.id, { lines: units(order) }),
    (order) => receiveGoods(ctx(), order.id, { lines: units(order) }),
    (order) => receiveGoods(ctx(), order.id, { kind: 'return', lines: units(order) }),
    ({ id, items: lines }) =>
      updateOrder(ctx(), id, {
        items: lines.map(({ description, quantity, unitPrice }) => ({
          ...{ description, quantity, unitPrice },
          receivedQuantity: random.integer(quantity + 1),
        })),
      }),
    ({ id }) => deleteOrder(ctx(), id),
  ];
  await createOrder(ctx(author), fresh());
  let done = 0;
  for (let step = 0; step < 120; step += 1) {
    const { rows } = await listOrders(ctx(), {});
    try {
      await pick(rows.length === 0 ? steps.slice(0, 1) : steps)(pick(rows));
      done += 1;
    } catch (error) {
      // Refused in words; anything else is a mistake.
      if (!isAppError(error)) throw error;
    }
  }
  expect(done).toBeGreaterThan(30);
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  const { rows: wrong } = await sql`
    select o.po_number from purchase_orders o join purchase_order_lines l on l.order_id = o.id
    group by o.id having (o.status = 'received') <> (sum(l.quantity) = sum(l.received) and sum(l.received) > 0)`.execute(
    app.db,
  );
  expect(wrong).toEqual([]);
});

test('a file of suppliers adds and changes by code or name, and changes nothing the second time', async () => {
  const rows = [
    { supplierCode: 'SUP-040', name: 'Nile Cables' },
    { name: 'nile CABLES', city: 'Juba' },
    { name: 'Torit Traders', paymentTerms: 'COD' as const },
  ];
  const run = (sent: typeof rows) =>
    transact(ctx(), (tx) => importSuppliers(tx, sent as never, { dryRun: false }));
  expect(await run(rows)).toMatchObject({ created: 2, errors: [{ index: 1 }] });
  expect(await run(rows)).toMatchObject({ created: 0, unchanged: 2 });
  const changed = await run([{ name: 'nile cables', city: 'Wau' }] as typeof rows);
  expect(changed).toMatchObject({ updated: 1, changes: [{ label: 'Nile Cables' }] });
  const { rows: codes } = await sql<{ code: string }>`
    select supplier_code as code from suppliers where name = 'Torit Traders'`.execute(app.db);
  expect(codes[0]!.code).toBe('SUP-041');
});
