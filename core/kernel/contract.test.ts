import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  invoiceUpdate,
  manualInvoiceInput,
  paymentStatusInput,
} from '../billing/invoices/schema.ts';
import { customerInput } from '../customers/schema.ts';
import { grantsInput, suspendInput, userUpdate } from '../identity/schema.ts';
import { type Operation, routes } from '../routes.ts';
import { decodeInput, type Route } from './contract.ts';
import { isAppError } from './errors.ts';
import { ignoring, unknownKeys } from './unknown-keys.ts';

const route = (body: Route['body'], missing?: string): Route => ({
  method: 'POST',
  path: '/',
  permission: 'x',
  summary: '',
  body,
  ...(missing ? { missing } : {}),
});

function refusalOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (isAppError(error)) return [error.message, Object.keys(error.fields ?? {})];
    throw error;
  }
  return undefined;
}

function messagesOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (isAppError(error)) return Object.values(error.fields ?? {});
    throw error;
  }
  return [];
}

describe('decodeInput', () => {
  test('reads blank boxes as the fields accept them: an empty text, null, or not sent', () => {
    const body = {
      name: 'Akol',
      email: '',
      address: '',
      installationDate: '',
      bandwidth: '',
      monthlyFeeUsd: '',
      connectionFeeUsd: '',
      serviceStartDate: '',
    };
    expect(decodeInput(route(customerInput), { body }).body).toEqual({
      name: 'Akol',
      email: '',
      address: '',
      installationDate: null,
    });
    const invoice = { customerId: 1, description: 'Cable', amountUsd: 3, additionalCosts: '' };
    expect(decodeInput(route(manualInvoiceInput), { body: invoice }).body).toEqual({
      customerId: 1,
      description: 'Cable',
      amountUsd: 300,
    });
  });

  test('does not read a blank box of a change as not sent', () => {
    const change = { ...route(userUpdate), method: 'PUT' as const };
    expect(decodeInput(change, { body: { fullName: 'Deng' } }).body).toEqual({ fullName: 'Deng' });
    for (const body of [{ fullName: '' }, { username: ' ' }, { email: '' }])
      expect(refusalOf(() => decodeInput(change, { body }))?.[1]).toEqual(Object.keys(body));
    const correction = { ...route(invoiceUpdate), method: 'PUT' as const };
    for (const body of [{ amountUsd: '' }, { dueDate: '' }])
      expect(refusalOf(() => decodeInput(correction, { body }))?.[1]).toEqual(Object.keys(body));
    expect(decodeInput(correction, { body: { notes: '' } }).body).toEqual({ notes: '' });
  });

  test("answers the specification's text for blank or missing required fields, and marks them", () => {
    const said = 'Please fill in all required fields';
    const manual = route(manualInvoiceInput, said);
    const whole = { customerId: 1, description: 'Cable', amountUsd: 3 };
    for (const body of [{}, undefined, { ...whole, description: ' ' }, { ...whole, amountUsd: '' }])
      expect(refusalOf(() => decodeInput(manual, { body }))?.[0]).toBe(said);
    expect(refusalOf(() => decodeInput(manual, { body: { ...whole, customerId: '' } }))).toEqual([
      said,
      ['customerId'],
    ]);
    // Other errors keep their own message.
    expect(refusalOf(() => decodeInput(manual, { body: { ...whole, amountUsd: 'x' } }))?.[0]).toBe(
      'amountUsd: Enter an amount such as 125 or 1,250.50.',
    );
    expect(
      refusalOf(() => decodeInput(manual, { body: { ...whole, amountUsd: 99999999999999 } }))?.[0],
    ).toBe('amountUsd: This amount is too large.');
  });

  test('a body that is not an object is refused', () => {
    for (const body of ['', 'text', [], 3, null])
      expect(refusalOf(() => decodeInput(route(manualInvoiceInput), { body }))).toBeDefined();
    expect(refusalOf(() => decodeInput(route(manualInvoiceInput), { body: [] }))?.[0]).toBe(
      'The request body must be an object.',
    );
  });
});

