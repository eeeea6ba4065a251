import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBalanced, totalsOf } from '../accounting/rules.ts';
import { isoDate } from '../kernel/dates.ts';
import { addCents, cents, MAX_AMOUNT } from '../kernel/money.ts';
import { type BatchFacts, vouchersLapsed, vouchersSold, vouchersVoided } from './postings.ts';
import * as rules from './rules.ts';

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
