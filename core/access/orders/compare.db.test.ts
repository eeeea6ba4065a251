import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { updateAccessSettings } from '../decisions/service.ts';
import { createRouter } from '../routers/service.ts';
import { compareSessions } from './service.ts';

/** The comparison of all sessions says of each what radius_wanted says of its account. */
let app: TestApp;
let router: number;
const ctx = (): Ctx => contextOf(app, staff('technical_manager'));

beforeAll(async () => {
  app = await createTestApp();
  await addCustomers(app, 1);
  router = (await createRouter(ctx(), { name: 'Bor', address: '10.1.1.1' })).id;
  const secret = app.ports.secrets.encrypt('secret', 'test');
  await app.pool.query(
    `insert into access_accounts (customer_id, kind, username, password_encrypted, nt_hash, access, reason, download_kbps,
       upload_kbps, fair_use_bytes, reduced_download_kbps, reduced_upload_kbps, decided_at, created_at, updated_at)
     select c.id, 'pppoe', access || '-' || coalesce(fair, 0), $1, decode(repeat('00', 16), 'hex'), access,
       case access when 'on' then '' else 'suspended' end, 2000, 1000, fair, case when fair > 0 then 100 end,
       case when fair > 0 then 100 end, now(), now(), now()
     from customers c, unnest(array['on', 'garden', 'off']) access, unnest(array[null, 3999, 4000, 4001]) fair`,
    [secret],
  );
  await app.pool.query(
    `insert into access_accounts (kind, username, code_hash, source, source_id, access, reason, ends_at, valid_seconds, lapses_on,
       data_bytes, decided_at, created_at, updated_at)
     select 'code', 'vb-2026-000001/' || n, decode(lpad(n::text, 40, '0'), 'hex'), 'voucher', n, access,
       case access when 'on' then '' else 'void' end, ends, case when ends is null then 60 end, case when ends is null then lapses end,
       data, now(), now(), now()
     from (
       select row_number() over ()::int as n, * from unnest(array['on', 'off']) access,
         unnest(array[null, now() - interval '1 second', now() + interval '1 day']) ends,
         unnest(array[radius_today() - 1, radius_today()]) lapses, unnest(array[null, 5099, 5100, 5101]) data
     ) made`,
  );
  // Of this month 3,000 bytes, of the one before 1,100; 1,000 in the open session since its day began.
  for (const [table, column, day] of [
    ['radius_usage', 'day', `date_trunc('month', radius_today())::date - 1`],
    ['radius_usage', 'day', `date_trunc('month', radius_today())::date`],
    ['radius_months', 'month', `(date_trunc('month', radius_today()) - interval '1 month')::date`],
    ['radius_months', 'month', `date_trunc('month', radius_today())::date`],
  ])
    await app.pool.query(
      `insert into ${table} (account_id, ${column}, upload_bytes, download_bytes)
       select id, ${day}, 100, case when ${day} = date_trunc('month', radius_today())::date then 2900 else 1000 end
       from access_accounts`,
    );
  await app.pool.query(
    `insert into radius_sessions (router_id, account_id, session_id, username, started_at, device, upload_bytes, download_bytes,
       last_at, day, upload_before, download_before, decision)
     select $1, id, username, username, now(), 'd', 600, 900, now(), radius_today(), 200, 300, 1 from access_accounts`,
    [router],
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  app.time.now = (await app.pool.query('select now()')).rows[0].now;
});

test.each([true, false])('with enforced %s', async (enforced) => {
  await updateAccessSettings(ctx(), { enforced });
  await app.pool.query('delete from radius_orders');
  await compareSessions(ctx());
  const { rows } = await app.pool.query(
    `select a.username, radius_wanted(a, radius_enforces(s.router_id)) as wanted, coalesce(o.given, '') as ordered
     from radius_sessions s join access_accounts a on a.id = s.account_id left join radius_orders o on o.session_id = s.id
     where a.kind = 'code' or $1`,
    [enforced],
  );
  expect(rows.filter(({ wanted, ordered }) => wanted !== ordered)).toEqual([]);
  const kinds = new Set(rows.map(({ wanted }) => wanted));
  expect(kinds).toEqual(new Set(enforced ? ['', 'r', 'g', 'x'] : ['', 'x']));
  // Of a part the same.
  const all = await app.pool.query('select count(*)::int from radius_orders');
  await app.pool.query('delete from radius_orders');
  const ids = (await app.pool.query('select id::int from access_accounts')).rows;
  await compareSessions(
    ctx(),
    ids.map(({ id }) => id),
  );
  expect((await app.pool.query('select count(*)::int from radius_orders')).rows).toEqual(all.rows);
});

test('a report of 64 bits changes its session as one of 32 bits does', async () => {
  const { rows: before } = await app.pool.query(
    "select id, upload_bytes, seconds from radius_sessions where username = 'on-0'",
  );
  const report = (seconds: number, low: number, high: string) =>
    app.pool.query(
      `select radius_accounting($1, 'Interim-Update', 'ON-0', 'on-0', '', 'd', '10.0.0.9', '', '', $2, $3, $4, $3, $4, '', '')`,
      [`router_${router}`, `${seconds}`, `${low}`, high],
    );
  const session = async () =>
    (
      await app.pool.query(
        'select upload_bytes::text as up, seconds::int, host(ip) as ip from radius_sessions where id = $1',
        [before[0].id],
      )
    ).rows[0];
  await report(10, 5, '1');
  expect(await session()).toEqual({ up: '4294967301', seconds: 10, ip: '10.0.0.9' });
  // An older one, and one that counts backwards, take nothing away.
  await report(9, 9, '1');
  await report(11, 4, '1');
  expect(await session()).toMatchObject({ up: '4294967301', seconds: 11 });
  await report(12, 6, '');
  expect(await session()).toMatchObject({ up: '4294967302', seconds: 12 });
  // Of another name it is another session.
  await app.pool.query("update access_accounts set username = 'elsewhere' where username = 'on-0'");
  await report(13, 7, '1');
  expect(await session()).toMatchObject({ seconds: 12 });
});
