import {
  actingAs,
  browserOf,
  countSessions,
  makeAccount,
  PASSWORD,
  signedInActor,
  signIn,
  userIdOf,
} from '@nimule/fixtures/testing/accounts';
import { codeOf } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, createContext } from '../../context.ts';
import { listAuditLog } from '../../reports/audit/service.ts';
import type { Role } from '../roles.ts';
import { type User, userFilter, userInput, userUpdate } from '../schema.ts';
import { changePassword, resolveSession } from '../sessions/service.ts';
import {
  createUser,
  deleteUser,
  getUserStats,
  grantUser,
  listUsers,
  resetUserPassword,
  suspendUser,
} from './service.ts';
import { updateUser } from './service-update.ts';

let app: TestApp;
let shell: Ctx;

beforeAll(async () => {
  app = await createTestApp();
  shell = contextOf(app);
});
afterAll(() => app.close());
beforeEach(() => app.pool.query('delete from users'));

const as = (role: Role) => actingAs(app, role);
const lastAudit = async () => (await listAuditLog(shell, { pageSize: 1 })).rows[0]!;

describe('createUser', () => {
  const input = {
    username: 'amina',
    email: 'amina@nimule.example',
    fullName: 'Amina Deng',
    role: 'support' as Role,
    password: 'shoebill 12',
  };

  it('makes an account whose password must be changed, unless it is said otherwise', async () => {
    const user = await createUser(shell, input);
    expect(user).toMatchObject({
      username: 'amina',
      email: 'amina@nimule.example',
      fullName: 'Amina Deng',
      role: 'support',
      grants: [],
      isActive: true,
      mustChangePassword: true,
      lastPasswordChange: null,
      lastLogin: null,
      version: 1,
    });
    expect(await lastAudit()).toMatchObject({
      action: 'user.create',
      entity: 'user',
      entityId: String(user.id),
      before: null,
      after: { username: 'amina', role: 'support', isActive: true },
    });
    const other = {
      ...input,
      username: 'other',
      email: 'other@nimule.example',
      fullName: 'Amina Kuol',
    };
    const willing = await createUser(shell, { ...other, mustChangePassword: false });
    expect(willing.mustChangePassword).toBe(false);
  });

  it('refuses a weak password', async () => {
    for (const [password, code] of [
      ['short', 'password.tooShort'],
      ['letmein', 'password.common'],
      ['amina2026', 'password.guessable'],
    ] as const) {
      expect(await codeOf(createUser(shell, { ...input, password }))).toBe(code);
    }
  });

  it('refuses a username or an e-mail address that is taken, in any case', async () => {
    await createUser(shell, input);
    await expect(
      createUser(shell, { ...input, username: 'AMINA', email: 'b@nimule.example' }),
    ).rejects.toMatchObject({ kind: 'conflict', fields: { username: expect.any(String) } });
    await expect(
      createUser(shell, { ...input, username: 'b', email: 'AMINA@nimule.example' }),
    ).rejects.toMatchObject({ kind: 'conflict', fields: { email: expect.any(String) } });
  });

  it('gives only the roles that the actor may give', async () => {
    const [master, superAdmin] = [await as('master_admin'), await as('super_admin')];
    expect(await codeOf(createUser(master, { ...input, role: 'super_admin' }))).toBe('it was done');
    const more = { ...input, username: 'b', email: 'b@nimule.example', fullName: 'Bol Deng' };
    for (const [ctx, role] of [
      [master, 'master_admin'],
      [master, 'developer'],
      [master, 'ceo'],
      [superAdmin, 'super_admin'],
    ] as const) {
      expect(await codeOf(createUser(ctx, { ...more, role }))).toBe('user.roleNotAssignable');
    }
    expect(await codeOf(createUser(shell, { ...more, role: 'master_admin' }))).toBe('it was done');
  });
});

