import { createHmac } from 'node:crypto';
import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { addDays, dateInJuba } from '../../kernel/dates.ts';
import { getAccount, listAccounts, renewPassword, updateAccount } from '../accounts/service.ts';
import { updateAccessSettings } from '../decisions/service.ts';
import { compareSessions } from '../orders/service.ts';
import { createRouter } from '../routers/service.ts';
import { listClosed, listRefusals, listSessions, purgeAccess } from '../sessions/service.ts';
import * as codes from './service.ts';
import { codeUses } from './service-uses.ts';

/** Codes by the functions that FreeRADIUS runs. */
let app: TestApp;
let router: number;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));
const CODE = 'ABCDEFGHJKMN';
const LABEL = 'vb-2026-000001/1';
const GIB = 1024 ** 3;
const DAY = 86_400;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  // The functions read the clock of the database.
  app.time.now = (await app.pool.query('select now()')).rows[0].now;
  await emptyTables(app, 'access_accounts', 'radius_routers', 'radius_unusable');
  router = (await createRouter(ctx(), { name: 'Bor', address: '10.1.1.1' })).id;
});

const rows = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.pool.query(text, values)).rows;
const open = (more: Partial<codes.NewCode> = {}, source: 'voucher' | 'wifi' = 'voucher') =>
  transact(ctx(), (tx) =>
    codes.openCodes(tx, source, [
      {
        ...{ sourceId: 1, label: LABEL.toUpperCase(), code: CODE, endsAt: null },
        ...{ validSeconds: 7 * DAY, lapsesOn: addDays(tx.today, 30), dataMB: 0, speedMbps: 4 },
        isOneDevice: false,
        ...more,
      },
    ]),
  );
const nameOf = (code = CODE) =>
  `code:${createHmac('sha1', codes.codeKey(ctx())).update(code).digest('hex')}`;
async function asked(name: 'radius_check' | 'radius_reply', device = 'd1', from = router) {
  const found = await rows(`select attribute, value from ${name}($1, $2, $3)`, [
    ...[`router_${from}`, nameOf(), device],
  ]);
  return Object.fromEntries(found.map(({ attribute, value }) => [attribute, value]));
}
const reserve = async (device = 'd1') =>
  Number(
    (
      await rows('select radius_reserve($1, $2, $3) as n', [`router_${router}`, nameOf(), device])
    )[0]!.n,
  );
const report = (
  status: string,
  { name = nameOf(), session = 's1', class: given = '', down = 0, high = 0, seconds = 0 } = {},
) =>
  rows(
    `select radius_accounting($1, $2, $3, $4, $5, 'd1', '10.0.0.5', '', '', $6, '0', '0', $7, $8, '0', '')`,
    [`router_${router}`, status, name, session, given, String(seconds), String(down), String(high)],
  );
const orders = () => rows('select kind, given from radius_orders');
const ended = { 'Auth-Type': 'Reject', 'Tmp-String-0': 'ended' };
const opens = { 'Auth-Type': 'Accept', 'Simultaneous-Use': '1' };

