import { createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '../../identity/actor.ts';
import { invoke } from '../../invoke.ts';
import type { Operation } from '../../routes.ts';

let app: TestApp;
let clerk: StaffActor;
let colleague: StaffActor;
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  clerk = await makeWorker(app, 'billing', 'Mary Keji');
  colleague = await makeWorker(app, 'billing', 'Rose Ayen');
});
afterAll(() => app.close());

async function call(operation: Operation, input: object, actor = clerk) {
  const { body, waits } = await invoke(app, actor, operation, input as never);
  return { id: String((body as { id?: number }).id), waits: waits === true };
}
const record = (amount: string, category: string, actor = clerk) =>
  call(
    'createExpense',
    {
      body: {
        ...{ expenseType: 'operating_expense', account: 'checking', category, amount },
        ...{ date: '2026-11-20', location: 'Shop', description: 'Things' },
      },
    },
    actor,
  );
const change = async (id: string, body: object) =>
  (await call('updateExpense', { params: { id }, body })).waits;

test('expenses that are moved to one category count together there', async () => {
  const first = await record('2000', 'operations');
  expect(first.waits).toBe(false);
  expect(await change(first.id, { category: 'rent' })).toBe(false);
  const second = await record('2000', 'operations');
  expect(second.waits).toBe(false);
  expect(await change(second.id, { category: 'rent' })).toBe(true);
});

test('raises of one day count together, whoever recorded the expenses and whenever', async () => {
  const ids = [];
  for (const actor of [clerk, clerk, colleague, colleague])
    ids.push((await record('1', 'marketing', actor)).id);
  app.time.set('2026-11-24T08:00:00Z');
  const [first, second, third, fourth] = ids as [string, string, string, string];
  expect(await change(first, { amount: '900' })).toBe(false);
  expect(await change(first, { amount: '1000' })).toBe(false);
  expect(await change(second, { amount: '1001' })).toBe(false);
  expect(await change(third, { amount: '2' })).toBe(true);
  expect((await record('2', 'marketing')).waits).toBe(true);
  // Texts and lower amounts wait for nobody.
  expect(await change(fourth, { description: 'Other things' })).toBe(false);
  expect(await change(fourth, { amount: '0.50' })).toBe(false);
  app.time.set('2026-11-25T08:00:00Z');
  expect(await change(third, { amount: '1000' })).toBe(false);
});
