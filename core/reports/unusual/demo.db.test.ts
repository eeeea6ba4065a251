import { createDemoApp, type DemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../kernel/dates.ts';
import { findUnusual } from './service.ts';

let app: DemoApp;
beforeAll(async () => {
  app = await createDemoApp();
}, patiently(300_000));
afterAll(() => app.close());

const WEEKS = 27;
const MOST_IN_A_WEEK = 2;

test('in the six months of the demo company at most two things a week are unusual', async () => {
  const ctx = contextOf(app);
  const weeks: string[][] = [];
  for (let ago = 0; ago < WEEKS; ago += 1) {
    const to = addDays(ctx.today, -7 * ago);
    const found = await findUnusual(ctx, { from: addDays(to, -6), to });
    weeks.push(found.map(({ text }) => `${to}: ${text}`));
  }
  expect(weeks.filter(({ length }) => length > MOST_IN_A_WEEK)).toEqual([]);
  // The look into the past reaches the demo's own first grant or rate.
  expect(weeks.flat().length).toBeGreaterThan(0);
});
