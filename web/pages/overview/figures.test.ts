import { cents } from '@nimule/core/kernel/money';
import { actionLabel } from '@nimule/core/reports/rules-activities';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeSince } from './activity-labels.ts';
import { oversubscription } from './network-performance.tsx';
import { revenueTrend } from './overview-cards.tsx';
import { barsOf } from './revenue-chart.tsx';

const monthsOf = (amounts: readonly number[]) =>
  amounts.map((amount) => ({ month: '2026-11', revenueUsd: cents(amount) }));

test('bars are inside the plot and on one zero line for any months', () => {
  const amounts = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(amounts, (values) => {
      const bars = barsOf(monthsOf(values));
      const zeros = bars.map((bar, index) =>
        (values[index] ?? 0) < 0 ? bar.bottom + bar.height : bar.bottom,
      );
      for (const bar of bars) {
        expect(bar.bottom).toBeGreaterThanOrEqual(0);
        expect(bar.bottom + bar.height).toBeLessThanOrEqual(100 + 1e-9);
      }
      for (const zero of zeros) expect(zero).toBeCloseTo(zeros[0] ?? 0, 6);
    }),
  );
});

test('the height of a bar is proportional to its value', () => {
  expect(barsOf(monthsOf([0, 50, 200])).map(({ height }) => height)).toEqual([0, 25, 100]);
});

test.each([
  [1000, 5585, '5.6 : 1'],
  [6000, 3890, '0.6 : 1'],
  [1000, 3000, '3 : 1'],
  [1000, 0, '0 : 1'],
  [0, 10, undefined],
])('of %i Mbps bought, %i sold are an oversubscription of %s', (bought, sold, ratio) => {
  expect(oversubscription(bought, sold)).toBe(ratio);
});

test.each([
  [200, 100, 'up', '$1.00 more than in October'],
  [100, 250, 'down', '$1.50 less than in October'],
  [100, 100, 'flat', 'as in October'],
])('%i cents after %i', (now, before, direction, text) => {
  const trend = revenueTrend({
    monthlyRevenueUsd: cents(now),
    previousMonthRevenueUsd: cents(before),
    revenueByMonth: monthsOf([before, now]),
  });
  expect(trend).toMatchObject({ direction, text });
});

test('January is compared with December', () => {
  const trend = revenueTrend({
    monthlyRevenueUsd: cents(0),
    previousMonthRevenueUsd: cents(0),
    revenueByMonth: [{ month: '2027-01', revenueUsd: cents(0) }],
  });
  expect(trend?.text).toBe('as in December');
});

const now = new Date('2026-11-21T12:00:00Z');
test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:00:01Z', '59 minutes ago'],
  ['2026-11-21T10:00:00Z', '2 hours ago'],
  ['2026-11-20T12:00:00Z', undefined],
  ['2026-11-21T12:00:01Z', undefined],
])('%s is %s', (at, words) => {
  expect(timeSince(new Date(at), now)).toBe(words);
});

test('each action has a label, known or not', () => {
  expect(actionLabel('customer.create')).toBe('Customer added');
  expect(actionLabel('kiosk.visit')).toBe('kiosk visit');
});
