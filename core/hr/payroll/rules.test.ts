import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, isoDate, isoMonth, lastDay } from '../../kernel/dates.ts';
import { addCents, type Cents, cents, sumOf, ZERO } from '../../kernel/money.ts';
import {
  bracketsProblem,
  computePay,
  instalmentFor,
  instalmentsDue,
  type OpenAdvance,
  overtimePay,
  payPeriodOf,
  proratedBase,
  type RateRule,
  spreadOver,
  taxOf,
} from './rules.ts';

const amounts = fc.integer({ min: 0, max: 300_000_000 }).map(cents);
const rates = fc.integer({ min: 1, max: 10_000_000 }).map(cents);
const points = fc.integer({ min: 0, max: 10_000 });
const anyRate: fc.Arbitrary<RateRule> = fc
  .record({
    taxKind: fc.constantFrom('progressive' as const, 'whole' as const),
    taxCurrency: fc.constantFrom('USD' as const, 'SSP' as const),
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 9_000_000 }), points), { maxLength: 8 }),
    first: points,
    socialPoints: points,
    employerPoints: points,
  })
  .map(({ steps, first, ...rate }) => {
    let from = 0;
    const above = steps.map(([step, share]) => {
      from += step;
      return { fromAmount: cents(from), points: share };
    });
    return { ...rate, brackets: [{ fromAmount: ZERO, points: first }, ...above] };
  });
const flat = (taxPoints: number, socialPoints: number, employerPoints = 0): RateRule => ({
  taxKind: 'flat',
  taxCurrency: 'USD',
  brackets: [{ fromAmount: ZERO, points: taxPoints }],
  socialPoints,
  employerPoints,
});
const FIRST = flat(1500, 800);
const RATE = cents(400_00);
const none = { isTaxExempt: false, isSocialExempt: false };

describe('the pay of a payroll', () => {
  test('as in the specification', () => {
    const form = {
      baseSalary: cents(1000_00),
      overtime: cents(100_00),
      bonus: cents(50_00),
      deductions: cents(20_00),
    };
    expect(computePay(form, FIRST, RATE, none)).toEqual({
      ...form,
      grossPay: 1150_00,
      advances: 0,
      socialSecurity: 92_00,
      tax: 172_50,
      totalDeductions: 284_50,
      netPay: 865_50,
      employerSocialSecurity: 0,
      isTaxTyped: false,
      isSocialSecurityTyped: false,
    });
  });

  test('tax and social security typed as zero or left blank are computed, others stay', () => {
    const base = { baseSalary: cents(1000_00) };
    const blank = computePay(base, FIRST, RATE, none);
    expect(computePay({ ...base, tax: ZERO, socialSecurity: ZERO }, FIRST, RATE, none)).toEqual(
      blank,
    );
    const typed = computePay(
      { ...base, tax: cents(1), socialSecurity: cents(2) },
      FIRST,
      RATE,
      none,
    );
    expect(typed).toMatchObject({
      tax: 1,
      socialSecurity: 2,
      isTaxTyped: true,
      isSocialSecurityTyped: true,
    });
  });

  test('of an exempt employee has only what is typed', () => {
    const exempt = { isTaxExempt: true, isSocialExempt: true };
    const rate = flat(1500, 800, 1700);
    const pay = computePay({ baseSalary: cents(500_00) }, rate, RATE, exempt);
    expect(pay).toMatchObject({
      tax: 0,
      socialSecurity: 0,
      employerSocialSecurity: 0,
      netPay: 500_00,
    });
    const typed = computePay({ baseSalary: cents(500_00), tax: cents(5_00) }, rate, RATE, exempt);
    expect(typed).toMatchObject({ tax: 5_00, netPay: 495_00 });
  });

  test('adds up to the cent for any amounts and rates', () => {
    fc.assert(
      fc.property(
        fc.record({
          baseSalary: amounts,
          overtime: amounts,
          bonus: amounts,
          deductions: amounts,
          advances: amounts,
          tax: amounts,
          socialSecurity: amounts,
        }),
        anyRate,
        rates,
        fc.record({ isTaxExempt: fc.boolean(), isSocialExempt: fc.boolean() }),
        (form, rate, exchangeRate, exemptions) => {
          const pay = computePay(form, rate, exchangeRate, exemptions);
          expect(pay.grossPay).toBe(form.baseSalary + form.overtime + form.bonus);
          expect(pay.totalDeductions).toBe(
            pay.tax + pay.socialSecurity + pay.advances + pay.deductions,
          );
          expect(pay.netPay + pay.totalDeductions).toBe(pay.grossPay);
          const own = computePay(
            { ...form, tax: ZERO, socialSecurity: ZERO },
            rate,
            exchangeRate,
            none,
          );
          for (const share of [own.tax, own.socialSecurity, own.employerSocialSecurity]) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(own.grossPay);
          }
        },
      ),
    );
  });
});

