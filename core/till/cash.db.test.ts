import { actingAs, userIdOf } from '@nimule/fixtures/testing/accounts';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { cents } from '../kernel/money.ts';
import { updateTillSettings } from './service.ts';
import { type CashTaken, takeCash } from './service-cash.ts';
import { openTill } from './service-open.ts';

let app: TestApp;
let clerk: Ctx;
let other: Ctx;
let document = 0;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await actingAs(app, 'billing');
  other = await actingAs(app, 'billing');
});
afterAll(() => app.close());

const take = (ctx: Ctx, sent: Partial<CashTaken> & Pick<CashTaken, 'amount'>) => {
  document += 1;
  const sourceId = document;
  const whole = { kind: 'payment', currency: 'USD', source: 'payment', reference: 'RCT' } as const;
  return transact(ctx, (tx) => takeCash(tx, { ...whole, sourceId, ...sent }));
};
async function held(ctx: Ctx): Promise<{ usd: number; ssp: number } | undefined> {
  const { rows } = await app.pool.query(
    `select usd_cents as usd, ssp_cents as ssp from tills where user_id = $1 and status = 'open'`,
    [userIdOf(ctx)],
  );
  return rows[0];
}

describe('cash of a document', () => {
  test('is taken by no till without an open one, and refused where one is required', async () => {
    expect(await take(clerk, { amount: cents(500) })).toBeUndefined();
    await updateTillSettings(contextOf(app), { isRequired: true });
    await expect(take(clerk, { amount: cents(500) })).rejects.toMatchObject({
      kind: 'rule',
      code: 'till.required',
      message: expect.stringMatching(/^Open your till first: /),
    });
    // The shell and jobs have no till.
    expect(await take(contextOf(app), { amount: cents(500) })).toBeUndefined();
    await updateTillSettings(contextOf(app), { isRequired: false });
  });

  test('goes into the open till of the user, in its currency, and not out of it beyond what it holds', async () => {
    const { tillNumber } = await openTill(clerk, {
      floatUsd: cents(2000),
      floatSsp: cents(50_000),
    });
    expect(tillNumber).toBe('TILL-2026-0001');
    expect(await take(clerk, { amount: cents(1050) })).toMatchObject({ tillNumber });
    await take(clerk, { amount: cents(25_000), currency: 'SSP' });
    await take(clerk, { amount: cents(-50), kind: 'refund', source: 'refund' });
    expect(await held(clerk)).toEqual({ usd: 3000, ssp: 75_000 });
    const out = { amount: cents(-3001), kind: 'refund', source: 'refund' } as const;
    await expect(take(clerk, out)).rejects.toMatchObject({
      code: 'till.short',
      message: 'The till holds only $30.00 (TILL-2026-0001).',
    });
    const pounds = { ...out, currency: 'SSP', amount: cents(-75_001) } as const;
    await expect(take(clerk, pounds)).rejects.toMatchObject({
      message: 'The till holds only SSP 750 (TILL-2026-0001).',
    });
    expect(await take(other, { amount: cents(100) })).toBeUndefined();
    expect(await held(clerk)).toEqual({ usd: 3000, ssp: 75_000 });
  });

  test('is taken once', async () => {
    await take(clerk, { amount: cents(100), sourceId: 900 });
    await expect(take(clerk, { amount: cents(100), sourceId: 900 })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'till.alreadyTaken',
    });
    expect(await held(clerk)).toEqual({ usd: 3100, ssp: 75_000 });
  });

  test('that is reversed leaves the till that took it, and none if none did', async () => {
    const reverse = (ctx: Ctx, sourceId: number) =>
      take(ctx, { kind: 'reversal', source: 'payment.reversal', amount: cents(-100), sourceId });
    await openTill(other, { floatUsd: cents(100) });
    expect(await reverse(other, 900)).toMatchObject({ tillNumber: 'TILL-2026-0001' });
    expect(await held(clerk)).toEqual({ usd: 3000, ssp: 75_000 });
    expect(await held(other)).toEqual({ usd: 100, ssp: 0 });
    // It was recorded while no till was open.
    expect(await reverse(other, 1)).toBeUndefined();
  });

  test('of many payments at once is all in the till', async () => {
    const before = (await held(other))!.usd;
    await Promise.all(Array.from({ length: 12 }, () => take(other, { amount: cents(7) })));
    expect((await held(other))!.usd).toBe(before + 84);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        take(other, { kind: 'refund', source: 'refund', amount: cents(-40) }),
      ),
    );
    // 184 cents pay for four.
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect((await held(other))!.usd).toBe(24);
  });
});
