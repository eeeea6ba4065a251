import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { aCustomer } from '../testing/samples.ts';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { ReadCache } from './cache.tsx';
import { reportReached } from './connection.ts';
import { UNREACHABLE } from './errors.ts';
import { probe } from './request.ts';
import { PREVIOUS_MS, useRead } from './use-read.ts';

const wrapper = ({ children }: { children: ReactNode }) => <ReadCache>{children}</ReadCache>;
const stats = { total: 1, active: 1, totalRevenueUsd: 1, totalRevenueSsp: 400, locations: 1 };
const rates = { standard: 400, voucher: 1300 };

describe('a read', () => {
  test('is retried only on request', async () => {
    let attempts = 0;
    stubFetch({
      'GET /api/customers/stats': () => {
        attempts += 1;
        return attempts === 1 ? json({ code: 'x', message: 'Down.' }, 503) : stats;
      },
    });
    const { result } = renderHook(() => useRead('customerStats'), { wrapper });
    await waitFor(() => expect(result.current.error?.message).toBe('Down.'));
    expect(result.current.isLoading).toBe(false);
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('online'));
    expect(attempts).toBe(1);
    act(() => result.current.refresh());
    await waitFor(() => expect(result.current.data?.total).toBe(1));
    expect(result.current.error).toBeUndefined();
  });
});

describe('data of the previous input', () => {
  let answers: Record<string, (response: Response) => void>;

  /** Looks up customers; the test resolves each response. */
  function lookUp() {
    answers = {};
    stubFetch({
      'GET /api/customers/lookup': ({ url }) =>
        new Promise<Response>((answer) => {
          answers[url.searchParams.get('customerId') ?? ''] = answer;
        }),
    });
    return renderHook(
      ({ customerId }: { customerId: string }) =>
        useRead('lookupCustomer', { query: { customerId } }, { keepPrevious: true }),
      { wrapper, initialProps: { customerId: 'SC003' } },
    );
  }
  const respond = (number: string, response: Response) =>
    act(async () => answers[number]?.(response));
  const found = (customerId: string) => json(aCustomer({ customerId }));

  test('are shown briefly, then the loading state', async () => {
    const { result, rerender } = lookUp();
    await respond('SC003', found('SC003'));
    rerender({ customerId: 'SC004' });
    expect(result.current.data?.customerId).toBe('SC003');
    expect(result.current.isRefreshing).toBe(true);
    await waitFor(() => expect(result.current.data).toBeUndefined(), { timeout: PREVIOUS_MS * 20 });
    expect(result.current.isLoading).toBe(true);
    await respond('SC004', found('SC004'));
    expect(result.current.data?.customerId).toBe('SC004');
    expect(result.current.isLoading).toBe(false);
  });

  test('are not shown after an error, nor during its retry', async () => {
    const { result, rerender } = lookUp();
    await respond('SC003', found('SC003'));
    rerender({ customerId: 'SC004' });
    await respond('SC004', json({ code: 'x', message: 'Down.' }, 503));
    expect(result.current.data).toBeUndefined();
    expect(result.current.error?.message).toBe('Down.');
    act(() => result.current.refresh());
    expect(result.current.data).toBeUndefined();
    expect(result.current.isLoading).toBe(true);
    await respond('SC004', found('SC004'));
    expect(result.current.data?.customerId).toBe('SC004');
  });
});

test('only reads that failed without a connection are repeated when it returns', async () => {
  let isThere = false;
  let refusals = 0;
  let readings = 0;
  stubFetch({
    'GET /healthz': () => ({}),
    'GET /api/billing/rates/current': () => {
      readings += 1;
      return rates;
    },
    'GET /api/dashboard/stats': () => {
      refusals += 1;
      return json({ code: 'x', message: 'Down.' }, 503);
    },
    'GET /api/customers/stats': () =>
      isThere ? stats : Promise.reject(new TypeError('Failed to fetch')),
  });
  const { result } = renderHook(
    () => ({
      read: useRead('currentRates'),
      refused: useRead('dashboardStats'),
      lost: useRead('customerStats'),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.lost.error?.status).toBe(UNREACHABLE));
  await waitFor(() => expect(result.current.refused.error).toBeDefined());
  act(() => reportReached(false));
  isThere = true;
  await act(() => probe());
  await waitFor(() => expect(result.current.lost.data?.total).toBe(1));
  expect([readings, refusals]).toEqual([1, 1]);
});

test('a read that fails again after a reconnect is repeated after growing pauses', async () => {
  vi.useFakeTimers();
  try {
    let attempts = 0;
    stubFetch({
      'GET /healthz': () => ({}),
      'GET /api/customers/stats': () => {
        attempts += 1;
        throw new TypeError('Failed to fetch');
      },
    });
    renderHook(() => useRead('customerStats'), { wrapper });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const reconnects = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await act(() => probe());
        await pass(100);
      }
    };
    await pass(0);
    expect(attempts).toBe(1);
    await reconnects(5);
    expect(attempts).toBe(2);
    await pass(5_000);
    await reconnects(5);
    expect(attempts).toBe(3);
    await pass(5_000);
    await reconnects(1);
    expect(attempts).toBe(3);
    await pass(5_000);
    await reconnects(1);
    expect(attempts).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});