describe('income tax', () => {
  const brackets = [
    { fromAmount: ZERO, points: 0 },
    { fromAmount: cents(100_00), points: 500 },
    { fromAmount: cents(300_00), points: 1000 },
  ];
  const progressive: RateRule = { ...FIRST, taxKind: 'progressive', brackets };
  const whole: RateRule = { ...FIRST, taxKind: 'whole', brackets };

  test.each([
    [99_99, 0, 0],
    [100_00, 0, 5_00],
    [200_00, 5_00, 10_00],
    [299_99, 10_00, 15_00],
    [300_00, 10_00, 30_00],
    [500_00, 30_00, 50_00],
  ])('of %i cents: progressive %i, whole %i', (gross, byParts, ofAll) => {
    expect(taxOf(cents(gross), progressive, RATE)).toBe(byParts);
    expect(taxOf(cents(gross), whole, RATE)).toBe(ofAll);
  });

  test('by brackets in pounds is computed in pounds at the rate of the payroll', () => {
    const inPounds: RateRule = {
      ...progressive,
      taxCurrency: 'SSP',
      brackets: brackets.map((one) => ({ ...one, fromAmount: cents(one.fromAmount * 400) })),
    };
    expect(taxOf(cents(500_00), inPounds, RATE)).toBe(30_00);
    // At 800 pounds the same dollars reach further into the brackets.
    expect(taxOf(cents(500_00), inPounds, cents(800_00))).toBe(40_00);
  });

  test('parts are added before they are rounded', () => {
    const thirds: RateRule = {
      ...FIRST,
      taxKind: 'progressive',
      brackets: [0, 1, 2].map((from) => ({ fromAmount: cents(from), points: 4000 })),
    };
    // 0.4 + 0.4 + 0.4 of a cent.
    expect(taxOf(cents(3), thirds, RATE)).toBe(1);
  });

  test('equal brackets are one flat rate, and more pay is never less progressive tax', () => {
    fc.assert(
      fc.property(
        amounts,
        amounts,
        anyRate,
        points,
        rates,
        (one, other, rate, share, exchangeRate) => {
          const same: RateRule = {
            ...rate,
            taxCurrency: 'USD',
            brackets: rate.brackets.map((bracket) => ({ ...bracket, points: share })),
          };
          expect(taxOf(one, same, exchangeRate)).toBe(taxOf(one, flat(share, 0), exchangeRate));
          const [less, more] = one < other ? [one, other] : [other, one];
          const progressive: RateRule = { ...rate, taxKind: 'progressive', taxCurrency: 'USD' };
          expect(taxOf(less, progressive, exchangeRate)).toBeLessThanOrEqual(
            taxOf(more, progressive, exchangeRate),
          );
        },
      ),
    );
  });

  test('brackets begin at zero and rise; a flat tax has one in dollars', () => {
    expect(bracketsProblem(progressive)).toBeUndefined();
    expect(bracketsProblem({ ...progressive, taxKind: 'flat' })).toContain('one rate');
    expect(bracketsProblem({ ...FIRST, taxCurrency: 'SSP' })).toContain('one rate');
    expect(bracketsProblem({ ...whole, brackets: brackets.slice(1) })).toContain('begin at zero');
    expect(bracketsProblem({ ...whole, brackets: [...brackets, brackets[1]!] })).toContain('above');
  });
});

