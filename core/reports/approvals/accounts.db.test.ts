import { actingAs, countSessions, makeAccount, signIn } from '@nimule/fixtures/testing/accounts';
import { refusalOf, signedIn } from '@nimule/fixtures/testing/sign-in/browsers';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { Role } from '../../identity/roles.ts';
import { suspendUser } from '../../identity/users/service.ts';
import { updateUser } from '../../identity/users/service-update.ts';
import { invoke } from '../../invoke.ts';
import type { Operation } from '../../routes.ts';
import { expireWaiting } from './service.ts';

interface Answer {
  id: number;
  waiting?: true;
  approvalId: number;
  temporaryPassword?: string;
}

const DAY_MS = 86_400_000;
const PASSWORD = 'canoe lamp 31';

let app: TestApp;
let developer: Ctx;
let head: Ctx;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query(
    `update approvals set status = 'withdrawn', decided_at = now() where status = 'waiting'`,
  );
  await app.pool.query(
    `update users set is_active = false where role in ('master_admin', 'super_admin', 'developer')`,
  );
  developer = await actingAs(app, 'developer');
  head = await actingAs(app, 'super_admin');
});
afterAll(() => app.close());

const call = async (who: Ctx, operation: Operation, input: object) =>
  (await invoke(app, who.actor, operation, input)).body as Answer;
let made = 0;
const newAccount = (role: Role) => {
  made += 1;
  const username = `new.${made}`;
  const email = `${username}@nimule.example`;
  return { username, email, fullName: `New Person ${made}`, role, password: PASSWORD };
};
const create = (who: Ctx, role: Role) => call(who, 'createUser', { body: newAccount(role) });
const update = (who: Ctx, id: number, body: object) =>
  call(who, 'updateUser', { params: { id }, body });
const setActive = (who: Ctx, id: number, isActive: boolean) =>
  call(who, 'suspendUser', { params: { id }, body: { isActive } });
const resetPassword = (who: Ctx, id: number) =>
  call(who, 'resetUserPassword', { params: { id }, body: {} });
const decide = (who: Ctx, id: number, accept = true) =>
  call(who, 'decideApproval', { params: { id }, body: { accept, reason: 'I called back' } });
const stored = async (username: string) =>
  (await app.pool.query('select * from users where username = $1', [username])).rows[0];
const storedById = async (id: number) =>
  (await app.pool.query('select * from users where id = $1', [id])).rows[0];
const waits = (answer: Answer) => answer.waiting === true;
const idOf = (who: Ctx) => (who.actor as { userId: number }).userId;
const listed = async (who: Ctx) =>
  (await invoke(app, who.actor, 'listWaiting', { query: {} })).body as {
    summary: string;
    facts: { label: string; text: string }[];
    mayDecide: boolean;
    refusal: string;
    deciders: string[];
  }[];

describe('a new account', () => {
  test('that may do more than its maker is made when another person accepts it', async () => {
    const body = newAccount('billing');
    const asked = await call(developer, 'createUser', { body });
    expect(asked).toMatchObject({ waiting: true, temporaryPassword: PASSWORD });
    expect(await stored(body.username)).toBeUndefined();
    const { rows } = await app.pool.query('select payload::text from approvals where id = $1', [
      asked.approvalId,
    ]);
    expect(rows[0].payload).not.toContain(PASSWORD);
    expect(await refusalOf(call(developer, 'createUser', { body }))).toBe('approval.asked');
    expect(await refusalOf(decide(developer, asked.approvalId))).toBe('approval.ownRequest');
    const [item] = await listed(head);
    expect(item).toMatchObject({ summary: `New account of ${body.fullName}`, mayDecide: true });
    expect(item?.facts.slice(0, 2)).toEqual([
      { label: 'Account', text: `${body.username} (Billing)` },
      { label: 'E-mail', text: body.email },
    ]);
    expect(item?.facts[2]?.text).toContain('record and reverse payments and credits');
    await decide(head, asked.approvalId);
    expect(await stored(body.username)).toMatchObject({ role: 'billing', is_active: true });
    expect((await signIn(app, body.username, PASSWORD)).user.mustChangePassword).toBe(true);
  });

  test('that may not is made at once', async () => {
    expect(waits(await create(developer, 'technician'))).toBe(false);
    for (const role of ['billing', 'admin', 'support'] as const)
      expect(waits(await create(head, role))).toBe(false);
  });

  test('is made at once where nobody else could accept it, and by the shell', async () => {
    expect(waits(await create(contextOf(app), 'developer'))).toBe(false);
    await app.pool.query(
      `update users set is_active = false where role in ('master_admin', 'super_admin', 'developer') and id <> $1`,
      [idOf(developer)],
    );
    expect(waits(await create(developer, 'admin'))).toBe(false);
  });

  test('is refused before anybody is asked where a name is taken', async () => {
    const there = newAccount('technician');
    await call(developer, 'createUser', { body: there });
    for (const [taken, code] of [
      [{ username: there.username.toUpperCase() }, 'user.usernameTaken'],
      [{ email: there.email.toUpperCase() }, 'user.emailTaken'],
      [{ fullName: ` ${there.fullName.toUpperCase()}` }, 'user.fullNameTaken'],
    ] as const) {
      const body = { ...newAccount('billing'), ...taken };
      expect(await refusalOf(call(developer, 'createUser', { body }))).toBe(code);
      const other = await create(developer, 'technician');
      const { role } = newAccount('billing');
      expect(await refusalOf(update(developer, other.id, { role, ...taken }))).toBe(code);
    }
    const mine = await create(developer, 'technician');
    const { username, email, full_name: fullName } = await storedById(mine.id);
    expect(
      waits(await update(developer, mine.id, { role: 'billing', username, email, fullName })),
    ).toBe(true);
    expect(await listed(head)).toHaveLength(1);
  });

  test('is refused as ever for a weak password or a role that the maker may not give', async () => {
    const weak = { ...newAccount('billing'), password: 'password' };
    expect(await refusalOf(call(developer, 'createUser', { body: weak }))).toMatch(/^password\./);
    expect(await refusalOf(create(developer, 'super_admin'))).toBe('user.roleNotAssignable');
  });
});

