import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createJournalEntry, reverseJournalEntry } from '../journal/service.ts';
import { getAccountLedger } from '../ledger/service.ts';
import { credit, debit } from '../rules.ts';
import { ledgerChecks, runChecks } from '../service-check.ts';
import { post } from '../service-post.ts';
import { statementsOf } from './service.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('billing'));
});
afterAll(() => app.close());

const byHand = (date: string, amounts: Record<string, number>) =>
  createJournalEntry(ctx, {
    date: isoDate(date),
    description: 'By hand',
    entries: Object.entries(amounts).map(([accountCode, amount]) => ({
      accountCode,
      ...(amount > 0 ? { debitAmount: cents(amount) } : { creditAmount: cents(-amount) }),
    })),
  });

async function flowOf(month: string) {
  const { cashFlow } = await statementsOf(ctx, isoMonth(month));
  const { openingCash, closingCash, netCashChange, investing, financing } = cashFlow.totals;
  const all = Object.values(cashFlow.items).flat();
  return {
    cash: [openingCash, netCashChange, closingCash].map(({ amount, yearToDate }) => [
      amount,
      yearToDate,
    ]),
    others: [investing.amount, financing.amount],
    items: Object.fromEntries(all.map(({ item, amount }) => [item, amount])),
  };
}

it('openings are the opening cash and no flow, those entered by hand, imported, and reversed', async () => {
  const opening = { '1110': 500, '1310': 900, '1390': -100, '3210': -800, '3120': -500 };
  await byHand('2026-06-01', opening);
  await byHand('2026-06-10', { '1110': 70, '4510': -70 });
  expect(await flowOf('2026-06')).toEqual({
    cash: [
      [500, 500],
      [70, 70],
      [570, 570],
    ],
    others: [0, 0],
    items: { customers: 70 },
  });
  // A trial balance whose rows balance has no line on 3120.
  const imported = {
    date: isoDate('2026-07-01'),
    description: 'Opening balances',
    reference: 'Trial balance',
    source: 'import.openings',
    sourceId: 1,
    revision: 1,
    lines: [debit('1120', cents(1000)), credit('3110', cents(1000))],
  };
  await transact(contextOf(app), (tx) => post(tx, [imported]));
  expect(await flowOf('2026-07')).toMatchObject({
    cash: [
      [1570, 1500],
      [0, 70],
      [1570, 1570],
    ],
    items: {},
  });
  const wrong = await byHand('2026-08-01', { '1110': 30, '3120': -30 });
  await reverseJournalEntry(ctx, wrong.id, { reason: 'Mistake' });
  // What customers paid in June is in the column of the year.
  for (const month of ['2026-08', '2026-11'])
    expect((await flowOf(month)).items).toEqual({ customers: 0 });
  const capital = { accountCode: '3110', from: isoMonth('2026-06'), to: isoMonth('2026-11') };
  const ledger = await getAccountLedger(ctx, {
    ...capital,
    withCash: true,
  });
  expect(ledger.lines).toEqual([]);
  const { checks } = await runChecks(ctx, ledgerChecks);
  expect(checks.filter((check) => !check.isSound)).toEqual([]);
});

it('is worded by receipt and payment, with the accounts of each', async () => {
  await byHand('2026-10-05', {
    ...{ '1120': -1_000, '4110': -9_000, '5110': 4_000, '5420': 2_500, '5640': 300 },
    ...{ '5610': 200, '1310': 3_600, '2410': -700, '3110': -500, '5650': 600 },
  });
  const { cashFlow } = await statementsOf(ctx, isoMonth('2026-10'));
  expect((await flowOf('2026-10')).items).toEqual({
    customers: 9_000,
    suppliers: -4_000,
    staff: -2_500,
    taxes: -300,
    interest: -200,
    otherOperating: -600,
    equipment: -3_600,
    loans: 700,
    owners: 500,
  });
  for (const activity of ['operating', 'investing', 'financing'] as const) {
    const items = cashFlow.items[activity];
    const codes = items.flatMap(({ accounts }) => accounts);
    expect([...codes].sort()).toEqual(cashFlow.lines[activity].map(({ code }) => code));
    for (const figure of ['amount', 'yearToDate'] as const)
      expect(items.reduce((sum, item) => sum + item[figure]!, 0)).toBe(
        cashFlow.totals[activity][figure],
      );
  }
});
