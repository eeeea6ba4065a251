import type { AccessAccount } from '@nimule/core/access/schema';
import type { ClosedSession, OpenSession, Refusal } from '@nimule/core/access/schema-sessions';
import { expect, test } from 'vitest';
import {
  bytesText,
  causeText,
  lengthText,
  sessionState,
  speedText,
  stateText,
  waitingText,
} from './access-words.ts';
import { whyOffline } from './why-offline.ts';

test('bytes, speeds and lengths have human units', () => {
  expect([0, 999, 1000, 1_234_567, 1_200_000_000, 5_500_000_000_000].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '1.2 MB',
    '1.2 GB',
    '5.5 TB',
  ]);
  expect([null, 512, 20_000, 24_080_000].map(speedText)).toEqual([
    '–',
    '512 kbps',
    '20 Mbps',
    '24.1 Gbps',
  ]);
  expect([0, 59, 60, 3599, 3600, 11_100, 86_400, 187_200].map(lengthText)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h 00 min',
    '3 h 05 min',
    '1 d 0 h',
    '2 d 4 h',
  ]);
});

test('states are in words, with the reason', () => {
  expect(stateText({ access: 'on', reason: '' })).toBe('On');
  expect(stateText({ access: 'garden', reason: 'suspended' })).toBe('Payment page only: suspended');
  expect(stateText({ access: 'off', reason: 'blocked' })).toBe('Refused: blocked');
});

test.each([
  ['on', '', true, true, 'As decided'],
  ['on', '', false, true, 'Waiting for the router'],
  ['garden', 'suspended', true, true, 'As decided: payment page'],
  ['garden', 'suspended', true, false, 'Would be suspended'],
  ['off', 'suspended', true, false, 'Would be suspended'],
  ['off', 'blocked', true, false, 'Would be refused: blocked'],
  ['off', 'inactive', false, false, 'Waiting for the router'],
  ['off', 'blocked', true, true, 'Waiting for the next comparison'],
] as const)('a session that gets %s (%s), as decided %s, applied %s: %s', (...row) => {
  const [access, reason, isAsDecided, isApplied, label] = row;
  expect(sessionState({ access, reason, isAsDecided }, isApplied).label).toBe(label);
});

test('what waits is named by router', () => {
  const sums = { sessions: 1204, asDecided: 1202, downloadKbps: 0, uploadKbps: 0 };
  const bor = { id: 1, name: 'Bor', sessions: 1000, waiting: 2 };
  const wau = { id: 2, name: 'Wau', sessions: 204, waiting: 1 };
  const calm = { ...wau, waiting: 0 };
  expect(waitingText({ ...sums, routers: [bor, calm] })).toBe(
    '1,202 as decided; 2 waiting for router Bor',
  );
  expect(waitingText({ ...sums, asDecided: 1201, routers: [bor, wau] })).toBe(
    '1,201 as decided; 2 waiting for router Bor, 1 for router Wau',
  );
  expect(waitingText({ ...sums, routers: [calm] })).toBe('all as decided');
  expect(waitingText({ ...sums, sessions: 0, routers: [] })).toBe('nobody is online');
});

test('causes are in words where they are known', () => {
  expect(['Lost-Carrier', 'silent', 'Vendor-Thing', ''].map(causeText)).toEqual([
    'the line was lost',
    'no report for 15 minutes',
    'Vendor-Thing',
    'no cause was told',
  ]);
});

test('why a customer is offline: what is decided, and what happened last', () => {
  const account = { access: 'garden', reason: 'suspended' } as AccessAccount;
  const refusal = {
    ...{ username: 'sc003', reason: 'password', count: 4, routerName: 'Bor' },
    lastAt: new Date('2026-11-21T08:40:00Z'),
  } as Refusal;
  const last = {
    ...{ username: 'sc003', cause: 'Lost-Carrier', routerName: 'Wau' },
    endedAt: new Date('2026-11-21T08:05:00Z'),
  } as ClosedSession;
  const none = { accounts: [account], isApplied: false, open: undefined };
  const nothing = { refusal: undefined, last: undefined };
  expect(whyOffline({ ...none, ...nothing, open: {} as OpenSession })).toBeUndefined();
  expect(whyOffline({ ...none, ...nothing })).toEqual(['No router has reported a sign-in yet.']);
  expect(whyOffline({ ...none, isApplied: true, refusal, last })).toEqual([
    'The customer is suspended: a sign-in reaches the payment page only.',
    'Router Bor refused sc003 on 21 Nov 2026, 10:40: the password was wrong (4 times within an hour).',
  ]);
  const earlier = { ...refusal, lastAt: new Date('2026-11-20T08:00:00Z') };
  expect(whyOffline({ ...none, refusal: earlier, last })).toEqual([
    'The last session of sc003 ended on 21 Nov 2026, 10:05 at router Wau: the line was lost.',
  ]);
  const on = { access: 'on', reason: '' } as AccessAccount;
  expect(
    whyOffline({ ...none, ...nothing, accounts: [account, on], isApplied: true, last }),
  ).toHaveLength(1);
});
