import {
  contextOf,
  createMarkedApp,
  createTestApp,
  type MarkedApp,
  staff,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { listJournalEntries } from '../journal/service.ts';
import { lockMonth, trialBalance, unlockMonth } from '../service.ts';
import type { BalanceRow } from './rules-amounts.ts';
import { setOpeningDate } from './service.ts';
import { importOpeningBalances, undoOpeningBalances } from './service-balances.ts';

let marked: MarkedApp;
/** The marked one, or one of several connections. */
let app: TestApp;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  marked = await createMarkedApp('2026-11-21T08:00:00Z');
  app = marked;
  await marked.mark();
});
afterEach(() => marked.restore());
afterAll(() => marked.close());

const begin = (date: string) => setOpeningDate(ctx(), { openingDate: isoDate(date) });

interface Given {
  dryRun?: boolean;
  unread?: number;
  rate?: number;
}

const importRows = (rows: BalanceRow[], { dryRun = false, unread = 0, rate }: Given = {}) =>
  transact(ctx(), (tx) =>
    importOpeningBalances(tx, rows, {
      dryRun,
      unread,
      rateOn: async () => (rate === undefined ? undefined : cents(rate)),
    }),
  );

const debit = (account: string, amount: number): BalanceRow => ({ account, debit: cents(amount) });
const credit = (account: string, amount: number): BalanceRow => ({
  account,
  credit: cents(amount),
});

async function balances(month = 11): Promise<Record<string, number>> {
  const { accounts, isBalanced } = await trialBalance(ctx(), { month, year: 2026 });
  expect(isBalanced).toBe(true);
  return Object.fromEntries(accounts.map((one) => [one.code, one.debit - one.credit]));
}

/** The pounds of the accounts that have some, in SSP cents. */
async function pounds(): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; ssp: number }>`
    select account_code as code, sum(ssp_cents)::bigint as ssp from account_months
    group by 1 having sum(ssp_cents) <> 0`.execute(app.db);
  return Object.fromEntries(rows.map(({ code, ssp }) => [code, Number(ssp)]));
}

const entries = async () => {
  const { rows } = await listJournalEntries(ctx(), { month: 10, year: 2026 });
  return rows.map(({ status, totalDebit }) => [status, totalDebit]).reverse();
};

const trial = [
  debit('1120', 500_000),
  debit('Network Equipment at Cost', 300_000),
  credit('2110', 100_000),
  credit('3110', 550_000),
  credit('4110', 400_000),
  debit('5420', 250_000),
];