describe('a sign-in by a code', () => {
  test('is known by its hash alone', async () => {
    await open();
    const isCode = async (name: string) =>
      (await rows('select radius_is_code($1) as n', [name]))[0]!.n;
    expect(await isCode(nameOf())).toBe(1);
    for (const name of [CODE, LABEL, nameOf('ABCDEFGHJKMP'), 'code:', 'code:ff', '', "o'"])
      expect([name, await isCode(name)]).toEqual([name, 0]);
    const checked = await rows('select * from radius_check($1, $2, $2)', [
      ...[`router_${router}`, LABEL],
    ]);
    expect(checked).toEqual([]);
    expect(await asked('radius_check')).toEqual(opens);
  });

  test('is told speed, time and label; the time runs from the first one on', async () => {
    await open();
    const told = { 'User-Name': LABEL, 'Mikrotik-Rate-Limit': '4000k/4000k' };
    const before = await asked('radius_reply');
    expect(before).toMatchObject({ ...told, 'Session-Timeout': String(7 * DAY) });
    expect(before).toMatchObject({ 'Acct-Interim-Interval': '300' });
    expect(await reserve()).toBe(0);
    await app.pool.query("update access_accounts set ends_at = ends_at - interval '1 day'");
    const left = Number((await asked('radius_reply'))['Session-Timeout']);
    expect(left).toBeGreaterThan(6 * DAY - 600);
    expect(left).toBeLessThanOrEqual(6 * DAY);
    expect(await rows('select count(*)::int as n from access_first_sign_ins')).toEqual([{ n: 1 }]);
  });

  test.each([
    // A limit of 0 would be none: one byte less is told.
    [100 * 1024, { limit: '4294967295', giga: '24' }],
    [5 * 1024, { limit: String(GIB), giga: '1' }],
    [4 * 1024, { limit: '4294967295', giga: undefined }],
    [500, { limit: String(500 * 1024 ** 2), giga: undefined }],
  ])('of %i MB is told what is left of its data', async (dataMB, { limit, giga }) => {
    await open({ dataMB });
    const told = await asked('radius_reply');
    expect(told['Acct-Interim-Interval']).toBe('60');
    expect(told['Mikrotik-Total-Limit-Gigawords']).toBe(giga);
    expect(told['Mikrotik-Total-Limit']).toBe(limit);
    const other = await createRouter(ctx(), { name: 'O', address: '10.1.1.3', kind: 'generic' });
    expect(await asked('radius_reply', 'd1', other.id)).not.toHaveProperty('Mikrotik-Total-Limit');
  });

  test('without a speed is told none', async () => {
    await open({ speedMbps: null });
    expect(await asked('radius_reply')).not.toHaveProperty('Mikrotik-Rate-Limit');
  });

  test('moves from one device to another, unless it is for one', async () => {
    await open();
    expect([await reserve('d1'), await reserve('d2')]).toEqual([0, 1_000_000]);
    await app.pool.query('delete from radius_reservations');
    expect(await reserve('d2')).toBe(0);
    await emptyTables(app, 'access_accounts');
    const endsAt = new Date(app.time.now.getTime() + 3_600_000);
    const wifi = { endsAt, validSeconds: null, lapsesOn: null, isOneDevice: true };
    await open({ ...wifi, label: 'WF-2026-000001/1' }, 'wifi');
    expect(await reserve('')).toBe(0);
    await app.pool.query('delete from radius_reservations');
    expect(await reserve('d1')).toBe(0);
    await app.pool.query('delete from radius_reservations');
    expect([await reserve('d2'), await reserve('d1')]).toEqual([1_000_000, 0]);
    // Its end was set by its sale: nothing is to be activated.
    expect(await rows('select * from access_first_sign_ins')).toEqual([]);
    expect(await rows('select ends_at from access_accounts')).toEqual([{ ends_at: endsAt }]);
  });

  test('that is bound to another device is told from one with too many sessions', async () => {
    const endsAt = new Date(app.time.now.getTime() + 3_600_000);
    const wifi = { endsAt, validSeconds: null, lapsesOn: null, isOneDevice: true };
    const device = (last: number) => `02:00:00:00:00:0${last}`;
    const refuse = (name: string, from: string) =>
      rows('select radius_refused($1, $2, $3, $4)', [`router_${router}`, name, from, 'tooMany']);
    await open({ ...wifi, label: 'WF-2026-000001/1' }, 'wifi');
    await reserve(device(1));
    await refuse(nameOf(), device(1));
    await refuse(nameOf(), device(2));
    const reasons = async (reason?: 'tooMany' | 'otherDevice') =>
      (await listRefusals(ctx(), { sort: 'lastAt', ...(reason && { reason }) })).rows.map(
        (row) => `${row.device.slice(-1)} ${row.reason}`,
      );
    expect(await reasons()).toEqual(['1 tooMany', '2 otherDevice']);
    expect(await reasons('tooMany')).toEqual(['1 tooMany']);
    expect(await reasons('otherDevice')).toEqual(['2 otherDevice']);
  });

  test("is refused when it is over, with 'observe only' too", async () => {
    await open({ lapsesOn: addDays(dateInJuba(app.time.now), -1) });
    expect(await asked('radius_check')).toEqual(ended);
    expect([await asked('radius_reply'), await reserve()]).toEqual([{}, 1_000_000]);
    await app.pool.query("update access_accounts set ends_at = now() + interval '1 hour'");
    expect(await asked('radius_check')).toEqual(opens);
    await app.pool.query("update access_accounts set ends_at = now() - interval '1 second'");
    expect(await asked('radius_check')).toEqual(ended);
    await app.pool.query("update access_accounts set ends_at = now() + interval '1 hour'");
    await transact(ctx(), (tx) =>
      codes.closeCodes(tx, { source: 'voucher', ids: [1, 2], reason: 'void' }),
    );
    expect(await asked('radius_check')).toMatchObject({ 'Tmp-String-0': 'void' });
    await rows('select radius_refused($1, $2, $3, $4)', [
      ...[`router_${router}`, nameOf(), 'd1', 'void'],
    ]);
    expect((await listRefusals(ctx(), {})).rows).toMatchObject([
      { username: LABEL, reason: 'void', customerId: null, customerName: '' },
    ]);
  });

  test('of fifty at once one is in, and one is the first', async () => {
    await open();
    const all = await Promise.all(Array.from({ length: 50 }, (_, n) => reserve(`device ${n}`)));
    expect(all.filter((count) => count === 0)).toHaveLength(1);
    expect(await rows('select count(*)::int as n from access_first_sign_ins')).toEqual([{ n: 1 }]);
  });

  test('that is mistyped is kept to its first letters', async () => {
    const refuse = (name: string) =>
      rows('select radius_refused($1, $2, $3, $4)', [`router_${router}`, name, 'd1', '']);
    for (const name of ['abcd-efgh-jkmp', 'ABCD EFGH JKMQ', 'amina', '02-00-00-00-00-01'])
      await refuse(name);
    const others = ['EFGH–JKMP–QRST', 'FGHJ.KMPQ.RST', 'GHJK_MNPQ_RSTUV', ' HJKMNPQRSTUV.'];
    for (const name of others) await refuse(name);
    const names = (await listRefusals(ctx(), {})).rows.map(({ username }) => username);
    expect(names.sort()).toEqual([
      ...['02-0…', 'ABCD…', 'EFGH…', 'FGHJ…', 'GHJK…', 'HJKM…', 'abcd…', 'amina'],
    ]);
    // A device that asks for its own address.
    await rows('select radius_refused($1, $2, $2, $3)', [
      ...[`router_${router}`, '02-00-00-00-00-02', ''],
    ]);
    const [last] = await rows(
      "select count(*)::int as n from radius_refusals where username = '02-00-00-00-00-02'",
    );
    expect(last).toEqual({ n: 1 });
  });
});

