import { type MomoStub, startMomoStub } from '@nimule/fixtures/testing/servers/momo-stub';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '../../kernel/money.ts';
import { momoPayments } from './momo.ts';
import type { PaymentAsk } from './types.ts';

let stub: MomoStub;
let now: Date;
const port = (changes: object = {}) =>
  momoPayments({ ...stub.settings, clock: () => now, ...changes });
const ask: PaymentAsk = {
  reference: '4b1d0a4e-22f0-4c1e-9d1e-1f2e3d4c5b6a',
  provider: 'mtn_momo',
  phone: '+211912345678',
  currency: 'SSP',
  amount: cents(246_150),
  message: 'Nimule Networks: WiFi Quick Browse',
  askedAt: new Date('2026-11-23T08:00:00Z'),
};

beforeEach(async () => {
  stub = await startMomoStub();
  now = new Date('2026-11-23T08:00:00Z');
});
afterEach(() => stub.close());

describe('a request', () => {
  test('is sent under our reference, with the address of the callback', async () => {
    expect(await port().request(ask)).toMatchObject({ kind: 'accepted' });
    expect(stub.payments.get(ask.reference)).toMatchObject({
      amount: '2461.50',
      currency: 'SSP',
      payer: { partyIdType: 'MSISDN', partyId: '211912345678' },
      externalId: ask.reference,
    });
    expect(stub.callbacks.get(ask.reference)).toBe(
      `https://portal.example.net/api/payments/momo/${ask.reference}`,
    );
  });

  test('that the provider knows already counts as accepted', async () => {
    const payments = port();
    await payments.request(ask);
    expect(await payments.request(ask)).toMatchObject({ kind: 'accepted' });
  });

  test.each([
    ['loseAnswer', 'lost'],
    ['lose', 'lost'],
    ['error', 'lost'],
    ['takenError', 'lost'],
    ['refuse', 'refused'],
  ] as const)('that ends with %s is %s', async (how, kind) => {
    stub.onRequest = () => how;
    expect((await port().request(ask)).kind).toBe(kind);
  });

  test('that is not answered in time is lost', async () => {
    let answerLate: (how: 'answer') => void = () => {};
    stub.onRequest = () =>
      new Promise((resolve) => {
        answerLate = resolve;
      });
    expect(await port({ callMs: 50 }).request(ask)).toMatchObject({
      kind: 'lost',
      reason: 'it did not answer in time',
    });
    answerLate('answer');
  });

  test('without a token is refused, since nothing was sent, and shows no key', async () => {
    const outcome = await port({ apiKey: 'wrong-key-here' }).request(ask);
    expect(outcome.kind).toBe('refused');
    expect(JSON.stringify(outcome)).not.toContain('wrong-key-here');
    expect(stub.payments.size).toBe(0);
  });

  test('in another currency is refused', async () => {
    expect(await port().request({ ...ask, currency: 'USD' })).toMatchObject({ kind: 'refused' });
  });
});

describe('a look-up', () => {
  test('tells pending, paid, failed, unknown and lost apart', async () => {
    const payments = port();
    expect((await payments.look(ask)).kind).toBe('unknown');
    await payments.request(ask);
    expect((await payments.look(ask)).kind).toBe('pending');
    stub.decide(ask.reference, 'SUCCESSFUL');
    expect(await payments.look(ask)).toMatchObject({
      kind: 'paid',
      amount: 246_150,
      currency: 'SSP',
      payer: '+211912345678',
      transactionId: '900000001',
    });
    stub.onLook = () => 'error';
    expect((await payments.look(ask)).kind).toBe('lost');
  });

  test('of a refused payment has the reason in words', async () => {
    const payments = port();
    await payments.request(ask);
    stub.decide(ask.reference, 'FAILED');
    expect(await payments.look(ask)).toMatchObject({
      kind: 'failed',
      reason: 'The payer refused the payment.',
    });
  });

  test.each([
    ['a list', []],
    ['a text', 'paid'],
    ['nothing', {}],
    ['too much', { status: 'SUCCESSFUL', filler: 'x'.repeat(100_000) }],
    ['a status of another type', { status: { SUCCESSFUL: true } }],
  ])('that answers %s is lost', async (_name, answer) => {
    const payments = port();
    await payments.request(ask);
    stub.lie = () => answer;
    expect((await payments.look(ask)).kind).toBe('lost');
  });

  test('reads no amount, currency or payer that is not one', async () => {
    const payments = port();
    await payments.request(ask);
    stub.lie = () => ({
      status: 'SUCCESSFUL',
      amount: '1e9',
      currency: ['SSP'],
      payer: { partyIdType: 'MSISDN', partyId: { toString: 'x' } },
      financialTransactionId: 'x'.repeat(500),
    });
    expect(await payments.look(ask)).toMatchObject({
      kind: 'paid',
      amount: undefined,
      currency: '',
      payer: '',
      transactionId: ask.reference,
    });
  });

  test('in the sandbox takes euros for pounds', async () => {
    const payments = port({ currency: 'EUR' });
    await payments.request(ask);
    expect(stub.payments.get(ask.reference)?.currency).toBe('EUR');
    stub.decide(ask.reference, 'SUCCESSFUL');
    expect(await payments.look(ask)).toMatchObject({ kind: 'paid', currency: 'SSP' });
  });
});

describe('the token', () => {
  test('is fetched once for many calls, and again a minute before it ends', async () => {
    const payments = port();
    await Promise.all(Array.from({ length: 20 }, () => payments.look(ask)));
    expect(stub.tokens).toBe(1);
    now = new Date(now.getTime() + 3_541_000);
    await payments.look(ask);
    expect(stub.tokens).toBe(2);
  });

  test('that is refused is fetched anew once', async () => {
    const payments = port();
    await payments.look(ask);
    stub.revoke();
    expect((await payments.look(ask)).kind).toBe('unknown');
    expect(stub.tokens).toBe(2);
  });
});

test('the check signs in, or says in words why it cannot', async () => {
  await port().verify();
  await expect(port({ apiKey: 'wrong-key-here' }).verify()).rejects.toThrow(
    'MTN MoMo cannot be used: it gave no access token (status 401).',
  );
  await expect(port({ url: 'http://momo.example.net' }).verify()).rejects.toThrow('https://');
});
