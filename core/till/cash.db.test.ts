import { actingAs, userIdOf } from '@nimule/fixtures/testing/accounts';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaf } from '../accounting/chart.ts';
import { credit, debit, inPounds, type Posting } from '../accounting/rules.ts';
import { runChecks } from '../accounting/service-check.ts';
import { post } from '../accounting/service-post.ts';
import { type Ctx, transact } from '../context.ts';
import { cents } from '../kernel/money.ts';
import { cashFindings, tillChecks } from '../reports/checks/queries-till.ts';
import type { TillCurrency } from './schema.ts';
import { type CashOf, returnCash, takeCash } from './service-cash.ts';
import { countTill } from './service-close.ts';
import { openTill } from './service-open.ts';
import { updateTillSettings } from './service-settings.ts';

let app: TestApp;
let clerk: Ctx;
let other: Ctx;
let document = 0;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await actingAs(app, 'billing');
  other = await actingAs(app, 'billing');
  await fillSafe(app, { usd: 3000, ssp: 100_000 });
});
afterAll(() => app.close());

/** An entry between cash and another account, in cents of the currency; a pound is worth a cent. */
function postingOf(amount: number, currency: TillCurrency, source: string): Posting {
  const size = cents(Math.abs(amount));
  const usd = currency === 'USD' ? size : cents(Math.ceil(size / 100));
  const [ofCash, ofOther] = amount > 0 ? [debit, credit] : [credit, debit];
  const cash = ofCash(currency === 'USD' ? leaf.cashOnHand : leaf.cashOnHandSsp, usd);
  document += 1;
  return {
    ...{ date: clerk.today, description: 'Test', reference: '', source, sourceId: document },
    revision: 1,
    lines: [currency === 'SSP' ? inPounds(cash, size) : cash, ofOther(leaf.otherServices, usd)],
  };
}

interface Sent extends Partial<CashOf> {
  currency?: TillCurrency;
  source?: string;
  sourceId?: number;
}

/** Posts cash of a document; answers where it went and the id of the document. */
async function take(ctx: Ctx, amount: number, sent: Sent = {}) {
  const { currency = 'USD', source = 'test', sourceId, ...cash } = sent;
  const posting = postingOf(amount, currency, source);
  if (sourceId !== undefined) posting.sourceId = sourceId;
  const kind = amount > 0 ? 'payment' : 'refund';
  const done = await transact(ctx, async (tx) => {
    const placed = source.endsWith('.reversal')
      ? await returnCash(tx, posting, { reference: 'T', ...cash })
      : await takeCash(tx, posting, { kind, reference: 'T', ...cash });
    await post(tx, [placed]);
    return placed;
  });
  return { place: done.cash, id: done.sourceId! };
}
async function held(ctx: Ctx): Promise<{ usd: number; ssp: number } | undefined> {
  const { rows } = await app.pool.query(
    `select usd_cents as usd, ssp_cents as ssp from tills where user_id = $1 and status = 'open'`,
    [userIdOf(ctx)],
  );
  return rows[0];
}

