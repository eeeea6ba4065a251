import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { createAccount } from '../accounts/service.ts';
import { createRouter } from '../routers/service.ts';
import { listTopUsers } from './service-usage.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app);

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await addCustomers(app, 2);
  const { rows } = await app.pool.query('select id::int from customers order by id');
  const [amina, deng] = await Promise.all(
    ['amina', 'deng'].map((username, place) =>
      createAccount(ctx(), { customerId: rows[place].id, kind: 'pppoe', username }),
    ),
  );
  const { id: router } = await createRouter(ctx(), { name: 'Bor', address: '10.0.0.1' });
  await app.pool.query(
    `insert into radius_usage (account_id, day, upload_bytes, download_bytes) values
      ($1, '2026-10-31', 1, 500), ($1, '2026-11-01', 10, 100), ($1, '2026-11-20', 20, 200), ($2, '2026-11-02', 40, 250)`,
    [amina!.id, deng!.id],
  );
  await app.pool.query(
    `insert into radius_months (account_id, month, upload_bytes, download_bytes)
     select account_id, date_trunc('month', day)::date, sum(upload_bytes), sum(download_bytes) from radius_usage group by 1, 2`,
  );
  // Of an open session only what it has used since its day began.
  await app.pool.query(
    `insert into radius_sessions (router_id, account_id, session_id, username, started_at, device, upload_bytes, download_bytes,
       last_at, day, upload_before, download_before, decision)
     values ($1, $2, 's', 'deng', '2026-11-20', 'd', 50, 300, '2026-11-21', '2026-11-21', 45, 250, 1)`,
    [router, deng!.id],
  );
});
afterAll(() => app.close());

const used = async (filter: Parameters<typeof listTopUsers>[1]) =>
  (await listTopUsers(ctx(), filter)).rows.map(
    ({ username, uploadBytes, downloadBytes, totalBytes }) =>
      `${username} ${uploadBytes} ${downloadBytes} ${totalBytes}`,
  );

test('who used most is summed by month, with open sessions, in any order', async () => {
  expect(await used({})).toEqual(['deng 45 300 345', 'amina 30 300 330']);
  expect(await used({ sort: 'uploadBytes' })).toEqual(['amina 30 300 330', 'deng 45 300 345']);
  expect(await used({ q: 'amina' })).toEqual(['amina 30 300 330']);
  expect(await used({ month: isoMonth('2026-10') })).toEqual(['amina 1 500 501']);
  expect(await used({ month: isoMonth('2026-09') })).toEqual([]);
  expect(await listTopUsers(ctx(), { pageSize: 1, total: true })).toMatchObject({
    ...{ total: 2, rows: [{ username: 'deng', customerNumber: 'T2', downloadKbps: 10_000 }] },
  });
});
