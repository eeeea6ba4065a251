import { describe, expect, test } from 'vitest';
import { invoiceUpdate, manualInvoiceInput } from '../billing/schema.ts';
import { customerInput } from '../customers/schema.ts';
import { userUpdate } from '../identity/schema.ts';
import { decodeInput, type Route } from './contract.ts';
import { isAppError } from './errors.ts';

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

describe('decodeInput', () => {
  test('reads blank boxes as the fields take them: an empty text, nothing, or not said', () => {
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

  test('does not read a blank box of a change as not said: it would be called saved', () => {
    const change = { ...route(userUpdate), method: 'PUT' as const };
    expect(decodeInput(change, { body: { fullName: 'Deng' } }).body).toEqual({ fullName: 'Deng' });
    for (const body of [{ fullName: '' }, { username: ' ' }, { email: '' }])
      expect(refusalOf(() => decodeInput(change, { body }))?.[1]).toEqual(Object.keys(body));
    const correction = { ...route(invoiceUpdate), method: 'PUT' as const };
    for (const body of [{ amountUsd: '' }, { dueDate: '' }])
      expect(refusalOf(() => decodeInput(correction, { body }))?.[1]).toEqual(Object.keys(body));
    expect(decodeInput(correction, { body: { notes: '' } }).body).toEqual({ notes: '' });
  });

  test("says the specification's text where a required field is blank or left out, and marks the fields", () => {
    const said = 'Please fill in all required fields';
    const manual = route(manualInvoiceInput, said);
    const whole = { customerId: 1, description: 'Cable', amountUsd: 3 };
    for (const body of [{}, undefined, { ...whole, description: ' ' }, { ...whole, amountUsd: '' }])
      expect(refusalOf(() => decodeInput(manual, { body }))?.[0]).toBe(said);
    expect(refusalOf(() => decodeInput(manual, { body: { ...whole, customerId: '' } }))).toEqual([
      said,
      ['customerId'],
    ]);
    // What is wrong otherwise keeps its own words.
    expect(refusalOf(() => decodeInput(manual, { body: { ...whole, amountUsd: 'x' } }))?.[0]).toBe(
      'amountUsd: Enter an amount such as 125 or 1,250.50.',
    );
    expect(
      refusalOf(() => decodeInput(manual, { body: { ...whole, amountUsd: 99999999999999 } }))?.[0],
    ).toBe('amountUsd: This amount is too large.');
  });

  test('a body that is no object is refused', () => {
    for (const body of ['', 'text', [], 3, null])
      expect(refusalOf(() => decodeInput(route(manualInvoiceInput), { body }))).toBeDefined();
  });
});
