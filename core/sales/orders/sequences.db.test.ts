import { patiently } from '@nimule/fixtures/testing/machine';
import { newBuyer, newItem } from '@nimule/fixtures/testing/sales';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latestApprovals } from '../../approvals/service.ts';
import { grantCredit, recordPayment } from '../../billing/payments/service.ts';
import { recordRefund } from '../../billing/refunds/service.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { isAppError } from '../../kernel/errors.ts';
import { cents } from '../../kernel/money.ts';
import { decideApproval } from '../../reports/approvals/service.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { adjustStock } from '../../stock/service-adjust.ts';
import { type SalesOrder, saleStatuses } from '../schema.ts';
import { createSale, updateSale } from './service.ts';
import { sellAtCounter } from './service-counter.ts';
import { getSale, listSales } from './service-list.ts';
import { returnSale } from './service-returns.ts';
import { changeSaleStatus } from './service-status.ts';

/** Steps from one check of everything to the next; the long runs check after each. */
const CHECKED_EVERY = process.env.NIMULE_PROPERTY_RUNS ? 1 : 3;
/** Seconds where nothing else runs. */
const MOST_MS = process.env.NIMULE_PROPERTY_RUNS ? patiently(600_000) : patiently(60_000);

let app: TestApp;
let clerk: StaffActor;
let admin: StaffActor;
const ctx = (actor = clerk) => contextOf(app, actor);

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await makeWorker(app, 'billing', 'Mary Keji');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
});
afterAll(() => app.close());

const line = fc.record({
  item: fc.nat({ max: 1 }),
  quantity: fc.integer({ min: 1, max: 6 }),
  // The list's price is 12.50.
  price: fc.option(fc.constantFrom(0, 9_99, 12_50, 12_51, 15_00, 20_00, 33_33), { nil: undefined }),
});
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
/** One of the newest orders. */
const of = fc.nat({ max: 3 });
const wanted = fc.constantFrom(
  ...[
    'approved',
    'confirmed',
    'confirmed',
    'delivered',
    'delivered',
    'delivered',
    'rejected',
    'cancelled',
  ],
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), lines }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('update' as const), of, lines }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('counter' as const), lines, pays: fc.boolean() }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('status' as const), of, status: wanted }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('decide' as const), of, accept: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('return' as const), of },
      line: fc.integer({ min: 1, max: 2 }),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      amount: fc.integer({ min: 1, max: 60_00 }),
      credit: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      amount: fc.integer({ min: 1, max: 30_00 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stock' as const),
      item: fc.nat({ max: 1 }),
      to: fc.integer({ min: 0, max: 25 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface World {
  customerId: number;
  items: [number, number];
}

const itemsOf = (
  { items }: World,
  lines: readonly { item: number; quantity: number; price?: number | undefined }[],
) =>
  lines.map(({ item, quantity, price }) => ({
    equipmentId: items[item]!,
    quantity,
    ...(price === undefined ? {} : { unitPriceUsd: cents(price) }),
  }));

async function run(world: World, taken: Step): Promise<unknown> {
  const { customerId, items } = world;
  const { rows } = await listSales(ctx(), { customerId });
  const pick = (of: number): SalesOrder | undefined => rows[of % Math.max(1, rows.length)];
  const priceReason = 'Old model';
  switch (taken.do) {
    case 'create':
      return createSale(ctx(), { customerId, items: itemsOf(world, taken.lines), priceReason });
    case 'counter':
      return sellAtCounter(ctx(), {
        customerId,
        items: itemsOf(world, taken.lines),
        ...(taken.pays ? { payment: {} } : {}),
      });
    case 'pay':
      return taken.credit
        ? grantCredit(ctx(), { customerId, amountUsd: cents(taken.amount), reason: 'Sorry' })
        : recordPayment(ctx(), { customerId, amount: cents(taken.amount) });
    case 'refund':
      return recordRefund(ctx(), { customerId, amount: cents(taken.amount), reason: 'Leaves' });
    case 'stock':
      return adjustStock(ctx(admin), items[taken.item]!, {
        quantityInStock: taken.to,
        reason: 'Counted',
      });
  }
  const order = pick(taken.of);
  if (!order) return;
  switch (taken.do) {
    case 'update':
      return updateSale(ctx(), order.id, { items: itemsOf(world, taken.lines), priceReason });
    case 'status':
      return changeSaleStatus(ctx(), order.id, {
        status: taken.status as 'approved',
        reason: 'Not wanted',
      });
    case 'return':
      return returnSale(ctx(), order.id, {
        lines: [{ lineNo: taken.line, quantity: taken.quantity }],
        reason: 'Broken',
      });
    case 'decide': {
      const request = (await latestApprovals(ctx(), 'price_below_list', [order.id])).get(order.id);
      if (request)
        await decideApproval(ctx(admin), request.id, { accept: taken.accept, reason: 'x' });
    }
  }
}

/** What the orders alone say about stock and money. */
async function expectConsistent({ customerId, items }: World): Promise<void> {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  const { rows } = await listSales(ctx(), { customerId });
  const details = await Promise.all(rows.map(({ id }) => getSale(ctx(), id)));
  const reserved = new Map(items.map((id) => [id, 0]));
  for (const { status, items: lines } of details)
    if (status === 'pending' || status === 'approved' || status === 'confirmed')
      for (const { equipmentId, quantity } of lines)
        reserved.set(equipmentId, reserved.get(equipmentId)! + quantity);
  const { rows: levels } = await sql<{ id: number; reserved: number }>`
    select equipment_id as id, reserved from stock_levels where equipment_id in (${sql.join(items)})`.execute(
    app.db,
  );
  expect(new Map(levels.map(({ id, reserved: units }) => [id, units]))).toEqual(reserved);
}

test(
  'any sequence of sales, returns, payments and counts keeps stock, invoices and books in step',
  async () => {
    const world: World = {
      customerId: await newBuyer(ctx()),
      items: [
        await newItem(contextOf(app), { quantity: 20 }),
        await newItem(contextOf(app), { quantity: 20 }),
      ],
    };
    const { customerId } = world;
    const reached = new Set<string>();
    let done = 0;
    for (const taken of fc.sample(step, { numRuns: 120, seed: 19 })) {
      try {
        await run(world, taken);
      } catch (error) {
        // Refused in words, and rolled back; anything else is a mistake.
        if (!isAppError(error)) throw error;
        continue;
      }
      done += 1;
      if (done % CHECKED_EVERY === 0) await expectConsistent(world);
      for (const { status } of (await listSales(ctx(), { customerId })).rows) reached.add(status);
    }
    await expectConsistent(world);
    expect(done).toBeGreaterThan(20);
    expect([...reached].sort()).toEqual([...saleStatuses].sort());
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from sales_returns`.execute(app.db);
    expect(rows[0]!.count).toBeGreaterThan(0);
  },
  MOST_MS,
);
