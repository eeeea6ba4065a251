import { describe, expect, test } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { nodeFacts, suspensionFacts } from './rules.ts';

const today = isoDate('2026-11-21');
const active = { status: 'Active', suspendedByRule: false, doNotDisconnectUntil: null } as const;
const debt = (dueDate: string, open = 5000) => ({
  dueDate: isoDate(dueDate),
  openUsd: cents(open),
  disputedSince: null,
  countedDueDate: null,
});
const disputed = (dueDate: string) => ({ ...debt(dueDate), disputedSince: isoDate('2026-11-20') });
const decided = (dueDate: string, on: string) => ({
  ...debt(dueDate),
  countedDueDate: isoDate(on),
});

describe('the day of a suspension', () => {
  test.each([
    ['15 days after the due date', active, [debt('2026-11-20')], '2026-12-05'],
    ['today where that is past', active, [debt('2026-10-01')], '2026-11-21'],
    ['the oldest invoice decides', active, [debt('2026-11-10'), debt('2026-11-20')], '2026-11-25'],
    [
      'less than a dollar does not count',
      active,
      [debt('2026-11-01', 99), debt('2026-11-20')],
      '2026-12-05',
    ],
    [
      'the day after a promise',
      { ...active, doNotDisconnectUntil: isoDate('2026-12-10') },
      [debt('2026-11-10')],
      '2026-12-11',
    ],
    [
      'a promise that ends earlier changes nothing',
      { ...active, doNotDisconnectUntil: isoDate('2026-11-22') },
      [debt('2026-11-20')],
      '2026-12-05',
    ],
    ['none without a debt', active, [], null],
    ['none of a disputed invoice', active, [disputed('2026-10-01')], null],
    ['the others decide', active, [disputed('2026-10-01'), debt('2026-11-20')], '2026-12-05'],
    ['15 days after a decision', active, [decided('2026-10-01', '2026-11-19')], '2026-12-04'],
    [
      'the first that counts',
      active,
      [decided('2026-10-01', '2026-11-19'), debt('2026-11-10')],
      '2026-11-25',
    ],
    [
      'none of a suspended customer',
      { ...active, status: 'Suspended' as const },
      [debt('2026-11-20')],
      null,
    ],
  ])('%s', (_, customer, open, day) => {
    expect(suspensionFacts(customer, open, today)).toEqual({ toRestoreUsd: 0, suspendsOn: day });
  });

  test('invoices of 15 days and more must be paid to be restored', () => {
    const customer = { ...active, status: 'Suspended', suspendedByRule: true } as const;
    const open = [
      disputed('2026-10-01'),
      debt('2026-11-01', 50),
      debt('2026-11-06', 700),
      debt('2026-11-07', 9000),
    ];
    expect(suspensionFacts(customer, open, today)).toEqual({ toRestoreUsd: 750, suspendsOn: null });
  });
});

describe('the state of a node', () => {
  const node = {
    name: 'Wau Tower',
    status: 'operational' as const,
    isReachable: true,
    inKbps: 400,
    outKbps: 900,
    typedKbps: 100,
    capacityKbps: 1000,
    alarm: null,
    alarmSince: null,
  };
  const at = new Date('2026-11-21T06:00:00Z');

  test('utilization is that of the busier direction, else the typed one', () => {
    expect(nodeFacts([node])?.utilization).toBe(90);
    expect(nodeFacts([{ ...node, inKbps: null }])?.utilization).toBe(10);
    expect(nodeFacts([{ ...node, capacityKbps: 0 }])?.utilization).toBe(null);
  });

  test('what is wrong above it is wrong with it', () => {
    const down = { ...node, name: 'Core', alarm: 'down' as const, alarmSince: at };
    expect(nodeFacts([node, down])).toMatchObject({
      name: 'Wau Tower',
      outage: { kind: 'not reachable', since: at },
    });
    expect(nodeFacts([node, { ...node, status: 'maintenance' }])?.status).toBe('maintenance');
    expect(nodeFacts([node, { ...node, status: 'offline' }])?.status).toBe('offline');
  });

  test('a busy link above does not make the node busy', () => {
    const busy = { ...node, alarm: 'utilisation' as const, alarmSince: at };
    expect(nodeFacts([node, busy])?.outage).toBe(null);
    expect(nodeFacts([busy])?.outage).toEqual({ kind: 'overloaded', since: at });
  });

  test('no node is known', () => expect(nodeFacts([])).toBe(null));
});