describe('cash of a document', () => {
  test('is of the safe without an open till, and refused where one is required', async () => {
    expect(await take(clerk, 500)).toMatchObject({ place: 'safe' });
    expect(await take(clerk, -500)).toMatchObject({ place: 'safe' });
    await updateTillSettings(contextOf(app), { isRequired: true });
    await expect(take(clerk, 500)).rejects.toMatchObject({
      kind: 'rule',
      code: 'till.required',
      message: expect.stringMatching(/^Open your till first: .* You may also choose the safe\.$/),
    });
    expect(await take(clerk, 500, { from: 'safe' })).toMatchObject({ place: 'safe' });
    expect(await take(clerk, -500, { from: 'safe' })).toMatchObject({ place: 'safe' });
    // The shell and jobs have no till.
    expect(await take(contextOf(app), 500)).toMatchObject({ place: 'safe' });
    expect(await take(contextOf(app), -500)).toMatchObject({ place: 'safe' });
    await expect(take(contextOf(app), 500, { from: 'till' })).rejects.toMatchObject({
      code: 'till.noUser',
    });
    await updateTillSettings(contextOf(app), { isRequired: false });
    await expect(take(clerk, 500, { from: 'till' })).rejects.toMatchObject({
      code: 'till.required',
    });
  });

  test('comes from the safe with the permission alone, and not beyond what the safe holds', async () => {
    const support = await actingAs(app, 'support');
    await expect(take(support, 100, { from: 'safe' })).rejects.toMatchObject({ kind: 'forbidden' });
    const manager = await actingAs(app, 'manager');
    await expect(take(manager, -3001, { from: 'safe' })).rejects.toMatchObject({
      code: 'safe.short',
      message: 'The safe holds only $30.00: what is on account 1110 without the tills.',
    });
    // Salaries are paid from the safe: billing may not see them.
    await expect(take(clerk, -3001)).rejects.toMatchObject({
      code: 'safe.short',
      message: 'The safe does not hold so much cash.',
    });
    await expect(openTill(clerk, { floatUsd: cents(3001) })).rejects.toMatchObject({
      code: 'safe.short',
      fields: { floatUsd: 'The safe does not hold so much cash.' },
    });
    // What the shell records has happened already.
    expect(await take(contextOf(app), -3001)).toMatchObject({ place: 'safe' });
    expect(await take(contextOf(app), 3001)).toMatchObject({ place: 'safe' });
  });

  test('is paid from the safe by one at a time', async () => {
    const manager = await actingAs(app, 'manager');
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => take(manager, -1000, { from: 'safe' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await fillSafe(app, { usd: 3000 });
  });

  test('goes into the open till of the user, in its currency, and not out of it beyond what it holds', async () => {
    const float = { floatUsd: cents(2000), floatSsp: cents(50_000) };
    expect((await openTill(clerk, float)).tillNumber).toBe('TILL-2026-0001');
    expect(await take(clerk, 1050)).toMatchObject({ place: 'till' });
    await take(clerk, 25_000, { currency: 'SSP' });
    await take(clerk, -50);
    expect(await held(clerk)).toEqual({ usd: 3000, ssp: 75_000 });
    await expect(take(clerk, -3001)).rejects.toMatchObject({
      code: 'till.short',
      message: 'The till holds only $30.00 (TILL-2026-0001).',
    });
    await expect(take(clerk, -75_001, { currency: 'SSP' })).rejects.toMatchObject({
      message: 'The till holds only SSP 750 (TILL-2026-0001).',
    });
    expect(await take(other, 100)).toMatchObject({ place: 'safe' });
    expect(await take(clerk, 100, { from: 'safe' })).toMatchObject({ place: 'safe' });
    expect(await held(clerk)).toEqual({ usd: 3000, ssp: 75_000 });
  });

  test('is taken once', async () => {
    await take(clerk, 100, { sourceId: 900 });
    await expect(take(clerk, 100, { sourceId: 900 })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'till.alreadyTaken',
    });
    expect(await held(clerk)).toEqual({ usd: 3100, ssp: 75_000 });
  });

  test('that is reversed goes back to where it was, and from a closed till to that of the caller', async () => {
    const reverse = (ctx: Ctx, sourceId: number, from?: 'till' | 'safe') =>
      take(ctx, -100, { source: 'test.reversal', sourceId, from });
    await openTill(other, { floatUsd: cents(100) });
    expect(await reverse(other, 900)).toMatchObject({ place: 'till' });
    expect(await held(clerk)).toEqual({ usd: 3000, ssp: 75_000 });
    expect(await held(other)).toEqual({ usd: 100, ssp: 0 });
    const { id: ofSafe } = await take(clerk, 100, { from: 'safe' });
    expect(await reverse(other, ofSafe)).toMatchObject({ place: 'safe' });
    const third = await actingAs(app, 'billing');
    const till = await openTill(third, {});
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await take(third, 100)).id);
    const hundreds = [{ currency: 'USD', denomination: cents(100), pieces: 3 } as const];
    await countTill(third, till.id, { pieces: hundreds });
    expect(await reverse(other, ids[0]!)).toMatchObject({ place: 'till' });
    expect(await held(other)).toEqual({ usd: 0, ssp: 0 });
    expect(await reverse(other, ids[1]!, 'safe')).toMatchObject({ place: 'safe' });
    expect(await reverse(third, ids[2]!)).toMatchObject({ place: 'safe' });
    await take(other, 100);
  });

  test('of many payments at once is all in the till', async () => {
    const before = (await held(other))!.usd;
    await Promise.all(Array.from({ length: 12 }, () => take(other, 7)));
    expect((await held(other))!.usd).toBe(before + 84);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => take(other, -40)));
    // 184 cents pay for four.
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect((await held(other))!.usd).toBe(24);
  });

  test('is not posted without its place, and leaves the books sound', async () => {
    const posting = postingOf(100, 'USD', 'test');
    await expect(transact(clerk, (tx) => post(tx, [posting]))).rejects.toThrow(RangeError);
    const { checks } = await runChecks(contextOf(app), [...tillChecks, ...cashFindings]);
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  });
});
