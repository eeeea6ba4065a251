import { type App, type Ctx, transact } from '../../context.ts';
import { AppError, breaksRule, conflicts } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { can, type StaffActor } from '../actor.ts';
import { deleteAttemptsBefore } from '../factors/queries.ts';
import { secondStepOf } from '../factors/service-required.ts';
import { passwordChangeRefusal } from '../passwords/rules.ts';
import { DUMMY_HASH, hashPassword, verifyPassword } from '../passwords/service.ts';
import { assertNewPassword, keepOldPassword } from '../passwords/service-new.ts';
import type { SecondStep } from '../permissions.ts';
import { NOBODY } from '../refusals/rules.ts';
import { countRefusal } from '../refusals/service.ts';
import { IDLE_MINUTES } from '../rules-idle.ts';
import {
  ACTIVITY_WRITE_SECONDS,
  type ChangePasswordInput,
  type CurrentUser,
  identityKey,
  type LoginInput,
  SESSION_HOURS,
} from '../schema.ts';
import * as queries from './queries.ts';
import * as attempts from './queries-attempts.ts';
import { forgetDevicesBefore } from './queries-devices.ts';
import {
  actorOf,
  auditSignIn,
  handOver,
  hashOfToken,
  isToken,
  type Opened,
  openSession,
  requireStaff,
  sessionEnded,
  toCurrentUser,
} from './service-open.ts';
import {
  assertCurrentPassword,
  clearAttempts,
  countAttempt,
  deleteOldSignIns,
} from './service-throttle.ts';

const SECOND_MS = 1_000;
const IDLE_MS = IDLE_MINUTES * 60 * SECOND_MS;
const LIFETIME_MS = SESSION_HOURS * 60 * 60 * SECOND_MS;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** Of sessions that have not shown anything yet. */
const NEVER = new Date(0);

/** How long `purgeSessions` keeps attempts and idempotency keys. */
const KEEP_ATTEMPTS_MS = DAY_MS;
const KEEP_IDEMPOTENCY_KEYS_MS = 7 * DAY_MS;
/** How long it keeps devices in which nobody has signed in. */
const KEEP_DEVICES_MS = 180 * DAY_MS;

/** Which sessions have not ended. */
export function limitsAt(now: Date): queries.SessionLimits {
  return {
    activeSince: new Date(now.getTime() - IDLE_MS),
    createdSince: new Date(now.getTime() - LIFETIME_MS),
  };
}

/** The same text for an unknown user, a wrong password and a suspended account (seeds/000 8). */
function wrongCredentials(): AppError {
  return new AppError(
    'unauthenticated',
    'session.wrongCredentials',
    'Invalid credentials. Please try again.',
  );
}

/**
 * An active user as the actor of what they asked for and another person accepted; undefined for one that is not active any
 * more. It has no session.
 */
export async function actorOfUser(ctx: Ctx, userId: number): Promise<StaffActor | undefined> {
  const account = await queries.getAccount(ctx.db, userId);
  return account?.isActive ? actorOf({ ...account, mustChangePassword: false }, 0) : undefined;
}

/** Used only after the password was verified, so that it reveals nothing to others. */
function temporaryPasswordEnded(): AppError {
  return new AppError(
    'unauthenticated',
    'session.temporaryPasswordEnded',
    'Your temporary password has expired. Ask an administrator for a new one.',
  );
}

/**
 * Signs in (seeds/000 4 and 7, decision 14). All failures have the same answer and the same cost: exactly one
 * password verification, against DUMMY_HASH if the account does not exist.
 * @throws AppError unauthenticated with the specification's text, or with another one for a correct but expired
 *   temporary password; tooMany with the seconds to wait.
 */