describe('listUsers', () => {
  const names = async (ctx: Ctx, filter: Parameters<typeof listUsers>[1]) =>
    (await listUsers(ctx, filter)).rows.map((row) => row.fullName);

  beforeEach(async () => {
    await makeAccount(app, 'support', { username: 'amina', fullName: 'Amina Deng' });
    await makeAccount(app, 'billing', { username: 'bol', fullName: 'bol Amin' });
    const { id } = await makeAccount(app, 'admin', { username: 'x_y', fullName: 'Çelik 100%' });
    await suspendUser(shell, id, { isActive: false });
  });

  it('searches in name, username and e-mail address, filters and sorts', async () => {
    expect(await names(shell, {})).toEqual(['Amina Deng', 'bol Amin', 'Çelik 100%']);
    expect(await names(shell, { q: 'AMIN' })).toEqual(['Amina Deng', 'bol Amin']);
    expect(await names(shell, { q: 'bol@nimule' })).toEqual(['bol Amin']);
    expect(await names(shell, { q: '0%' })).toEqual(['Çelik 100%']);
    expect(await names(shell, { q: 'x_y' })).toEqual(['Çelik 100%']);
    expect(await names(shell, { q: 'a_ina' })).toEqual([]);
    expect(await names(shell, { role: 'billing' })).toEqual(['bol Amin']);
    expect(await names(shell, { role: 'all', status: 'inactive' })).toEqual(['Çelik 100%']);
    expect(await names(shell, { status: 'active', sort: '-username' })).toEqual([
      'bol Amin',
      'Amina Deng',
    ]);
    expect(userFilter.safeParse({ sort: 'passwordHash' }).success).toBe(false);
  });

  it('pages, and counts when it is asked to', async () => {
    const page = await listUsers(shell, { page: 2, pageSize: 2, total: true });
    expect(page).toMatchObject({ rows: [{ fullName: 'Çelik 100%' }], total: 3 });
    expect((await listUsers(shell, { q: 'amin', total: true })).total).toBe(2);
    expect((await listUsers(shell, {})).total).toBeUndefined();
  });

  it('answers names alone to those who do not manage users, and nothing by trial either', async () => {
    const clerk = contextOf(app, staff('billing'));
    const { rows, total } = await listUsers(clerk, { total: true });
    expect(total).toBe(3);
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(['fullName', 'id']);
    expect(await names(clerk, { q: 'amin' })).toEqual(['Amina Deng', 'bol Amin']);
    expect(await names(clerk, { q: 'nimule.example' })).toEqual([]);
    expect(await names(clerk, { q: 'x_y' })).toEqual([]);
    expect(await names(clerk, { role: 'admin' })).toHaveLength(3);
    expect(await names(clerk, { status: 'inactive' })).toHaveLength(3);
    expect(await names(clerk, { sort: 'role' })).toEqual(await names(clerk, {}));
    expect((await names(clerk, { sort: '-fullName', status: 'active' })).slice(0, 2)).toEqual(
      (await names(clerk, { sort: '-fullName' })).slice(0, 2),
    );
  });

  it('counts for the cards', async () => {
    await makeAccount(app, 'developer', { mustChangePassword: true });
    await makeAccount(app, 'master_admin');
    expect(await getUserStats(shell)).toEqual({
      total: 5,
      active: 4,
      pendingChanges: 1,
      administrators: 2,
    });
  });
});

