import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBalanced, totalsOf } from '../accounting/rules.ts';
import { isoDate } from '../kernel/dates.ts';
import { addCents, cents, MAX_AMOUNT } from '../kernel/money.ts';
import { type BatchFacts, vouchersLapsed, vouchersSold, vouchersVoided } from './postings.ts';
import * as rules from './rules.ts';

const code = fc
  .array(fc.nat({ max: rules.CODE_ALPHABET.length - 1 }), { minLength: 12, maxLength: 12 })
  .map((places) => places.map((place) => rules.CODE_ALPHABET[place]).join(''));

describe('codes', () => {
  test('have twelve characters without look-alikes, from the random source alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (numbers) => {
        let next = 0;
        const made = rules.makeCode((below) => {
          expect(below).toBe(31);
          next += 1;
          return numbers[next - 1]! % below;
        });
        expect(next).toBe(12);
        expect(made).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
        expect(rules.typedCode(made)).toBe(made);
      }),
    );
  });

  test('are read in any case, with blanks and hyphens', () => {
    fc.assert(
      fc.property(code, fc.constantFrom(' ', '-', '–', '\t', ' - '), (given, between) => {
        expect(rules.typedCode(rules.shownCode(given))).toBe(given);
        const typed = [given.slice(0, 4), given.slice(4, 8), given.slice(8)].join(between);
        expect(rules.typedCode(` ${typed.toLowerCase()} `)).toBe(given);
        expect(rules.typedCode(given.slice(1))).toBeUndefined();
        expect(rules.typedCode(`${given}A`)).toBeUndefined();
        expect(rules.typedCode(`0${given.slice(1)}`)).toBeUndefined();
      }),
    );
  });

  test('any text is a code or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const read = rules.typedCode(text);
        expect(read === undefined || rules.typedCode(read) === read).toBe(true);
      }),
    );
    expect(rules.typedCode(' '.repeat(1_000_000))).toBeUndefined();
  });
});

const amount = fc.integer({ min: 1, max: 3_000_000 }).map(cents);
const rate = fc.integer({ min: 100, max: 1_000_000 }).map(cents);
const quantity = fc.integer({ min: 1, max: 100 });

describe('prices and postings', () => {
  test('a dollar sale has its price, a pound sale the pounds at the standard rate', () => {
    const rates = { voucher: cents(130_000), standard: cents(40_000) };
    expect(rules.priced(cents(500), 'USD', rates)).toEqual({
      priceUsd: 500,
      priceSsp: 650_000,
      valueUsd: 500,
    });
    // SSP 6,500 at 400 for one dollar.
    expect(rules.priced(cents(500), 'SSP', rates).valueUsd).toBe(1625);
  });

  test('what is refused never reaches the books', () => {
    const tiny = rules.priced(cents(1), 'SSP', { voucher: cents(100), standard: cents(1_000_000) });
    expect(rules.amountProblem(tiny, 1)).toContain('smallest amount');
    const large = { priceUsd: MAX_AMOUNT.USD, priceSsp: cents(100), valueUsd: MAX_AMOUNT.USD };
    expect(rules.amountProblem(large, 1)).toBeUndefined();
    expect(rules.amountProblem(large, 2)).toContain('too large');
  });

  test('entries balance, and any division of a sale empties 2220', () => {
    const sale = fc.record({
      price: amount,
      currency: fc.constantFrom('USD', 'SSP'),
      count: quantity,
      voucher: rate,
      standard: rate,
    });
    fc.assert(
      fc.property(sale, fc.nat(), ({ price, currency, count, voucher, standard }, cut) => {
        const made = rules.priced(price, currency, { voucher, standard });
        fc.pre(rules.amountProblem(made, count) === undefined);
        const batch: BatchFacts = {
          ...{ id: 1, batchNumber: 'VB-2026-000001', bundleName: 'Daily' },
          ...{ moneyAccount: currency === 'USD' ? '1110' : '1160', ...made },
        };
        const day = isoDate('2026-11-23');
        const back = cut % (count + 1);
        const postings = [
          vouchersSold(batch, count, day),
          ...(back > 0 ? [vouchersVoided(batch, { id: 1, quantity: back }, day)] : []),
          ...(back < count ? [vouchersLapsed(batch, count - back, day)] : []),
        ];
        for (const { lines } of postings) expect(isBalanced(totalsOf(lines))).toBe(true);
        const lines = postings.flatMap((posting) => posting.lines);
        const on = (account: string) => lines.filter((line) => line.account === account);
        const net = (account: string) =>
          on(account).reduce((sum, line) => sum + line.debit - line.credit, 0);
        expect(net('2220') + 0).toBe(0);
        expect(-net('4310') + 0).toBe(made.valueUsd * (count - back));
        const pounds = addCents(...on(batch.moneyAccount).map((line) => line.ssp ?? cents(0)));
        expect(pounds).toBe(currency === 'SSP' ? made.priceSsp * (count - back) : 0);
      }),
    );
  });
});

describe('time', () => {
  test('a voucher runs whole days from its activation', () => {
    const at = new Date('2026-11-23T10:30:00Z');
    expect(rules.endOf(at, 1)).toEqual(new Date('2026-11-24T10:30:00Z'));
    const activated = { status: 'activated' as const, expiresAt: rules.endOf(at, 1) };
    expect(rules.statusAt(activated, new Date('2026-11-24T10:29:59.999Z'))).toBe('activated');
    expect(rules.statusAt(activated, new Date('2026-11-24T10:30:00Z'))).toBe('expired');
    expect(rules.statusAt({ status: 'unused', expiresAt: null }, at)).toBe('unused');
  });

  test('an unused one can be activated on its last day, and not after it', () => {
    const lapsesOn = rules.lapseDay(isoDate('2026-11-23'), 365);
    expect(lapsesOn).toBe('2027-11-23');
    expect(rules.lapseProblem({ lapsesOn }, lapsesOn)).toBeUndefined();
    expect(rules.lapseProblem({ lapsesOn }, isoDate('2027-11-24'))).toContain('expired');
  });
});

test('bundles without data are unlimited', () => {
  expect(rules.bundleProblem({ bundleType: 'data', dataAllowanceMB: 0 })).toContain('unlimited');
  expect(rules.bundleProblem({ bundleType: 'time', dataAllowanceMB: 1 })).toBeUndefined();
  expect(rules.bundleProblem({ bundleType: 'unlimited', dataAllowanceMB: 0 })).toBeUndefined();
  expect([0, 500, 1024, 2048, 1536].map(rules.dataText)).toEqual([
    'Unlimited',
    '500 MB',
    '1 GB',
    '2 GB',
    '1.5 GB',
  ]);
});