export async function login(ctx: Ctx, input: LoginInput): Promise<{ user: CurrentUser }> {
  const usernameKey = identityKey(input.username);
  const account = await queries.getAccountByUsername(ctx.db, usernameKey);
  await countAttempt(ctx, usernameKey, account?.id);
  const matches = await verifyPassword(account?.passwordHash ?? DUMMY_HASH, input.password);
  const isVerified = account !== undefined && matches && account.isActive;
  if (isVerified && account.temporaryUntil && account.temporaryUntil <= ctx.now) {
    ctx.log.warn({ ip: ctx.origin.ip, userId: account.id }, 'temporary password has expired');
    throw temporaryPasswordEnded();
  }
  const opened = isVerified ? await signIn(ctx, account) : undefined;
  if (!account || !opened) {
    ctx.log.warn({ ip: ctx.origin.ip, userId: account?.id }, 'sign-in refused');
    // Also of unknown names, so that the answer takes the same time.
    await countRefusal(ctx, account?.id ?? NOBODY, 'password').catch((error: unknown) =>
      ctx.log.error({ err: error }, 'a refusal could not be counted'),
    );
    throw wrongCredentials();
  }
  handOver(ctx, opened.session);
  return { user: toCurrentUser({ ...account, ...opened.step }) };
}

interface SignedIn {
  session: Opened;
  step: { secondStep?: SecondStep };
}

/**
 * Opens a session, which waits for the second factor where there is one or must be one (decision 128). Undefined if the
 * account was suspended or changed after it was read.
 */
function signIn(ctx: Ctx, account: queries.SignInAccount): Promise<SignedIn | undefined> {
  return transact(ctx, async (tx) => {
    const secondStep = await secondStepOf(tx, account);
    const isComplete = secondStep !== 'code';
    const isStillVerified = isComplete
      ? await queries.updateLastLogin(tx.db, account, tx.now)
      : await queries.lockVerified(tx.db, account);
    if (!isStillVerified) return undefined;
    await clearAttempts(tx, account.usernameKey);
    // A browser has one session: end the one that this sign-in replaces.
    if (tx.actor.kind === 'staff') await queries.deleteSession(tx.db, tx.actor.sessionId);
    const session = await openSession(tx, account.id, secondStep);
    if (isComplete) await auditSignIn(tx, account, session.id);
    return { session, step: secondStep ? { secondStep } : {} };
  });
}

/**
 * The staff member of a session token; undefined if it is unknown, ended, idle for ten minutes or older than
 * twelve hours, or if the user is not active (decision 14). One query per request.
 * @param options.touch whether the request counts as activity; polls do not. Activity is written at most
 *   every `ACTIVITY_WRITE_SECONDS`.
 */
export async function resolveSession(
  app: App,
  token: string,
  options: { touch: boolean },
): Promise<StaffActor | undefined> {
  if (!isToken(token)) return undefined;
  const now = app.clock();
  const session = await queries.getLiveSession(app, hashOfToken(token), limitsAt(now));
  if (!session) return undefined;
  const quiet = now.getTime() - session.lastActivity.getTime();
  if (options.touch && quiet >= ACTIVITY_WRITE_SECONDS * SECOND_MS) {
    await queries.updateActivity(app.db, session.sessionId, now);
  }
  const { pending, confirmedAt, ...user } = session;
  const step = pending ? { secondStep: pending } : {};
  return actorOf({ ...user, ...step }, session.sessionId, confirmedAt ?? NEVER);
}

/** Ends the session and clears the cookie. Repeated calls only clear the cookie. */
export async function logout(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'staff') {
    await transact(ctx, async (tx) => {
      if (!(await queries.deleteSession(tx.db, actor.sessionId))) return;
      await audit(tx, {
        action: 'session.logout',
        entity: 'user',
        entityId: actor.userId,
        summary: actor.username,
      });
    });
  }
  ctx.origin.session?.clear();
}

/** The signed-in user of the session (seeds/000 7: /api/auth/user, /api/user). */
export async function getCurrentUser(ctx: Ctx): Promise<CurrentUser> {
  const actor = requireStaff(ctx.actor);
  return toCurrentUser({ ...actor, id: actor.userId, grants: [...actor.grants] });
}

/**
 * Records user activity (decision 14). Returns the seconds until the session ends without further activity,
 * and the time at which it ends in any case.
 */
