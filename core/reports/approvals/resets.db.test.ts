import { actingAs, makeAccount, signIn } from '@nimule/fixtures/testing/accounts';
import { refusalOf, withApp } from '@nimule/fixtures/testing/sign-in/browsers';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { suspendUser } from '../../identity/users/service.ts';
import { invoke } from '../../invoke.ts';
import type { Operation } from '../../routes.ts';

interface Asked {
  waiting?: true;
  approvalId: number;
  message: string;
  temporaryPassword: string;
}

let app: TestApp;
let developer: Ctx;
let head: Ctx;
let admin: { id: number; username: string };
beforeAll(async () => {
  app = await createTestApp();
  developer = await actingAs(app, 'developer');
  head = await actingAs(app, 'super_admin');
});
beforeEach(async () => {
  await app.pool.query(
    `update approvals set status = 'withdrawn', decided_at = now() where status = 'waiting'`,
  );
  admin = await withApp(app, 'admin');
});
afterAll(() => app.close());

const call = async (who: Ctx, operation: Operation, params: object, body?: object) =>
  (await invoke(app, who.actor, operation, { params, ...(body ? { body } : {}) })).body as Asked;
const resetPassword = (who: Ctx, id = admin.id, body: object = {}) =>
  call(who, 'resetUserPassword', { id }, body);
const resetFactor = (who: Ctx, id = admin.id) => call(who, 'resetSecondFactor', { id });
const decide = (who: Ctx, id: number, accept = true) =>
  call(who, 'decideApproval', { id }, { accept, reason: 'I called back' });
const stateOf = async (id = admin.id) => {
  const { rows } = await app.pool.query(
    `select must_change_password as temporary, (select count(*)::int from second_factors where user_id = u.id) as factors,
       (select count(*)::int from audit_log where entity = 'user' and entity_id = u.id::text and action in ('factor.reset', 'user.resetPassword')) as resets
     from users u where id = $1`,
    [id],
  );
  return rows[0];
};
const untouched = { temporary: false, factors: 1, resets: 0 };

describe('a reset of an account that may do more than the caller', () => {
  test('of second factors waits, and is done once when another person accepts it', async () => {
    const asked = await resetFactor(developer);
    expect(asked).toMatchObject({
      waiting: true,
      message:
        'Waits for the approval of another person who manages users. Nothing is changed before.',
    });
    expect(await stateOf()).toEqual(untouched);
    expect(await refusalOf(resetFactor(developer))).toBe('approval.asked');
    const [item] = (await invoke(app, head.actor, 'listWaiting', { query: {} })).body as {
      summary: string;
      amountUsd: null;
      facts: { text: string }[];
      mayDecide: boolean;
    }[];
    expect(item).toMatchObject({ kind: 'account_reset', amountUsd: null, mayDecide: true });
    expect(item?.summary).toMatch(/^Reset of the second factors of Person \d+$/);
    expect(item?.facts[0]?.text).toBe(`${admin.username} (Admin)`);
    expect(item?.facts[1]?.text).toContain('record and reverse payments and credits');
    const outcomes = await Promise.all([1, 2].map(() => refusalOf(decide(head, asked.approvalId))));
    expect(outcomes.sort()).toEqual(['approval.decided', 'it was done']);
    expect(await stateOf()).toEqual({ ...untouched, factors: 0, resets: 1 });
    const { rows } = await app.pool.query(
      `select action, actor_name from audit_log where entity = 'approval' and entity_id = $1 order by id`,
      [String(asked.approvalId)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['approval.request', 'approval.accept']);
  });

  test('of a password gives it now, and it is of use when it is accepted', async () => {
    const asked = await resetPassword(developer);
    expect(asked).toMatchObject({ waiting: true });
    const { rows } = await app.pool.query('select payload::text from approvals where id = $1', [
      asked.approvalId,
    ]);
    expect(rows[0].payload).not.toContain(asked.temporaryPassword);
    const enter = () => signIn(app, admin.username, asked.temporaryPassword);
    expect(await refusalOf(enter())).toBe('session.wrongCredentials');
    await decide(head, asked.approvalId);
    expect((await enter()).user.mustChangePassword).toBe(true);
    expect(await stateOf()).toEqual({ temporary: true, factors: 1, resets: 1 });
  });

  test('is nothing when it is refused', async () => {
    const { approvalId } = await resetFactor(developer);
    await decide(head, approvalId, false);
    expect(await refusalOf(decide(head, approvalId))).toBe('approval.decided');
    expect(await stateOf()).toEqual(untouched);
  });

  test('is not decided by who asked, by the account itself, or by who does not manage users', async () => {
    const other = await makeAccount(app, 'developer');
    await app.pool.query(`update users set grants = '{invoice.edit}' where id = $1`, [other.id]);
    const { approvalId } = await resetFactor(developer, other.id);
    const itself = { ...developer, actor: { ...developer.actor, userId: other.id } } as Ctx;
    expect(await refusalOf(decide(developer, approvalId))).toBe('approval.ownRequest');
    expect(await refusalOf(decide(itself, approvalId))).toBe('approval.forYourself');
    const manager = await actingAs(app, 'manager');
    expect(await refusalOf(decide(manager, approvalId))).toBe('permission.denied');
    const late = { ...head, actor: { ...head.actor, confirmedAt: new Date(0) } } as Ctx;
    expect(await refusalOf(decide(late, approvalId))).toBe('session.confirm');
  });

  test('is not accepted any more when the account or its second factors were changed', async () => {
    const [one, two] = [await resetFactor(developer), await resetPassword(developer)];
    await app.pool.query('delete from second_factors where user_id = $1', [admin.id]);
    expect(await refusalOf(decide(head, one.approvalId))).toBe('approval.changed');
    expect(await refusalOf(decide(head, two.approvalId))).toBe('approval.changed');
    await decide(head, two.approvalId, false);
    const third = await resetPassword(developer);
    await suspendUser(contextOf(app), admin.id, { isActive: false });
    expect(await refusalOf(decide(head, third.approvalId))).toBe('approval.changed');
    expect(await stateOf()).toEqual({ ...untouched, factors: 0 });
  });

  test('is refused as ever where it may not be done at all, before anybody is asked', async () => {
    const above = await makeAccount(app, 'super_admin');
    expect(await refusalOf(resetFactor(developer, above.id))).toBe('user.outOfReach');
    expect(await refusalOf(resetPassword(developer, admin.id, { password: 'password' }))).toMatch(
      /^password\./,
    );
  });
});

describe('a reset does not wait', () => {
  test('where the caller may do all that the account may, and for the shell', async () => {
    const technician = await makeAccount(app, 'technician');
    expect((await resetPassword(developer, technician.id)).waiting).toBeUndefined();
    const master = await actingAs(app, 'master_admin');
    expect((await resetFactor(master)).waiting).toBeUndefined();
    await suspendUser(contextOf(app), (master.actor as { userId: number }).userId, {
      isActive: false,
    }).catch(() => undefined);
    expect((await resetFactor(contextOf(app))).waiting).toBeUndefined();
  });

  test('where nobody else who could accept it is active', async () => {
    await app.pool.query(
      `update users set is_active = false where role in ('master_admin', 'super_admin', 'developer') and id <> $1`,
      [(developer.actor as { userId: number }).userId],
    );
    expect(await resetFactor(developer)).toMatchObject({
      message: expect.stringMatching(/were removed/),
    });
    expect(await stateOf()).toEqual({ ...untouched, factors: 0, resets: 1 });
  });
});
