import { makeAccount, PASSWORD, signIn } from '@nimule/fixtures/testing/accounts';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { watchVerifying } from '@nimule/fixtures/testing/verifying';
import argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../kernel/errors.ts';
import { resetUserPassword, suspendUser } from '../users/service.ts';

const verifying = watchVerifying(argon2);
let app: TestApp;
let username: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.time.set('2026-11-21T08:00:00Z');
  await app.pool.query('delete from login_attempts');
  username = (await makeAccount(app, 'support')).username!;
});

const HOME = '192.0.2.1';
const STRANGER = '203.0.113.9';

/** 'in', 'wrong', or the seconds to wait. */
async function attempt(
  password: string,
  options: { as?: string; from?: string } = {},
): Promise<'in' | 'wrong' | number> {
  try {
    await signIn(app, options.as ?? username, password, { ip: options.from ?? HOME });
    return 'in';
  } catch (error) {
    const { kind, retryAfter } = error as AppError;
    if (kind === 'tooMany') return retryAfter!;
    if (kind === 'unauthenticated') return 'wrong';
    throw error;
  }
}

async function fail(times: number, options: { as?: string; from?: string } = {}) {
  for (let n = 0; n < times; n += 1) expect(await attempt('wrong', options)).toBe('wrong');
}

function pass(seconds: number): void {
  app.time.now = new Date(app.time.now.getTime() + seconds * 1000);
}

it('waits longer after each failure past the fifth, even for the right password', async () => {
  await fail(6);
  expect(await attempt(PASSWORD)).toBe(15);
  pass(14);
  expect(await attempt(PASSWORD)).toBe(1);
  pass(1);
  await fail(1);
  expect(await attempt(PASSWORD)).toBe(30);
  pass(30);
  expect(await attempt(PASSWORD)).toBe('in');
});

it('says how long in words', async () => {
  await fail(6);
  await expect(signIn(app, username)).rejects.toMatchObject({
    code: 'session.throttled',
    message: 'Too many attempts. Try again in 15 seconds.',
  });
});

it('does not prolong the wait by tries that it refuses', async () => {
  await fail(6);
  for (let n = 0; n < 15; n += 1) {
    expect(await attempt('wrong')).toBe(15 - n);
    pass(1);
  }
  expect(await attempt(PASSWORD)).toBe('in');
});

it('forgets the failures of an account that signs in', async () => {
  await fail(5);
  expect(await attempt(PASSWORD)).toBe('in');
  await fail(6);
  expect(await attempt('wrong')).toBe(15);
});

it('never locks permanently: after 15 minutes all is as before', async () => {
  for (let n = 0; n < 20; n += 1) {
    const answer = await attempt('wrong');
    if (typeof answer === 'number') pass(answer);
  }
  pass(15 * 60);
  expect(await attempt(PASSWORD)).toBe('in');
});

it('lets no more through when fifty try at once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempt('wrong')));
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(6);
  expect(answers.filter((answer) => answer === 15)).toHaveLength(44);
  expect(verifying.count).toBe(6);
});

it('lets no more through when fifty names are tried at once from one address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => attempt('wrong', { as: `name${n}`, from: STRANGER })),
  );
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(31);
  expect(verifying.count).toBe(31);
  expect(await attempt(PASSWORD, { from: STRANGER })).toBe(15);
  expect(await attempt(PASSWORD, { from: HOME })).toBe('in');
});

it('takes the addresses of one IPv6 network for one', async () => {
  for (let n = 1; n <= 6; n += 1) await fail(1, { from: `2001:db8:1:2::${n}` });
  expect(await attempt(PASSWORD, { from: '2001:db8:1:2:ffff::1' })).toBe(15);
  expect(await attempt(PASSWORD, { from: '2001:db8:1:3::1' })).toBe('in');
});

it('treats an unknown name like any other', async () => {
  await fail(6, { as: 'nobody' });
  expect(await attempt('wrong', { as: 'nobody' })).toBe(15);
});