describe('another role', () => {
  test.each([
    ['technician', 'admin'],
    ['admin', 'technician'],
  ] as const)('from %s to %s waits with all that comes with it', async (from, to) => {
    const { id, username } = await signedIn(app, from);
    const asked = await update(developer, id, { role: to, fullName: `Renamed ${id}` });
    expect(waits(asked)).toBe(true);
    expect(await storedById(id)).toMatchObject({ role: from, username });
    const [item] = await listed(head);
    expect(item?.facts.map(({ label }) => label)).toEqual([
      'Account',
      'New role',
      'New full name',
      'May, other than the person who asks',
    ]);
    expect(await countSessions(app, id)).toBe(1);
    await decide(head, asked.approvalId);
    expect(await storedById(id)).toMatchObject({ role: to, full_name: `Renamed ${id}` });
    expect(await countSessions(app, id)).toBe(0);
  });

  test('of what the caller may do itself is given at once, and other fields never wait', async () => {
    const { id } = await makeAccount(app, 'technician');
    expect(waits(await update(developer, id, { role: 'support' }))).toBe(false);
    const admin = await makeAccount(app, 'admin');
    const renamed = await update(developer, admin.id, { role: 'admin', fullName: `Other ${id}` });
    expect(waits(renamed)).toBe(false);
  });

  test('is not given any more when the account was changed meanwhile', async () => {
    const { id } = await makeAccount(app, 'technician');
    const asked = await update(developer, id, { role: 'billing' });
    await updateUser(contextOf(app), id, { email: `moved.${id}@nimule.example` });
    expect(await refusalOf(decide(head, asked.approvalId))).toBe('approval.changed');
    expect((await storedById(id)).role).toBe('technician');
  });

  test('is refused where nobody may give it, before anybody is asked', async () => {
    const other = await makeAccount(app, 'developer');
    expect(await refusalOf(update(developer, other.id, { role: 'billing' }))).toBe(
      'user.roleFixed',
    );
    const { id } = await makeAccount(app, 'technician');
    expect(await refusalOf(update(developer, id, { role: 'ceo' }))).toBe('user.roleNotAssignable');
    expect(await refusalOf(update(developer, id, { role: 'billing', version: 99 }))).toBe(
      'user.stale',
    );
  });

  test('that is the present one leaves wrong passwords for the own e-mail address counted', async () => {
    const wrong = { role: 'developer', email: 'mine@nimule.example', currentPassword: 'wrong' };
    expect(await refusalOf(update(developer, idOf(developer), wrong))).toBe('password.wrong');
    const { rows } = await app.pool.query(
      'select count(*)::int as n from login_attempts where username_key = $1',
      [(developer.actor as { username: string }).username],
    );
    expect(rows[0].n).toBe(1);
  });
});

