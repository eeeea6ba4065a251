import {
  begin,
  checkNow,
  countSales,
  createMomoApp,
  newOrder,
  passSeconds,
  storedIntents,
  unsound,
  visitorOf,
} from '@nimule/fixtures/testing/payments';
import type { MomoStub } from '@nimule/fixtures/testing/servers/momo-stub';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPaymentRequest, getPaymentRequest, listPaymentRequests } from './service.ts';
import { acceptPaymentRequest, refundPaymentRequest } from './service-decide.ts';
import { buyWifi, checkPurchase } from './service-visitors.ts';

let app: TestApp;
let stub: MomoStub;
let before: { sessions: number; payments: number };

beforeAll(async () => {
  ({ app, stub } = await createMomoApp());
});
beforeEach(async () => {
  stub.onRequest = () => 'answer';
  stub.onLook = () => 'answer';
  stub.lie = undefined;
  before = await countSales(app);
});
afterEach(async () => expect(await unsound(app)).toEqual([]));
afterAll(async () => {
  await app.close();
  await stub.close();
});

const sold = async () => (await countSales(app)).sessions - before.sessions;
const statusOf = async (id: number) =>
  (await storedIntents(app)).find((intent) => intent.id === id)!.status;

describe('a request', () => {
  test('whose answer was lost is looked up, and not sent again', async () => {
    stub.onRequest = () => 'loseAnswer';
    const { id, reference, status } = await begin(app);
    expect(status).toBe('sending');
    stub.onRequest = () => 'answer';
    passSeconds(app, 3);
    await checkNow(app);
    expect(await statusOf(id)).toBe('requested');
    expect(stub.payments.get(reference)?.sent).toBe(1);
  });

  test('that the provider never heard of is sent three times under one reference, then fails', async () => {
    stub.onRequest = () => 'lose';
    const order = newOrder();
    const { id } = await begin(app, order);
    for (let pass = 0; pass < 5; pass += 1) {
      passSeconds(app, 61);
      await checkNow(app);
    }
    const intent = (await storedIntents(app)).find((one) => one.id === id)!;
    expect(intent).toMatchObject({ status: 'failed', attempts: 3 });
    expect(await checkPurchase(visitorOf(app), order)).toMatchObject({
      status: 'failed',
      message: 'Payment failed. Please try again. The provider did not take the request.',
    });
  });

  test('that is refused fails with the reason', async () => {
    stub.onRequest = () => 'refuse';
    expect(await begin(app)).toMatchObject({
      status: 'failed',
      problem: 'The number has no mobile money account.',
    });
  });

  test('is one with the same key, however often it is sent', async () => {
    const order = newOrder();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buyWifi(visitorOf(app), order)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['waiting']));
    const { reference } = (await storedIntents(app)).at(-1)!;
    expect(stub.payments.get(reference)?.sent).toBe(1);
    await expect(buyWifi(visitorOf(app), { ...order, packageId: 'weekly' })).rejects.toThrow(
      'This key belongs to another purchase.',
    );
  });

  test('expires after a day, and late money still gets its session', async () => {
    const order = newOrder();
    const { id, reference } = await begin(app, order);
    passSeconds(app, 86_400);
    await checkNow(app);
    expect(await statusOf(id)).toBe('expired');
    expect((await checkPurchase(visitorOf(app), order)).status).toBe('failed');
    stub.decide(reference, 'SUCCESSFUL');
    passSeconds(app, 3_600);
    await checkNow(app);
    expect(await statusOf(id)).toBe('paid');
    const { session } = await checkPurchase(visitorOf(app), order);
    expect(session).toMatchObject({ status: 'active', startTime: app.clock() });
    expect(await sold()).toBe(1);
  });

  test('that failed is looked up after ten minutes: late money gets its session', async () => {
    const { id, reference } = await begin(app);
    stub.decide(reference, 'FAILED');
    passSeconds(app, 3);
    await checkNow(app);
    expect(await statusOf(id)).toBe('failed');
    stub.payments.get(reference)!.status = 'PENDING';
    stub.decide(reference, 'SUCCESSFUL');
    passSeconds(app, 600);
    await checkNow(app);
    expect(await statusOf(id)).toBe('paid');
    expect(await sold()).toBe(1);
  });
});

