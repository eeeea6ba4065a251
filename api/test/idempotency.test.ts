import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
let cookie: string;

beforeAll(async () => {
  harness = await startHarness();
  cookie = await staffCookie(harness, 'master_admin');
});
afterAll(() => harness.close());

function add(name: string, key: string) {
  return harness.server.inject({
    method: 'POST',
    url: '/api/customers',
    payload: { name },
    headers: { cookie, 'idempotency-key': key },
  });
}

describe('a call with an Idempotency-Key', () => {
  it('is answered as before when it is repeated, and refused with another body', async () => {
    const first = await add('Nile Hotel', 'k-1');
    const again = await add('Nile Hotel', 'k-1');
    expect(again.json()).toEqual(first.json());
    const other = await add('Bor Hotel', 'k-1');
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency.reused']);
  });

  it('completes a visit once, although the first answer was lost', async () => {
    const post = (url: string, payload: object, key?: string) =>
      harness.server.inject({
        method: 'POST',
        url: `/api/support-tickets${url}`,
        payload,
        headers: { cookie, ...(key ? { 'idempotency-key': key } : {}) },
      });
    const { id, version } = (await post('', { title: 'Mast', description: 'Leans' })).json();
    const complete = () =>
      post(`/${id}/complete`, { workDone: 'Straightened', resolve: true, version }, 'v-1');
    const first = await complete();
    expect(first.json()).toMatchObject({ status: 'resolved', workDone: 'Straightened' });
    expect((await complete()).json()).toEqual(first.json());
  });

  it.each([
    ['empty', '', 'is empty. Send one of your own for each request, or none at all.'],
    ['blank', ' ', 'is empty. Send one of your own for each request, or none at all.'],
    ['too long', 'k'.repeat(201), 'is too long.'],
  ])('that is %s is refused', async (_, key, reason) => {
    const answer = await add('Yei Hotel', key);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'idempotency.key', message: `The Idempotency-Key ${reason}` },
    ]);
  });
});
