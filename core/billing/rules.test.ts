import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  daysBetween,
  fromDayNumber,
  isoDate,
  isoMonth,
  monthOf,
} from '../kernel/dates.ts';
import { type Cents, cents } from '../kernel/money.ts';
import {
  agingOf,
  billDateFor,
  correctedLines,
  defaultManualDueDate,
  displayStatus,
  dueDateFor,
  marginPercent,
  planRecurringInvoice,
  recurringTerms,
  totalOf,
} from './rules.ts';

const days = fc.integer({ min: 18_000, max: 30_000 }).map(fromDayNumber);
const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((value) => value as Cents);

describe('overdue', () => {
  const due = isoDate('2026-11-01');
  test.each([
    [9, 'pending', false],
    [10, 'pending', true],
    [14, 'pending', true],
    [15, 'overdue', false],
    [400, 'overdue', false],
  ] as const)('%i days past due shows as %s, nearing: %s', (late, status, nearing) => {
    const invoice = { status: 'pending', dueDate: due } as const;
    const today = addDays(due, late);
    expect(agingOf(invoice, today)).toEqual({ status, daysPastDue: late, nearingOverdue: nearing });
    expect(displayStatus(invoice, today)).toBe(status);
  });

  test('paid and cancelled invoices are never past due', () => {
    for (const status of ['paid', 'cancelled'] as const) {
      const invoice = { status, dueDate: due };
      expect(agingOf(invoice, addDays(due, 90))).toEqual({
        status,
        daysPastDue: 0,
        nearingOverdue: false,
      });
    }
  });
});

describe('dates of an invoice', () => {
  test('the run of the 1st is due on the 15th', () => {
    expect(dueDateFor(isoMonth('2026-11'), isoDate('2026-11-01'))).toBe('2026-11-15');
  });

  test('a late run leaves fourteen days', () => {
    fc.assert(
      fc.property(days, (today) => {
        expect(daysBetween(today, dueDateFor(monthOf(today), today))).toBeGreaterThanOrEqual(14);
      }),
    );
  });

  test('the bill date lies in its month', () => {
    const month = isoMonth('2026-11');
    expect(billDateFor(month, isoDate('2026-11-21'))).toBe('2026-11-21');
    expect(billDateFor(month, isoDate('2027-02-03'))).toBe('2026-11-30');
    expect(billDateFor(month, isoDate('2026-10-31'))).toBe('2026-11-01');
  });

  test('the manual form is due on the 15th of this month, past it of the next', () => {
    expect(defaultManualDueDate(isoDate('2026-11-15'))).toBe('2026-11-15');
    expect(defaultManualDueDate(isoDate('2026-12-16'))).toBe('2027-01-15');
  });
});

describe('the recurring invoice', () => {
  const customer = {
    type: 'individual',
    packageType: 'Basic Fiber',
    monthlyFeeUsd: cents(12_500),
    otherExpensesUsd: cents(250),
    connectionFeeUsd: cents(5000),
    connectionFeeBilled: false,
  } as const;

  const november = recurringTerms(isoMonth('2026-11'), isoDate('2026-11-01'));

  test('holds the fee, other services and once the connection fee', () => {
    const plan = planRecurringInvoice(customer, november);
    expect(plan?.lines.map((line) => [line.kind, line.amountUsd, line.account])).toEqual([
      ['subscription', 12_500, '4110'],
      ['other', 250, '4510'],
      ['connection', 5000, '4210'],
    ]);
    expect(
      totalOf(planRecurringInvoice({ ...customer, connectionFeeBilled: true }, november)!.lines),
    ).toBe(12_750);
  });

  test('a total of zero is skipped', () => {
    const free = {
      ...customer,
      monthlyFeeUsd: cents(0),
      otherExpensesUsd: cents(0),
      connectionFeeUsd: cents(0),
    };
    expect(planRecurringInvoice(free, november)).toBeUndefined();
  });
});

test('corrected lines add up to the corrected total', () => {
  const line = fc.record({
    kind: fc.constantFrom('subscription', 'other', 'connection'),
    description: fc.string(),
    amountUsd: amounts,
    account: fc.constant('4110'),
  });
  const fallback = {
    kind: 'service',
    description: 'x',
    amountUsd: cents(0),
    account: '4110',
  } as const;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), amounts, (lines, total) => {
      const corrected = correctedLines(lines, total, fallback);
      expect(totalOf(corrected)).toBe(total);
      expect(corrected.every(({ amountUsd }) => amountUsd > 0)).toBe(true);
    }),
  );
});

test('a corrected total leaves the connection fee what it is as long as it can', () => {
  const plan = {
    kind: 'subscription',
    description: 'p',
    amountUsd: cents(1000),
    account: '4110',
  } as const;
  const fee = {
    kind: 'connection',
    description: 'c',
    amountUsd: cents(5000),
    account: '4210',
  } as const;
  const more = { kind: 'service', description: 'x', amountUsd: cents(0), account: '4110' } as const;
  const parts = (lines: readonly { kind: string; amountUsd: Cents }[]) =>
    lines.map(({ kind, amountUsd }) => [kind, amountUsd]);
  const to = (total: number) => correctedLines([plan, fee], cents(total), more);
  expect(parts(to(5500))).toEqual([
    ['subscription', 500],
    ['connection', 5000],
  ]);
  expect(parts(to(5000))).toEqual([['connection', 5000]]);
  expect(parts(to(500))).toEqual([['connection', 500]]);
  expect(parts(to(7000))).toEqual([
    ['subscription', 2000],
    ['connection', 5000],
  ]);
  expect(parts(correctedLines([fee], cents(6000), more))).toEqual([
    ['connection', 5000],
    ['service', 1000],
  ]);
});

test('margin in percent, with one decimal', () => {
  expect(marginPercent(cents(333), cents(1000))).toBe(33.3);
  expect(marginPercent(cents(-500), cents(1000))).toBe(-50);
  expect(marginPercent(cents(-500), cents(0))).toBe(0);
});
