import { addCustomers } from '@nimule/fixtures/testing/customers';
import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import {
  contextOf,
  createTestApp,
  seededRandom,
  staff,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { updateCustomer } from '../../customers/service.ts';
import { createAccount, renewPassword, updateAccount } from '../accounts/service.ts';
import { decideStale, updateAccessSettings, updateProfile } from '../decisions/service.ts';
import { letEverybodyOn } from '../decisions/service-settings.ts';
import { createRouter, letEverybodyOnAt } from '../routers/service.ts';
import { ntHash } from '../rules-nt-hash.ts';
import * as sessions from '../sessions/service.ts';

/** The functions that FreeRADIUS runs, called as it calls them. */
let app: TestApp;
let customer: number;
let router: number;
let account: number;
const ctx = (): Ctx => contextOf(app, staff('technician'));
const DEVICE = 'AA-BB-CC-DD-EE-01';

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  // The functions read the clock of the database.
  app.time.now = (await app.pool.query('select now()')).rows[0].now;
  await emptyTables(app, 'customers', 'radius_routers', 'radius_unusable', 'outbox');
  await app.pool.query("delete from settings where name = 'access'; delete from access_profiles");
  await addCustomers(app, 1);
  customer = (await app.pool.query('select id::int from customers')).rows[0].id;
  router = (await createRouter(ctx(), { name: 'Bor', address: '10.1.1.1' })).id;
  const made = {
    customerId: customer,
    kind: 'pppoe',
    username: 'Tee1',
    password: 'secret',
  } as const;
  account = (await createAccount(ctx(), made)).id;
  await updateAccessSettings(ctx(), { enforced: true });
});

async function rows(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await app.pool.query(text, values)).rows;
}

/** Attribute → value. */
async function asked(
  name: 'radius_check' | 'radius_reply',
  username: string,
  device = DEVICE,
  from = router,
): Promise<Record<string, unknown>> {
  const found = await rows(`select attribute, value from ${name}($1, $2, $3)`, [
    `router_${from}`,
    username,
    device,
  ]);
  return Object.fromEntries(found.map(({ attribute, value }) => [attribute, value]));
}
const check = (username: string, device?: string) => asked('radius_check', username, device);
const reply = (username: string, device?: string) => asked('radius_reply', username, device);
const reserve = async (device: string, username = 'tee1') =>
  Number(
    (
      await rows('select radius_reserve($1, $2, $3) as n', [`router_${router}`, username, device])
    )[0]!.n,
  );
const refused = (username: string, device = DEVICE, reason = '') =>
  rows('select radius_refused($1, $2, $3, $4)', [`router_${router}`, username, device, reason]);

interface Report {
  status: 'Start' | 'Interim-Update' | 'Stop' | 'Accounting-On' | (string & {});
  username?: string;
  session?: string;
  class?: string;
  device?: string;
  ip?: string;
  seconds?: number | string;
  up?: number | string;
  upHigh?: number | string;
  down?: number | string;
  downHigh?: number | string;
  delay?: number | string;
  cause?: string;
  router?: string;
}

async function report(given: Report): Promise<void> {
  const found = await rows(
    `select radius_accounting(${Array.from({ length: 16 }, (_, place) => `$${place + 1}`).join(', ')}) as n`,
    [
      given.router ?? `router_${router}`,
      given.status,
      given.username ?? 'tee1',
      given.session ?? '81a',
      given.class ?? '',
      given.device ?? DEVICE,
      given.ip ?? '10.0.0.5',
      '',
      '',
      String(given.seconds ?? ''),
      String(given.up ?? ''),
      String(given.upHigh ?? ''),
      String(given.down ?? ''),
      String(given.downHigh ?? ''),
      String(given.delay ?? ''),
      given.cause ?? '',
    ],
  );
  // A router repeats what is not answered.
  expect(found).toHaveLength(1);
}

const open = async () => (await sessions.listSessions(ctx(), {})).rows;
const closed = async () => (await sessions.listClosed(ctx(), {})).rows;
const unusable = async () =>
  rows('select router, reason, count::int from radius_unusable order by reason');
const used = async () => {
  const days = await sessions.usageOf(ctx(), account);
  return days.reduce(
    (sum, day) => [sum[0]! + day.uploadBytes, sum[1]! + day.downloadBytes],
    [0, 0],
  );
};

