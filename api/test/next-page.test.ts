import { invoke } from '@nimule/core/invoke';
import type { Route } from '@nimule/core/kernel/contract';
import { operationNames, routes } from '@nimule/core/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
let cookie: string;

beforeAll(async () => {
  harness = await startHarness();
  cookie = await staffCookie(harness, 'master_admin');
  for (let n = 0; n < 5; n += 1)
    await invoke(harness.app, { kind: 'shell', osUser: 'test' }, 'createCustomer', {
      body: {
        customerId: `SC${900 + n}`,
        name: `Akol ${n}`,
        location: 'Juba Central',
        packageType: 'Basic Fiber',
      },
    });
});
afterAll(() => harness.close());

const get = (url: string) => harness.server.inject({ method: 'GET', url, headers: { cookie } });
const linkOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];

const lists = operationNames.filter((name) => (routes[name] as Route).list !== undefined);

describe('the next page of a list', () => {
  /** What they answer is bounded by its meaning: the latest of a history. */
  const whole = ['listRates', 'listBillingRuns', 'listPayrollRates'];

  it('can be asked for in every list of the contract', () => {
    const unpaged = lists.filter((name) => (routes[name] as Route).query?.shape.page === undefined);
    expect(unpaged.sort()).toEqual([...whole].sort());
  });

  it.each(
    lists.filter((name) => !(routes[name] as Route).path.includes(':') && !whole.includes(name)),
  )('is told by %s as long as rows follow', async (name) => {
    const { path } = routes[name] as Route;
    const all = await get(path);
    if (all.statusCode !== 200) return;
    expect(linkOf(all)).toBeUndefined();
    const rows: unknown[] = all.json();
    let next: string | undefined = `${path}?pageSize=2`;
    const walked: unknown[] = [];
    while (next !== undefined && walked.length <= rows.length) {
      const page = await get(next);
      walked.push(...page.json());
      next = linkOf(page);
      expect(next === undefined).toBe(walked.length >= rows.length);
    }
    expect(walked).toHaveLength(rows.length);
  });

  it('keeps the filter, with and without a count', async () => {
    const first = await get('/api/customers?q=Akol&sort=name&pageSize=3');
    expect(linkOf(first)).toBe('/api/customers?q=Akol&sort=name&pageSize=3&page=2');
    expect(first.headers['x-total-count']).toBeUndefined();
    const counted = await get('/api/customers?q=Akol&pageSize=3&total=1');
    expect([counted.headers['x-total-count'], linkOf(counted)]).toEqual([
      '5',
      '/api/customers?q=Akol&pageSize=3&total=1&page=2',
    ]);
    const last = await get(linkOf(first)!);
    expect([last.json().length, linkOf(last)]).toEqual([2, undefined]);
    const exact = await get('/api/customers?q=Akol&pageSize=5');
    expect([exact.json().length, linkOf(exact)]).toEqual([5, undefined]);
  });
});
