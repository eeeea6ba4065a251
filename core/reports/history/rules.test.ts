import { describe, expect, test } from 'vitest';
import type { HistoryEvent } from '../kinds/rules-kind.ts';
import { changesOf, eventInWords, valueInWords, whoInWords } from './rules.ts';

function event(action: string, more: Partial<HistoryEvent> = {}): HistoryEvent {
  return {
    actorKind: 'staff',
    actorName: 'Achol Deng',
    action,
    summary: '',
    before: null,
    after: null,
    format: 1,
    ...more,
  };
}

test.each([
  [45_000, 'usd', '$450.00'],
  [-1, 'usd', '-$0.01'],
  [40_000, 'ssp', 'SSP 400'],
  ['2026-11-21', 'date', '21 Nov 2026'],
  ['2026-11', 'month', 'November 2026'],
  ['not a date', 'date', 'not a date'],
  [50, 'mbps', '50 Mbps'],
  ['+211920000001', 'phone', '0920 000 001'],
  ['mobile_money', 'account', 'Mobile money'],
  ['constructor', 'account', 'constructor'],
  ['individual', 'word', 'Individual'],
  ['', 'text', null],
  [null, 'usd', null],
  [undefined, 'date', null],
  [12.5, 'usd', '12.5'],
  ['12.50', 'usd', '12.50'],
  [1e300, 'usd', '1e+300'],
  [{ secret: 'x' }, 'text', null],
] as const)('%j as %s is %j', (value, format, expected) => {
  expect(valueInWords(value, format, 1)).toBe(expected);
});

test('amounts of lines of format 2 are as the API answers them', () => {
  expect(valueInWords(450, 'usd', 2)).toBe('$450.00');
  expect(valueInWords(0.29, 'usd', 2)).toBe('$0.29');
  expect(valueInWords(12.5, 'usd', 2)).toBe('$12.50');
  expect(valueInWords([{ invoiceNumber: 'INV-1', amountUsd: 1.15 }], 'settled', 2)).toBe(
    'INV-1 $1.15',
  );
});

test('the invoices of a receipt are named, of a very long one the first', () => {
  const part = (number: number) => ({ invoiceNumber: `INV-${number}`, amountUsd: 100 });
  expect(valueInWords([part(1), part(2)], 'settled', 1)).toBe('INV-1 $1.00, INV-2 $1.00');
  const many = Array.from({ length: 23 }, (_, index) => part(index));
  expect(valueInWords(many, 'settled', 1)).toMatch(/INV-19 \$1\.00 and 3 more$/);
  expect(valueInWords([], 'settled', 1)).toBeNull();
  expect(valueInWords([null, 7], 'settled', 1)).toBe(', ');
});

describe('changes', () => {
  test('are the fields that differ, by their labels, in the order of the record', () => {
    const before = { monthlyFeeUsd: 12_500, packageType: 'Basic Fiber', address: '', version: 1 };
    const after = { monthlyFeeUsd: 45_000, packageType: 'Standard Fiber', address: '', version: 2 };
    expect(changesOf('customer', { before, after, format: 1 })).toEqual([
      { field: 'Package', before: 'Basic Fiber', after: 'Standard Fiber' },
      { field: 'Monthly fee', before: '$125.00', after: '$450.00' },
    ]);
  });

  test('tell what was emptied, and of a new record what it holds', () => {
    expect(
      changesOf('customer', {
        before: { installationDate: '2026-11-01' },
        after: { installationDate: null },
        format: 2,
      }),
    ).toEqual([{ field: 'Installation', before: '1 Nov 2026', after: null }]);
    expect(
      changesOf('customer', {
        before: null,
        after: { name: 'Akol', email: '', otherExpensesUsd: 0, bandwidth: 10 },
        format: 2,
      }),
    ).toEqual([
      { field: 'Name', before: null, after: 'Akol' },
      { field: 'Bandwidth', before: null, after: '10 Mbps' },
    ]);
  });

  test('never show what is not named: a password, a token, an id, or what a later version adds', () => {
    const record = {
      id: 3,
      password: 'x',
      passwordHash: '•••',
      token: 't',
      version: 4,
      extra: 'y',
    };
    for (const about of ['customer', 'invoice', 'payment'] as const)
      expect(changesOf(about, { before: null, after: record, format: 2 })).toEqual([]);
  });

  test('of a log line that holds no record are none', () => {
    for (const value of [null, 'text', 7, [], true])
      expect(changesOf('invoice', { before: value, after: value, format: 2 })).toEqual([]);
  });
});