test('50 checks of a paid request at once sell one session', async () => {
  const order = newOrder();
  const { id, reference } = await begin(app, order);
  stub.decide(reference, 'SUCCESSFUL');
  passSeconds(app, 3);
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0 ? checkPurchase(visitorOf(app), order) : checkPaymentRequest(contextOf(app), id),
    ),
  );
  expect(await statusOf(id)).toBe('paid');
  expect(await sold()).toBe(1);
});

test('no transaction is open while the provider is awaited', async () => {
  const seen: number[] = [];
  const look = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app.db);
    seen.push(rows[0]!.open);
    return 'answer' as const;
  };
  stub.onRequest = look;
  stub.onLook = look;
  const order = newOrder();
  const { reference } = await begin(app, order);
  stub.decide(reference, 'SUCCESSFUL');
  passSeconds(app, 3);
  await checkPurchase(visitorOf(app), order);
  expect(seen).toEqual([0, 0]);
});

describe('money that was paid otherwise than asked', () => {
  const reviewed = async (changes: object) => {
    const order = newOrder();
    const { id, reference } = await begin(app, order);
    stub.decide(reference, 'SUCCESSFUL', changes);
    passSeconds(app, 3);
    expect((await checkPurchase(visitorOf(app), order)).status).toBe('review');
    return { id, order };
  };

  test.each([
    ['another amount', { amount: '1' }, '1 was paid instead of'],
    ['another currency', { currency: 'EUR' }, 'paid in EUR instead of SSP'],
  ])('%s waits for a person, who can only give it back', async (_name, changes, problem) => {
    const { id } = await reviewed(changes);
    const request = await getPaymentRequest(contextOf(app), id);
    expect(request.problem).toContain(problem);
    expect(request).toMatchObject({ mayAccept: false, mayRefund: true });
    await expect(acceptPaymentRequest(contextOf(app), id, { reason: 'no' })).rejects.toThrow(
      'Another amount than asked was paid.',
    );
    const refunded = await refundPaymentRequest(contextOf(app), id, { reason: 'given back' });
    expect(refunded).toMatchObject({ status: 'refunded', refund: { reason: 'given back' } });
    await expect(
      refundPaymentRequest(contextOf(app), id, { reason: 'given back' }),
    ).rejects.toThrow('given back already');
    expect(await sold()).toBe(0);
  });

  test('from another number can be taken for what was asked', async () => {
    const payer = { partyIdType: 'MSISDN', partyId: '211977000111' };
    const { id, order } = await reviewed({ payer });
    const accepted = await acceptPaymentRequest(contextOf(app), id, { reason: 'a friend paid' });
    expect(accepted).toMatchObject({
      status: 'paid',
      mayAccept: false,
      paid: { phone: '+211977000111' },
    });
    expect((await checkPurchase(visitorOf(app), order)).session?.status).toBe('active');
    expect(await sold()).toBe(1);
  });

  test('with the transaction of another request is no second payment', async () => {
    const first = await begin(app);
    stub.decide(first.reference, 'SUCCESSFUL');
    passSeconds(app, 3);
    await checkNow(app);
    const { financialTransactionId } = stub.payments.get(first.reference)!;
    const { id } = await reviewed({ financialTransactionId });
    await expect(acceptPaymentRequest(contextOf(app), id, { reason: 'no' })).rejects.toThrow(
      'belongs to another request',
    );
    expect(await sold()).toBe(1);
  });

  test('with one transaction for two requests at once is counted once', async () => {
    const [one, other] = [await begin(app), await begin(app)];
    for (const { reference } of [one, other])
      stub.decide(reference, 'SUCCESSFUL', { financialTransactionId: `same-${one.id}` });
    passSeconds(app, 3);
    await checkNow(app);
    expect([await statusOf(one.id), await statusOf(other.id)].sort()).toEqual(['paid', 'review']);
    expect(await sold()).toBe(1);
  });
});

