import { routes } from '@nimule/core/routes';
import { describe, expect, test, vi } from 'vitest';
import { aCustomer } from '../testing/samples.ts';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { call, urlOf } from './call.ts';
import { COMPANY_PATH } from './company.ts';
import { isConnected } from './connection.ts';
import { filenameIn } from './download.ts';
import type { ClientError } from './errors.ts';
import { onSessionEnded } from './session.ts';

const failureOf = (promise: Promise<unknown>): Promise<ClientError> =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: ClientError) => error,
  );

describe('addresses', () => {
  test('contain encoded parameters and queries', () => {
    expect(urlOf('getCustomer', { params: { id: 3 } })).toBe('/api/customers/3');
    expect(urlOf('listCustomers', { query: { q: 'a&b', status: undefined, page: 2 } })).toBe(
      '/api/customers?q=a%26b&page=2',
    );
    expect(urlOf('listCustomers', { query: { q: '' } })).toBe('/api/customers');
    expect(urlOf('restoreBackup', { params: { filename: '../a b?.sql' } })).toBe(
      '/api/backups/..%2Fa%20b%3F.sql/restore',
    );
  });

  test('COMPANY_PATH is the path of the contract', () => {
    expect(COMPANY_PATH).toBe(routes.company.path);
  });
});

describe('answers', () => {
  test('are decoded: amounts in cents, dates as Date', async () => {
    stubFetch({
      'GET /api/customers/3': () =>
        aCustomer({ monthlyFeeUsd: 125.5, createdAt: '2026-03-01T08:00:00.000Z' }),
    });
    const customer = await call('getCustomer', { params: { id: 3 } });
    expect(customer.monthlyFeeUsd).toBe(12_550);
    expect(customer.createdAt).toEqual(new Date('2026-03-01T08:00:00.000Z'));
  });

  test('a list has the total if the server counted', async () => {
    stubFetch({
      'GET /api/customers': ({ url }) =>
        json([aCustomer()], 200, url.searchParams.has('total') ? { 'x-total-count': '150' } : {}),
    });
    expect((await call('listCustomers')).total).toBeUndefined();
    const counted = await call('listCustomers', { query: { total: '1' } });
    expect(counted.total).toBe(150);
    expect(counted.rows).toHaveLength(1);
  });

  test('that wait for a second person are told as such', async () => {
    const waiting = { waiting: true, approvalId: 6, message: 'Waits.' };
    stubFetch({ 'POST /api/expenses': () => json(waiting, 202) });
    expect(await call('createExpense', { body: {} as never })).toEqual(waiting);
  });

  test('of an unexpected format are rejected', async () => {
    stubFetch({ 'GET /api/customers/3': () => ({ id: 'three' }) });
    const error = await failureOf(call('getCustomer', { params: { id: 3 } }));
    expect(error.code).toBe('response.unreadable');
  });
});

describe('errors', () => {
  test('contain the error body of the server', async () => {
    stubFetch({
      'POST /api/customers': () =>
        json({ code: 'input.invalid', message: 'No name.', fields: { name: 'Say one.' } }, 400),
    });
    const error = await failureOf(call('createCustomer', { body: { name: '' } }));
    expect(error).toMatchObject({
      status: 400,
      code: 'input.invalid',
      message: 'No name.',
      fields: { name: 'Say one.' },
    });
  });

  test('without our error body have the generic message: status, colon, text (seeds/000 1)', async () => {
    stubFetch({ 'GET /api/customers': () => new Response('gone fishing', { status: 502 }) });
    expect((await failureOf(call('listCustomers'))).message).toBe('502: gone fishing');
    stubFetch({
      'GET /api/customers': () => new Response('', { status: 502, statusText: 'Bad Gateway' }),
    });
    expect((await failureOf(call('listCustomers'))).message).toBe('502: Bad Gateway');
  });

  test('HTML and JSON are not used as a message', async () => {
    const messageFor = async (body: string, status: number, statusText: string) => {
      stubFetch({ 'GET /api/customers': () => new Response(body, { status, statusText }) });
      return (await failureOf(call('listCustomers'))).message;
    };
    const page = '\n<html><body>nginx</body></html>';
    expect(await messageFor(page, 502, 'Bad Gateway')).toBe('502: Bad Gateway');
    expect(await messageFor(page, 404, '')).toBe('404: The server gave no reason.');
    const raw = JSON.stringify({ message: 'relation "customers" does not exist' });
    expect(await messageFor(raw, 500, 'Internal Server Error')).toBe('500: Internal Server Error');
    const ours = JSON.stringify({ code: 'internal', message: 'Something went wrong on our side.' });
    expect(await messageFor(ours, 500, '')).toBe('Something went wrong on our side.');
  });

  test('contain the time to wait', async () => {
    stubFetch({
      'POST /api/auth/login': () =>
        json({ code: 'login.throttled', message: 'Wait.' }, 429, { 'retry-after': '30' }),
    });
    const error = await failureOf(call('login', { body: { username: 'a', password: 'b' } }));
    expect(error.retryAfter).toBe(30);
  });

  test('an unreachable server has its own error and sets the connection state', async () => {
    stubFetch({});
    expect((await failureOf(call('listCustomers'))).status).toBe(0);
    expect(isConnected()).toBe(false);
    stubFetch({ 'GET /api/customers': () => [] });
    await call('listCustomers');
    expect(isConnected()).toBe(true);
  });

  test('a 401 ends the session, except for login and logout', async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    const refused = () => json({ code: 'session.missing', message: 'Sign in.' }, 401);
    stubFetch({
      'POST /api/auth/login': refused,
      'POST /api/auth/logout': refused,
      'GET /api/customers': refused,
    });
    await failureOf(call('login', { body: { username: 'a', password: 'b' } }));
    await failureOf(call('logout'));
    expect(ended).not.toHaveBeenCalled();
    await failureOf(call('listCustomers'));
    expect(ended).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe('requests', () => {
  test('polls and background operations have a header', async () => {
    const seen = stubFetch({
      'GET /api/customers': () => [],
      'GET /api/billing/automation/runs/4': () => json({}, 503),
    });
    await call('listCustomers');
    await call('listCustomers', {}, { background: true });
    await failureOf(call('getBillingRun', { params: { id: 4 } }));
    expect(seen.map(({ headers }) => headers.get('x-background'))).toEqual([null, '1', '1']);
  });

  test('an upload is a form with the file last', async () => {
    const seen = stubFetch({ 'POST /api/import/upload': () => json({}, 503) });
    const upload = new File(['a,b'], 'customers.csv');
    await failureOf(call('importFile', { body: { type: 'customers', dryRun: true }, upload }));
    const form = seen[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['type', 'dryRun', 'file']);
    expect(form.get('dryRun')).toBe('true');
  });
});

test('the file name of a download is read from its header', () => {
  expect(filenameIn('attachment; filename="invoice-4.pdf"')).toBe('invoice-4.pdf');
  expect(filenameIn("attachment; filename=x.pdf; filename*=UTF-8''J%C3%BCba.pdf")).toBe('Jüba.pdf');
  expect(filenameIn(null)).toBeUndefined();
  expect(filenameIn('inline')).toBeUndefined();
});
