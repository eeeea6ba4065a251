import { callbacksEnded } from '@nimule/core/mobile-money/service-callback';
import { momoPayments } from '@nimule/core/ports/payments/momo';
import { begin, countSales, newOrder } from '@nimule/fixtures/testing/payments';
import { type MomoStub, startMomoStub } from '@nimule/fixtures/testing/servers/momo-stub';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
let stub: MomoStub;

beforeAll(async () => {
  harness = await startHarness();
  stub = await startMomoStub();
});
beforeEach(() => {
  stub.lie = undefined;
  harness.app.ports.payments = momoPayments({ ...stub.settings, clock: harness.app.clock });
});
afterAll(async () => {
  await harness.close();
  await stub.close();
});

const events = async (kind: string) => {
  const { rows } = await harness.app.pool.query(
    'select intent_id, body from payment_events where kind = $1 order by id',
    [kind],
  );
  return rows as { intent_id: number | null; body: string }[];
};
const call = (
  reference: string,
  payload: string,
  { method = 'PUT', headers = {} }: { method?: 'PUT' | 'POST'; headers?: object } = {},
) =>
  harness.server.inject({
    method,
    url: `/api/payments/momo/${reference}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('a notice of MTN MoMo', () => {
  test.each(['PUT', 'POST'] as const)(
    'by %s lets the payment be looked up at once',
    async (method) => {
      const { reference } = await begin(harness.app);
      stub.decide(reference, 'SUCCESSFUL');
      const { sessions } = await countSales(harness.app);
      const answer = await call(reference, '{"status":"SUCCESSFUL"}', { method });
      expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Received' }]);
      await callbacksEnded(harness.app);
      expect((await countSales(harness.app)).sessions).toBe(sessions + 1);
    },
  );

  test('is not believed: only the provider says what was paid', async () => {
    const { id, reference } = await begin(harness.app);
    const before = await countSales(harness.app);
    const lie = '{"status":"SUCCESSFUL","amount":"9999","financialTransactionId":"1"}';
    expect((await call(reference, lie)).statusCode).toBe(200);
    await callbacksEnded(harness.app);
    expect(await countSales(harness.app)).toEqual(before);
    expect((await events('callback')).at(-1)).toEqual({ intent_id: id, body: lie });
  });

  test.each([
    ['text', 'text/plain', 'paid?'],
    ['a form', 'application/x-www-form-urlencoded', 'status=SUCCESSFUL'],
    ['broken JSON', 'application/json', '{"status":'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
    ['a type that nobody knows', 'foo/bar', 'x'],
  ])('may be %s, and is kept as it came', async (_name, type, body) => {
    const { reference } = await begin(harness.app);
    const answer = await call(reference, body, { headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(200);
    await callbacksEnded(harness.app);
    expect((await events('callback')).at(-1)?.body).toBe(body);
  });

  test('is cut at 10,000 characters, without what the database does not take', async () => {
    const { reference } = await begin(harness.app);
    const answer = await call(reference, `\0${'é'.repeat(20_000)}`);
    expect(answer.statusCode).toBe(200);
    await callbacksEnded(harness.app);
    expect((await events('callback')).at(-1)?.body).toBe('é'.repeat(9_999));
    expect((await call(reference, 'x'.repeat(70_000))).statusCode).toBe(413);
  });

  test('needs no session, and comes from any site, with no say of a cookie', async () => {
    const { reference } = await begin(harness.app);
    const cookie = await staffCookie(harness, 'support');
    const headers = { origin: 'https://momo.example.net', 'sec-fetch-site': 'cross-site', cookie };
    expect((await call(reference, '{}', { headers })).statusCode).toBe(200);
    await callbacksEnded(harness.app);
    const other = await harness.server.inject({
      method: 'POST',
      url: '/api/wifi/purchases',
      payload: newOrder(),
      headers: { origin: 'https://momo.example.net' },
    });
    expect(other.statusCode).toBe(403);
  });

  test('of an unknown reference is kept and answered like others', async () => {
    const answer = await call('00000000-0000-4000-8000-000000000000', '{"a":1}');
    expect(answer.statusCode).toBe(200);
    expect((await events('callback')).at(-1)).toEqual({
      intent_id: null,
      body: '00000000-0000-4000-8000-000000000000 {"a":1}',
    });
  });

  test('is kept 60 times a minute for an address', async () => {
    const count = async () => (await events('callback')).length;
    harness.app.time.now = new Date(harness.app.time.now.getTime() + 61_000);
    const before = await count();
    for (let n = 0; n < 70; n += 1) expect((await call('unknown', '{}')).statusCode).toBe(200);
    expect((await count()) - before).toBe(60);
  });
});