describe('a sign-in', () => {
  test('is answered by the stored decision', async () => {
    const password = `0x${Buffer.from(ntHash('secret')).toString('hex')}`;
    expect(await check('Tee1')).toEqual({ 'NT-Password': password, 'Simultaneous-Use': '1' });
    expect(await reply('Tee1')).toMatchObject({
      ...{ Class: `a${account}.2`, 'Acct-Interim-Interval': '300' },
      'Mikrotik-Rate-Limit': '10000k/10000k',
    });
    await updateCustomer(ctx(), customer, { updates: { status: 'Suspended' } });
    await decideStale(ctx());
    expect(await check('tee1')).toHaveProperty('NT-Password');
    expect(await reply('tee1')).toMatchObject({ 'Mikrotik-Address-List': 'nimule-garden' });
    await updateAccessSettings(ctx(), { suspended: 'off' });
    await decideStale(ctx());
    expect(await check('tee1')).toEqual({ 'Auth-Type': 'Reject', 'Tmp-String-0': 'suspended' });
    await updateAccount(ctx(), account, { isBlocked: true });
    expect(await check('tee1')).toMatchObject({ 'Tmp-String-0': 'blocked' });
  });

  test("'observe only' and 'let everybody on' refuse nobody, at one router or all", async () => {
    await updateAccount(ctx(), account, { isBlocked: true });
    const isLet = async (from = router) =>
      'NT-Password' in (await asked('radius_check', 'tee1', DEVICE, from));
    expect(await isLet()).toBe(false);
    await updateAccessSettings(ctx(), { enforced: false });
    expect(await isLet()).toBe(true);
    expect(await reply('tee1')).toHaveProperty('Mikrotik-Rate-Limit');
    await updateAccessSettings(ctx(), { enforced: true });
    const until = new Date(app.time.now.getTime() + 3_600_000);
    const other = (await createRouter(ctx(), { name: 'Wau', address: '10.1.1.2' })).id;
    await letEverybodyOnAt(ctx(), router, { until, reason: 'Test' });
    expect([await isLet(), await isLet(other)]).toEqual([true, false]);
    await letEverybodyOnAt(ctx(), router, { until: null });
    await letEverybodyOn(ctx(), { until, reason: 'Test' });
    expect([await isLet(), await isLet(other)]).toEqual([true, true]);
    await app.pool.query(
      `update settings set value = jsonb_set(value, '{everybodyUntil}', '"2020-01-01T00:00:00Z"') where name = 'access'`,
    );
    expect(await isLet()).toBe(false);
  });

  test.each(['nobody', '', 'x'.repeat(253), "o'; drop", '%{Name}', 'علي'])(
    'the name %j is not known',
    async (name) => {
      expect(await check(name)).toEqual({});
      expect(await reply(name)).toEqual({});
      await refused(name);
      expect((await sessions.listRefusals(ctx(), {})).rows).toMatchObject([
        { reason: 'unknown', username: name.slice(0, 64), accountId: null, count: 1 },
      ]);
    },
  );

  test.each(["o'; drop table x; --", '%{User-Password}', 'ABCD–EFGH–JKM'])(
    'of the name %j, which may be a code, the first four characters are kept',
    async (name) => {
      expect(await check(name)).toEqual({});
      await refused(name);
      const username = `${name.slice(0, 4)}…`;
      expect((await sessions.listRefusals(ctx(), {})).rows).toMatchObject([{ username }]);
    },
  );

  test('a device is known by its own address alone, in any spelling', async () => {
    const username = 'AA:BB:CC:00:11:22';
    await createAccount(ctx(), { customerId: customer, kind: 'mac', username });
    const device = { 'Auth-Type': 'Accept', 'Simultaneous-Use': '1' };
    expect(await check('AABBCC001122', 'aa-bb-cc-00-11-22')).toEqual(device);
    expect(await check('aabb.cc00.1122', 'AABBCC001122')).toEqual(device);
    // Typed on another device.
    expect(await check('AA:BB:CC:00:11:22', DEVICE)).toEqual({});
    expect(await check('AA:BB:CC:00:11:22', '')).toEqual({});
  });

  test('an address, a pool and another kind of router are told', async () => {
    await updateAccount(ctx(), account, { fixedIp: '10.0.0.9' });
    expect(await reply('tee1')).toMatchObject({ 'Framed-IP-Address': '10.0.0.9' });
    await updateAccount(ctx(), account, { fixedIp: '', pool: 'wau' });
    expect(await reply('tee1')).toMatchObject({ 'Framed-Pool': 'wau' });
    const other = await createRouter(ctx(), { name: 'O', address: '10.1.1.3', kind: 'generic' });
    expect(await asked('radius_reply', 'tee1', DEVICE, other.id)).toMatchObject({
      ...{ 'WISPr-Bandwidth-Max-Up': '10000000', 'WISPr-Bandwidth-Max-Down': '10000000' },
    });
    await app.pool.query("update customers set bandwidth = 0, package_type = 'Flexible Plan'");
    await decideStale(ctx());
    expect(await reply('tee1')).not.toHaveProperty('Mikrotik-Rate-Limit');
  });

  test('thirty wrong tries of a device are throttled, of its router alone; nobody else is', async () => {
    for (let tries = 0; tries < 30; tries += 1) await refused('tee1');
    expect(await check('tee1')).toEqual({ 'Auth-Type': 'Reject', 'Tmp-String-0': 'throttled' });
    expect(await check('tee1', 'AA-BB-CC-DD-EE-02')).toHaveProperty('NT-Password');
    const other = (await createRouter(ctx(), { name: 'Wau', address: '10.1.1.2' })).id;
    expect(await asked('radius_check', 'tee1', DEVICE, other)).toHaveProperty('NT-Password');
    // The wait ends with another password, or after ten minutes.
    await renewPassword(ctx(), account, 'another-one');
    expect(await check('tee1')).toHaveProperty('NT-Password');
    for (let tries = 0; tries < 30; tries += 1) await refused('nobody');
    expect(await check('tee1')).toHaveProperty('Auth-Type');
    await app.pool.query("update radius_refusals set window_start = now() - interval '11 minutes'");
    expect(await check('tee1')).toHaveProperty('NT-Password');
  });

  test('names that somebody tries one after the other fill 500 rows, no more', async () => {
    await app.pool.query(
      `select radius_refused($1, 'name' || n, 'device' || n, '') from generate_series(1, 700) n`,
      [`router_${router}`],
    );
    const [sums] = await rows(
      'select count(*)::int as rows, sum(count)::int as tries from radius_refusals',
    );
    expect(sums).toEqual({ rows: 501, tries: 700 });
  });

  test('places are counted with those that are reserved; a device replaces its own', async () => {
    expect(await reserve('d1')).toBe(0);
    expect(await reserve('d1')).toBe(0);
    expect(await reserve('d2')).toBeGreaterThan(100);
    await app.pool.query("update radius_reservations set until = now() - interval '1 second'");
    expect(await reserve('d2')).toBe(0);
    await report({ status: 'Start', device: 'd2' });
    expect(await rows('select * from radius_reservations')).toEqual([]);
    expect(await reserve('d1')).toBeGreaterThan(100);
    expect(await reserve('d2')).toBe(0);
    await updateAccount(ctx(), account, { sessionsAtOnce: 2 });
    expect([await reserve('d1'), await reserve('d3')]).toEqual([0, expect.any(Number)]);
    expect(await reserve('d3')).toBeGreaterThan(100);
    expect(await reserve('d1', 'nobody')).toBeGreaterThan(100);
  });

  test('of fifty at once, as many are let in as there are places', async () => {
    await updateAccount(ctx(), account, { sessionsAtOnce: 3 });
    const all = await Promise.all(Array.from({ length: 50 }, (_, n) => reserve(`device ${n}`)));
    expect(all.filter((count) => count === 0)).toHaveLength(3);
  });
});