describe('updateUser', () => {
  it('changes what is named and leaves sessions alone', async () => {
    const { id, username } = await makeAccount(app, 'support');
    await signIn(app, username!);
    const after = await updateUser(shell, id, { fullName: 'Nyandeng Garang', version: 1 });
    expect(after).toMatchObject({ username, fullName: 'Nyandeng Garang', version: 2 });
    expect(await countSessions(app, id)).toBe(1);
    expect(await lastAudit()).toMatchObject({
      action: 'user.update',
      before: { fullName: expect.stringMatching(/^Person/) },
      after: { fullName: 'Nyandeng Garang' },
    });
    expect((await listUsers(shell, { q: 'nyandeng' })).rows).toHaveLength(1);
  });

  it('refuses a stale edit', async () => {
    const { id } = await makeAccount(app, 'support');
    await updateUser(shell, id, { fullName: 'First', version: 1 });
    await expect(updateUser(shell, id, { fullName: 'Second', version: 1 })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'user.stale',
    });
    expect((await updateUser(shell, id, { fullName: 'Third' })).fullName).toBe('Third');
  });

  it('lets one of two edits of the same version through', async () => {
    const { id } = await makeAccount(app, 'support');
    const edits = ['One', 'Two', 'Three'].map((fullName) =>
      codeOf(updateUser(shell, id, { fullName, version: 1 })),
    );
    expect((await Promise.all(edits)).sort()).toEqual(['it was done', 'user.stale', 'user.stale']);
  });

  it('writes nothing where nothing changes', async () => {
    const { id, username, email, fullName, role } = await makeAccount(app, 'ceo');
    const line = await lastAudit();
    const master = await as('master_admin');
    const same = await updateUser(master, id, { username, email, fullName, role });
    expect(same.version).toBe(1);
    expect(await codeOf(updateUser(master, id, { role: 'ceo' }))).toBe('it was done');
    const newest = (await listAuditLog(shell, { entity: 'user', entityId: String(id) })).rows[0]!;
    expect(newest.id).toBe(line.id);
  });

  it('refuses a name that is taken', async () => {
    const [one, two] = [await makeAccount(app, 'support'), await makeAccount(app, 'support')];
    expect(await codeOf(updateUser(shell, two.id, { username: one.username }))).toBe(
      'user.usernameTaken',
    );
    expect(await codeOf(updateUser(shell, two.id, { email: one.email }))).toBe('user.emailTaken');
  });

  it('changes roles by the rules', async () => {
    const [master, superAdmin] = [await as('master_admin'), await as('super_admin')];
    const developer = await makeAccount(app, 'developer');
    const support = await makeAccount(app, 'support');
    const change = (ctx: Ctx, { id }: User, role: Role) => codeOf(updateUser(ctx, id, { role }));
    expect(await change(superAdmin, developer, 'support')).toBe('user.roleFixed');
    expect(await change(superAdmin, support, 'super_admin')).toBe('user.roleNotAssignable');
    expect(await change(superAdmin, support, 'billing')).toBe('it was done');
    expect(await change(master, support, 'ceo')).toBe('user.roleNotAssignable');
    expect(await change(master, developer, 'super_admin')).toBe('it was done');
    expect(await change(superAdmin, developer, 'support')).toBe('user.outOfReach');
    expect(await change(shell, support, 'ceo')).toBe('it was done');
  });

  it('refuses an unknown id', async () => {
    expect(await codeOf(updateUser(shell, 999_999, { fullName: 'X' }))).toBe('user.notFound');
  });
});

