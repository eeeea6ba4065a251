import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Changes, programs, writeBooks } from '@nimule/fixtures/testing/documents/programs';
import { need } from '@nimule/fixtures/testing/needs';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { addMonths, type IsoMonth, isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import { createJournalEntry, reverseJournalEntry } from '../journal/service.ts';
import { credit, debit, inPounds, type Posting, type PostingLine } from '../rules.ts';
import type { Account } from '../schema.ts';
import { LEAF_LEVEL } from '../schema.ts';
import { listAccounts } from '../service.ts';
import { ledgerChecks, runChecks } from '../service-check.ts';
import { post } from '../service-post.ts';
import type { StatementLine } from './schema.ts';
import { statementsOf } from './service.ts';

// The three statements of random books, account by account, against other accounting programs.

const months = Array.from({ length: 14 }, (_, index) => addMonths(isoMonth('2025-11'), index));
const ENTRIES = 400;

let app: TestApp;
let ctx: Ctx;
let folder: string;
let accounts: Account[];

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('billing'));
  folder = await mkdtemp(join(tmpdir(), 'nimule-programs-'));
  accounts = await listAccounts(ctx);
  // An entry on 3120 opens balances: its cash is no flow, which the other programs do not know.
  const leaves = accounts.filter(
    ({ level, code }) => level === LEAF_LEVEL && code !== leaf.openingBalances,
  );
  const postings = fc.sample(postingOf(leaves), ENTRIES);
  await transact(contextOf(app), (tx) => post(tx, postings));
  const manual = postings.filter(isInDollars(leaves)).slice(0, 20);
  for (const { date, lines } of manual) {
    const entry = await createJournalEntry(contextOf(app), {
      date,
      description: 'By hand',
      entries: lines.map((line) => ({
        accountCode: line.account,
        debitAmount: line.debit,
        creditAmount: line.credit,
      })),
    });
    await reverseJournalEntry(contextOf(app), entry.id, { reason: 'Mistake' });
  }
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Entries of one to four moves between any accounts, with pounds where an account is in pounds. */
function postingOf(leaves: readonly Account[]): fc.Arbitrary<Posting> {
  const amount = fc.oneof(
    fc.integer({ min: 1, max: 100_000 }),
    fc.integer({ min: 2 ** 31, max: 2 ** 33 }),
  );
  const account = fc.constantFrom(...leaves);
  const line = (side: typeof debit, { code, currency }: Account, value: number): PostingLine => {
    const made = side(code, cents(value));
    return currency === 'SSP' ? inPounds(made, cents(value * 7)) : made;
  };
  const moves = fc.array(fc.record({ from: account, to: account, amount }), {
    minLength: 1,
    maxLength: 4,
  });
  const day = fc.tuple(fc.constantFrom(...months), fc.integer({ min: 1, max: 28 }));
  return fc.tuple(day, moves).map(([[month, number], made]) => ({
    date: isoDate(`${month}-${String(number).padStart(2, '0')}`),
    description: 'Random',
    reference: '',
    source: 'test',
    revision: 1,
    cash: 'safe',
    lines: made.flatMap(({ from, to, amount: value }) => [
      line(debit, to, value),
      line(credit, from, value),
    ]),
  }));
}

const isInDollars =
  (leaves: readonly Account[]) =>
  ({ lines }: Posting): boolean => {
    const pounds = leaves.filter(({ currency }) => currency === 'SSP').map(({ code }) => code);
    const kept = ['1210', '1220', '1320', '1410', '2130', '2210', '2220'];
    return lines.every(({ account }) => ![...pounds, ...kept].includes(account));
  };

type Figures = Record<string, number>;

function figuresOf(...parts: readonly (readonly StatementLine[])[]): Figures {
  return Object.fromEntries(
    parts.flatMap((lines) =>
      lines.filter(({ amount }) => amount !== 0).map(({ code, amount }) => [code, amount]),
    ),
  );
}

/** What a statement should hold by account: the changes of these months in the direction of its section. */
function expectedOf(
  changes: Changes,
  isIn: (month: IsoMonth) => boolean,
  directionOf: (account: Account) => -1 | 0 | 1,
): Figures {
  const figures: Figures = {};
  for (const account of accounts) {
    const direction = directionOf(account);
    if (direction === 0) continue;
    let sum = 0;
    for (const month of months) {
      if (isIn(month)) sum += changes.get(`${account.code} ${month}`) ?? 0;
    }
    if (sum !== 0) figures[account.code] = direction * sum;
  }
  return figures;
}

const isResult = ({ type }: Account) => type === 'REVENUE' || type === 'EXPENSE';

describe.each(Object.values(programs))('$program', ({ program, format, read }) => {
  const exportTo = (to: string) => writeBooks(ctx, format, to);

  it('has the three statements of each month', async (test) => {
    need(test, program);
    const [all, besideCash] = await read(await exportTo(folder));
    expect(all.size).toBeGreaterThan(200);
    expect(besideCash.size).toBeGreaterThan(100);
    for (const month of months) {
      const { profitLoss, balanceSheet, cashFlow } = await statementsOf(ctx, month);
      const { revenue, costOfSales, operating, nonOperating } = profitLoss.lines;
      expect(figuresOf(revenue, costOfSales, operating, nonOperating)).toEqual(
        expectedOf(
          all,
          (one) => one === month,
          (account) => (isResult(account) ? (account.type === 'REVENUE' ? -1 : 1) : 0),
        ),
      );
      const { assets, liabilities, equity } = balanceSheet.lines;
      expect(figuresOf(assets, liabilities, equity)).toEqual(
        expectedOf(
          all,
          (one) => one <= month,
          (account) => (isResult(account) ? 0 : account.type === 'ASSET' ? 1 : -1),
        ),
      );
      const results = Object.values(
        expectedOf(
          all,
          (one) => one <= month,
          (account) => (isResult(account) ? -1 : 0),
        ),
      );
      const { earlierResult, currentResult } = balanceSheet.totals;
      expect(earlierResult.amount + currentResult.amount).toBe(
        results.reduce((sum, amount) => sum + amount, 0),
      );
      expect(
        figuresOf(cashFlow.lines.operating, cashFlow.lines.investing, cashFlow.lines.financing),
      ).toEqual(
        expectedOf(
          besideCash,
          (one) => one === month,
          ({ isCash }) => (isCash ? 0 : -1),
        ),
      );
    }
  });
});

it('the books are sound', async () => {
  const { checks } = await runChecks(ctx, ledgerChecks);
  expect(checks.filter((check) => !check.isSound)).toEqual([]);
});
