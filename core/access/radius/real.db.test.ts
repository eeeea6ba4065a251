import { randomBytes } from 'node:crypto';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needing } from '@nimule/fixtures/testing/needs';
import { type AccessWorld, startAccessWorld } from '@nimule/fixtures/testing/servers/access-world';
import type { RadiusAnswer } from '@nimule/fixtures/testing/servers/freeradius';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { updateCustomer } from '../../customers/service.ts';
import { createAccount, updateAccount } from '../accounts/service.ts';
import { updateAccessSettings } from '../decisions/service.ts';
import { enforceOnce } from '../orders/service.ts';
import { createRouter, deleteRouter } from '../routers/service.ts';
import { listClosed, listRefusals, listSessions } from '../sessions/service.ts';
import { checkRadius } from './service.ts';

/** A real FreeRADIUS with the configuration that is written for it, radclient as the router. */
describe('with FreeRADIUS', needing('freeradius'), () => {
  let app: TestApp;
  let world: AccessWorld;
  let customer: number;
  const ctx = (): Ctx => contextOf(app, staff('technical_manager'));

  beforeAll(async () => {
    app = await createTestApp();
    app.time.now = (await app.pool.query('select now()')).rows[0].now;
    await addCustomers(app, 1);
    customer = (await app.pool.query('select id::int from customers')).rows[0].id;
    for (const username of ['amina', 'blocked', 'device'])
      await createAccount(ctx(), {
        customerId: customer,
        kind: 'pppoe',
        username,
        password: 'secret',
      });
    const mac = { customerId: customer, kind: 'mac', username: '02:00:00:00:00:01' } as const;
    await createAccount(ctx(), mac);
    await updateAccessSettings(ctx(), { enforced: true });
    world = await startAccessWorld(app, ctx);
  });
  afterAll(async () => {
    await world?.stop();
    await app?.close();
  });

  const signIn: AccessWorld['signIn'] = (...asked) => world.signIn(...asked);
  const report: AccessWorld['report'] = (...asked) => world.report(...asked);
  const signInByChap = (name: string) =>
    world.ask({ 'User-Name': `"${name}"`, 'MS-CHAP-Password': '"secret"' });

  test('it is told to be current, until another router is added', async () => {
    const at = { address: '127.0.0.1', port: world.radius.authPort };
    expect(await checkRadius(ctx(), at)).toEqual({ isCurrent: true, reachesDatabase: true });
    const { id } = await createRouter(ctx(), { name: 'Wau', address: '10.9.9.9' });
    expect(await checkRadius(ctx(), at)).toMatchObject({ isCurrent: false });
    await deleteRouter(ctx(), id);
    await expect(checkRadius(ctx(), { ...at, port: world.router.port })).rejects.toMatchObject({
      code: 'radius.silent',
    });
  });

  test('who may is let in by PAP and MS-CHAPv2, and told the speed', async () => {
    const told = { 'Mikrotik-Rate-Limit': '10000k/10000k', 'Acct-Interim-Interval': '300' };
    for (const answer of [await signIn('amina'), await signInByChap('AMINA')]) {
      expect(answer).toMatchObject({ kind: 'accept', attributes: told });
      // Routers drop answers that are not signed.
      expect(answer.attributes['Message-Authenticator']).toMatch(/^0x/);
    }
    const device = { 'User-Password': '""', 'Calling-Station-Id': '"020000000001"' };
    expect(await signIn('02-00-00-00-00-01', device)).toMatchObject({ kind: 'accept' });
  });

  test('who may not is refused, counted, and told nothing', async () => {
    const account = (await listSessions(ctx(), {})).rows.length;
    expect(account).toBe(0);
    const { rows } = await app.pool.query(
      "select id::int from access_accounts where username = 'blocked'",
    );
    await updateAccount(ctx(), rows[0].id, { isBlocked: true });
    const refused = await Promise.all([
      signIn('amina', { 'User-Password': '"wrong"' }),
      signIn('nobody'),
      signIn('blocked'),
      signIn('amina', { 'Calling-Station-Id': '"02-00-00-00-00-10"' }),
      signIn(`o'; drop table customers; -- %{User-Password}`),
      signIn('02:00:00:00:00:01', { 'User-Password': '""' }),
      signIn('\\377\\000'),
    ]);
    for (const { kind, attributes } of refused) {
      expect(kind).toBe('reject');
      expect(Object.keys(attributes).filter((name) => name.startsWith('Mikrotik'))).toEqual([]);
      expect(attributes).not.toHaveProperty('Class');
    }
    const reasons = (await listRefusals(ctx(), {})).rows.map(({ reason }) => reason);
    expect(reasons.sort()).toEqual(
      expect.arrayContaining(['blocked', 'password', 'tooMany', 'unknown']),
    );
  });

  test('of fifty sign-ins at once one gets the place', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        signIn('device', { 'Calling-Station-Id': `"02-00-00-00-01-${String(n + 10)}"` }),
      ),
    );
    expect(answers.filter(({ kind }) => kind === 'accept')).toHaveLength(1);
  });

  test('who is suspended is in the garden, and who is active again is out of it', async () => {
    const again = async (session: string) => {
      const { attributes } = await signIn('amina');
      await report('Start', session, {
        ...{ Class: attributes.Class!, 'Framed-IP-Address': '10.0.0.5' },
      });
      return attributes;
    };
    await again('1');
    await updateCustomer(ctx(), customer, { updates: { status: 'Suspended' } });
    expect(await enforceOnce(ctx())).toMatchObject({ promised: 1 });
    expect(world.router.orders.at(-1)).toMatchObject({
      code: 40,
      userName: 'amina',
      sessionId: '1',
    });
    await report('Stop', '1', { 'Acct-Terminate-Cause': 'Admin-Reset' });
    expect(await again('2')).toMatchObject({ 'Mikrotik-Address-List': 'nimule-garden' });
    expect(await enforceOnce(ctx(), { all: true })).toMatchObject({ sent: 0 });
    await updateCustomer(ctx(), customer, { updates: { status: 'Active' } });
    expect(await enforceOnce(ctx())).toMatchObject({ promised: 1 });
    await report('Stop', '2');
    expect(await again('3')).not.toHaveProperty('Mikrotik-Address-List');
    expect((await listClosed(ctx(), {})).rows.map(({ cause }) => cause)).toContain('Admin-Reset');
    await report('Stop', '3');
  });

  test('a report that can never be stored is answered, and counted', async () => {
    expect(await report('Start', '\\377\\000x')).toMatchObject({ kind: 'response' });
    const unusable = async () =>
      (await app.pool.query('select reason, count::int from radius_unusable')).rows;
    expect(await unusable()).toEqual([{ reason: 'text', count: 1 }]);
  });

  test('it is killed and started again without losing a session', async () => {
    await report('Start', 'kept');
    await world.radius.kill();
    await world.radius.start();
    const open = (await listSessions(ctx(), {})).rows;
    expect(open).toMatchObject([{ username: 'amina' }]);
    expect(await signIn('amina')).toMatchObject({ kind: 'accept' });
    expect(await report('Stop', 'kept')).toMatchObject({ kind: 'response' });
  });

  const timeout = patiently(120_000);
  test('reports wait for the database, and sign-ins come back by themselves', {
    timeout,
  }, async () => {
    // Since it was started again it has one connection, and gives up at once; with sixteen it tries each of them anew.
    const name = app.settings.database!;
    const admin = async (text: string) => {
      const { default: pg } = await import('pg');
      const client = new pg.Client({ ...app.settings, database: 'postgres' });
      await client.connect();
      await client.query(text);
      await client.end();
    };
    const mark = `away${randomBytes(4).toString('hex')}`;
    // FreeRADIUS and everybody else lose their connections, and get no new ones.
    await admin(`alter database "${name}" connection limit 0`);
    await admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name like 'FreeRADIUS%'`,
    );
    await admin(`alter database "${name}" allow_connections false`);
    let answer: RadiusAnswer;
    try {
      answer = await report('Start', mark);
    } finally {
      await admin(`alter database "${name}" allow_connections true`);
      await admin(`alter database "${name}" connection limit -1`);
    }
    // FreeRADIUS 3.2.1 has been seen to answer nothing on a busy machine. A router repeats a report until it is answered, and
    // systemd starts FreeRADIUS again.
    if (answer.kind === 'none') {
      process.stderr.write(`no answer while the database was away:\n${world.radius.log()}\n`);
      await world.radius.kill();
      await world.radius.start();
      expect(await report('Start', mark)).toMatchObject({ kind: 'response' });
    }
    const sessions = async () =>
      (await app.pool.query('select session_id from radius_sessions')).rows.map(
        ({ session_id }) => session_id,
      );
    await expect.poll(sessions).toContain(mark);
    await expect.poll(async () => (await signIn('amina')).kind).toBe('accept');
  });
});