describe('the base of a period', () => {
  const day = isoDate;
  test.each([
    ['a whole month', '2020-01-01', null, '2026-11-01', '2026-11-30', 3000_00],
    ['a joiner on the 16th', '2026-11-16', null, '2026-11-01', '2026-11-30', 1500_00],
    ['a leaver on the 10th', '2020-01-01', '2026-11-10', '2026-11-01', '2026-11-30', 1000_00],
    ['one who came and went', '2026-11-11', '2026-11-20', '2026-11-01', '2026-11-30', 1000_00],
    ['one who left before', '2020-01-01', '2026-10-31', '2026-11-01', '2026-11-30', 0],
    ['one who comes later', '2026-12-01', null, '2026-11-01', '2026-11-30', 0],
    ['a part of a month', '2020-01-01', null, '2026-11-01', '2026-11-15', 1500_00],
    ['two months', '2020-01-01', null, '2026-11-16', '2026-12-31', 4500_00],
    ['February of a leap year', '2028-02-29', null, '2028-02-01', '2028-02-29', 103_45],
  ])('%s', (_what, hired, last, start, end, expected) => {
    const until = last === null ? null : day(last);
    expect(proratedBase(cents(3000_00), day(hired), until, day(start), day(end))).toBe(expected);
  });

  test('of both parts of a month differs from the whole by one cent at most', () => {
    const start = isoDate('2026-11-01');
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 28 }), (monthly, days) => {
        const end = lastDay(isoMonth('2026-11'));
        const split = addDays(start, days);
        const first = proratedBase(monthly, start, null, start, split);
        const second = proratedBase(monthly, start, null, addDays(split, 1), end);
        expect(Math.abs(first + second - monthly)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('overtime and names of periods', () => {
    expect(overtimePay(cents(1760_00), 250, { monthHours: 176, overtimePercent: 100 })).toBe(25_00);
    expect(overtimePay(cents(1760_00), 250, { monthHours: 176, overtimePercent: 150 })).toBe(37_50);
    expect(payPeriodOf(isoDate('2026-11-01'), isoDate('2026-11-30'))).toBe('November 2026');
    expect(payPeriodOf(isoDate('2026-11-02'), isoDate('2026-11-30'))).toBe(
      '2 Nov 2026 – 30 Nov 2026',
    );
  });
});

describe('instalments of advances', () => {
  const month = isoMonth('2026-11');
  const anyAdvances = fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 1_000_00 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('2026-10', '2026-11', '2026-12'),
      ),
      { maxLength: 5 },
    )
    .map((list) =>
      list.map(
        ([amount, count, first], index): OpenAdvance => ({
          id: index + 1,
          amountUsd: cents(amount),
          repaidUsd: ZERO,
          instalmentUsd: instalmentFor(cents(amount), count),
          firstMonth: isoMonth(first),
        }),
      ),
    );

  test('an advance is repaid in the number of months asked for, or fewer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000_00 }),
        fc.integer({ min: 1, max: 60 }),
        (amount, count) => {
          const instalmentUsd = instalmentFor(cents(amount), count);
          let repaidUsd: Cents = ZERO;
          for (let paid = 0; paid < count; paid += 1)
            repaidUsd = addCents(
              repaidUsd,
              instalmentsDue(
                [{ id: 1, amountUsd: cents(amount), repaidUsd, instalmentUsd, firstMonth: month }],
                month,
              ),
            );
          expect(repaidUsd).toBe(amount);
        },
      ),
    );
  });

  test('what is spread over advances is the amount, and no more of each than is open', () => {
    fc.assert(
      fc.property(anyAdvances, fc.integer({ min: 0, max: 6_000_00 }), (advances, amount) => {
        const open = sumOf(advances, ({ amountUsd }) => amountUsd);
        const parts = spreadOver(advances, cents(amount), month);
        expect(parts === undefined).toBe(amount > open);
        for (const part of parts ?? []) {
          expect(part.amountUsd).toBeGreaterThan(0);
          expect(part.amountUsd).toBeLessThanOrEqual(advances[part.id - 1]!.amountUsd);
        }
        if (parts) expect(sumOf(parts, ({ amountUsd }) => amountUsd)).toBe(amount);
        const due = instalmentsDue(advances, month);
        expect(spreadOver(advances, due, month)).toEqual(
          advances
            .filter(({ firstMonth }) => firstMonth <= month)
            .map(({ id, instalmentUsd }) => ({ id, amountUsd: instalmentUsd })),
        );
      }),
    );
  });

  test('what other payrolls have planned is not taken again', () => {
    const advance = {
      id: 1,
      amountUsd: cents(100_00),
      repaidUsd: cents(20_00),
      instalmentUsd: cents(50_00),
      firstMonth: month,
    };
    expect(instalmentsDue([advance], month)).toBe(50_00);
    expect(instalmentsDue([advance], month, cents(50_00))).toBe(30_00);
    expect(instalmentsDue([advance], month, cents(80_00))).toBe(0);
    expect(instalmentsDue([{ ...advance, firstMonth: isoMonth('2026-12') }], month)).toBe(0);
  });
});
