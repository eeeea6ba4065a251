import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPoundAccount } from '../../accounting/chart.ts';
import { isBalanced, type PostingLine, totalsOf } from '../../accounting/rules.ts';
import { isoDate } from '../../kernel/dates.ts';
import {
  addCents,
  type Cents,
  type Currency,
  cents,
  subtractCents,
  ZERO,
} from '../../kernel/money.ts';
import { expensePaid, expensePosted, expenseReversed } from '../postings.ts';
import { bookedAmounts, openOf } from '../rules.ts';
import { creditAccounts, debitAccounts } from '../rules-accounts.ts';
import { accounts, categories, payingAccounts } from '../schema.ts';
import { amountDue, type Settlement, settlementOf } from './rules-settlement.ts';

const rate = fc.integer({ min: 1, max: 10_000_000 }).map(cents);
const currency = fc.constantFrom<Currency>('USD', 'SSP');
const date = isoDate('2026-11-20');

/** An expense that can be booked. */
const expense = fc
  .record({
    amount: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 300_000_000 })),
    currency,
    rate,
    account: fc.constantFrom(...accounts),
    category: fc.constantFrom(...categories),
  })
  .map(({ amount, ...facts }) => ({
    ...facts,
    booked: bookedAmounts(cents(amount), facts.currency, facts.rate),
  }))
  .filter(({ booked }) => !('problem' in booked))
  .map(({ booked, ...facts }) => ({
    ...{ id: 1, transactionId: 'TXN-1', location: 'V', description: 'D', revision: 1 },
    ...(booked as { amountUsd: Cents; amountSsp: Cents | null }),
    account: facts.account,
    debitAccount: debitAccounts[facts.category],
    creditAccount: creditAccounts[facts.currency][facts.account],
  }));

function expectSound(lines: readonly PostingLine[]): void {
  expect(isBalanced(totalsOf(lines))).toBe(true);
  for (const { account, debit, credit, ssp } of lines) {
    expect([Math.min(debit, credit), Math.max(debit, credit) > 0]).toEqual([0, true]);
    expect(ssp !== undefined).toBe(isPoundAccount(account));
    if (ssp !== undefined) expect(Math.sign(ssp)).toBe(debit > 0 ? 1 : -1);
  }
}

test('every expense posts a sound entry, and its reversal the opposite', () => {
  fc.assert(
    fc.property(expense, (one) => {
      const { lines } = expensePosted(one, date);
      const { lines: back, reversalOf } = expenseReversed(one, date, 7);
      expectSound(lines);
      expectSound(back);
      expect(reversalOf).toBe(7);
      expect(back.map(({ debit, credit, ssp }) => [credit, debit, ssp && -ssp])).toEqual(
        lines.map(({ debit, credit, ssp }) => [debit, credit, ssp]),
      );
    }),
  );
});

const steps = fc.array(
  fc.record({
    /** Of what is due, in millionths. */
    part: fc.integer({ min: 0, max: 1_100_000 }),
    currency,
    rate,
    account: fc.constantFrom(...payingAccounts),
    isReversed: fc.boolean(),
  }),
  { maxLength: 8 },
);

test('payments and reversals in any order leave what is open on the payable, and the last one nothing', () => {
  fc.assert(
    fc.property(expense, steps, rate, (one, sent, lastRate) => {
      const payable = {
        ...one,
        ...{ account: 'accounts_payable' as const, settledUsd: ZERO, settledSsp: ZERO },
        creditAccount: creditAccounts[one.amountSsp === null ? 'USD' : 'SSP'].accounts_payable,
      };
      let owed = { usd: one.amountUsd, ssp: one.amountSsp ?? ZERO };
      const settle = (
        settlement: Settlement,
        paidIn: Currency,
        from: (typeof payingAccounts)[number],
      ) => {
        const creditAccount = creditAccounts[paidIn][from];
        const { lines } = expensePaid(
          { id: 1, paymentDate: date, creditAccount, ...settlement },
          payable,
        );
        expectSound(lines);
        payable.settledUsd = addCents(payable.settledUsd, settlement.settledUsd);
        payable.settledSsp = addCents(payable.settledSsp, settlement.settledSsp);
        owed = {
          usd: subtractCents(owed.usd, lines[0]!.debit),
          ssp: subtractCents(owed.ssp, lines[0]!.ssp ?? ZERO),
        };
      };
      for (const step of sent) {
        if (openOf(payable).openUsd === 0) break;
        const due = amountDue(payable, step.currency, step.rate);
        const amount = cents(Math.floor((due * step.part) / 1_000_000));
        if (amount === 0) continue;
        const settlement = settlementOf(payable, { amount, currency: step.currency }, step.rate);
        expect('problem' in settlement || amount <= due).toBe(true);
        if ('problem' in settlement) continue;
        const before = { ...owed };
        settle(settlement, step.currency, step.account);
        if (!step.isReversed) continue;
        payable.settledUsd = subtractCents(payable.settledUsd, settlement.settledUsd);
        payable.settledSsp = subtractCents(payable.settledSsp, settlement.settledSsp);
        owed = before;
      }
      const { openUsd, openSsp } = openOf(payable);
      expect(owed).toEqual({ usd: openUsd, ssp: openSsp ?? 0 });
      // Both are zero or neither.
      if (openSsp !== null) expect(openSsp === 0).toBe(openUsd === 0);
      if (openUsd === 0) return;
      const rest = settlementOf(payable, { currency: 'USD' }, lastRate);
      settle(rest as Settlement, 'USD', 'checking');
      expect(owed).toEqual({ usd: 0, ssp: 0 });
    }),
  );
});

test('more than what is open, and a part that is too small, are refused in words', () => {
  const payable = {
    account: 'accounts_payable' as const,
    ...{ amountUsd: cents(100_00), amountSsp: cents(40_000_00) },
    ...{ settledUsd: cents(25_00), settledSsp: cents(10_000_00) },
  };
  const pay = (amount: number, paidIn: Currency, at = 400_00) =>
    settlementOf(payable, { amount: cents(amount), currency: paidIn }, cents(at));
  expect(pay(30_000_01, 'SSP')).toEqual({
    problem: "Only SSP 30,000 is open at that day's rate. A payment cannot be above it.",
  });
  expect(pay(60_00, 'USD', 600_00)).toEqual({
    problem: "Only $50.00 is open at that day's rate. A payment cannot be above it.",
  });
  expect(pay(1, 'SSP')).toEqual({
    problem: "The amount is less than one US cent at that day's rate.",
  });
  // At 500 pounds for a dollar the same pounds cost 60 dollars, but were booked with 75.
  expect(pay(30_000_00, 'SSP', 500_00)).toEqual({
    ...{ amountUsd: 60_00, amountSsp: 30_000_00, settledUsd: 75_00, settledSsp: 30_000_00 },
  });
  expect(pay(20_00, 'USD', 500_00)).toEqual({
    ...{ amountUsd: 20_00, amountSsp: null, settledUsd: 25_00, settledSsp: 10_000_00 },
  });
});