export async function recordActivity(ctx: Ctx): Promise<{ idleSeconds: number; expiresAt: Date }> {
  const actor = requireStaff(ctx.actor);
  const createdAt = await queries.updateActivity(ctx.db, actor.sessionId, ctx.now);
  if (!createdAt) throw sessionEnded();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const left = Math.min(IDLE_MS, expiresAt.getTime() - ctx.now.getTime());
  return { idleSeconds: Math.max(0, Math.floor(left / SECOND_MS)), expiresAt };
}

/**
 * Changes the user's own password (seeds/000 5, decision 14): ends the user's other sessions and replaces
 * this one. Attempts with a wrong current password are throttled like sign-ins.
 * @throws AppError rule with the specification's texts, or for a weak password or a wrong current one;
 *   tooMany; conflict if the password was changed concurrently.
 */
export async function changePassword(
  ctx: Ctx,
  input: ChangePasswordInput,
): Promise<{ message: string }> {
  const actor = requireStaff(ctx.actor);
  const refusal = passwordChangeRefusal(input);
  if (refusal) breaksRule(refusal.code, refusal.message, { [refusal.field]: refusal.message });
  const account = await queries.getAccount(ctx.db, actor.userId);
  if (!account) throw sessionEnded();
  await assertCurrentPassword(ctx, account, input.currentPassword);
  await assertNewPassword(ctx, input.newPassword, account, 'newPassword');
  const passwordHash = await hashPassword(input.newPassword);
  const opened = await transact(ctx, async (tx) => {
    await keepOldPassword(tx, account.id);
    if (!(await queries.updateOwnPassword(tx.db, account, passwordHash, tx.now))) {
      conflicts('password.changedMeanwhile', 'The password was changed meanwhile. Sign in again.');
    }
    await clearAttempts(tx, account.usernameKey);
    await queries.deleteSessionsOf(tx.db, account.id);
    const session = await openSession(tx, account.id);
    await audit(tx, {
      action: 'password.change',
      entity: 'user',
      entityId: account.id,
      summary: account.username,
      facts: { mustChangePassword: false },
    });
    return session;
  });
  handOver(ctx, opened);
  return { message: 'Your password has been successfully updated.' };
}

/** Deletes ended sessions, old attempts and old idempotency keys. */
export async function purgeSessions(
  ctx: Ctx,
): Promise<{ sessions: number; attempts: number; idempotencyKeys: number }> {
  const before = (ms: number) => new Date(ctx.now.getTime() - ms);
  await deleteOldSignIns(ctx);
  await deleteAttemptsBefore(ctx.db, before(KEEP_ATTEMPTS_MS));
  await forgetDevicesBefore(ctx.db, before(KEEP_DEVICES_MS));
  return {
    sessions: await queries.deleteEndedSessions(ctx.db, limitsAt(ctx.now)),
    attempts: await attempts.deleteAttemptsBefore(ctx.db, before(KEEP_ATTEMPTS_MS)),
    idempotencyKeys: await queries.deleteIdempotencyKeysBefore(
      ctx.db,
      before(KEEP_IDEMPOTENCY_KEYS_MS),
    ),
  };
}

/** The caller's session; undefined for the shell, jobs and visitors, or when it has ended. */
export async function currentSession(ctx: Ctx): Promise<queries.KeptSession | undefined> {
  const { actor } = ctx;
  return actor.kind === 'staff' ? queries.getSession(ctx.db, actor.sessionId) : undefined;
}

/**
 * Ends every session of a restored database, except that of the user who restores: it goes on if the same user exists
 * there (by id and username), is active, need not change the password and may manage backups. The restore counts as the
 * user's activity, however long it took. Call it in the transaction that prepares the restored database.
 * @returns whether the session was kept.
 */
export async function keepOnlySession(
  tx: Ctx,
  session: queries.KeptSession | undefined,
): Promise<boolean> {
  await queries.deleteAllSessions(tx.db);
  const account = session && (await queries.getAccount(tx.db, session.userId));
  if (!account?.isActive || account.mustChangePassword) return false;
  if (account.username !== session?.username) return false;
  if (!can(actorOf(account, 0), 'backup.manage')) return false;
  await queries.insertKeptSession(tx.db, { ...session, lastActivityAt: tx.clock() });
  return true;
}