describe('importOpeningBalances', () => {
  it('posts one entry the day before, once, with the earlier result in Retained Earnings', async () => {
    await begin('2026-11-01');
    const preview = await importRows(trial, { dryRun: true });
    expect(await balances()).toEqual({});
    const made = await importRows(trial);
    expect(made).toMatchObject({ created: 6, updated: 0, unchanged: 0, errors: [] });
    expect(made).toEqual({ ...preview, made: [expect.anything()] });
    expect(made.notes.map(({ index }) => index)).toEqual([4, 5]);
    expect(await entries()).toEqual([['posted', 800_000]]);
    const posted = {
      '1120': 500_000,
      '1310': 300_000,
      '2110': -100_000,
      '3110': -550_000,
      '3210': -150_000,
    };
    expect(await balances(10)).toEqual(posted);

    const again = await importRows([...trial].reverse());
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 6, notes: [] });
    expect(await entries()).toEqual([['posted', 800_000]]);
  });

  it('reverses the earlier entry when the balances change, and when the opening date does', async () => {
    await begin('2026-11-01');
    await importRows([debit('1120', 500), credit('3110', 500)]);
    const changed = await importRows([debit('1120', 300), debit('1130', 200), credit('3110', 500)]);
    expect(changed).toMatchObject({ outcomes: ['updated', 'created', 'unchanged'] });
    expect(changed.changes[0]?.fields[0]?.before).toMatch(/^JE-2026-/);
    expect(await entries()).toEqual([
      ['reversed', 500],
      ['reversal', 500],
      ['posted', 500],
    ]);
    expect(await balances(10)).toEqual({
      '1110': undefined,
      '1120': 300,
      '1130': 200,
      '3110': -500,
    });
    await begin('2026-10-15');
    expect((await importRows([debit('1120', 300), credit('3110', 300)])).unchanged).toBe(0);
    expect(await balances(10)).toEqual({ '1120': 300, '1130': 0, '3110': -300 });
  });

  it('refuses accounts that modules open, and leaves their balances on 3120', async () => {
    await begin('2026-11-01');
    const made = await importRows([
      debit('1110', 1000),
      debit('1210', 600),
      credit('2210', 100),
      credit('3110', 1500),
    ]);
    expect(made.errors).toEqual([
      {
        index: 1,
        message:
          'account: Account 1210 is opened by importing opening balances of customers, or their open invoices. Leave it out of the opening entry.',
      },
      { index: 2, message: expect.stringContaining('negative opening balances of customers') },
    ]);
    expect(await balances()).toEqual({ '1110': 1000, '3110': -1500, '3120': 500 });
  });

  it('posts nothing if the file does not balance or a row of it cannot be taken', async () => {
    await begin('2026-11-01');
    const messages = async (rows: BalanceRow[], given?: Given) => {
      const { errors, made } = await importRows(rows, given);
      expect(made).toEqual([]);
      return errors.map(({ message }) => message);
    };
    expect(await messages([debit('1110', 1000), credit('3110', 999)])).toEqual(
      Array(2).fill(
        'The trial balance does not balance: debits $10.00, credits $9.99, difference $0.01. Is a row missing?',
      ),
    );
    expect(await messages([debit('77', 1000), credit('3110', 1000)])).toEqual([
      'account: There is no account 77. Import the chart of accounts first, or replace it by an account of the books.',
      'Another row of the trial balance cannot be taken, so nothing of it is posted.',
    ]);
    expect(await messages([debit('1110', 1), credit('3110', 1)], { unread: 2 })).toEqual(
      Array(2).fill(
        '2 other rows of the trial balance cannot be taken, so nothing of it is posted.',
      ),
    );
    expect(await entries()).toEqual([]);
  });

  it('needs an opening date and an open month', async () => {
    const rows = [debit('1110', 1000), credit('3110', 1000)];
    expect((await importRows(rows)).errors[0]?.message).toContain(
      'Set the opening date of the books first, with isp books set-opening-date',
    );
    await begin('2026-11-01');
    await importRows(rows);
    await lockMonth(ctx(), isoMonth('2026-10'));
    expect((await importRows(rows)).unchanged).toBe(2);
    expect((await importRows([debit('1120', 1000), credit('3110', 1000)])).errors[0]?.message).toBe(
      'date: October 2026 is locked in the books. The opening entry is dated 31 Oct 2026.',
    );
    await unlockMonth(ctx(), isoMonth('2026-10'));
  });

  it('reads one balance column with either sign, and amounts in SSP', async () => {
    await begin('2026-11-01');
    const signed = await importRows([
      { account: '1110', balance: cents(1000) },
      { account: '3110', balance: cents(-1000) },
    ]);
    expect(signed.notes).toEqual([]);
    const usual = await importRows([
      { account: '1110', balance: cents(1000) },
      { account: '3110', balance: cents(1000) },
    ]);
    expect(usual).toMatchObject({ unchanged: 2 });
    const inPounds = [
      { account: '1110', debitSsp: cents(100_000) },
      { account: '1120', debitSsp: cents(100_000) },
      { account: '1130', debitSsp: cents(100_000) },
      { account: '3110', creditSsp: cents(300_000) },
    ];
    expect((await importRows(inPounds)).errors[0]?.message).toBe(
      'There is no exchange rate of 31 Oct 2026 for SSP.',
    );
    await importRows(inPounds, { rate: 70_000 });
    // 1,000 SSP are USD 1.4286, so three times 1.43 differ by a cent from 4.29.
    expect(await balances()).toEqual({ '1110': 143, '1120': 143, '1130': 143, '3110': -429 });
  });

  it('counts a balance beside debit and credit once, and refuses one that contradicts them', async () => {
    await begin('2026-11-01');
    const both = [
      { ...debit('1110', 1000), balance: cents(1000) },
      { ...credit('3110', 1000), balance: cents(1000) },
    ];
    expect((await importRows(both)).errors).toEqual([]);
    expect(await balances()).toEqual({ '1110': 1000, '3110': -1000 });
    const wrong = await importRows([
      { ...debit('1110', 1000), balance: cents(900) },
      { ...credit('3110', 1000), balance: cents(0) },
    ]);
    expect(wrong.errors.map(({ message }) => message)).toEqual([
      'balance: The balance is $9.00, but debit less credit is $10.00. Leave one of them empty, or do not map its column.',
      'Another row of the trial balance cannot be taken, so nothing of it is posted.',
    ]);
    const twoCurrencies = await importRows(
      [{ ...debit('1110', 1000), debitSsp: cents(700_000) }, credit('3110', 1000)],
      { rate: 70_000 },
    );
    expect(twoCurrencies.errors[0]?.message).toContain('an amount in USD and one in SSP');
    expect(await balances()).toEqual({ '1110': 1000, '3110': -1000 });
  });

  it('opens pound accounts with their pounds, given or converted', async () => {
    await begin('2026-11-01');
    const messages = async (...rows: BalanceRow[]) =>
      (await importRows([...rows, credit('3110', 1000)], { rate: 40_000 })).errors.map(
        ({ message }) => message,
      )[0];
    expect(await messages(debit('1160', 1000))).toBe(
      'balanceSsp: 1160 Cash on Hand - SSP is kept in pounds: say how many pounds its balance is.',
    );
    expect(await messages({ ...debit('1160', 1000), creditSsp: cents(400_000) })).toBe(
      'creditSsp: The dollars are a debit and the pounds a credit.',
    );
    const rows = [
      { ...debit('1160', 1000), balanceSsp: cents(380_000) },
      { account: '1170', debitSsp: cents(400_000) },
      { ...credit('2140', 500), balanceSsp: cents(200_000) },
      credit('3110', 1500),
    ];
    const made = await importRows(rows, { rate: 40_000 });
    expect(made).toMatchObject({ created: 4, errors: [] });
    expect(await balances()).toEqual({ '1160': 1000, '1170': 1000, '2140': -500, '3110': -1500 });
    expect(await pounds()).toEqual({ '1160': 380_000, '1170': 400_000, '2140': -200_000 });
    expect(await importRows(rows, { rate: 40_000 })).toMatchObject({ created: 0, unchanged: 4 });

    const corrected = [{ ...rows[0]!, balanceSsp: cents(390_000) }, ...rows.slice(1)];
    expect(await importRows(corrected, { rate: 40_000 })).toMatchObject({
      updated: 1,
      unchanged: 3,
    });
    expect(await pounds()).toEqual({ '1160': 390_000, '1170': 400_000, '2140': -200_000 });
  });
});

describe('importOpeningBalances from several connections', () => {
  beforeAll(async () => {
    app = await createTestApp('2026-11-21T08:00:00Z');
  });
  afterAll(async () => {
    await app.close();
    app = marked;
  });

  it('two at once post one entry, and a reversal is made once', async () => {
    await begin('2026-11-01');
    const rows = [debit('1110', 1000), credit('3110', 1000)];
    const both = await Promise.all([importRows(rows), importRows(rows)]);
    expect(both.map(({ created }) => created).sort()).toEqual([0, 2]);
    const id = both.flatMap(({ made }) => made)[0]!.id;
    const undo = () => transact(ctx(), (tx) => undoOpeningBalances(tx, [id]));
    await lockMonth(ctx(), isoMonth('2026-10'));
    expect([await undo(), await undo()]).toEqual([
      { reversed: 1, kept: [] },
      {
        reversed: 0,
        kept: [
          expect.objectContaining({ entityId: id, reason: expect.stringContaining('replaced') }),
        ],
      },
    ]);
    await unlockMonth(ctx(), isoMonth('2026-10'));
    expect(await balances()).toEqual({ '1110': 0, '3110': 0 });
    expect(await importRows(rows)).toMatchObject({ created: 2 });
  });
});
