import { actingAs } from '@nimule/fixtures/testing/accounts';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import {
  createMarkedApp,
  createTestApp,
  type MarkedApp,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sumSafe } from '../accounting/cash/queries.ts';
import type { Ctx } from '../context.ts';
import type { Actor } from '../identity/actor.ts';
import { invoke } from '../invoke.ts';
import type { RawInput } from '../kernel/contract.ts';
import type { Operation } from '../routes.ts';

const START = '2026-11-23T08:00:00Z';
let marked: MarkedApp;
/** The marked one, or one of several connections. */
let app: TestApp;
let clerk: Ctx;
let ceo: Ctx;
let support: Ctx;

async function use(one: TestApp): Promise<void> {
  app = one;
  [clerk, ceo, support] = [
    await actingAs(app, 'billing'),
    await actingAs(app, 'ceo'),
    await actingAs(app, 'support'),
  ];
}

/** Each test has a safe of its own, and nobody has been refused in it. */
beforeAll(async () => {
  marked = await createMarkedApp(START);
  await use(marked);
  await marked.mark();
});
afterEach(() => marked.restore());
afterAll(() => marked.close());

const shell: Actor = { kind: 'shell', osUser: 'test' };
async function call(actor: Actor, operation: Operation, input: RawInput) {
  const { body } = await invoke(app, actor, operation, input);
  return body as Record<string, unknown> & { id: number };
}
const held = () => sumSafe(app.db, 'USD');
const expense = (amount: string) => ({
  body: {
    ...{ date: '2026-11-23', location: 'Depot', description: 'Diesel', amount, from: 'safe' },
    ...{ account: 'cash', expenseType: 'operating_expense', category: 'office_supplies' },
  },
});
const SHORT = { kind: 'rule', code: 'safe.short' };

describe('what a call takes from the safe', () => {
  test('is judged together: a correction that brings money back passes with an empty safe', async () => {
    await fillSafe(app, { usd: 500_00 });
    const { id } = await call(clerk.actor, 'createExpense', expense('500'));
    expect(await held()).toBe(0);
    const change = (body: object) =>
      call(clerk.actor, 'updateExpense', { params: { id: String(id) }, body });
    await change({ amount: '400' });
    expect(await held()).toBe(100_00);
    await change({ date: '2026-11-22' });
    await change({ amount: '450', from: 'safe' });
    expect(await held()).toBe(50_00);
    await expect(change({ amount: '500.01' })).rejects.toMatchObject(SHORT);
    expect(await held()).toBe(50_00);
  });

  test('is judged together: several payments that are reversed at once do not leave it below zero', async () => {
    const { id: customerId } = await call(shell, 'createCustomer', {
      body: { name: 'John Deng', type: 'individual', packageType: 'Basic Fiber' },
    });
    const invoice = await call(shell, 'createManualInvoice', {
      body: {
        ...{ customerId: String(customerId), amountUsd: '200', description: 'Cable' },
        dueDate: '2026-12-10',
      },
    });
    for (const amount of ['100', '100'])
      await call(clerk.actor, 'recordPayment', {
        body: { customerId: String(customerId), amount, account: 'cash', from: 'safe' },
      });
    await call(clerk.actor, 'createExpense', expense('100'));
    const reopen = () =>
      call(clerk.actor, 'updatePaymentStatus', {
        params: { id: String(invoice.id) },
        body: { status: 'pending', reason: 'Other customer' },
      });
    await expect(reopen()).rejects.toMatchObject(SHORT);
    expect(await held()).toBe(100_00);
    await fillSafe(app, { usd: 100_00 });
    expect(await reopen()).toMatchObject({ status: 'pending' });
    expect(await held()).toBe(0);
  });
});

describe('what the safe holds', () => {
  const refusals = async () => {
    const { rows } = await app.pool.query(
      `select actor_name as who, summary, before, after from audit_log where action = 'cash.refuse' order by id`,
    );
    return rows;
  };

  test('is told by no float of a user who takes nothing from it', async () => {
    const open = (floatUsd: string, floatSsp = '0') =>
      call(support.actor, 'openTill', { body: { floatUsd, floatSsp } });
    for (const cash of [0, 10_000_00]) {
      await fillSafe(app, { usd: cash });
      await expect(open('500.01')).rejects.toMatchObject({
        kind: 'invalid',
        fields: { floatUsd: 'Your float can be $500.00 at most.' },
      });
      await expect(open('0', '200001')).rejects.toMatchObject({
        fields: { floatSsp: 'Your float can be SSP 200,000 at most.' },
      });
      const { id, version } = await open('500', '200000');
      await call(support.actor, 'countTill', {
        params: { id: String(id) },
        body: {
          version,
          pieces: [
            { currency: 'USD', denomination: '100', pieces: '5' },
            { currency: 'SSP', denomination: '1000', pieces: '200' },
          ],
        },
      });
    }
    expect(await refusals()).toEqual([]);
  });

  describe('on several connections', () => {
    beforeAll(async () => use(await createTestApp(START)));
    afterAll(() => app.close());

    test('is asked for a few times an hour by a user who may not see pay, and each time is recorded', async () => {
      await fillSafe(app, { usd: 100_00 });
      const take = (who: Ctx, amount: string) => call(who.actor, 'createExpense', expense(amount));
      const together = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => take(clerk, `${200 + n}`)),
      );
      const codes = together.map((one) => one.status === 'rejected' && one.reason.code).sort();
      expect(codes).toEqual([...Array(3).fill('safe.asked'), ...Array(5).fill('safe.short')]);
      const recorded = await refusals();
      expect(recorded).toHaveLength(5);
      expect(recorded[0]).toMatchObject({
        who: clerk.actor.kind === 'staff' && clerk.actor.fullName,
        after: { operation: 'createExpense' },
        before: null,
      });
      expect(JSON.stringify(recorded)).not.toMatch(/20\d/);
      // What it holds would be told by an answer that is no refusal, too.
      await expect(take(clerk, '1')).rejects.toMatchObject({ kind: 'tooMany', code: 'safe.asked' });
      await expect(
        call(clerk.actor, 'openTill', { body: { floatUsd: '1' } }),
      ).rejects.toMatchObject({
        code: 'safe.asked',
      });
      for (let n = 0; n < 6; n += 1)
        await expect(take(ceo, '200')).rejects.toMatchObject({
          code: 'safe.short',
          message: expect.stringContaining('$100.00'),
        });
      app.time.set('2026-11-23T09:00:01Z');
      expect(await take(clerk, '1')).toMatchObject({ id: expect.any(Number) });
      await expect(take(clerk, '200')).rejects.toMatchObject(SHORT);
    });
  });
});
