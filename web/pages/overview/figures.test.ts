import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { expect, test } from 'vitest';
import { oversubscription } from './network-performance.tsx';
import { customersTrend, revenueTrend, ticketsTrend, uptimeTrend } from './overview-trends.ts';
import { timeSince } from './time-since.ts';

test.each([
  [1000, 5585, '5.6 : 1'],
  [6000, 3890, '0.6 : 1'],
  [1000, 3000, '3 : 1'],
  [1000, 0, '0 : 1'],
  [0, 10, undefined],
])('of %i Mbps bought, %i sold are an oversubscription of %s', (bought, sold, ratio) => {
  expect(oversubscription(bought, sold)).toBe(ratio);
});

const revenueByMonth = [{ month: '2026-11', revenueUsd: cents(0) }];
const trends = {
  activeBefore: 100,
  revenueSoFarUsd: cents(100),
  revenueSameDaysUsd: cents(100),
  previousRange: { startDate: isoDate('2026-10-01'), endDate: isoDate('2026-10-23') },
  uptimeThisMonth: 99.5,
  uptimeBefore: 99.25,
  openTicketsBefore: 12,
};

test.each([
  [200, 'up', true, '$1.00 more than by 23 Oct'],
  [50, 'down', false, '$0.50 less than by 23 Oct'],
  [100, 'flat', undefined, 'as much as by 23 Oct'],
])('%i cents of revenue', (now, direction, good, text) => {
  const trend = revenueTrend({ ...trends, revenueSoFarUsd: cents(now) });
  expect(trend).toEqual({ direction, text, ...(good === undefined ? {} : { good }) });
});

test.each([
  [1103, 'up', '1,003 more active than on 31 Oct'],
  [98, 'down', '2 fewer active than on 31 Oct'],
  [100, 'flat', 'as many active as on 31 Oct'],
])('%i active customers', (activeCustomers, direction, text) => {
  expect(customersTrend({ activeCustomers, revenueByMonth, trends })).toMatchObject({
    direction,
    text,
  });
});

test('January is compared with December', () => {
  const january = [{ month: '2027-01', revenueUsd: cents(0) }];
  expect(customersTrend({ activeCustomers: 100, revenueByMonth: january, trends }).text).toBe(
    'as many active as on 31 Dec',
  );
});

test('on the last day of a month the whole month before is compared with', () => {
  const previousRange = { startDate: isoDate('2026-10-01'), endDate: isoDate('2026-10-31') };
  expect(uptimeTrend({ ...trends, previousRange }).text).toBe(
    'this month 0.25 points above October',
  );
});

test.each([
  [99.5, 'up', true, 'this month 0.25 points above 1 to 23 Oct'],
  [98, 'down', false, 'this month 1.25 points below 1 to 23 Oct'],
  [99.2501, 'flat', undefined, 'this month as in 1 to 23 Oct'],
])('an uptime of %f%%', (uptimeThisMonth, direction, good, text) => {
  const trend = uptimeTrend({ ...trends, uptimeThisMonth });
  expect(trend).toEqual({ direction, text, ...(good === undefined ? {} : { good }) });
});

test.each([
  [15, 'up', false, '3 more than a month ago'],
  [10, 'down', true, '2 fewer than a month ago'],
  [12, 'flat', undefined, 'as many as a month ago'],
])('%i open tickets', (openTickets, direction, good, text) => {
  const trend = ticketsTrend({ openTickets, trends });
  expect(trend).toEqual({ direction, text, ...(good === undefined ? {} : { good }) });
});

test('without a month before there is nothing to compare with', () => {
  const none = { ...trends, activeBefore: null, uptimeBefore: null, openTicketsBefore: null };
  const nothing = { direction: 'none', text: 'nothing to compare with yet' };
  expect(customersTrend({ activeCustomers: 3, revenueByMonth, trends: none })).toEqual(nothing);
  expect(uptimeTrend(none)).toEqual(nothing);
  expect(ticketsTrend({ openTickets: 3, trends: none })).toEqual(nothing);
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
