import { describe, expect, test, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { isConnected } from './connection.ts';
import type { ClientError } from './errors.ts';
import { isTemporary, isUnanswered, lightClient } from './light-call.ts';
import { serverNow } from './server-clock.ts';

const call = lightClient({
  getWifiOffer: { method: 'GET', path: '/api/wifi/offer' },
  checkPurchase: { method: 'POST', path: '/api/wifi/purchases/status' },
  getCustomer: { method: 'GET', path: '/api/customers/:id' },
});
const KEY = 'k'.repeat(32);
const check = () => call('checkPurchase', { body: { key: KEY } });
const failureOf = (promise: Promise<unknown>): Promise<ClientError> =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: ClientError) => error,
  );
const answersWith = (answer: () => Response) =>
  stubFetch({ 'POST /api/wifi/purchases/status': answer });

describe('a light call', () => {
  test('sends path, parameters and body, and gives the answer as it was sent', async () => {
    const seen = stubFetch({
      'POST /api/wifi/purchases/status': () => ({ status: 'waiting' }),
      'GET /api/customers/3': () => ({ monthlyFeeUsd: 12.5 }),
    });
    expect(await check()).toEqual({ status: 'waiting' });
    expect((await call('getCustomer', { params: { id: 3 } })).monthlyFeeUsd).toBe(12.5);
    expect(seen[0]).toMatchObject({ method: 'POST', body: { key: KEY } });
  });

  test('tells refusals of the server from answers that are not ours', async () => {
    answersWith(() => json({ code: 'x.notFound', message: 'Unknown.' }, 404));
    const refused = await failureOf(check());
    expect(refused).toMatchObject({ status: 404, message: 'Unknown.' });
    expect([isUnanswered(refused), isTemporary(refused)]).toEqual([false, false]);
    expect(isConnected()).toBe(true);

    const page = () => new Response('<html>Log in to this hotspot</html>');
    answersWith(page);
    expect(isUnanswered(await failureOf(check()))).toBe(true);
    expect(isConnected()).toBe(false);
    answersWith(() => new Response('<html>nginx</html>', { status: 502 }));
    expect(isUnanswered(await failureOf(check()))).toBe(true);
    stubFetch({});
    expect(isUnanswered(await failureOf(check()))).toBe(true);
  });

  test.each([
    [503, 'server.busy', true],
    [500, 'internal', true],
    [408, 'request.timeout', true],
    [429, 'request.tooMany', true],
    [429, 'wifi.tooMany', false],
    [400, 'input.invalid', false],
  ])('with %i %s may succeed later: %s', async (status, code, expected) => {
    answersWith(() => json({ code, message: 'No.' }, status, { 'retry-after': '7' }));
    const error = await failureOf(check());
    expect([isUnanswered(error), isTemporary(error)]).toEqual([false, expected]);
    expect(error.retryAfter).toBe(7);
  });

  test("takes the server's clock where the browser's is wrong", async () => {
    const now = Date.parse('2026-11-21T08:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    try {
      const dated = (time: number) =>
        answersWith(() => json({}, 200, { date: new Date(time).toUTCString() }));
      dated(now - 3_600_000);
      await check();
      // The header has whole seconds.
      expect(serverNow()).toBe(now - 3_600_000 + 500);
      dated(now - 2000);
      await check();
      expect(serverNow()).toBe(now);
    } finally {
      vi.useRealTimers();
    }
  });
});
