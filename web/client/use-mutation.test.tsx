import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { aCustomer } from '../testing/samples.ts';
import { callsOf, json, stubFetch } from '../testing/stub-fetch.ts';
import { ReadCache } from './cache.tsx';
import { createSubmissionKey, useMutation } from './use-mutation.ts';
import { useRead } from './use-read.ts';

const wrapper = ({ children }: { children: ReactNode }) => <ReadCache>{children}</ReadCache>;
const stats = { total: 1, active: 1, totalRevenueUsd: 1, totalRevenueSsp: 400, locations: 1 };
const rates = { standard: 400, voucher: 1300 };
const failure = 'Failed to create customer. Please try again.';

describe('a mutation', () => {
  test('refetches only reads on screen with a touched tag', async () => {
    const seen = stubFetch({
      'GET /api/customers/stats': () => stats,
      'GET /api/billing/rates/current': () => rates,
      'POST /api/customers': () => aCustomer(),
    });
    const { result } = renderHook(
      () => ({
        touched: useRead('customerStats'),
        untouched: useRead('currentRates'),
        create: useMutation('createCustomer', { failure }),
      }),
      { wrapper },
    );
    await waitFor(() => expect(result.current.touched.data).toBeDefined());
    await act(() => result.current.create.run({ body: { name: 'A' } }));
    await waitFor(() => expect(callsOf(seen, 'GET /api/customers/stats')).toHaveLength(2));
    expect(callsOf(seen, 'GET /api/billing/rates/current')).toHaveLength(1);
  });

  test('removes other reads with a touched tag from the cache', async () => {
    const seen = stubFetch({
      'GET /api/customers/stats': () => stats,
      'POST /api/customers': () => aCustomer(),
    });
    const { result, rerender } = renderHook(
      ({ shown }: { shown: boolean }) => ({
        read: useRead('customerStats', undefined, { when: shown }),
        create: useMutation('createCustomer', { failure }),
      }),
      { wrapper, initialProps: { shown: true } },
    );
    await waitFor(() => expect(result.current.read.data).toBeDefined());
    rerender({ shown: false });
    rerender({ shown: true });
    expect(callsOf(seen, 'GET /api/customers/stats')).toHaveLength(1);
    rerender({ shown: false });
    await act(() => result.current.create.run({ body: { name: 'A' } }));
    rerender({ shown: true });
    await waitFor(() => expect(callsOf(seen, 'GET /api/customers/stats')).toHaveLength(2));
  });

  test('refetches after a version conflict', async () => {
    const seen = stubFetch({
      'GET /api/customers/stats': () => stats,
      'POST /api/customers': () => json({ code: 'customer.stale', message: 'Changed.' }, 409),
    });
    const { result } = renderHook(
      () => ({
        touched: useRead('customerStats'),
        create: useMutation('createCustomer', { failure }),
      }),
      { wrapper },
    );
    await waitFor(() => expect(result.current.touched.data).toBeDefined());
    await act(() =>
      result.current.create.run({ body: { name: 'A' } }).then(undefined, () => undefined),
    );
    await waitFor(() => expect(callsOf(seen, 'GET /api/customers/stats')).toHaveLength(2));
    expect(result.current.create.error?.message).toBe('Changed.');
  });

  test("uses the screen's message for internal errors and the server's for refusals", async () => {
    const answers = [
      json({ code: 'internal', message: 'relation "customers" does not exist' }, 500),
      json({ code: 'customer.rule', message: 'Not on a Sunday.' }, 422),
    ];
    stubFetch({ 'POST /api/customers': () => answers.shift() });
    const { result } = renderHook(() => useMutation('createCustomer', { failure }), { wrapper });
    const attempt = () =>
      act(() => result.current.run({ body: { name: 'A' } }).then(undefined, () => undefined));
    await attempt();
    expect(result.current.error?.message).toBe(failure);
    await attempt();
    expect(result.current.error?.message).toBe('Not on a Sunday.');
    expect(result.current.busy).toBe(false);
  });

  test('keeps its key for retries of one submission, and uses a new one after it', async () => {
    const answers = [json({}, 503), aCustomer(), aCustomer()];
    const seen = stubFetch({ 'POST /api/customers': () => answers.shift() });
    const { result } = renderHook(() => useMutation('createCustomer', { failure }), { wrapper });
    const attempt = () =>
      act(() => result.current.run({ body: { name: 'A' } }).then(undefined, () => undefined));
    await attempt();
    await attempt();
    await attempt();
    const [first, retry, next] = seen.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(retry).toBe(first);
    expect(next).not.toBe(first);
  });
});

test('another input gets another key', () => {
  const submission = createSubmissionKey();
  const key = submission.keyFor({ body: { amount: 1 } });
  expect(submission.keyFor({ body: { amount: 1 } })).toBe(key);
  expect(submission.keyFor({ body: { amount: 2 } })).not.toBe(key);
});
