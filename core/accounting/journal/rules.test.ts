import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents, MAX_CENTS } from '../../kernel/money.ts';
import { credit, debit, mirrored, totalsOf } from '../rules.ts';
import type { Account } from '../schema.ts';
import {
  accountsProblem,
  balanceColumns,
  dateProblem,
  entryStatus,
  linesOf,
  linesProblem,
  MAX_ENTRY,
  periodOf,
} from './rules.ts';

const line = (account: string, debitCents: number, creditCents: number) => ({
  account,
  debit: cents(debitCents),
  credit: cents(creditCents),
});

describe('linesProblem', () => {
  it('lets a balanced entry pass', () => {
    const lines = [line('1110', 700, 0), line('1120', 300, 0), line('4510', 0, 1_000)];
    expect(linesProblem(lines)).toBeUndefined();
  });

  it('says what the specification says', () => {
    expect(linesProblem([line('1110', 1, 0)])?.code).toBe('entry.tooFewLines');
    expect(linesProblem([line('1110', 5, 0), line('', 0, 5)])).toMatchObject({
      message: 'Missing Account: Please select an account for all journal entry lines',
      fields: { 'entries.1.accountCode': expect.any(String) },
    });
    expect(linesProblem([line('1110', 125_050, 0), line('4510', 0, 125_049)])).toEqual({
      code: 'entry.unbalanced',
      message: 'Entry Not Balanced: Debits ($1,250.50) must equal Credits ($1,250.49)',
    });
  });

  it('wants exactly one side on every line', () => {
    expect(
      linesProblem([line('1110', 5, 0), line('1120', 0, 0), line('4510', 0, 5)]),
    ).toMatchObject({
      code: 'entry.emptyLine',
      fields: { 'entries.1.debitAmount': expect.any(String) },
    });
    expect(linesProblem([line('1110', 5, 5), line('4510', 0, 5)])?.code).toBe('entry.bothSides');
  });

  it('refuses totals that are surely a slip, and loses no cents over them', () => {
    expect(linesProblem([line('1110', MAX_ENTRY, 0), line('4510', 0, MAX_ENTRY)])).toBeUndefined();
    const slip = [line('1110', MAX_ENTRY, 0), line('1120', 1, 0), line('4510', 0, MAX_ENTRY + 1)];
    expect(linesProblem(slip)).toMatchObject({
      code: 'entry.tooLarge',
      message: 'An entry cannot be larger than $10,000,000,000.00.',
    });
    const lines = Array.from({ length: 400 }, (_, index) =>
      index % 2 === 0 ? line('1110', MAX_CENTS, 0) : line('4510', 0, MAX_CENTS),
    );
    expect(linesProblem(lines)?.code).toBe('entry.tooLarge');
  });

  it('finds an entry unbalanced by a single cent, whatever its size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000_000 }), { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        (amounts, more) => {
          const lines = amounts.flatMap((amount) => [
            line('1110', amount, 0),
            line('4510', 0, amount),
          ]);
          expect(linesProblem(lines)).toBeUndefined();
          const off = more ? line('1110', amounts[0]! + 1, 0) : line('1110', amounts[0]!, 0);
          lines[0] = off;
          if (!more) lines.push(line('4510', 0, 1));
          expect(linesProblem(lines)?.code).toBe('entry.unbalanced');
        },
      ),
    );
  });
});

const account = (change: Partial<Account>): Account => ({
  code: '1110',
  name: 'Cash on Hand',
  type: 'ASSET',
  parentCode: '1100',
  level: 2,
  normalBalance: 'DEBIT',
  isCash: true,
  currency: 'USD',
  cashFlow: 'operating',
  expenseClass: null,
  isActive: true,
  ...change,
});

describe('accountsProblem', () => {
  const lines = [line('1110', 5, 0), line('4510', 0, 5)];

  it('takes active leaves alone', () => {
    const chart = [account({}), account({ code: '4510' })];
    expect(accountsProblem(lines, chart)).toBeUndefined();
    expect(accountsProblem(lines, [account({})])?.code).toBe('account.unknown');
    for (const change of [{ level: 1 }, { isActive: false }]) {
      expect(
        accountsProblem(lines, [account({}), account({ code: '4510', ...change })]),
      ).toMatchObject({
        code: 'account.notPostable',
        fields: { 'entries.1.accountCode': expect.stringContaining('4510') },
      });
    }
  });
});

describe('dates and periods', () => {
  const today = isoDate('2028-02-29');

  it('takes dates from 2000 to a year ahead', () => {
    expect(dateProblem(isoDate('2000-01-01'), today)).toBeUndefined();
    expect(dateProblem(isoDate('2029-02-28'), today)).toBeUndefined();
    expect(dateProblem(isoDate('1999-12-31'), today)?.code).toBe('entry.date');
    expect(dateProblem(isoDate('2029-03-01'), today)?.fields).toHaveProperty('date');
  });

  it('fills what is left out with the current month', () => {
    expect(periodOf({}, today)).toBe('2028-02');
    expect(periodOf({ month: 11, year: 2026 }, today)).toBe(isoMonth('2026-11'));
    expect(periodOf({ month: 7 }, today)).toBe('2028-07');
    expect(periodOf({ year: 2023 }, today)).toBe('2023-02');
  });
});

describe('lines and balances', () => {
  it('reads an amount that is left out as nothing', () => {
    expect(linesOf([{ accountCode: '1110', debitAmount: cents(5) }, {}])).toEqual([
      { account: '1110', debit: 5, credit: 0, description: '' },
      { account: '', debit: 0, credit: 0, description: '' },
    ]);
  });

  it('puts a balance into the column of its sign', () => {
    expect(balanceColumns(cents(5))).toEqual({ debit: 5, credit: 0 });
    expect(balanceColumns(cents(-5))).toEqual({ debit: 0, credit: 5 });
    expect(balanceColumns(cents(0))).toEqual({ debit: 0, credit: 0 });
  });

  it('mirrors lines so that both together are nothing', () => {
    const lines = [debit('1210', cents(100), 7), credit('4110', cents(100))];
    const both = totalsOf([...lines, ...mirrored(lines)]);
    expect(both.debit).toBe(both.credit);
    expect(mirrored(lines)[0]).toMatchObject({ account: '1210', credit: 100, customerId: 7 });
    expect(mirrored(mirrored(lines))).toEqual(lines);
  });

  it('names what became of an entry', () => {
    expect(entryStatus({ reversalOf: null, reversedBy: null })).toBe('posted');
    expect(entryStatus({ reversalOf: null, reversedBy: 'JE-2026-000002' })).toBe('reversed');
    expect(entryStatus({ reversalOf: 'JE-2026-000001', reversedBy: null })).toBe('reversal');
  });
});
