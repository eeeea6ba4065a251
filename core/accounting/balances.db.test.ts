import { lastAudit } from '@nimule/fixtures/testing/audit';
import { refusal, sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { isoMonth } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { mirrored } from './rules.ts';
import {
  listAccountMonths,
  listAccounts,
  listMonths,
  lockMonth,
  trialBalance,
  unlockMonth,
} from './service.ts';
import { post } from './service-post.ts';

/** The most that the database stores as one amount. */
const LARGEST = cents(100_000_000_000_000);

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());
beforeEach(() => {
  app.time.set('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('billing'));
});

describe('trial balance and monthly balances', () => {
  const year = 2022;
  beforeAll(async () => {
    const seeding = contextOf(app);
    const move = (date: string, from: string, to: string, amount: number) =>
      sale(date, amount, {
        lines: [
          { account: to, debit: cents(amount), credit: cents(0) },
          { account: from, debit: cents(0), credit: cents(amount) },
        ],
      });
    await transact(seeding, (tx) =>
      post(tx, [
        move('2022-01-10', '3110', '1120', 500_000),
        move('2022-02-10', '1120', '5910', 80_000),
        move('2022-02-11', '1120', '1150', 10_000),
        move('2022-03-11', '1150', '1120', 10_000),
        // 30 and 90 million dollars: cents past 2^31.
        move('2022-05-11', '3120', '1140', 3_000_000_000),
        move('2022-06-11', '3120', '1140', 9_000_000_000),
      ]),
    );
  });

  const figures = async (month: number) => {
    const balance = await trialBalance(ctx, { month, year });
    expect(balance.totalDebit).toBe(balance.totalCredit);
    expect(balance.isBalanced).toBe(true);
    return Object.fromEntries(
      balance.accounts.map(({ code, debit, credit }) => [code, [debit, credit]]),
    );
  };

  it('is cumulative, each balance in the column of its sign', async () => {
    expect(await figures(1)).toEqual({ '1120': [500_000, 0], '3110': [0, 500_000] });
    expect(await figures(2)).toEqual({
      '1120': [410_000, 0],
      '1150': [10_000, 0],
      '3110': [0, 500_000],
      '5910': [80_000, 0],
    });
  });

  it('shows an account that moved back to nothing in that month, and not after', async () => {
    expect((await figures(3))['1150']).toEqual([0, 0]);
    expect(await figures(4)).not.toHaveProperty('1150');
  });

  it('adds up past 2^31 cents', async () => {
    expect((await figures(5))['1140']).toEqual([3_000_000_000, 0]);
    expect((await figures(12))['1140']).toEqual([12_000_000_000, 0]);
    const moved = await listAccountMonths(ctx, { year });
    expect(moved.filter((row) => row.accountCode === '1140')).toEqual([
      { accountCode: '1140', month: '2022-05', debit: 3_000_000_000, credit: 0 },
      { accountCode: '1140', month: '2022-06', debit: 9_000_000_000, credit: 0 },
    ]);
  });

  it('adds up past the ceiling of a single amount', async () => {
    const largest = () => sale('2021-12-01', LARGEST);
    await transact(contextOf(app), (tx) => post(tx, [largest(), largest(), largest()]));
    const balance = await trialBalance(ctx, { month: 12, year: 2021 });
    expect(balance.totalDebit).toBe(3 * LARGEST);
    expect(balance.isBalanced).toBe(true);
    await transact(contextOf(app), (tx) =>
      post(
        tx,
        Array.from({ length: 3 }, () => ({ ...largest(), lines: mirrored(largest().lines) })),
      ),
    );
  });

  it('answers movements of a year, or of one month', async () => {
    const all = await listAccountMonths(ctx, { year });
    expect(new Set(all.map((row) => row.month))).toEqual(
      new Set(['2022-01', '2022-02', '2022-03', '2022-05', '2022-06']),
    );
    expect(await listAccountMonths(ctx, { year, month: 3 })).toEqual([
      { accountCode: '1120', month: '2022-03', debit: 10_000, credit: 0 },
      { accountCode: '1150', month: '2022-03', debit: 0, credit: 10_000 },
    ]);
  });

  it('names its month: the current one in Juba, where the day begins two hours before UTC', async () => {
    app.time.set('2026-11-30T22:30:00Z');
    expect((await trialBalance(contextOf(app), {})).month).toBe('2026-12');
    expect((await trialBalance(contextOf(app), { month: 11, year: 2026 })).month).toBe('2026-11');
  });

  it('lists the chart by code, groups and leaves', async () => {
    const accounts = await listAccounts(ctx);
    expect(accounts[0]).toEqual({
      code: '1000',
      name: 'Assets',
      type: 'ASSET',
      parentCode: null,
      level: 0,
      normalBalance: 'DEBIT',
      isCash: false,
      currency: 'USD',
      cashFlow: 'operating',
      expenseClass: null,
      isActive: true,
    });
    expect(accounts.find(({ code }) => code === '1110')).toMatchObject({
      parentCode: '1100',
      level: 2,
      isCash: true,
    });
    expect(accounts.map(({ code }) => code)).toEqual(accounts.map(({ code }) => code).toSorted());
  });
});

describe('months', () => {
  it('are listed from the first posting to now, with their locks', async () => {
    const before = await listMonths(ctx);
    expect(before[0]!.month >= '2026-11').toBe(true);
    expect(before.at(-1)!.month).toBe('2021-12');
    expect(before.find(({ month }) => month === '2022-04')).toEqual({
      month: '2022-04',
      isLocked: false,
      lockedAt: null,
      lockedBy: null,
    });

    const locked = await lockMonth(ctx, isoMonth('2022-04'));
    expect(locked).toEqual({
      month: '2022-04',
      isLocked: true,
      lockedAt: app.time.now,
      lockedBy: 'Test billing',
    });
    expect((await listMonths(ctx)).find(({ month }) => month === '2022-04')).toEqual(locked);
    expect(await lastAudit(app)).toMatchObject({
      action: 'month.lock',
      entity: 'month',
      entity_id: '2022-04',
      before: { isLocked: false },
      after: { isLocked: true },
    });

    await unlockMonth(ctx, isoMonth('2022-04'));
    expect(await lastAudit(app)).toMatchObject({ action: 'month.unlock', entity_id: '2022-04' });
  });

  it('are locked once: a second lock changes nothing', async () => {
    await lockMonth(ctx, isoMonth('2022-04'));
    const count = async () =>
      (await app.pool.query('select count(*)::int as n from audit_log')).rows[0].n;
    const before = await count();
    const again = await lockMonth(contextOf(app), isoMonth('2022-04'));
    expect(again.lockedBy).toBe('Test billing');
    expect(await count()).toBe(before);
    await unlockMonth(ctx, isoMonth('2022-04'));
  });

  it('cannot be locked before they begin', async () => {
    expect(await refusal(lockMonth(ctx, isoMonth('2026-12')))).toMatchObject({
      kind: 'rule',
      code: 'month.future',
    });
    await lockMonth(ctx, isoMonth('2026-11'));
    await unlockMonth(ctx, isoMonth('2026-11'));
  });

  it('that nothing can be posted to are left alone, so that the list of months stays short', async () => {
    const months = (await listMonths(ctx)).length;
    for (const change of [lockMonth, unlockMonth]) {
      expect(await refusal(change(ctx, isoMonth('1999-12')))).toMatchObject({ code: 'month.past' });
      expect(await refusal(change(ctx, isoMonth('9999-12')))).toMatchObject({
        code: 'month.future',
      });
    }
    expect(await listMonths(ctx)).toHaveLength(months);
  });
});