describe('a line', () => {
  const status = (from: string, to: string) => ({
    before: { status: from },
    after: { status: to },
  });

  test.each([
    [event('customer.create'), 'Added'],
    [event('customer.update', status('Active', 'Suspended')), 'Suspended by hand'],
    [event('customer.update', status('Suspended', 'Active')), 'Restored by hand'],
    [event('customer.update', status('Active', 'Inactive')), 'Set Inactive by hand'],
    [event('customer.update', { after: { name: 'x', status: 'Active' } }), 'Details changed'],
    [event('customer.statusByRule', status('Active', 'Suspended')), 'Suspended by the 15-day rule'],
    [event('customer.statusByRule', status('Suspended', 'Active')), 'Restored by the 15-day rule'],
    [
      event('customer.promise', { before: { until: null }, after: { until: '2026-12-01' } }),
      'Promise to pay recorded',
    ],
    [
      event('customer.promise', {
        before: { until: '2026-11-30', status: 'Suspended' },
        after: { until: '2026-12-01', status: 'Active' },
      }),
      'Promise to pay changed, service restored',
    ],
    [event('customer.promise', { after: { until: null } }), 'Promise to pay taken back'],
    [event('customer.restore'), 'Restored by the 15-day rule: nothing overdue is open any more'],
    [event('something.later', { summary: 'What was written then' }), 'What was written then'],
    [event('something.later'), 'Something.later'],
    [event('toString'), 'ToString'],
  ])('of a customer %#', (line, what) => {
    expect(eventInWords('customer', line).what).toBe(what);
  });

  test.each([
    [event('invoice.email', { summary: 'INV-2026-000001 to a@b.ss' }), 'E-mailed to a@b.ss'],
    [event('invoice.paymentStatus', status('pending', 'paid')), 'Payment status set to paid'],
    [event('invoice.paymentStatus', status('paid', 'paid')), 'Payment details changed'],
    [
      event('payment.record', { after: { receiptId: 'RCT-2026-000007', amountUsd: 12_500 } }),
      'Payment RCT-2026-000007 of $125.00 recorded',
    ],
    [
      event('payment.reverse', {
        summary: 'RCT-2026-000007: Cheque returned: no cover',
        after: { receiptId: 'RCT-2026-000007' },
      }),
      'Receipt RCT-2026-000007 reversed: Cheque returned: no cover',
    ],
    [
      event('credit.grant', { after: { receiptId: 'RCT-2026-000008', amountUsd: 500 } }),
      'Credit RCT-2026-000008 of $5.00 recorded',
    ],
  ])('of an invoice %#', (line, what) => {
    expect(eventInWords('invoice', line).what).toBe(what);
  });

  test('of a new invoice tells its amount and rate, which the log names otherwise', () => {
    const after = {
      amount: 65_500,
      rate: 40_000,
      dueDate: '2026-11-15',
      receivableAccount: '1210',
    };
    expect(eventInWords('invoice', event('invoice.create', { after })).changes).toEqual([
      { field: 'Amount', before: null, after: '$655.00' },
      { field: 'Due date', before: null, after: '15 Nov 2026' },
      { field: 'Exchange rate', before: null, after: 'SSP 400' },
    ]);
  });

  test('of a payment gives the reason of a reversal', () => {
    const line = event('payment.reverse', {
      summary: 'RCT-2026-000007: Cheque returned',
      ...status('recorded', 'reversed'),
    });
    expect(eventInWords('payment', line)).toEqual({
      what: 'Reversed: Cheque returned',
      changes: [{ field: 'Status', before: 'Recorded', after: 'Reversed' }],
    });
  });

  test('says who: a name, what runs by itself, or that it is not known', () => {
    const who = (actorKind: string, actorName: string) => whoInWords({ actorKind, actorName });
    expect(who('staff', 'Achol Deng')).toBe('Achol Deng');
    expect(who('system', 'billing.disconnect')).toBe('Auto-disconnect, daily');
    expect(who('staff', 'billing.disconnect')).toBe('billing.disconnect');
    expect(who('shell', 'root (shell)')).toBe('root (shell)');
    expect(who('staff', '')).toBe('Not known');
  });
});

test('a return of goods is told with its credit note and reason, whatever the customer is called', () => {
  const summary = 'SO-2026-0001 Deng: Sons: $1,075.00 CN-2026-000001: Too slow: twice';
  expect(eventInWords('salesOrder', event('sale.return', { summary })).what).toBe(
    'Goods returned: $1,075.00 CN-2026-000001: Too slow: twice',
  );
});
