import { PASSWORD, signIn } from '@nimule/fixtures/testing/accounts';
import {
  halfSignedIn,
  later,
  refusalOf,
  signedIn,
  withApp,
} from '@nimule/fixtures/testing/sign-in/browsers';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admit, invoke } from '../../invoke.ts';
import { jobs } from '../../jobs/table.ts';
import { AppError } from '../../kernel/errors.ts';
import { REFUSAL_MINUTES, refusalKindOf } from './rules.ts';
import { countRefusal, writeRefusals } from './service.ts';

let app: MarkedApp;
beforeAll(async () => {
  app = await createMarkedApp();
  await app.mark();
});
beforeEach(() => app.restore());
afterAll(() => app.close());

interface Line {
  actor: string;
  user: string;
  origin: string;
  summary: string;
  facts: Record<string, unknown>;
}

/** The lines of the log about refusals, once their quarter of an hour is over. */
async function lines(): Promise<Line[]> {
  later(app, REFUSAL_MINUTES * 60);
  await writeRefusals(contextOf(app));
  const { rows } = await app.pool.query<Line>(
    `select actor_name as actor, entity_id as user, origin, summary, after as facts from audit_log
     where action = 'refusal.count' order by id`,
  );
  return rows;
}

const tried = (line: Line | undefined) => [line?.facts.kind, line?.facts.tries];

describe('refusals in the audit log', () => {
  test('wrong codes of a sign-in are one line, told with their number when their time is over', async () => {
    const { username, id } = await withApp(app);
    const waiting = await halfSignedIn(app, username);
    const ctx = await waiting.ctx();
    for (const code of ['111111', '222222', '333333'])
      await expect(
        invoke(app, ctx.actor, 'signInWithCode', { body: { code } }, ctx.origin),
      ).rejects.toMatchObject({ code: 'factor.wrongCode' });
    expect(await writeRefusals(contextOf(app))).toBe('');
    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ user: String(id), origin: '192.0.2.1' });
    expect(line?.summary).toBe(`${username}: 3 wrong second factors`);
    expect(tried(line)).toEqual(['code', 3]);
    expect(line?.facts.isKnownDevice).toBe(false);
    expect(line?.actor).toMatch(/^Person /);
  });

  test('a device in which the account has signed in before has a line of its own', async () => {
    const { username, id, browser } = await withApp(app);
    for (const waiting of [
      await halfSignedIn(app, username, browser.device),
      await halfSignedIn(app, username),
    ]) {
      const ctx = await waiting.ctx();
      await refusalOf(
        invoke(app, ctx.actor, 'signInWithCode', { body: { code: '111111' } }, ctx.origin),
      );
    }
    const found = await lines();
    expect(found.map(({ user, facts }) => [user, facts.isKnownDevice]).sort()).toEqual([
      [String(id), false],
      [String(id), true],
    ]);
  });

  test('refused confirmations, by password and by code', async () => {
    const { browser, username } = await withApp(app);
    const ctx = await browser.ctx();
    for (const body of [{ password: 'wrong fish 5' }, { code: '111111' }])
      await refusalOf(invoke(app, ctx.actor, 'confirmSession', { body }, ctx.origin));
    const found = await lines();
    expect(found.map(tried)).toEqual([['confirm', 2]]);
    expect(found[0]?.summary).toBe(`${username}: 2 wrong confirmations`);
  });

  test('wrong passwords, by anybody, also of names that no account has', async () => {
    const { username } = await signedIn(app, 'billing');
    for (const [name, password] of [
      [username, 'wrong fish 5'],
      [username, 'wrong fish 6'],
      ['nobody.here', PASSWORD],
    ] as const)
      await refusalOf(signIn(app, name, password));
    const found = await lines();
    expect(found.map(({ actor, summary }) => [actor, summary]).sort()).toEqual([
      ['visitor', `${username}: 2 wrong passwords`],
      ['visitor', 'unknown names: 1 wrong password'],
    ]);
  });

  test('calls without permission, by HTTP before the body is read, and by the content', async () => {
    const { browser } = await signedIn(app, 'technician');
    const { actor, origin } = await browser.ctx();
    for (const call of [
      admit(app, actor, 'listAuditLog', origin),
      invoke(app, actor, 'listBackups', {}, origin),
    ])
      expect(await refusalOf(call)).toBe('permission.denied');
    expect((await lines()).map(tried)).toEqual([['permission', 2]]);
  });

  test('a flood is as many lines as quarters of an hour, and none of it is lost', async () => {
    const { actor } = await (await signedIn(app, 'technician')).browser.ctx();
    const refused = () => refusalOf(admit(app, actor, 'listBackups'));
    await Promise.all(Array.from({ length: 40 }, refused));
    later(app, REFUSAL_MINUTES * 60);
    // The job has not run: the next refusal ends the earlier count.
    await refused();
    expect((await lines()).map(tried)).toEqual([
      ['permission', 40],
      ['permission', 1],
    ]);
  });

  test('two that write at once write each count once', async () => {
    for (const userId of [1, 2, 3]) await countRefusal(contextOf(app), userId, 'code');
    later(app, REFUSAL_MINUTES * 60);
    const job = jobs.find(({ name }) => name === 'audit.refusals')!;
    await Promise.all([1, 2].map(() => job.run(contextOf(app), 'now')));
    expect(await lines()).toHaveLength(3);
    expect((await app.pool.query('select from refused_tries')).rows).toEqual([]);
  });

  test('an error in counting does not replace the answer', async () => {
    await app.pool.query('alter table refused_tries rename to moved');
    const refused = refusalOf(admit(app, staff('technician'), 'listBackups'));
    expect(await refused).toBe('permission.denied');
    await app.pool.query('alter table moved rename to refused_tries');
  });
});

test('steps of the usual course are no refusals', () => {
  const forbidden = (code: string) => new AppError('forbidden', code, 'No.');
  expect(refusalKindOf('createUser', forbidden('session.confirm'))).toBeUndefined();
  expect(refusalKindOf('listUsers', forbidden('factor.required'))).toBeUndefined();
  expect(refusalKindOf('updateUser', forbidden('user.outOfReach'))).toBe('permission');
  const wrong = new AppError('rule', 'factor.wrongCode', 'No.');
  expect(refusalKindOf('finishApp', wrong)).toBeUndefined();
  expect(refusalKindOf('confirmSession', wrong)).toBe('confirm');
  expect(refusalKindOf('signInWithCode', wrong)).toBe('code');
});