describe('full names of active users', () => {
  const named = (fullName: string) => codeOf(makeAccount(app, 'support', { fullName }));

  it('differ by more than case, blanks, and letters that show nothing or are wide', async () => {
    await makeAccount(app, 'support', { fullName: 'Amina Deng' });
    for (const name of [
      'Amina Deng',
      'AMINA  deng',
      'AminaDeng',
      'Ami\u200bna Deng',
      'Ａmina Deng',
    ]) {
      expect(await named(name)).toBe('user.fullNameTaken');
    }
    expect(await named('Amina Deng Kuol')).toBe('it was done');
    await expect(makeAccount(app, 'support', { fullName: 'Amina Deng' })).rejects.toMatchObject({
      kind: 'conflict',
      fields: { fullName: expect.stringContaining('Another active user has this full name.') },
    });
  });

  it('are looked at when a name is changed or an account comes back', async () => {
    const first = await makeAccount(app, 'support', { fullName: 'Amina Deng' });
    const second = await makeAccount(app, 'support', { fullName: 'Bol Lual' });
    expect(await codeOf(updateUser(shell, second.id, { fullName: 'amina deng' }))).toBe(
      'user.fullNameTaken',
    );
    await suspendUser(shell, first.id, { isActive: false });
    await updateUser(shell, second.id, { fullName: 'Amina Deng' });
    expect(await codeOf(suspendUser(shell, first.id, { isActive: true }))).toBe(
      'user.fullNameTaken',
    );
    await updateUser(shell, first.id, { fullName: 'Amina Deng Senior' });
    expect(await codeOf(suspendUser(shell, first.id, { isActive: true }))).toBe('it was done');
  });

  it('are given to only one of concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => named('Deng Majok')));
    expect(answers.sort()).toEqual(['it was done', ...Array(3).fill('user.fullNameTaken')]);
  });

  it('may stay shared by older accounts when other fields change', async () => {
    await makeAccount(app, 'support', { fullName: 'Amina Deng' });
    const { id } = await makeAccount(app, 'support', { fullName: 'Bol' });
    await app.pool.query(
      "update users set full_name = 'Amina Deng', name_key = null where id = $1",
      [id],
    );
    const edit = { fullName: 'Amina Deng', email: 'new@nimule.example', role: 'billing' as Role };
    expect(await updateUser(shell, id, edit)).toMatchObject(edit);
  });
});

describe('usernames', () => {
  it('are ASCII where they are new, and an older one stays until it is changed', async () => {
    const body = {
      ...{ email: 'a@b.example', fullName: 'A', role: 'support' },
      password: PASSWORD,
    };
    for (const username of ['аmina', 'josé', 'abuk thon', 'ab\u200buk'])
      expect(userInput.safeDecode({ ...body, username } as never).success).toBe(false);
    expect(userInput.safeDecode({ ...body, username: 'Abuk.Thon_2@x-y' } as never).success).toBe(
      true,
    );
    const { id } = await makeAccount(app, 'support', { username: 'josé' });
    const update = userUpdate.decode({ username: 'josé', fullName: 'José Garang' });
    expect(await updateUser(shell, id, update)).toMatchObject({ fullName: 'José Garang' });
    await expect(updateUser(shell, id, { username: 'josé.g' })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { username: expect.stringContaining('letters a to z') },
    });
    expect((await updateUser(shell, id, { username: 'jose' })).username).toBe('jose');
  });
});

describe("one's own e-mail address", () => {
  const email = 'elsewhere@nimule.example';

  it('is changed with the password alone', async () => {
    const me = await as('master_admin');
    await expect(updateUser(me, userIdOf(me), { email })).rejects.toMatchObject({
      code: 'user.passwordNeeded',
      fields: { currentPassword: expect.any(String) },
    });
    expect(await codeOf(updateUser(me, userIdOf(me), { email, currentPassword: 'wrong' }))).toBe(
      'password.wrong',
    );
    const after = await updateUser(me, userIdOf(me), { email, currentPassword: PASSWORD });
    expect(after.email).toBe(email);
    expect(JSON.stringify(await lastAudit())).not.toContain(PASSWORD);
  });

  it('is guessed at no faster than a sign-in', async () => {
    await app.pool.query('delete from login_attempts');
    const me = await as('master_admin');
    const wrong = () => codeOf(updateUser(me, userIdOf(me), { email, currentPassword: 'wrong' }));
    for (let n = 0; n < 6; n += 1) expect(await wrong()).toBe('password.wrong');
    expect(await wrong()).toBe('session.throttled');
    await app.pool.query('delete from login_attempts');
  });

  it('needs none where it stays, and none for the account of another', async () => {
    const me = await as('master_admin');
    const same = { email: `${(me.actor as { username: string }).username}@nimule.example` };
    const renamed = await updateUser(me, userIdOf(me), { ...same, fullName: 'Achol Kuol' });
    expect(renamed.fullName).toBe('Achol Kuol');
    const { id } = await makeAccount(app, 'support');
    expect((await updateUser(me, id, { email })).email).toBe(email);
  });
});

