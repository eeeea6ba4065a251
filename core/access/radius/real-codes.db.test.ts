import { createHmac } from 'node:crypto';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { needing } from '@nimule/fixtures/testing/needs';
import { type AccessWorld, startAccessWorld } from '@nimule/fixtures/testing/servers/access-world';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sellWifi } from '@nimule/fixtures/testing/wifi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, createContext } from '../../context.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { createBundle } from '../../vouchers/bundles/service.ts';
import { redeemVoucher } from '../../vouchers/redeem/service.ts';
import { activateSignedIn } from '../../vouchers/redeem/service-sign-ins.ts';
import { sellVouchers } from '../../vouchers/sales/service.ts';
import { getVoucher } from '../../vouchers/sales/service-list.ts';
import { voidVouchers } from '../../vouchers/sales/service-void.ts';
import { endWifiSession } from '../../wifi/service.ts';
import { accessCodeOf } from '../../wifi/service-access.ts';
import { createAccount } from '../accounts/service.ts';
import { codeKey } from '../codes/service.ts';
import { enforceOnce } from '../orders/service.ts';
import { listRefusals, listSessions } from '../sessions/service.ts';

const GIB = 1024 ** 3;

/** Codes of vouchers and of WiFi at a real FreeRADIUS; 'observe only', as it begins. */
describe('with FreeRADIUS', needing('freeradius'), () => {
  let app: TestApp;
  let world: AccessWorld;
  let bundleId: number;
  let sessions = 0;
  const codes: string[] = [];
  const ctx = (): Ctx => contextOf(app, staff('super_admin'));
  const now = async () => {
    app.time.now = (await app.pool.query('select now()')).rows[0].now;
  };

  beforeAll(async () => {
    app = await createTestApp();
    await now();
    await addCustomers(app, 1);
    const terms = { dataAllowanceMB: 5 * 1024, validityDays: 7, speedMbps: 4 };
    const bundle = { name: 'Weekly 5 GB', ...terms, priceUsd: cents(5_00) };
    bundleId = (await createBundle(ctx(), { ...bundle, bundleType: 'data' })).id;
    world = await startAccessWorld(app, ctx);
  });
  beforeEach(now);
  afterAll(async () => {
    await world?.stop();
    await app?.close();
  });

  async function sell() {
    const {
      id: batchId,
      batchNumber,
      vouchers,
    } = await sellVouchers(ctx(), { bundleId, quantity: 1 });
    const { id, voucherCode: code } = vouchers[0]!;
    codes.push(code);
    return { id, batchId, code, label: `${batchNumber.toLowerCase()}/1` };
  }
  /** A sign-in with the report of its start, as a router makes it that keeps the name as typed. */
  async function goOnline(code: string) {
    const { kind, attributes } = await world.signIn(code);
    expect(kind).toBe('accept');
    sessions += 1;
    const session = {
      id: `s${sessions}`,
      named: {
        'User-Name': `"${code}"`,
        Class: attributes.Class!,
        'Framed-IP-Address': '10.0.0.5',
      },
    };
    await world.report('Start', session.id, session.named);
    return { session, attributes };
  }
  const reasons = async () => (await listRefusals(ctx(), {})).rows.map(({ reason }) => reason);
  const lastOrder = () => world.router.orders.at(-1);
  const end = { all: true };

  test('a sold voucher opens the hotspot, and is activated from its sign-in on', async () => {
    const { id, code, label } = await sell();
    const { attributes } = await goOnline(code.toLowerCase());
    expect(attributes).toMatchObject({
      ...{ 'User-Name': label, 'Session-Timeout': String(7 * 86_400) },
      ...{ 'Mikrotik-Rate-Limit': '4000k/4000k', 'Acct-Interim-Interval': '60' },
      ...{ 'Mikrotik-Total-Limit': String(GIB), 'Mikrotik-Total-Limit-Gigawords': '1' },
    });
    const [open] = (await listSessions(ctx(), {})).rows;
    expect(open).toMatchObject({ username: label, kind: 'code', customerId: null });
    // Some seconds later, in two processes.
    const { rows } = await app.pool.query('select at from access_first_sign_ins');
    app.time.set(new Date(app.time.now.getTime() + 10_000).toISOString());
    const counts = await Promise.all([activateSignedIn(ctx()), activateSignedIn(ctx())]);
    expect(counts.sort()).toEqual([0, 1]);
    const expiryDate = new Date(rows[0].at.getTime() + 7 * 86_400_000);
    expect(await getVoucher(ctx(), id)).toMatchObject({
      ...{ status: 'activated', activatedAt: rows[0].at, expiryDate },
    });
    const visitor = createContext(app, { kind: 'visitor' }, { ip: '198.51.100.7' });
    await expect(redeemVoucher(visitor, { code })).rejects.toMatchObject({ code: 'voucher.used' });
  });

  test('of fifty sign-ins at once with one code one is in, and one activates', async () => {
    const { id, code } = await sell();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        world.signIn(code, { 'Calling-Station-Id': `"02-00-00-00-01-${String(n + 10)}"` }),
      ),
    );
    expect(answers.filter(({ kind }) => kind === 'accept')).toHaveLength(1);
    expect(await activateSignedIn(ctx())).toBe(1);
    expect(await getVoucher(ctx(), id)).toMatchObject({ status: 'activated' });
  });

  test('when its data are used up the session is ended, and the code is refused', async () => {
    const { code } = await sell();
    const { session } = await goOnline(code);
    const counters = { 'Acct-Session-Time': '60', 'Acct-Output-Octets': String(GIB) };
    const used = { ...session.named, ...counters, 'Acct-Output-Gigawords': '1' };
    await world.report('Interim-Update', session.id, used);
    expect(await enforceOnce(ctx(), end)).toMatchObject({ promised: 1 });
    // Its router knows it by what was typed: it is named by its id alone.
    expect(lastOrder()).toMatchObject({ code: 40, userName: '', sessionId: session.id });
    await world.report('Stop', session.id, used);
    expect(await world.signIn(code)).toMatchObject({ kind: 'reject' });
    expect(await reasons()).toContain('usedUp');
  });

  test('when its time is over the session is ended, and the code is refused', async () => {
    const { id, code } = await sell();
    const { session } = await goOnline(code);
    await app.pool.query(
      "update access_accounts set ends_at = now() - interval '1 second' where source_id = $1",
      [id],
    );
    expect(await enforceOnce(ctx(), end)).toMatchObject({ promised: 1 });
    expect(lastOrder()).toMatchObject({ code: 40, sessionId: session.id });
    await world.report('Stop', session.id, session.named);
    expect(await world.signIn(code)).toMatchObject({ kind: 'reject' });
    expect(await reasons()).toContain('ended');
  });

  test('one that is voided is refused, and one that is online cannot be voided', async () => {
    const online = await sell();
    const { session } = await goOnline(online.code);
    const reason = 'The guest has left';
    const voided = (one: { id: number; batchId: number }) =>
      voidVouchers(ctx(), one.batchId, { voucherIds: [one.id], reason });
    await expect(voided(online)).rejects.toMatchObject({ code: 'voucher.notUnused' });
    await world.report('Stop', session.id, session.named);
    const unused = await sell();
    await voided(unused);
    expect(await world.signIn(unused.code)).toMatchObject({ kind: 'reject' });
    expect(await reasons()).toContain('void');
  });

  test.each(['–', ' – ', '.', '_', ' - '])(
    'a code is known with %j between its parts',
    async (between) => {
      const { code, label } = await sell();
      const { kind, attributes } = await world.signIn(` ${code.replaceAll('-', between)}.`);
      expect([kind, attributes['User-Name']]).toEqual(['accept', label]);
    },
  );

  test('WiFi is for its first device, until it is ended', async () => {
    const { id } = await sellWifi(app, {});
    const code = await accessCodeOf(ctx(), id);
    codes.push(code);
    const { session, attributes } = await goOnline(code.replaceAll('-', ' '));
    expect(Number(attributes['Session-Timeout'])).toBeLessThanOrEqual(3600);
    await world.report('Stop', session.id, session.named);
    const other = { 'Calling-Station-Id': '"02-00-00-00-00-77"' };
    expect(await world.signIn(code, other)).toMatchObject({ kind: 'reject' });
    expect(await world.signIn(code)).toMatchObject({ kind: 'accept' });
    await endWifiSession(ctx(), id);
    expect(await world.signIn(code)).toMatchObject({ kind: 'reject' });
  });

  test('neither a challenge nor a hash, label or mistyped code is taken, and a name may look like one', async () => {
    const { code, label } = await sell();
    const plain = code.replaceAll('-', '');
    const hash = createHmac('sha1', codeKey(ctx())).update(plain).digest('hex');
    const answers = await Promise.all([
      world.ask({ 'User-Name': `"${code}"`, 'MS-CHAP-Password': '"secret"' }),
      world.ask({ 'User-Name': `"${code}"`, 'CHAP-Password': '"secret"' }),
      world.signIn(`code:${hash}`),
      world.signIn(`CODE:${hash}`),
      world.signIn(label),
      world.signIn(`${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}`),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(Array(6).fill('reject'));
    const named = { customerId: 1, kind: 'pppoe', username: 'deng23deng23' } as const;
    const { rows } = await app.pool.query('select id::int from customers');
    await createAccount(ctx(), { ...named, customerId: rows[0].id, password: 'secret' });
    expect(await world.signIn('deng23deng23')).toMatchObject({ kind: 'accept' });
    expect(await world.signIn('deng23deng23', { 'User-Password': '"wrong"' })).toMatchObject({
      kind: 'reject',
    });
    expect(await world.signIn(code)).toMatchObject({ kind: 'accept' });
  });

  test('no code is in the database or in the log, and the books are sound', async () => {
    expect(codes.length).toBeGreaterThan(5);
    const texts = codes.flatMap((code) => [`%${code}%`, `%${code.replaceAll('-', '')}%`]);
    const { rows: tables } = await app.pool.query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables) {
      const { rows } = await app.pool.query(
        `select count(*)::int as n from "${name}" t where t::text ilike any($1)`,
        [texts],
      );
      expect([name, rows[0].n]).toEqual([name, 0]);
    }
    const log = world.radius.log().toUpperCase();
    for (const code of codes) expect(log).not.toContain(code.replaceAll('-', ''));
    await activateSignedIn(ctx());
    const { checks } = await checkBooks(ctx());
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  });
});
