import { fillSafe } from '@nimule/fixtures/testing/cash';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  await fillSafe(harness.app, { usd: 100_00, ssp: 10_000_00 });
  for (const role of ['support', 'technician', 'manager', 'billing'] as const)
    cookies[role] = await staffCookie(harness, role);
});
afterAll(() => harness.close());

async function send(role: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const headers = { cookie: cookies[role]! };
  const url = `/api/till${path}`;
  const answer = await harness.server.inject({ method, url, headers, ...(payload && { payload }) });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : undefined };
}

it('keeps the tills of others to those who manage tills', async () => {
  const { status, body } = await send('support', 'POST', '', { floatUsd: '20', floatSsp: '5,000' });
  expect(status).toBe(200);
  const id = body.id as number;
  expect((await send('support', 'GET', '')).body.till).toMatchObject({ id, cashSsp: 5000 });
  expect((await send('technician', 'GET', '')).body).toEqual({ till: null });
  for (const path of [`/${id}`, `/${id}/report`])
    expect((await send('technician', 'GET', path)).status).toBe(403);
  expect((await send('technician', 'POST', `/${id}/count`, { pieces: [] })).status).toBe(403);
  for (const path of ['/all', '/unclosed'])
    expect((await send('technician', 'GET', path)).status).toBe(403);
  expect((await send('manager', 'GET', '/all')).body).toHaveLength(1);
  expect((await send('manager', 'GET', `/${id}/report`)).status).toBe(200);
  expect((await send('manager', 'PUT', '/settings', { isRequired: true })).status).toBe(403);
  expect((await send('support', 'POST', `/${id}/accept`)).status).toBe(403);
  expect((await send('manager', 'POST', `/${id}/accept`)).body).toMatchObject({
    code: 'till.notCounted',
  });
});

it('refuses bad input in words', async () => {
  const refused = async (floats: object) => (await send('billing', 'POST', '', floats)).body.fields;
  expect(await refused({ floatUsd: '-1' })).toEqual({ floatUsd: 'The amount cannot be negative.' });
  expect(await refused({ floatSsp: '$5' })).toEqual({
    floatSsp: 'This amount is in US dollars. Enter it in South Sudanese pounds.',
  });
  const { id, version } = (await send('billing', 'POST', '', {})).body;
  const counted = async (line: object, note?: string) => {
    const payload = {
      pieces: [{ currency: 'USD', denomination: '5', pieces: '1', ...line }],
      note,
    };
    const { status, body } = await send('billing', 'POST', `/${id}/count`, payload);
    return { status, fields: Object.keys(body.fields ?? {}) };
  };
  const bad = (field: string) => ({ status: 400, fields: [`pieces.0.${field}`] });
  expect(await counted({ pieces: '-1' })).toEqual(bad('pieces'));
  expect(await counted({ pieces: '1.5' })).toEqual(bad('pieces'));
  expect(await counted({ denomination: '3' })).toEqual(bad('denomination'));
  expect(await counted({ denomination: '9'.repeat(5000) })).toEqual(bad('denomination'));
  expect(await counted({ currency: 'EUR' })).toEqual(bad('currency'));
  expect(await counted({})).toEqual({ status: 400, fields: ['note'] });
  const stale = { pieces: [], version: version + 1 };
  expect((await send('billing', 'POST', `/${id}/count`, stale)).status).toBe(409);
  expect((await send('manager', 'GET', '/999')).status).toBe(404);
});