describe('reports of sessions', () => {
  test('open, count and close a session', async () => {
    await report({ status: 'Start' });
    expect(await open()).toMatchObject([
      { username: 'tee1', routerName: 'Bor', ip: '10.0.0.5', seconds: 0, isAsDecided: true },
    ]);
    await report({ status: 'Interim-Update', seconds: 0, up: 1000, down: 10, downHigh: 2 });
    expect(await open()).toMatchObject([{ uploadBytes: 1000, downloadBytes: 2 * 2 ** 32 + 10 }]);
    expect(await used()).toEqual([1000, 2 * 2 ** 32 + 10]);
    await report({
      status: 'Stop',
      seconds: 5,
      up: 5000,
      down: 10,
      downHigh: 3,
      cause: 'Lost-Carrier',
    });
    expect(await open()).toEqual([]);
    expect(await closed()).toMatchObject([
      { seconds: 5, uploadBytes: 5000, cause: 'Lost-Carrier' },
    ]);
    expect(await used()).toEqual([5000, 3 * 2 ** 32 + 10]);
    expect(await unusable()).toEqual([]);
  });

  test('of one session in any order and number end in the same', async () => {
    const random = seededRandom('reports');
    const all: Report[] = [
      { status: 'Start' },
      ...[60, 120, 180, 240].map((seconds) => ({
        ...{ status: 'Interim-Update', seconds, up: seconds * 10, down: seconds * 1000 },
        delay: 300 - seconds,
      })),
      { status: 'Stop', seconds: 300, up: 3000, down: 300_000, cause: 'User-Request', delay: 0 },
    ].map((one) => ({ ...one, delay: 'delay' in one ? one.delay : 300 })) as Report[];
    for (let order = 0; order < 200; order += 1) {
      const shuffled = [...all, ...all.filter(() => random.integer(2) === 0)]
        .map((one) => ({ one, place: random.integer(1e9) }))
        .sort((a, b) => a.place - b.place);
      for (const { one } of shuffled) await report({ ...one, session: `s${order}` });
    }
    expect(await open()).toEqual([]);
    const ended =
      await rows(`select count(*)::int as n, count(distinct session_id)::int as sessions, min(upload_bytes)::int as up,
      min(download_bytes)::int as down, min(seconds)::int as seconds, min(cause) as cause, max(cause) as last from radius_closed_sessions`);
    expect(ended).toEqual([
      {
        ...{ n: 200, sessions: 200, up: 3000, down: 300_000, seconds: 300 },
        ...{ cause: 'User-Request', last: 'User-Request' },
      },
    ]);
    expect(await used()).toEqual([200 * 3000, 200 * 300_000]);
  });

  test('of one session at once count once', async () => {
    const at = { status: 'Interim-Update', seconds: 60, up: 100, down: 1000 };
    await Promise.all(Array.from({ length: 12 }, () => report(at)));
    expect(await open()).toMatchObject([{ uploadBytes: 100, downloadBytes: 1000 }]);
    await Promise.all(
      Array.from({ length: 12 }, () => report({ ...at, status: 'Stop', seconds: 90 })),
    );
    expect(await open()).toEqual([]);
    expect(await closed()).toHaveLength(1);
    expect(await used()).toEqual([100, 1000]);
  });

  test('a counter of 32 bits that began anew goes on; an older report changes nothing', async () => {
    await report({ status: 'Interim-Update', seconds: 10, up: 1, down: 4_294_967_000 });
    await report({ status: 'Interim-Update', seconds: 20, up: 2, down: 500 });
    expect(await open()).toMatchObject([{ downloadBytes: 2 ** 32 + 500 }]);
    await report({ status: 'Interim-Update', seconds: 15, up: 9, down: 100, delay: 5 });
    expect(await open()).toMatchObject([{ uploadBytes: 2, downloadBytes: 2 ** 32 + 500 }]);
  });

  test.each([
    [{ downHigh: 4_294_967_295, down: 1 }, 'counters'],
    [{ down: '18446744073709551616' }, 'counters'],
    [{ up: '-1', down: 1 }, 'counters'],
    [{ seconds: 'soon' }, 'time'],
    [{ seconds: '999999999999999999' }, 'time'],
    [{ session: '' }, 'session'],
    [{ status: 'Tunnel-Start' }, 'status'],
    [{ username: 'nobody' }, 'account'],
    [{ router: 'router_999999' }, 'router'],
    [{ router: 'x' }, 'router'],
  ])('%j is answered and counted', async (given, reason) => {
    await report({ status: 'Start', ...given });
    expect(await unusable()).toEqual([
      { router: 'router' in given ? given.router : `router_${router}`, reason, count: 1 },
    ]);
    expect(await open()).toEqual([]);
  });

  test('a class that is of another account, or garbage, is not believed', async () => {
    const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
    await app.pool.query('update access_accounts set decision = 7');
    await report({ status: 'Start', session: '1', class: hex(`a${account}.5r`) });
    await report({ status: 'Start', session: '2', class: hex(`a${account + 1}.5r`), device: 'd2' });
    await report({ status: 'Start', session: '3', class: hex('\0\0'), device: 'd3' });
    await report({ status: 'Start', session: '4', class: 'a1.2', device: 'd4' });
    expect(
      await rows('select session_id, decision::int, given from radius_sessions order by 1'),
    ).toEqual([
      { session_id: '1', decision: 5, given: 'r' },
      { session_id: '2', decision: 7, given: '' },
      { session_id: '3', decision: 7, given: '' },
      { session_id: '4', decision: 7, given: '' },
    ]);
  });

  test('a restarted router closes its own sessions, and a device its older one', async () => {
    const other = (await createRouter(ctx(), { name: 'Wau', address: '10.1.1.2' })).id;
    await report({ status: 'Start', session: '1', device: 'd1' });
    await report({ status: 'Start', session: '2', device: 'd2', router: `router_${other}` });
    await report({ status: 'Accounting-On', session: '', username: '' });
    expect(await open()).toMatchObject([{ routerName: 'Wau' }]);
    expect(await closed()).toMatchObject([{ routerName: 'Bor', cause: 'router restarted' }]);
    // After the power cut the same id names another session.
    await app.pool.query(
      "update radius_closed_sessions set started_at = started_at - interval '1 hour'",
    );
    await report({ status: 'Start', session: '1', device: 'd1' });
    await app.pool.query("update radius_sessions set started_at = started_at - interval '1 hour'");
    await report({ status: 'Start', session: '3', device: 'd1' });
    expect((await open()).map(({ device }) => device).sort()).toEqual(['d1', 'd2']);
    expect((await closed()).map(({ cause }) => cause).sort()).toEqual([
      'replaced',
      'router restarted',
    ]);
  });

  test('15 minutes of silence close a session, and a later report opens it again', async () => {
    await report({ status: 'Interim-Update', seconds: 60, up: 10, down: 10 });
    await app.pool.query("update radius_sessions set last_at = now() - interval '16 minutes'");
    expect(await sessions.closeSilent(ctx())).toBe(1);
    expect(await closed()).toMatchObject([{ cause: 'silent' }]);
    await report({ status: 'Interim-Update', seconds: 90, up: 30, down: 40 });
    expect(await closed()).toEqual([]);
    expect(await open()).toMatchObject([{ uploadBytes: 30, downloadBytes: 40 }]);
    expect(await used()).toEqual([30, 40]);
    expect(await sessions.closeSilent(ctx())).toBe(0);
  });

  test('a day that has ended keeps what belongs to it', async () => {
    await report({ status: 'Interim-Update', seconds: 60, up: 10, down: 100 });
    await app.pool.query('update radius_sessions set day = day - 1');
    await report({ status: 'Interim-Update', seconds: 120, up: 15, down: 130 });
    await report({ status: 'Stop', seconds: 180, up: 16, down: 131 });
    expect(await sessions.usageOf(ctx(), account)).toMatchObject([
      { uploadBytes: 10, downloadBytes: 100 },
      { uploadBytes: 6, downloadBytes: 31 },
    ]);
  });

  test('over the fair use of the month the speed is reduced', async () => {
    await updateProfile(ctx(), 'Basic Fiber', { uploadPercent: 50, fairUseGb: 1, reducedMbps: 2 });
    await decideStale(ctx());
    await report({ status: 'Start' });
    await report({ status: 'Interim-Update', seconds: 60, up: 1, down: 999_999_998 });
    expect(await reply('tee1')).toMatchObject({ 'Mikrotik-Rate-Limit': '5000k/10000k' });
    await report({ status: 'Interim-Update', seconds: 61, up: 2, down: 999_999_998 });
    expect(await reply('tee1')).toMatchObject({
      ...{ Class: `a${account}.3r`, 'Mikrotik-Rate-Limit': '1000k/2000k' },
    });
    await app.pool.query("update radius_sessions set day = date_trunc('month', day)::date - 1");
    expect(await reply('tee1')).toMatchObject({ 'Mikrotik-Rate-Limit': '5000k/10000k' });
  });

  test('are removed after their days', async () => {
    await report({ status: 'Stop', seconds: 60, up: 10, down: 100 });
    await refused('tee1');
    await app.pool.query(`
      update radius_closed_sessions set started_at = now() - interval '92 days', ended_at = now() - interval '92 days';
      update radius_refusals set last_at = now() - interval '92 days';
      update radius_usage set day = day - 800; update radius_months set month = month - interval '27 months';`);
    await sessions.purgeAccess(ctx());
    for (const of of ['closed_sessions', 'refusals', 'usage', 'months'])
      expect(await rows(`select * from radius_${of}`), of).toEqual([]);
  });
});
