import { untilAlone } from '@nimule/fixtures/testing/databases/waiting';
import { isLong } from '@nimule/fixtures/testing/long';
import { moment, runAndKill, statementsOf } from '@nimule/fixtures/testing/processes/kill';
import { newBuyer, newItem, saleLine, sell } from '@nimule/fixtures/testing/sales';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { checkBooks } from '../../reports/checks/service.ts';

const KILLS = isLong ? 12 : 3;

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  ctx = contextOf(app);
});
afterAll(() => app.close());

test(`sales of 30 units whose program is killed ${KILLS} times reserve what their orders say, and 30 in the end`, async () => {
  const [equipmentId, customerId] = [await newItem(ctx, { quantity: 30 }), await newBuyer(ctx)];
  const counts = async () => {
    const { rows } = await sql<{ reserved: number; orders: number }>`
      select reserved, (select count(*)::int from sales_orders) as orders from stock_levels
      where equipment_id = ${equipmentId}`.execute(app.db);
    return rows[0]!;
  };
  const sound = async () => {
    const { checks } = await checkBooks(ctx);
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  };
  const input = { settings: app.settings, now: app.clock().toISOString(), customerId, equipmentId };
  // A sale that is refused takes the fewest: until then there is always something to kill.
  const none = await newItem(ctx, { quantity: 0 });
  const statements = await statementsOf('selling-child', { ...input, equipmentId: none });
  for (let kill = 1; kill <= KILLS; kill += 1) {
    expect(await runAndKill('selling-child', input, moment(statements, kill, KILLS))).toBe(true);
    await untilAlone(app);
    const { reserved, orders } = await counts();
    expect(reserved).toBe(orders);
    await sound();
  }
  await Promise.allSettled(
    Array.from({ length: 50 }, () => sell(ctx, customerId, [saleLine(equipmentId, 1)])),
  );
  expect(await counts()).toEqual({ reserved: 30, orders: 30 });
  await sound();
});