it('lets the owner in while a stranger elsewhere is held', async () => {
  await fail(6, { from: STRANGER });
  expect(await attempt('wrong', { from: STRANGER })).toBe(15);
  expect(await attempt(PASSWORD, { from: HOME })).toBe('in');
});

it('holds an account that is tried from everywhere, but not where its owner signed in before', async () => {
  expect(await attempt(PASSWORD, { from: HOME })).toBe('in');
  for (let n = 1; n <= 51; n += 1) await fail(1, { from: `198.51.100.${n}` });
  expect(await attempt('wrong', { from: STRANGER })).toBe(15);
  expect(await attempt(PASSWORD, { from: HOME })).toBe('in');
});

it('holds such an account for a minute at most where its owner never was', async () => {
  for (let n = 1; n <= 51; n += 1) await fail(1, { from: `198.51.100.${n}` });
  for (let n = 52; n <= 60; n += 1) {
    const wait = await attempt('wrong', { from: `198.51.100.${n}` });
    expect(wait).toBeLessThanOrEqual(60);
    pass(wait as number);
    await fail(1, { from: `198.51.100.${n}` });
  }
  expect(await attempt(PASSWORD)).toBeLessThanOrEqual(60);
  pass(60);
  expect(await attempt(PASSWORD)).toBe('in');
});

describe('an office behind one address', () => {
  const OFFICE = '198.51.100.77';
  let colleague: string;

  beforeEach(async () => {
    await app.pool.query('delete from sign_in_addresses');
    colleague = (await makeAccount(app, 'billing')).username!;
  });

  async function failWithManyNames(times: number) {
    await app.pool.query(
      `insert into login_attempts (username_key, ip, at)
       select 'nobody' || n, $1, $2 from generate_series(1, $3::int) n`,
      [OFFICE, app.time.now, times],
    );
  }

  it('goes on signing in while wrong names are tried from there', async () => {
    expect(await attempt(PASSWORD, { from: OFFICE })).toBe('in');
    await failWithManyNames(40);
    expect(await attempt(PASSWORD, { from: OFFICE })).toBe('in');
    // Also who was never there before: nothing tells a real name from an invented one.
    expect(await attempt(PASSWORD, { as: colleague, from: OFFICE })).toBe('in');
    expect(await attempt('wrong', { as: 'nobody at all', from: OFFICE })).toBe('wrong');
  });

  it('is held where nobody signed in yet', async () => {
    await failWithManyNames(31);
    expect(await attempt(PASSWORD, { from: OFFICE })).toBe(15);
  });

  it('is not spared what an account allows from there', async () => {
    expect(await attempt(PASSWORD, { from: OFFICE })).toBe('in');
    await fail(6, { from: OFFICE });
    expect(await attempt(PASSWORD, { from: OFFICE })).toBe(15);
    await fail(6, { as: colleague, from: OFFICE });
    expect(await attempt(PASSWORD, { as: colleague, from: OFFICE })).toBe(15);
  });

  it('is one again after a month without a sign-in, or when only a suspended user was there', async () => {
    const { user } = await signIn(app, username, PASSWORD, { ip: OFFICE });
    pass(31 * 24 * 60 * 60);
    await failWithManyNames(31);
    expect(await attempt(PASSWORD, { as: colleague, from: OFFICE })).toBe(15);

    await signIn(app, username, PASSWORD, { ip: '192.0.2.44' });
    pass(60 * 60);
    await signIn(app, username, PASSWORD, { ip: OFFICE });
    await failWithManyNames(31);
    await suspendUser(contextOf(app), user.id, { isActive: false });
    expect(await attempt(PASSWORD, { as: colleague, from: OFFICE })).toBe(15);
  });
});

it('is lifted by a new password from another', async () => {
  const { user } = await signIn(app, username);
  await fail(6);
  const { temporaryPassword } = await resetUserPassword(contextOf(app), user.id, {});
  expect(await attempt(temporaryPassword)).toBe('in');
});
