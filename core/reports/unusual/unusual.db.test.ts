import { actingAs, makeAccount } from '@nimule/fixtures/testing/accounts';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { resetMessages } from '@nimule/fixtures/testing/messages';
import { Browser, later, refusalOf } from '@nimule/fixtures/testing/sign-in/browsers';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { addTicket, makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whatNeedsAPerson } from '../../attention/service.ts';
import { recordPayment, reversePayment } from '../../billing/payments/service.ts';
import { type Ctx, createContext } from '../../context.ts';
import { roleHolds } from '../../identity/permissions.ts';
import { writeRefusals } from '../../identity/refusals/service.ts';
import { roles } from '../../identity/roles.ts';
import { login, purgeSessions } from '../../identity/sessions/service.ts';
import { grantUser, resetUserPassword } from '../../identity/users/service.ts';
import { admit, invoke } from '../../invoke.ts';
import type { Route } from '../../kernel/contract.ts';
import { cents } from '../../kernel/money.ts';
import { queueDigests } from '../../messaging/automatic/service-digest.ts';
import { createSender } from '../../messaging/sending/service.ts';
import { emailGateway } from '../../messaging/sending/service-gateways.ts';
import { updateRate } from '../../rates/service.ts';
import { type Operation, routes } from '../../routes.ts';
import { countTill } from '../../till/service-close.ts';
import { openTill } from '../../till/service-open.ts';
import { wholeExports } from './rules.ts';
import { unusualRules } from './schema.ts';
import { unusualLately, unusualTable, unusualYesterday } from './service.ts';

const START = '2026-11-24T08:00:00Z';

let app: MarkedApp;
beforeAll(async () => {
  app = await createMarkedApp('2026-09-01T08:00:00Z');
  await addCustomers(app, 2);
  await updateRate(contextOf(app), { rate: cents(130_000) });
  await fillSafe(app, { usd: 100_000, ssp: 10_000_000 });
  await app.mark();
});
beforeEach(async () => {
  await app.restore();
  app.time.set(START);
});
afterAll(() => app.close());

const found = async () => {
  const all = await unusualLately(contextOf(app));
  return all.map(({ rule, text, link }) => ({ rule, text, link }));
};
const named = (who: Ctx) => (who.actor as { fullName: string }).fullName;
const at = (time: string) => app.time.set(`${time}Z`);

/** The same actor now. */
const now = (who: Ctx): Ctx => contextOf(app, who.actor);

async function closeTill(clerk: Ctx, missing = 0): Promise<void> {
  const till = await openTill(now(clerk), { floatUsd: cents(50_00) });
  await countTill(now(clerk), till.id, {
    pieces: [{ currency: 'USD', denomination: cents(100), pieces: 50 - missing }],
    note: missing > 0 ? 'Missing' : '',
  });
}

