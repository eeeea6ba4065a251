import { createAccount } from '@nimule/core/access/accounts/service';
import { endSession } from '@nimule/core/access/orders/service';
import { createRouter } from '@nimule/core/access/routers/service';
import { listClosed, listSessions } from '@nimule/core/access/sessions/service';
import { markDemo } from '@nimule/core/company/service';
import { clearPause, setPause } from '@nimule/core/records/pause';
import { reportDemoSessions } from '@nimule/fixtures/demo/access/keeper';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let routerId: number;

beforeAll(async () => {
  // The functions of the database have its clock.
  app = await createTestApp(new Date().toISOString());
  await markDemo(contextOf(app));
  await addCustomers(app, 1);
  const { id } = (await app.pool.query('select id::int from customers')).rows[0];
  await createAccount(contextOf(app), { customerId: id, kind: 'pppoe', username: 'amina' });
  ({ id: routerId } = await createRouter(contextOf(app), { name: 'BNG', address: '10.0.0.1' }));
  await app.pool.query(
    `select radius_accounting('router_${routerId}', 'Start', 'amina', 's1', '', 'd1', '10.20.0.5', '', '', '', '', '', '', '', '', '')`,
  );
});
afterAll(() => app.close());

const online = async () => (await listSessions(contextOf(app), {})).rows;

test('a session that was not reported for five minutes is, with what its speed allows', async () => {
  await reportDemoSessions(app.db);
  expect(await online()).toMatchObject([{ seconds: 0, downloadBytes: 0 }]);
  await app.pool.query(
    "update radius_sessions set started_at = started_at - interval '600 s', last_at = last_at - interval '600 s'",
  );
  await reportDemoSessions(app.db);
  const [session] = await online();
  expect(session!.seconds).toBeGreaterThanOrEqual(600);
  expect(session!.downloadBytes).toBeGreaterThan(600 * 10_000 * 125 * 0.004);
  expect(session!.downloadBytes).toBeLessThan(session!.seconds * 10_000 * 125 * 0.06);
});

test('nothing is reported in the pause after a restore, nor where the data are not the demo company', async () => {
  const late = "update radius_sessions set last_at = last_at - interval '600 s' returning last_at";
  const { rows } = await app.pool.query(late);
  const lastAt = async () =>
    (await app.pool.query('select last_at from radius_sessions')).rows[0].last_at;
  const ctx = contextOf(app);
  await setPause(ctx, { since: ctx.now, by: 'Test', filename: 'backup.tar' });
  await reportDemoSessions(app.db);
  expect(await lastAt()).toEqual(rows[0].last_at);
  await clearPause(ctx);
  await app.pool.query("update settings set name = 'other' where name = 'demo'");
  await reportDemoSessions(app.db);
  expect(await lastAt()).toEqual(rows[0].last_at);
  await app.pool.query("update settings set name = 'demo' where name = 'other'");
  await reportDemoSessions(app.db);
  expect(await lastAt()).not.toEqual(rows[0].last_at);
});

test('an order to end it is carried out, and the device comes back', async () => {
  const [session] = await online();
  await endSession(contextOf(app), session!.id);
  await reportDemoSessions(app.db);
  expect(await online()).toEqual([]);
  expect((await listClosed(contextOf(app), {})).rows).toMatchObject([{ cause: 'Admin-Reset' }]);
  await app.pool.query(
    "update radius_closed_sessions set ended_at = ended_at - interval '60 s', started_at = started_at - interval '60 s'",
  );
  await reportDemoSessions(app.db);
  expect(await online()).toMatchObject([{ username: 'amina', ip: '10.20.0.5' }]);
  const unusable = await app.pool.query('select * from radius_unusable');
  expect(unusable.rows).toEqual([]);
});

test('a blocked account does not come back', async () => {
  await app.pool.query('truncate radius_sessions cascade');
  await app.pool.query(
    "update access_accounts set access = 'off', reason = 'blocked', is_blocked = true",
  );
  await app.pool.query(
    `insert into settings (name, value, updated_at) values ('access', '{"enforced":true}', now())`,
  );
  await reportDemoSessions(app.db);
  expect(await online()).toEqual([]);
});
