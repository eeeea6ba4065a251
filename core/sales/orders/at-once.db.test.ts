import {
  delivered,
  moveTo,
  newBuyer,
  newItem,
  saleLine,
  sell,
} from '@nimule/fixtures/testing/sales';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { sellAtCounter } from './service-counter.ts';
import { getSale, listSales } from './service-list.ts';
import { returnSale } from './service-returns.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  ctx = contextOf(app);
});
afterAll(async () => {
  const { checks } = await checkBooks(ctx);
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  await app.close();
});

const levelOf = async (id: number) => {
  const { rows } = await sql<{ level: number[] }>`
    select array[on_hand, reserved] as level from stock_levels where equipment_id = ${id}`.execute(
    app.db,
  );
  return rows[0]!.level;
};

function outcomes(results: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const key = result.status === 'fulfilled' ? 'done' : (result.reason as Error).message;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

test('50 sales at once of 30 units reserve 30', async () => {
  const [item, customerId] = [await newItem(ctx, { quantity: 30 }), await newBuyer(ctx)];
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => sell(ctx, customerId, [saleLine(item, 1)])),
  );
  expect(outcomes(results)).toEqual({ done: 30, 'Insufficient stock! Available: 0': 20 });
  expect(await levelOf(item)).toEqual([30, 30]);
  const { rows } = await listSales(ctx, { customerId });
  expect(new Set(rows.map(({ orderNumber }) => orderNumber)).size).toBe(30);
});

test('orders of two items in either order, and counter sales beside them, do not wait for one another for ever', async () => {
  const [one, two] = [await newItem(ctx, { quantity: 20 }), await newItem(ctx, { quantity: 20 })];
  const buyers = [await newBuyer(ctx), await newBuyer(ctx)];
  const results = await Promise.allSettled(
    Array.from({ length: 24 }, (_, place) => {
      const items = [saleLine(one, 1), saleLine(two, 1)];
      if (place % 2) items.reverse();
      const customerId = buyers[place % 3 === 0 ? 0 : 1]!;
      return place % 4 === 0
        ? sellAtCounter(ctx, { customerId, items, payment: {} })
        : sell(ctx, customerId, items);
    }),
  );
  const counts = outcomes(results);
  const { done } = counts;
  expect(done).toBe(20);
  expect(Object.keys(counts)).toHaveLength(2);
  const counter = (await listSales(ctx, { equipmentId: one, status: 'delivered' })).rows.length;
  expect(await levelOf(one)).toEqual([20 - counter, 20 - counter]);
});

test('one order that is cancelled and delivered at the same moment is one of both', async () => {
  const [item, customerId] = [await newItem(ctx), await newBuyer(ctx)];
  const { id } = await sell(ctx, customerId, [saleLine(item, 4)]);
  await moveTo(ctx, id, 'confirmed');
  const results = await Promise.allSettled([
    moveTo(ctx, id, 'delivered'),
    moveTo(ctx, id, 'cancelled'),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { status } = await getSale(ctx, id);
  expect(await levelOf(item)).toEqual(status === 'delivered' ? [6, 0] : [10, 0]);
});

test('the same units that come back twice at once come back once', async () => {
  const [item, customerId] = [await newItem(ctx), await newBuyer(ctx)];
  const { id } = await delivered(ctx, customerId, [saleLine(item, 3)]);
  const back = () => returnSale(ctx, id, { lines: [{ lineNo: 1, quantity: 2 }], reason: 'Broken' });
  const results = await Promise.allSettled([back(), back(), back()]);
  expect(outcomes(results)).toMatchObject({ done: 1 });
  expect(await levelOf(item)).toEqual([9, 0]);
});