test('an account that may do more than the caller is suspended at once, and reactivated by two', async () => {
  const { id } = await makeAccount(app, 'admin');
  expect(waits(await setActive(developer, id, false))).toBe(false);
  const asked = await setActive(developer, id, true);
  expect(waits(asked)).toBe(true);
  expect((await storedById(id)).is_active).toBe(false);
  await decide(head, asked.approvalId);
  expect((await storedById(id)).is_active).toBe(true);
  expect(waits(await setActive(developer, id, true))).toBe(false);
  await suspendUser(contextOf(app), id, { isActive: false });
  expect(waits(await setActive(head, id, true))).toBe(false);
});

describe('the hash of a password', () => {
  const payloadOf = async (id: number) =>
    (await app.pool.query('select payload from approvals where id = $1', [id])).rows[0].payload;

  test.each(['accepted', 'refused', 'withdrawn', 'expired'])(
    'is forgotten when %s',
    async (how) => {
      const body = newAccount('billing');
      const { approvalId } = await call(developer, 'createUser', { body });
      const kept = await payloadOf(approvalId);
      expect(kept.asked.passwordHash).toMatch(/^\$argon2/);
      if (how === 'withdrawn')
        await call(developer, 'withdrawApproval', { params: { id: approvalId } });
      else if (how === 'expired')
        await expireWaiting({
          ...contextOf(app),
          now: new Date(app.time.now.getTime() + 31 * DAY_MS),
        });
      else await decide(head, approvalId, how === 'accepted');
      const { passwordHash: _, ...asked } = kept.asked;
      expect(await payloadOf(approvalId)).toEqual({ ...kept, asked });
    },
  );

  test('is all that the database lets go, with the decision', async () => {
    const { approvalId } = await create(developer, 'billing');
    const update = (set: string) =>
      refusalOf(app.pool.query(`update approvals set ${set} where id = $1`, [approvalId]));
    const refused = '23001';
    expect(await update(`payload = payload #- '{asked,passwordHash}'`)).toBe(refused);
    expect(await update(`status = 'refused', payload = null`)).toBe(refused);
    const other = `payload = jsonb_set(payload, '{body,role}', '"admin"')`;
    expect(await update(other)).toBe(refused);
    expect(await update(`status = 'accepted', ${other}`)).toBe(refused);
    const forgotten = `payload = payload #- '{asked,passwordHash}'`;
    expect(await update(`status = 'refused', decided_at = now(), ${forgotten}`)).toBe(
      'it was done',
    );
    expect(await update(other)).toBe(refused);
  });
});

describe('who accepts', () => {
  test('is not somebody whose account the caller has just reset: that waits too', async () => {
    const other = await makeAccount(app, 'developer');
    for (const who of [developer, head]) {
      const asked = await resetPassword(who, other.id);
      expect(waits(asked)).toBe(true);
      expect(await refusalOf(decide(who, asked.approvalId))).toBe('approval.ownRequest');
      await call(who, 'withdrawApproval', { params: { id: asked.approvalId } });
    }
    const asked = await resetPassword(developer, other.id);
    expect(await refusalOf(signIn(app, other.username!, asked.temporaryPassword))).toBe(
      'session.wrongCredentials',
    );
    await decide(head, asked.approvalId);
    expect((await signIn(app, other.username!, asked.temporaryPassword)).user.id).toBe(other.id);
  });

  test('may also do what the caller lacks, where such a person is active', async () => {
    const { id } = await makeAccount(app, 'admin');
    const second = await actingAs(app, 'developer');
    const asked = await resetPassword(developer, id);
    const [item] = await listed(second);
    expect(item).toMatchObject({
      mayDecide: false,
      deciders: [(await storedById(idOf(head))).full_name],
    });
    expect(item?.refusal).toContain('record and reverse payments and credits');
    expect(await refusalOf(decide(second, asked.approvalId))).toBe('approval.lacks');
    expect(await refusalOf(decide(second, asked.approvalId, false))).toBe('approval.lacks');
    await app.pool.query('update users set is_active = false where id = $1', [idOf(head)]);
    expect((await listed(second))[0]).toMatchObject({ mayDecide: true });
    await decide(second, asked.approvalId);
    expect((await storedById(id)).must_change_password).toBe(true);
  });

  test('shows the permission before the password', async () => {
    const { id } = await makeAccount(app, 'admin');
    const asked = await resetPassword(developer, id);
    const late = (who: Ctx) =>
      ({ ...who, actor: { ...who.actor, confirmedAt: new Date(0) } }) as Ctx;
    const manager = await actingAs(app, 'manager');
    expect(await refusalOf(decide(late(manager), asked.approvalId))).toBe('permission.denied');
    expect(await refusalOf(decide(late(head), asked.approvalId))).toBe('session.confirm');
  });
});
