import { type Actor, can } from '@nimule/core/identity/actor';
import { type Permission, permissionTable, withoutRole } from '@nimule/core/identity/permissions';
import { type Role, roles } from '@nimule/core/identity/roles';
import { builtTypes } from '@nimule/core/imports/schema-types';
import { invoke } from '@nimule/core/invoke';
import type { Route } from '@nimule/core/kernel/contract';
import { errorTable, isAppError } from '@nimule/core/kernel/errors';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { signedInActor } from '@nimule/fixtures/testing/accounts';
import { hasNeeded, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { staff } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createUser,
  type Harness,
  PASSWORD,
  signIn,
  staffCookie,
  startHarness,
} from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
});
afterAll(() => harness.close());

/** A record that does not exist, so that permitted calls change nothing. */
const NOWHERE: Record<string, string> = {
  id: '987654321',
  attachmentId: '987654321',
  paymentId: '987654321',
  sessionId: '00000000-0000-4000-8000-000000000000',
  name: 'no.such.job',
  month: 'never',
  yearMonth: 'never',
  type: 'nothing',
  kind: 'nothing',
  format: 'nothing',
  code: '987654',
  filename: 'no-such-backup.sql',
  packageType: 'Basic Fiber',
  reference: '00000000-0000-4000-8000-000000000000',
};

function nowhere(path: string): Record<string, string> {
  const names = [...path.matchAll(/:([^/]+)/g)].map((match) => match[1]!);
  return Object.fromEntries(
    names.map((name) => {
      const value = NOWHERE[name];
      if (!value) throw new Error(`give the parameter ${name} of ${path} a value here`);
      return [name, value];
    }),
  );
}

function send(operation: Operation, cookie: string | undefined) {
  const { method, path, upload }: Route = routes[operation];
  const params = nowhere(path);
  const url = path.replaceAll(/:([^/]+)/g, (_, name: string) => params[name]!);
  const headers = cookie ? { cookie } : {};
  if (upload) {
    const type = 'multipart/form-data; boundary=b';
    return harness.server.inject({
      method,
      url,
      headers: { ...headers, 'content-type': type },
      payload: '--b--\r\n',
    });
  }
  return harness.server.inject({
    method,
    url,
    headers,
    ...(method === 'GET' ? {} : { payload: {} }),
  });
}

/** These end the session that the other operations need. */
const endsSession = new Set<Operation>(['logout']);
const rows = operationNames.filter((operation) => !endsSession.has(operation));

/** Otherwise a permitted call answers that pg_dump is missing. */
const canBackUp = programsOfBackups().every(hasNeeded);

/** Compares the HTTP status of a call with the permission table. */
async function wrongOf(
  role: Role,
  call: (operation: Operation) => Promise<{ statusCode: number; body: unknown }>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const operation of rows) {
    const { permission, oneOf }: Route = routes[operation];
    const { statusCode, body } = await call(operation);
    // A wrong password is a 401 too: the form is sent empty.
    const refused = operation !== 'login' && (statusCode === 401 || statusCode === 403);
    const allowed =
      can(staff(role), permission as Permission) &&
      (oneOf ?? [permission]).some((one) => can(staff(role), one as Permission));
    const isUnable = operation === 'createBackup' && !canBackUp && statusCode === 503;
    if (refused === allowed || (statusCode >= 500 && !isUnable)) {
      wrong.push(`${operation} (${permission}): ${statusCode} ${body}`);
    }
    if (!allowed && statusCode !== 403) wrong.push(`${operation}: ${statusCode} instead of 403`);
  }
  return wrong;
}

/** In process, without the HTTP host. */
async function callAs(actor: Actor, operation: Operation) {
  const { path, method }: Route = routes[operation];
  const raw = { params: nowhere(path), query: {}, ...(method === 'GET' ? {} : { body: {} }) };
  try {
    await invoke(harness.app, actor, operation, raw);
    return { statusCode: 200, body: '' };
  } catch (error) {
    const statusCode = isAppError(error) ? errorTable[error.kind].http : 500;
    return { statusCode, body: String(error) };
  }
}

describe.each(roles)('%s', (role: Role) => {
  it('is permitted and refused by the permission table', async () => {
    const { username } = await createUser(harness.app, role);
    const actor = await signedInActor(harness.app, username, PASSWORD);
    expect(await wrongOf(role, (operation) => callAs(actor, operation))).toEqual([]);
  });
});

/** A role with few and one with many permissions: over HTTP permissions are checked before the body is read. */
describe.each(['technician', 'master_admin'] as const)('%s over HTTP', (role) => {
  it('is permitted and refused as in process', async () => {
    const cookie = await staffCookie(harness, role);
    expect(await wrongOf(role, (operation) => send(operation, cookie))).toEqual([]);
  });
});

