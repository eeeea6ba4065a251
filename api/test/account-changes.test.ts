import type { Role } from '@nimule/core/identity/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, type Harness, PASSWORD, signIn, startHarness } from './harness.ts';

/** What gives access to an account that may do more than the caller waits for another person (decision 130): 202. */
let harness: Harness;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  for (const role of ['master_admin', 'super_admin', 'developer', 'admin'] as const)
    cookies.set(role, await signIn(harness.server, (await createUser(harness.app, role)).username));
});
afterAll(() => harness.close());

const send = async (role: Role, method: 'POST' | 'PUT', url: string, payload: object = {}) =>
  (await harness.server.inject({ method, url, headers: { cookie: cookies.get(role)! }, payload }))
    .statusCode;
let made = 0;
const create = (by: Role, role: Role) => {
  made += 1;
  const username = `made.${made}`;
  const names = { username, email: `${username}@example.net`, fullName: `Made ${made}` };
  return send(by, 'POST', '/api/users', { ...names, role, password: PASSWORD });
};
const changeRole = async (by: Role, from: Role, role: Role) => {
  const { id } = await createUser(harness.app, from);
  return send(by, 'PUT', `/api/users/${id}`, { role });
};
const reactivate = async (by: Role, role: Role) => {
  const { id } = await createUser(harness.app, role);
  await send('master_admin', 'PUT', `/api/users/${id}/suspend`, { isActive: false });
  return send(by, 'PUT', `/api/users/${id}/suspend`, { isActive: true });
};
const reset = async (by: Role, role: Role, what: 'password' | 'second-factor') => {
  const { id } = await createUser(harness.app, role);
  return send(by, 'POST', `/api/users/${id}/reset-${what}`);
};

/** By who asks and the role of the account: done (200), waits (202) or refused (403). */
const expected: [by: Role, role: Role, access: number, resets: number][] = [
  ['master_admin', 'billing', 200, 200],
  ['master_admin', 'admin', 200, 200],
  ['master_admin', 'super_admin', 200, 202],
  ['super_admin', 'support', 200, 200],
  ['super_admin', 'billing', 200, 200],
  ['super_admin', 'admin', 200, 200],
  ['super_admin', 'super_admin', 403, 403],
  ['developer', 'technician', 200, 200],
  ['developer', 'manager', 200, 200],
  ['developer', 'billing', 202, 202],
  ['developer', 'admin', 202, 202],
  ['developer', 'super_admin', 403, 403],
  ['admin', 'technician', 403, 403],
];

describe.each(expected)('%s with an account of the role %s', (by, role, access, resets) => {
  it('creates, changes to, changes from and reactivates it, or waits, or is refused', async () => {
    expect(await create(by, role)).toBe(access);
    expect(await changeRole(by, 'technician', role)).toBe(access);
    if (role !== 'super_admin') expect(await changeRole(by, role, 'support')).toBe(access);
    expect(await reactivate(by, role)).toBe(access);
  });

  it('resets it, or waits, or is refused', async () => {
    expect(await reset(by, role, 'password')).toBe(resets);
    expect(await reset(by, role, 'second-factor')).toBe(resets);
  });
});

it.each(['super_admin', 'developer'] as const)('%s resets a developer with another', async (by) => {
  expect(await reset(by, 'developer', 'password')).toBe(202);
  expect(await reset(by, 'developer', 'second-factor')).toBe(202);
});