test('a paid session is given back at its own rate and ends', async () => {
  const order = newOrder();
  const { id, reference } = await begin(app, order);
  stub.decide(reference, 'SUCCESSFUL');
  passSeconds(app, 3);
  await checkPurchase(visitorOf(app), order);
  const refunded = await refundPaymentRequest(contextOf(app), id, { reason: 'it did not work' });
  expect(refunded).toMatchObject({ status: 'refunded', mayRefund: false });
  expect(await checkPurchase(visitorOf(app), order)).toMatchObject({
    status: 'failed',
    message: 'This payment was given back.',
    session: null,
  });
  const { rows } = await listPaymentRequests(contextOf(app), {
    status: 'refunded',
    q: order.phone,
  });
  expect(rows.map((row) => row.id)).toEqual([id]);
});

test('strangers cannot lock the owner of a number out', async () => {
  const mine = newOrder();
  const { phone } = mine;
  const paid = await begin(app, mine);
  stub.decide(paid.reference, 'SUCCESSFUL');
  passSeconds(app, 3);
  expect(await checkPurchase(visitorOf(app), mine)).toMatchObject({ status: 'paid' });
  passSeconds(app, 60);
  const buy = (ip: string, fields: object = {}) =>
    buyWifi(visitorOf(app, ip), newOrder({ phone, ...fields })).then(
      () => 'begun',
      (error) => error.kind,
    );
  const hotspot = '192.0.2.50';
  for (let n = 0; n < 5; n += 1) expect(await buy(hotspot)).toBe('begun');
  expect(await buy(hotspot)).toBe('tooMany');
  // From elsewhere, and with the key of a purchase that was paid from this number also at the same hotspot.
  expect(await buy('192.0.2.51')).toBe('begun');
  expect(await buy(hotspot, { paidKey: newOrder().key })).toBe('tooMany');
  expect(await buy(hotspot, { paidKey: mine.key, phone: newOrder().phone })).toBe('begun');
  expect(await buy(hotspot, { paidKey: mine.key })).toBe('begun');
  for (let n = 52; n < 60; n += 1) expect(await buy(`192.0.2.${n}`)).toBe('begun');
  expect(await buy('192.0.2.60')).toBe('tooMany');
  expect(await buy('192.0.2.60', { paidKey: mine.key })).toBe('begun');
  // One that is paid ends the count.
  const [last] = (await storedIntents(app)).slice(-1);
  stub.decide(last!.reference, 'SUCCESSFUL');
  passSeconds(app, 3);
  await checkNow(app);
  passSeconds(app, 1);
  expect(await buy(hotspot)).toBe('begun');
});

test('visitors are limited by number and by address', async () => {
  const { phone } = newOrder();
  for (let n = 0; n < 5; n += 1) await buyWifi(visitorOf(app), newOrder({ phone }));
  await expect(buyWifi(visitorOf(app), newOrder({ phone }))).rejects.toMatchObject({
    kind: 'tooMany',
  });
  await buyWifi(visitorOf(app, '192.0.2.7'), newOrder());
  await sql`insert into payment_intents (reference, purpose, package_id, provider, driver, phone, currency, amount_cents,
      usd_cents, rate_cents, address, created_at)
    select lpad(n::text, 36, '0'), purpose, package_id, provider, driver, '+2119300' || lpad(n::text, 5, '0'), currency,
      amount_cents, usd_cents, rate_cents, address, created_at
    from payment_intents, generate_series(1, 299) n where address = '192.0.2.7'`.execute(app.db);
  await expect(buyWifi(visitorOf(app, '192.0.2.7'), newOrder())).rejects.toMatchObject({
    kind: 'tooMany',
    retryAfter: 3_600,
  });
});