describe('each rule finds what was planted, and nothing else', () => {
  test('a new device of a privileged user', async () => {
    for (const [role, isTold] of [
      ['super_admin', true],
      ['technician', false],
    ] as const) {
      const { username, fullName, id } = await makeAccount(app, role);
      const first = new Browser(app);
      await first.signIn(username!);
      // The first device of an account and one that is known are nothing new.
      await new Browser(app, first.device).signIn(username!);
      expect(await found()).toEqual([]);
      await new Browser(app).signIn(username!);
      const text = `${fullName} signed in with Firefox on Linux, where this account had not signed in before.`;
      const query = { view: 'audit', 'audit-entity': 'user', 'audit-entityId': String(id) };
      expect(await found()).toEqual(
        isTold ? [{ rule: 'newDevice', text, link: { to: 'users', query } }] : [],
      );
      await app.restore();
      app.time.set(START);
    }
  });

  test('many refusals', async () => {
    const { actor } = await actingAs(app, 'technician');
    const refuse = async (times: number) => {
      for (let n = 0; n < times; n += 1) await refusalOf(admit(app, actor, 'listBackups'));
      later(app, 15 * 60);
      await writeRefusals(contextOf(app));
    };
    await refuse(19);
    expect(await found()).toEqual([]);
    await refuse(1);
    const who = (actor as { fullName: string }).fullName;
    expect(await found()).toMatchObject([
      { rule: 'refusals', text: `20 calls without permission of ${who} on 24 Nov 2026.` },
    ]);
  });

  test('guesses that are spread over the accounts of many users, by address', async () => {
    const accounts = [];
    for (let n = 0; n < 11; n += 1) accounts.push(await makeAccount(app, 'support'));
    const guess = async (names: (string | undefined)[], ip: string, device?: string) => {
      for (const username of names) {
        const browser = new Browser(app, device);
        const ctx = createContext(app, { kind: 'visitor' }, { ...browser.origin, ip });
        await refusalOf(login(ctx, { username: username!, password: 'wrong fish 5' }));
      }
      later(app, 15 * 60);
      await writeRefusals(contextOf(app));
    };
    const names = accounts.map(({ username }) => username);
    await guess(names.slice(0, 9), '198.51.100.7');
    await guess(names.slice(9), '198.51.100.8');
    // A user who mistypes the password in the own browser is no guess of somebody.
    const own = new Browser(app);
    await own.signIn(names[9]!);
    await guess([names[9]], '198.51.100.7', own.device);
    expect(await found()).toEqual([]);
    await guess([names[10], names[0]], '198.51.100.7');
    expect(await found()).toMatchObject([
      {
        rule: 'spreadRefusals',
        text: '11 wrong passwords of 10 accounts from 198.51.100.7 on 24 Nov 2026.',
      },
    ]);
  });

  test('a device after a reset, and after half a year without a sign-in', async () => {
    const { username, id } = await makeAccount(app, 'super_admin');
    const browser = new Browser(app);
    await browser.signIn(username!);
    await resetUserPassword(contextOf(app), id, { password: 'fresh lamp 77' });
    await browser.signIn(username!, 'fresh lamp 77');
    expect(await found()).toMatchObject([{ rule: 'newDevice' }]);
    later(app, 200 * 24 * 3_600);
    await purgeSessions(contextOf(app));
    await app.pool.query('update users set temporary_until = null where id = $1', [id]);
    expect(await found()).toEqual([]);
    await new Browser(app).signIn(username!, 'fresh lamp 77');
    expect(await found()).toMatchObject([{ rule: 'newDevice' }]);
    const { rows } = await app.pool.query('select from user_devices where user_id = $1', [id]);
    expect(rows).toHaveLength(2);
  });

  test('a payment that is reversed after its till was counted', async () => {
    const clerk = await actingAs(app, 'billing');
    await openTill(clerk, {});
    const [early, late] = [
      await recordPayment(now(clerk), { customerId: 1, amount: cents(20_00) }),
      await recordPayment(now(clerk), { customerId: 1, amount: cents(30_00) }),
    ];
    await reversePayment(now(clerk), early.id, 'Wrong customer');
    const { rows } = await app.pool.query('select id from tills');
    await countTill(now(clerk), rows[0].id, {
      pieces: [{ currency: 'USD', denomination: cents(100), pieces: 30 }],
    });
    expect(await found()).toEqual([]);
    later(app, 60);
    await openTill(now(clerk), {});
    await reversePayment(contextOf(app), late.id, 'Wrong amount', 'safe');
    const [one, ...others] = await found();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      rule: 'lateReversal',
      text: expect.stringContaining(`reversed ${late.receiptId} of $30.00 after its till TILL-`),
      link: { to: 'billing', query: { view: 'payments', payment: String(late.id) } },
    });
  });

  test("a user's first grant, not the second", async () => {
    const { id, fullName } = await makeAccount(app, 'billing');
    const master = await actingAs(app, 'master_admin');
    await grantUser(now(master), id, { grants: ['invoice.edit'] });
    const told = [
      {
        rule: 'firstGrant',
        text: `${named(master)} let ${fullName} edit and cancel invoices, for the first time.`,
        link: {
          to: 'users',
          query: { view: 'audit', 'audit-entity': 'user', 'audit-entityId': String(id) },
        },
      },
    ];
    expect(await found()).toEqual(told);
    await grantUser(now(master), id, { grants: [] });
    await grantUser(now(master), id, { grants: ['invoice.edit'] });
    expect(await found()).toEqual(told);
  });

  test('a rate far from the last one of its purpose', async () => {
    const admin = await actingAs(app, 'admin');
    await updateRate(now(admin), { rate: cents(142_900) });
    await updateRate(now(admin), { rate: cents(125_000), purpose: 'voucher' });
    expect(await found()).toEqual([]);
    await updateRate(now(admin), { rate: cents(120_000) });
    expect(await found()).toMatchObject([
      {
        rule: 'rateChange',
        text: `${named(admin)} set the exchange rate to SSP 1,200, 16% below the last one.`,
        link: { query: { 'audit-entity': 'currencyRate' } },
      },
    ]);
  });

  test('a till that was short for the third time in a month', async () => {
    const clerk = await actingAs(app, 'billing');
    for (const [day, missing] of [
      ['2026-09-30', 1],
      ['2026-11-02', 1],
      ['2026-11-10', 0],
      ['2026-11-20', 2],
    ] as const) {
      at(`${day}T08:00:00`);
      await closeTill(clerk, missing);
    }
    expect(await found()).toEqual([]);
    at('2026-11-24T09:00:00');
    await closeTill(clerk, 1);
    expect(await found()).toMatchObject([
      {
        rule: 'shortCount',
        text: expect.stringMatching(
          /^The cash of Person \d+ was counted short 3 times within 30 days, the last time in TILL-/,
        ),
        link: { query: { 'audit-entity': 'till' } },
      },
    ]);
  });

  test('an export of everything, not of a part and not by the shell', async () => {
    const { actor } = await actingAs(app, 'manager');
    const call = (
      operation: 'exportCustomers' | 'exportPayments' | 'exportNodes' | 'exportBooks',
      query: object,
    ) => invoke(app, actor, operation, { query });
    for (const account of ['bank', 'mobile_money'] as const)
      await recordPayment(contextOf(app), { customerId: 1, amount: cents(5_00), account });
    await call('exportPayments', { format: 'csv', account: 'bank' });
    await call('exportCustomers', { format: 'csv', status: 'Suspended' });
    await call('exportNodes', { format: 'csv' });
    await invoke(app, contextOf(app).actor, 'exportCustomers', { query: { format: 'csv' } });
    expect(await found()).toEqual([]);
    await call('exportCustomers', { format: 'csv', status: 'all', sort: 'name' });
    await call('exportBooks', { format: 'ledger' });
    const { fullName, username } = actor as { fullName: string; username: string };
    const day = '2026-11-24';
    expect(await found()).toEqual([
      {
        rule: 'wholeExport',
        text: `${fullName} exported everything: the books, customers.`,
        link: {
          to: 'users',
          query: {
            view: 'audit',
            'audit-user': username,
            'audit-since': day,
            'audit-until': day,
          },
        },
      },
    ]);
  });

  test.each([
    ['exportCustomers', 'customers', { status: 'Active' }],
    ['exportPayments', 'payments', { from: '2026-01-01' }],
  ] as const)('%s with a filter that leaves nothing out', async (operation, name, filter) => {
    const { actor } = await actingAs(app, 'manager');
    await recordPayment(contextOf(app), { customerId: 1, amount: cents(5_00), account: 'bank' });
    await invoke(app, actor, operation, { query: { format: 'csv', ...filter } });
    const { fullName } = actor as { fullName: string };
    expect(await found()).toMatchObject([
      { rule: 'wholeExport', text: `${fullName} exported everything: ${name}.` },
    ]);
  });

  test.each(Object.keys(wholeExports).filter((one) => !/Books|Backup/.test(one)))(
    'the rows of %s are counted by its list, which has the same filters',
    async (operation) => {
      const list = operation.replace(/^export/, 'list') as 'listCustomers';
      const keysOf = (route: Operation) => Object.keys((routes[route] as Route).query!.shape);
      const exported = keysOf(operation as Operation).filter((key) => key !== 'format');
      expect(exported.sort()).toEqual(keysOf(list).sort());
      const answer = await invoke(app, contextOf(app).actor, list, { query: { total: 'true' } });
      expect(answer.total).toEqual(expect.any(Number));
    },
  );

  test('money that a person moves at night in Juba, not a job', async () => {
    const clerk = await actingAs(app, 'billing');
    const pay = (who: Ctx) =>
      recordPayment(now(who), { customerId: 1, amount: cents(5_00), account: 'bank' });
    for (const time of ['2026-11-23T19:59:59', '2026-11-24T03:00:00']) {
      at(time);
      await pay(clerk);
    }
    at('2026-11-23T23:00:00');
    await pay(contextOf(app, { kind: 'system', job: 'billing.monthly' }));
    expect(await found()).toEqual([]);
    for (const time of ['2026-11-23T20:00:00', '2026-11-24T02:59:59']) {
      at(time);
      await pay(clerk);
    }
    expect(await found()).toMatchObject([
      {
        rule: 'nightWork',
        text: `${named(clerk)} moved money or posted entries 2 times between 22:00 and 05:00, in the night to 24 Nov 2026.`,
        link: { query: { 'audit-since': '2026-11-23', 'audit-until': '2026-11-24' } },
      },
    ]);
    // The e-mail of one morning tells the night, before midnight and after.
    const told: string[][] = [];
    for (const morning of ['2026-11-23', '2026-11-24', '2026-11-25']) {
      at(`${morning}T05:00:00`);
      told.push((await unusualYesterday(contextOf(app))).map(({ rule }) => rule));
    }
    expect(told).toEqual([[], ['nightWork'], []]);
  });
});

