import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
let billing: string;
let customerId: number;

beforeAll(async () => {
  harness = await startHarness();
  billing = await staffCookie(harness, 'billing');
  const customer = await send('/api/customers', { name: 'Nile Hotel' });
  customerId = customer.json().id;
  await send('/api/billing/payments', { customerId, amount: 50 });
});
afterAll(() => harness.close());

function send(url: string, payload: object, { cookie = billing, key = '' } = {}) {
  const headers = { cookie, ...(key ? { 'idempotency-key': key } : {}) };
  return harness.server.inject({ method: 'POST', url, payload, headers });
}
const get = (url: string, cookie = billing) =>
  harness.server.inject({ method: 'GET', url, headers: { cookie } });
const refund = (changes: object, options = {}) =>
  send(
    '/api/billing/refunds',
    { customerId, amount: 10, reason: 'Moves away', ...changes },
    options,
  );

it('pays out credit once for each key, and answers list and receipt', async () => {
  const first = await refund({}, { key: 'r-1' });
  expect(first.statusCode).toBe(200);
  expect(first.json()).toMatchObject({ refundNumber: 'RF-2026-000001', amountUsd: 10 });
  expect(first.json()).not.toHaveProperty('moneyAccount');
  expect((await refund({}, { key: 'r-1' })).json()).toEqual(first.json());
  const list = await get(`/api/billing/refunds?customerId=${customerId}`);
  expect(list.json()).toEqual([first.json()]);
  const pdf = await get(`/api/billing/refunds/${first.json().id}/pdf`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect((await get('/api/billing/refunds/987654/pdf')).statusCode).toBe(404);
});

it.each([
  ['an amount of nothing', { amount: 0 }, 'amount'],
  ['an amount below zero', { amount: -5 }, 'amount'],
  ['a third of a cent', { amount: 0.001 }, 'amount'],
  ['text for an amount', { amount: 'much' }, 'amount'],
  ['more than the credit', { amount: 40.01 }, 'amount'],
  ['a currency we do not keep', { currency: 'EUR' }, 'currency'],
  ['an unknown account', { account: 'pocket' }, 'account'],
  ['no reason', { reason: ' ' }, 'reason'],
  ['a long reason', { reason: 'x'.repeat(501) }, 'reason'],
  ['a long reference', { reference: 'x'.repeat(201) }, 'reference'],
  ['no customer', { customerId: null }, 'customerId'],
])('refuses %s, with the field', async (_, changes, field) => {
  const answer = await refund(changes);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toHaveProperty(field);
});

it('refuses an unknown customer, and those who take no payments', async () => {
  expect((await refund({ customerId: 987_654 })).statusCode).toBe(404);
  const technician = await staffCookie(harness, 'technician');
  expect((await refund({}, { cookie: technician })).statusCode).toBe(403);
});