describe('suspendUser', () => {
  it('suspends and reactivates; what already is changes nothing', async () => {
    const { id, username } = await makeAccount(app, 'support');
    const suspended = await suspendUser(shell, id, { isActive: false });
    expect(suspended).toMatchObject({ isActive: false, version: 2 });
    expect((await lastAudit()).action).toBe('user.suspend');
    expect((await suspendUser(shell, id, { isActive: false })).version).toBe(2);
    expect((await suspendUser(shell, id, { isActive: true })).isActive).toBe(true);
    expect((await lastAudit()).action).toBe('user.reactivate');
    await signIn(app, username!);
  });

  it('is refused on those out of reach and on oneself', async () => {
    const master = await makeAccount(app, 'master_admin');
    const superAdmin = await as('super_admin');
    expect(await codeOf(suspendUser(superAdmin, master.id, { isActive: false }))).toBe(
      'user.outOfReach',
    );
    const me = createContext(app, await signedInActor(app, master.username!));
    expect(await codeOf(suspendUser(me, master.id, { isActive: false }))).toBe('user.oneself');
  });
});

describe('resetUserPassword', () => {
  it('gives a temporary password that must be changed', async () => {
    const { id, username } = await makeAccount(app, 'support');
    const { temporaryPassword } = await resetUserPassword(shell, id, {});
    expect(await codeOf(signIn(app, username!))).toBe('session.wrongCredentials');
    const { user } = await signIn(app, username!, temporaryPassword);
    expect(user.mustChangePassword).toBe(true);
    const line = (await listAuditLog(shell, { q: 'resetpassword' })).rows[0]!;
    expect(line).toMatchObject({
      entityId: String(id),
      after: { mustChangePassword: true },
    });
    expect(JSON.stringify(line)).not.toContain(temporaryPassword);
  });

  it('ends after seven days, which is reported only with the correct password', async () => {
    const { id, username } = await makeAccount(app, 'support');
    const { temporaryPassword } = await resetUserPassword(shell, id, {});
    const start = app.time.now;
    const day = (days: number) => new Date(start.getTime() + days * 86_400_000);
    app.time.now = day(6.99);
    await signIn(app, username!, temporaryPassword);
    app.time.now = day(7);
    await expect(signIn(app, username!, temporaryPassword)).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'session.temporaryPasswordEnded',
      message: 'Your temporary password has expired. Ask an administrator for a new one.',
    });
    expect(await codeOf(signIn(app, username!, 'wrong'))).toBe('session.wrongCredentials');
    await suspendUser(shell, id, { isActive: false });
    expect(await codeOf(signIn(app, username!, temporaryPassword))).toBe(
      'session.wrongCredentials',
    );
    await suspendUser(shell, id, { isActive: true });
    const again = await resetUserPassword(contextOf(app), id, {});
    const { token } = await signIn(app, username!, again.temporaryPassword);
    const { ctx } = await browserOf(app, token);
    const change = { currentPassword: again.temporaryPassword, newPassword: 'shoebill 13' };
    await changePassword(ctx, change);
    app.time.now = day(400);
    expect((await signIn(app, username!, 'shoebill 13')).user.mustChangePassword).toBe(false);
    app.time.now = start;
  });

  it('of a new account ends as well, unless it need not be changed', async () => {
    const temporary = await makeAccount(app, 'support', { mustChangePassword: true });
    expect(temporary.temporaryUntil).toEqual(
      new Date(temporary.createdAt!.getTime() + 7 * 86_400_000),
    );
    expect((await makeAccount(app, 'support')).temporaryUntil).toBeNull();
  });

  it('takes a named one by the same rules, and a blank one for none', async () => {
    const { id, username } = await makeAccount(app, 'support');
    expect(await codeOf(resetUserPassword(shell, id, { password: '123456' }))).toBe(
      'password.common',
    );
    await signIn(app, username!, PASSWORD);
    await resetUserPassword(shell, id, { password: 'shoebill 12' });
    await signIn(app, username!, 'shoebill 12');
    const { temporaryPassword } = await resetUserPassword(shell, id, { password: '' });
    expect(temporaryPassword).toHaveLength(14);
  });

  it('is refused for the own password', async () => {
    const master = await as('master_admin');
    expect(await codeOf(resetUserPassword(master, userIdOf(master), {}))).toBe('user.oneself');
  });
});