describe('a session of a code', () => {
  test('is listed by the label, however its router names it', async () => {
    await open();
    const id = (await rows('select id::int from access_accounts'))[0]!.id;
    await report('Start');
    await report('Start', { name: LABEL, session: 's2' });
    const hex = Buffer.from(`a${id}.1`).toString('hex');
    await report('Start', { name: CODE, session: 's3', class: `0x${hex}` });
    expect(await rows('select distinct username from radius_sessions')).toEqual([
      { username: LABEL },
    ]);
    expect((await listSessions(ctx(), { q: '000001' })).rows).toMatchObject([
      { username: LABEL, kind: 'code', customerId: null, customerName: '' },
    ]);
    await report('Stop', { session: 's3', seconds: 5 });
    expect((await listClosed(ctx(), {})).rows.map(({ kind }) => kind)).toContain('code');
    // It is no account of a customer.
    expect((await listAccounts(ctx(), {})).rows).toEqual([]);
    const account = Number(id);
    for (const work of [
      () => getAccount(ctx(), account),
      () => updateAccount(ctx(), account, { isBlocked: true }),
      () => renewPassword(ctx(), account, undefined),
    ])
      await expect(work()).rejects.toMatchObject({ kind: 'notFound' });
  });

  test.each(['data', 'time', 'void'] as const)(
    "that has lost its %s is ended, also with 'observe only'",
    async (what) => {
      await updateAccessSettings(ctx(), { enforced: false });
      await open({ dataMB: 5 * 1024 });
      expect(await reserve()).toBe(0);
      await report('Start');
      expect([await compareSessions(ctx()), await orders()]).toEqual([0, []]);
      if (what === 'data') {
        await report('Interim-Update', { seconds: 60, down: GIB - 1, high: 1 });
        expect(await compareSessions(ctx())).toBe(0);
        await report('Interim-Update', { seconds: 120, down: GIB, high: 1 });
      } else if (what === 'time')
        await app.pool.query("update access_accounts set ends_at = now() - interval '1 second'");
      else
        await transact(ctx(), (tx) =>
          codes.closeCodes(tx, { source: 'voucher', ids: [1], reason: 'void' }),
        );
      expect(await compareSessions(ctx())).toBe(1);
      expect(await orders()).toEqual([{ kind: 'end', given: 'x' }]);
    },
  );

  test('counts the data of all its sessions, and of days that are long past', async () => {
    await open({ dataMB: 1024 });
    await report('Start');
    await report('Stop', { seconds: 60, down: GIB - 10 });
    await app.pool.query('update radius_usage set day = day - 900');
    await purgeAccess(ctx());
    expect(await asked('radius_reply')).toMatchObject({ 'Mikrotik-Total-Limit': '10' });
    await report('Start', { session: 's2' });
    await report('Interim-Update', { session: 's2', seconds: 60, down: 10 });
    expect(await asked('radius_check')).toMatchObject({ 'Tmp-String-0': 'usedUp' });
    await transact(ctx(), (tx) =>
      codes.closeCodes(tx, { source: 'voucher', ids: [1], reason: 'ended' }),
    );
    await purgeAccess(ctx());
    expect(await rows('select * from radius_usage')).toEqual([]);
  });
});

