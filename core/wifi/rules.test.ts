import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBalanced, totalsOf } from '../accounting/rules.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { wifiRefunded, wifiSold } from './postings.ts';
import { packagesAt, statusOf } from './rules.ts';

describe('packages', () => {
  test('are those of the specification, with pounds at the rate of the day', () => {
    const shown = packagesAt(cents(40_000)).map(
      ({ name, duration, data, speed, priceUSD, priceSSP, popular }) =>
        [name, duration, data, speed, priceUSD, priceSSP, popular].join(' | '),
    );
    expect(shown).toEqual([
      'Quick Browse | 1 hour | 500 MB | 5 Mbps | 50 | 20000 | false',
      'Half Day | 6 hours | 2 GB | 10 Mbps | 200 | 80000 | true',
      'Full Day | 24 hours | 5 GB | 15 Mbps | 400 | 160000 | false',
      'Weekly Pass | 7 days | 20 GB | 20 Mbps | 1500 | 600000 | false',
      'Student Special | 12 hours | 3 GB | 8 Mbps | 150 | 60000 | false',
    ]);
  });
});

test('a session is active until its expiry, unless it was ended', () => {
  const expiryTime = new Date('2026-11-23T10:00:00Z');
  const at = (time: string) => new Date(`2026-11-23T${time}Z`);
  expect(statusOf({ expiryTime, endedAt: null }, at('09:59:59'))).toBe('active');
  expect(statusOf({ expiryTime, endedAt: null }, at('10:00:00'))).toBe('expired');
  expect(statusOf({ expiryTime, endedAt: at('09:00:00') }, at('09:30:00'))).toBe('ended');
});

describe('postings', () => {
  const amounts = fc.record({
    amount: fc.integer({ min: 1, max: 10_000_000 }).map(cents),
    usd: fc.integer({ min: 1, max: 100_000 }).map(cents),
    moneyAccount: fc.constantFrom('1130', '1180'),
  });
  const sale = {
    id: 7,
    saleNumber: 'WF-2026-000007',
    packageName: 'Half Day',
    provider: 'NilePay',
    soldDate: isoDate('2026-11-23'),
  };

  test('balance, keep pounds on the pound account alone, and a refund takes back what the sale brought', () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), (of, isSimulated) => {
        const sold = wifiSold({ ...sale, ...of }, { isSimulated, date: sale.soldDate });
        const back = wifiRefunded({ ...sale, ...of }, { refundId: 3, date: isoDate('2026-11-24') });
        for (const { lines } of [sold, back]) expect(isBalanced(totalsOf(lines))).toBe(true);
        expect(sold.description.includes('simulated')).toBe(isSimulated);
        const sums = new Map<string, number[]>();
        for (const { account, debit, credit, ssp = 0 } of [...sold.lines, ...back.lines]) {
          const [usd = 0, pounds = 0] = sums.get(account) ?? [];
          sums.set(account, [usd + debit - credit, pounds + ssp]);
        }
        for (const sum of sums.values()) expect(sum).toEqual([0, 0]);
        const pounds = sold.lines.map(({ ssp }) => ssp);
        expect(pounds).toEqual([of.moneyAccount === '1180' ? of.amount : undefined, undefined]);
      }),
    );
  });
});