describe('grantUser', () => {
  it('gives and takes back what can be granted', async () => {
    const { id, username } = await makeAccount(app, 'billing');
    const { token } = await signIn(app, username!);
    const granted = await grantUser(shell, id, { grants: ['invoice.edit', 'invoice.edit'] });
    expect(granted.grants).toEqual(['invoice.edit']);
    expect((await resolveSession(app, token, { touch: false }))?.grants).toEqual(['invoice.edit']);
    expect((await lastAudit()).action).toBe('user.grant');
    expect((await grantUser(shell, id, { grants: [] })).grants).toEqual([]);
    expect(await codeOf(grantUser(shell, id, { grants: ['user.manage'] }))).toBe('input.invalid');
  });

  it('ends with the role that it was given beside', async () => {
    const { id } = await makeAccount(app, 'billing');
    await grantUser(shell, id, { grants: ['invoice.edit'] });
    const renamed = await updateUser(shell, id, { fullName: 'Abuk Thon' });
    expect(renamed.grants).toEqual(['invoice.edit']);
    expect(await updateUser(shell, id, { role: 'support' })).toMatchObject({ grants: [] });
    expect(await lastAudit()).toMatchObject({
      before: { grants: ['invoice.edit'], role: 'billing' },
      after: { grants: [], role: 'support' },
    });
    expect((await updateUser(shell, id, { role: 'billing' })).grants).toEqual([]);
  });

  it('needs the permission itself, and is refused on the own account', async () => {
    const { id } = await makeAccount(app, 'billing');
    const [superAdmin, developer] = [await as('super_admin'), await as('developer')];
    const grants = ['invoice.edit'];
    expect(await codeOf(grantUser(developer, id, { grants }))).toBe('user.grantWithheld');
    expect(await codeOf(grantUser(developer, userIdOf(developer), { grants }))).toBe(
      'user.oneself',
    );
    expect(await codeOf(grantUser(superAdmin, id, { grants }))).toBe('it was done');
    expect(await codeOf(grantUser(developer, id, { grants: [] }))).toBe('user.grantWithheld');
  });
});

describe('deleteUser', () => {
  it('is permanent, and keeps the name in audit lines', async () => {
    const { id, username, fullName } = await makeAccount(app, 'support');
    await signIn(app, username!);
    expect(await deleteUser(shell, id)).toEqual({
      message: `The account of ${fullName} was deleted.`,
    });
    expect(await codeOf(deleteUser(shell, id))).toBe('user.notFound');
    const { rows } = await listAuditLog(shell, { entity: 'user', entityId: String(id) });
    expect(
      rows.map(({ action, actorName, actorId, actorUsername }) => [
        ...[action, actorName, actorId, actorUsername],
      ]),
    ).toEqual([
      ['user.delete', 'test (shell)', null, null],
      ['session.login', fullName, id, username],
      ['user.create', 'test (shell)', null, null],
    ]);
    const found = (await listAuditLog(shell, { q: username! })).rows;
    expect(found.map(({ action }) => action)).toContain('session.login');
    await makeAccount(app, 'support', { username: username! });
  });
});