test('what became of a code is told without it', async () => {
  const use = async () => (await codeUses(ctx(), 'voucher', [1, 2]))[0]!;
  await open({ dataMB: 1024 });
  const unused = { sourceId: 1, label: LABEL.toUpperCase(), firstSignInAt: null, session: null };
  expect(await use()).toMatchObject({ ...unused, last: null, usedBytes: 0, dataBytes: GIB });
  expect(await reserve()).toBe(0);
  await report('Start');
  await report('Interim-Update', { seconds: 60, down: 500 });
  expect(await use()).toMatchObject({
    ...{ firstSignInAt: expect.any(Date), usedBytes: 500, endedBy: null, last: null },
    ...{ session: { routerName: 'Bor', device: 'd1' }, secondsLeft: expect.any(Number) },
  });
  await report('Stop', { seconds: 90, down: GIB });
  expect(await use()).toMatchObject({
    ...{ session: null, usedBytes: GIB, endedBy: 'data', secondsLeft: null },
    last: { routerName: 'Bor', device: 'd1', cause: '' },
  });
  expect(JSON.stringify(await use()).toUpperCase()).not.toContain(CODE);
  expect(await codeUses(ctx(), 'wifi', [1])).toEqual([]);
});

describe('the core', () => {
  test('opens a code once', async () => {
    expect([await open(), await open()]).toEqual([1, 0]);
    expect(await codes.withoutAccount(ctx(), 'voucher', [1, 2])).toEqual([2]);
    expect(await codes.withoutAccount(ctx(), 'wifi', [1, 2])).toEqual([1, 2]);
    await expect(open({ sourceId: 2, label: 'VB-2026-000001/2' })).rejects.toMatchObject({
      code: 'accessCode.taken',
    });
  });

  test('takes a first sign-in once, as the beginning or later', async () => {
    await open();
    const begin = () => transact(ctx(), (tx) => codes.beginCode(tx, 'voucher', 1));
    expect(await begin()).toEqual(app.time.now);
    await reserve();
    const [{ at }] = (await rows('select at from access_first_sign_ins')) as [{ at: Date }];
    expect(await begin()).toEqual(at);
    expect(await begin()).toEqual(app.time.now);
    expect(await codes.findFirstSignIns(ctx(), 'voucher', { after: 0, limit: 5 })).toEqual([]);
  });
});