describe('a visitor', () => {
  it('may use only public operations, and must sign in for others', async () => {
    const wrong: string[] = [];
    for (const operation of operationNames) {
      if (operation === 'login') continue;
      const { statusCode } = await send(operation, undefined);
      const isPublic = routes[operation].permission === 'public';
      if ((statusCode === 401) === isPublic || statusCode >= 500) {
        wrong.push(`${operation}: ${statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a user who must change the password', () => {
  it('can do that and sign out, and nothing else (decision 14)', async () => {
    const cookie = await staffCookie(harness, 'master_admin', { mustChangePassword: true });
    const wrong: string[] = [];
    for (const operation of rows) {
      if (operation === 'login') continue;
      const { permission }: Route = routes[operation];
      const answer = await send(operation, cookie);
      const open = ['session', 'identified', 'public'].includes(permission);
      if (open && (answer.statusCode === 401 || answer.statusCode === 403)) wrong.push(operation);
      if (!open && answer.json().code !== 'password.changeRequired') wrong.push(operation);
    }
    expect(wrong).toEqual([]);
    expect((await send('logout', cookie)).statusCode).toBe(204);
    expect((await send('logout', cookie)).statusCode).toBe(401);
  });
});

describe('a session that waits for the second factor', () => {
  it.each(['code', 'setUp'] as const)('can do nothing but %s and sign out', async (pending) => {
    const cookie = await staffCookie(harness, 'master_admin');
    await harness.app.pool.query('update sessions set pending = $1', [pending]);
    const wrong: string[] = [];
    for (const operation of operationNames) {
      if (operation === 'login' || operation === 'logout') continue;
      const { permission }: Route = routes[operation];
      const answer = await send(operation, cookie);
      const open = permission === 'session' || permission === 'public';
      if (open && answer.statusCode === 401) wrong.push(operation);
      if (!open && answer.json().code !== 'factor.required') wrong.push(operation);
    }
    expect(wrong).toEqual([]);
    expect((await send('logout', cookie)).statusCode).toBe(204);
  });
});

describe('operations that ask for the password or a second factor again', () => {
  const marked = operationNames.filter((name) => (routes[name] as Route).confirms);

  it('are these', () => {
    expect([...marked].sort()).toEqual([
      'addPayrollRate',
      'createAccount',
      'createEmployee',
      'createUser',
      'deleteBackup',
      'deleteUser',
      'downloadBackup',
      'grantUser',
      'removeFactor',
      'renewRecoveryCodes',
      'resetSecondFactor',
      'resetUserPassword',
      'restoreBackup',
      'suspendUser',
      'unlockMonth',
      'updateAccount',
      'updateApprovalLimits',
      'updateEmployee',
      'updateMessageSettings',
      'updateProcurementSettings',
      'updateRate',
      'updateSealSettings',
      'updateSecuritySettings',
      'updateUser',
    ]);
  });

  it('are refused ten minutes after it was shown, and not after it was shown again', async () => {
    const cookie = await staffCookie(harness, 'master_admin');
    const codes = async () => {
      const answers = await Promise.all(marked.map((operation) => send(operation, cookie)));
      return new Set(answers.map((answer) => answer.json().code === 'session.confirm'));
    };
    expect(await codes()).toEqual(new Set([false]));
    await harness.app.pool.query(
      `update sessions set confirmed_at = confirmed_at - interval '601 s'`,
    );
    expect(await codes()).toEqual(new Set([true]));
    const confirm = (password: string) =>
      harness.server.inject({
        method: 'POST',
        url: '/api/auth/confirm',
        headers: { cookie },
        payload: { password },
      });
    expect((await confirm('wrong')).statusCode).toBe(422);
    expect((await confirm(PASSWORD)).statusCode).toBe(200);
    expect(await codes()).toEqual(new Set([false]));
  });
});

describe('a grant', () => {
  it('gives one account one permission beyond its role', async () => {
    const { id, username } = await createUser(harness.app, 'technician');
    const cookie = await signIn(harness.server, username);
    expect((await send('updateInvoice', cookie)).statusCode).toBe(403);
    const administrator = await staffCookie(harness, 'master_admin');
    const granted = await harness.server.inject({
      method: 'PUT',
      url: `/api/users/${id}/grants`,
      headers: { cookie: administrator },
      payload: { grants: ['invoice.edit'] },
    });
    expect(granted.statusCode).toBe(200);
    const again = await signIn(harness.server, username);
    expect((await send('updateInvoice', again)).statusCode).not.toBe(403);
    expect((await send('createManualInvoice', again)).statusCode).toBe(403);
  });
});

describe('the contract', () => {
  it('uses only permissions of the table', () => {
    const known = new Set<string>([...withoutRole, ...Object.keys(permissionTable)]);
    const named = ({ permission, oneOf = [] }: Route) => [permission, ...oneOf];
    const strays = operationNames.filter((name) =>
      named(routes[name]).some((one) => !known.has(one)),
    );
    expect(strays).toEqual([]);
  });

  it('lists for an import the permissions that its service checks', () => {
    expect(routes.importFile.oneOf).toEqual([
      ...new Set(Object.values(builtTypes).map(({ permission }) => permission)),
    ]);
  });
});