describe('a key that the body does not name (decision 81)', () => {
  const body = z.object({
    name: z.string().optional(),
    items: ignoring(z.object({ quantity: z.number() }), ['total'])
      .array()
      .optional(),
    address: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('box'), box: z.number() }),
        z.object({ kind: z.literal('street'), street: z.string() }),
      ])
      .optional(),
    map: z.record(z.string(), z.object({ first: z.string() })).optional(),
  });
  const row = route(ignoring(body, ['userRole']));

  test.each([
    [{ updates: { name: 'x' } }, 'updates', 'name, items, address, map'],
    [{ items: [{ quantity: 1 }, { quantity: 1, qty: 2 }] }, 'items.1.qty', 'quantity'],
    [{ address: { kind: 'box', box: 1, street: 'x' } }, 'address.street', 'kind, box'],
    [{ map: { any: { first: 'a', second: 'b' } } }, 'map.any.second', 'first'],
    [{ constructor: 1 }, 'constructor', 'name, items, address, map'],
    [JSON.parse('{"__proto__": 1}'), '__proto__', 'name, items, address, map'],
    [{ ['x'.repeat(5000)]: 1 }, `${'x'.repeat(60)}…`, 'name, items, address, map'],
  ])('is refused, and named: %j', (sent, path, known) => {
    const part = path.includes('.') ? 'this part of the request' : 'this request';
    expect(refusalOf(() => decodeInput(row, { body: sent }))).toEqual([
      `Unknown field ${path} in ${part}, which takes ${known}.`,
      [path],
    ]);
  });

  test('of many is refused with the first ten', () => {
    const sent = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]));
    const [message, fields] = refusalOf(() => decodeInput(row, { body: sent }))!;
    expect(fields).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9']);
    expect(message).toContain('Unknown fields k0, k1,');
  });

  test('is accepted where the schema ignores it, and is not in the input', () => {
    const sent = { name: 'x', userRole: 'admin', items: [{ quantity: 1, total: 5 }] };
    expect(decodeInput(row, { body: sent }).body).toEqual({ name: 'x', items: [{ quantity: 1 }] });
  });

  test('is refused by every body of the contract that has keys', () => {
    const open = Object.entries<Route>(routes).filter(([, { body: schema, ...one }]) => {
      if (!schema || one.callback) return false;
      const [message = ''] =
        refusalOf(() =>
          decodeInput({ ...one, body: schema } as Route, { body: { noSuchKey: 1 } }),
        ) ?? [];
      return !String(message).includes('noSuchKey') && one.missing !== message;
    });
    expect(open.map(([name]) => name)).toEqual([]);
  });

  test('that the specification sends is accepted', () => {
    const accepted = (operation: Operation, sent: object) => {
      const found = unknownKeys((routes[operation] as Route).body!, sent);
      expect(found.map(({ path }) => path)).toEqual([]);
    };
    const pounds = { monthlyFeeSsp: 1, connectionFeeSsp: 1, otherExpensesSsp: 1 };
    accepted('createCustomer', pounds);
    accepted('updateCustomer', { id: 1, updates: { ...pounds, customerId: 'SC003' } });
    accepted('updateNode', { status: 'maintenance', lastMaintenance: 'now' });
    accepted('sendSms', { recipientType: 'all_customers', message: 'x', recipients: 0 });
    accepted('createVoucherBundle', { priceSsp: '1300' });
    accepted('createEquipment', { unitCostSsp: 1, sellingPriceUsd: 1, sellingPriceSsp: 1 });
    accepted('createRequisition', { items: [{ totalCostUsd: 1, totalCostSsp: 1 }] });
    accepted('createOrder', { totalAmount: 1, items: [{ totalPrice: 1 }] });
    accepted('setOrderStatus', { status: 'approved', userId: 1, userRole: 'admin' });
    accepted('createTicket', { ticketId: 'TKT-001' });
    accepted('createSale', { salesPersonId: 1, status: 'pending', totalAmountUsd: 1 });
    accepted('createJournalEntry', { totalDebit: 1, totalCredit: 1 });
    accepted('exportReport', { reportType: 'hr', data: {} });
  });
});

describe('a value of the wrong kind', () => {
  const everyKind = [true, 'no such choice', 5, {}, [], [5], [{}], null];

  test.each([
    ['a text', customerInput, 'name', true, 'text'],
    ['an amount', customerInput, 'monthlyFeeUsd', [], 'a number'],
    ['a whole number', customerInput, 'bandwidth', {}, 'a number'],
    ['yes or no', suspendInput, 'isActive', 5, 'yes or no'],
    ['a date', customerInput, 'serviceStartDate', 5, 'a date such as 2026-11-21'],
    ['a list', grantsInput, 'grants', 'all', 'a list'],
    ['a text in a list', grantsInput, 'grants.0', [5], 'text'],
  ])('is told what it must be: %s', (_, schema, field, value, expected) => {
    const body = {
      ...('name' in schema.shape ? { name: 'Akol' } : {}),
      [field.split('.')[0]!]: value,
    };
    expect(refusalOf(() => decodeInput(route(schema), { body }))).toEqual([
      `${field} must be ${expected}.`,
      [field],
    ]);
  });

  test('is reported in every field of every call', () => {
    for (const [operation, row] of Object.entries<Route>(routes)) {
      for (const part of ['params', 'query', 'body'] as const) {
        const schema = row[part];
        if (!(schema instanceof z.ZodObject)) continue;
        for (const field of Object.keys(schema.shape)) {
          for (const value of everyKind) {
            const told = messagesOf(() => decodeInput(row, { [part]: { [field]: value } }));
            // The choices of a field may be such words.
            const vague = told.filter((message) =>
              /expected|received|invalid/i.test(message.replace(/must be one of .*/i, '')),
            );
            expect([operation, field, value, ...vague]).toEqual([operation, field, value]);
          }
        }
      }
    }
  });
});

test.each([
  [paymentStatusInput, { status: 'paid', paymentAccount: 'zloty' }, 'Choose a payment account.'],
  [paymentStatusInput, { status: 'paid', paymentAccount: 5 }, 'Choose a payment account.'],
  [customerInput, { name: 'Akol', status: {} }, 'Choose a status.'],
])('a choice is asked for in the words of its field', (schema, body, message) => {
  expect(refusalOf(() => decodeInput(route(schema), { body }))![0]).toBe(message);
});

test('a value that is none of a choice is refused in the words of its field', () => {
  const body = z.object({
    leaveType: z.enum(['annual', 'sick']),
    employeeId: z.enum(['a', 'b']).optional(),
    items: z.object({ expenseType: z.enum(['x', 'y']) }).array(),
  });
  const wrong = { leaveType: 'none', employeeId: 'c', items: [{ expenseType: 1 }] };
  expect(messagesOf(() => decodeInput(route(body), { body: wrong }))).toEqual([
    'Choose a leave type.',
    'Choose an employee.',
    'Choose an expense type.',
  ]);
  expect(refusalOf(() => decodeInput(route(body), { body: {} }))![0]).toBe('Choose a leave type.');
});