test('every rule has its row', () => {
  expect(unusualTable.map(({ id }) => id)).toEqual(unusualRules);
  for (const { label } of unusualTable) expect(label).not.toBe('');
});

test('it is told to those alone who may read the audit log', async () => {
  await updateRate(contextOf(app), { rate: cents(260_000) });
  for (const role of roles) {
    const items = await whatNeedsAPerson(contextOf(app, staff(role)));
    const isTold = items.some(({ kind, title }) => kind === 'unusual' && title.includes('100%'));
    expect([role, isTold]).toEqual([role, roleHolds(role, 'audit.read')]);
  }
  await expect(unusualLately(contextOf(app, staff('admin')))).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

test('many findings are named up to ten, and counted', async () => {
  for (let n = 0; n < 13; n += 1)
    await updateRate(contextOf(app), { rate: cents(n % 2 === 0 ? 260_000 : 130_000) });
  const items = await whatNeedsAPerson(contextOf(app));
  const unusual = items.filter(({ kind }) => kind === 'unusual');
  expect(unusual).toHaveLength(11);
  expect(unusual.at(-1)).toMatchObject({
    title: '3 more unusual things happened in the last days.',
    count: 3,
  });
});

test('the e-mail of the next morning tells it once to each who may read the log', async () => {
  await resetMessages(app);
  app.time.set(START);
  const head = await makeWorker(app, 'super_admin', 'Mary Deng');
  await makeWorker(app, 'developer', 'Peter Lado');
  const other = await makeWorker(app, 'technician', 'Abuk Deng');
  for (const { userId } of [head, other]) await addTicket(contextOf(app), { assignedTo: userId });
  await updateRate(contextOf(app), { rate: cents(260_000) });
  app.sent.length = 0;
  at('2026-11-25T05:00:00');
  await queueDigests(contextOf(app));
  await queueDigests(contextOf(app));
  const sender = createSender(app, emailGateway(app));
  await sender.pass();
  await sender.end();
  const told = app.sent.map(({ to, subject, text }) => [
    /worker/.test(to ?? ''),
    subject.includes('Unusual') ? 'unusual' : 'tickets',
    text.includes('Unusual yesterday:') && text.includes('100% above the last one'),
    text.split('\n')[0],
  ]);
  expect(told.sort((one, two) => String(one[3]).localeCompare(String(two[3])))).toEqual([
    [true, 'tickets', false, 'Good morning Abuk Deng,'],
    [true, 'tickets', true, 'Good morning Mary Deng,'],
    [true, 'unusual', true, 'Good morning Peter Lado,'],
  ]);
});
