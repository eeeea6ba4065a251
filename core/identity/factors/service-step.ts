import { type Ctx, transact } from '../../context.ts';
import { AppError, conflicts } from '../../kernel/errors.ts';
import type { StaffActor } from '../actor.ts';
import { CONFIRMED_MINUTES } from '../permissions.ts';
import type { CurrentUser } from '../schema.ts';
import { getAccount, updateLastLogin } from '../sessions/queries.ts';
import { updateConfirmed } from '../sessions/queries-devices.ts';
import {
  auditSignIn,
  completeSession,
  handOver,
  knownDevice,
  requireCodeShown,
  requireStaff,
  sessionEnded,
  toCurrentUser,
} from '../sessions/service-open.ts';
import { assertCurrentPassword, clearAttempts } from '../sessions/service-throttle.ts';
import { tellUser } from '../users/service-tell.ts';
import * as queries from './queries.ts';
import type {
  CodeInput,
  ConfirmInput,
  PasskeyAnswer,
  PasskeyRequest,
  SecondStepState,
} from './schema.ts';
import { requireCode, useTypedCode, wrongCode } from './service-codes.ts';
import { askForPasskey, checkPasskey, passkeysWhyNot } from './service-passkeys.ts';
import { clearTries, countTry } from './service-tries.ts';

/** @throws AppError conflict for a session that does not wait for a code. */
function requireWaiting(ctx: Ctx): StaffActor {
  const actor = requireStaff(ctx.actor);
  if (actor.secondStep === 'code') return actor;
  return conflicts('factor.notAsked', 'This session does not wait for a second factor.');
}

/** What the session must still show, and with what it can (decision 128). */
export async function getSecondStep(ctx: Ctx): Promise<SecondStepState> {
  const actor = requireStaff(ctx.actor);
  const factors = await queries.findFactors(ctx.db, actor.userId);
  const owned = factors.some(({ kind }) => kind === 'passkey');
  const whyNot = owned ? passkeysWhyNot(ctx) : '';
  return {
    step: actor.secondStep ?? null,
    hasApp: factors.some(({ kind }) => kind === 'totp'),
    hasPasskeys: owned && whyNot === '',
    passkeysWhyNot: whyNot,
    hasRecoveryCodes: (await queries.countCodes(ctx.db, actor.userId)) > 0,
  };
}

/** Replaces the waiting session by a complete one, in the transaction that uses the factor. */
async function completeSignIn(tx: Ctx, actor: StaffActor, factor: 'app' | 'passkey' | 'recovery') {
  const account = await getAccount(tx.db, actor.userId);
  if (!account || !(await updateLastLogin(tx.db, account, tx.now))) throw sessionEnded();
  const session = await completeSession(tx, actor);
  await auditSignIn(tx, account, session.id, factor);
  if (factor === 'recovery') await tellUser(tx, account.id, 'recoveryUsed');
  return { session, user: toCurrentUser(account) };
}

/**
 * Completes a sign-in with a code of an app or a recovery code, each of use once.
 * @throws AppError invalid for what is no code; rule factor.wrongCode; tooMany after `CODE_TRIES` wrong ones, also for a
 *   right code; conflict for a session that does not wait for one.
 */
export async function signInWithCode(ctx: Ctx, input: CodeInput): Promise<{ user: CurrentUser }> {
  const actor = requireWaiting(ctx);
  const typed = requireCode(input.code);
  const deviceId = await countTry(ctx, actor.userId);
  const done = await transact(ctx, async (tx) => {
    if (!(await useTypedCode(tx, actor.userId, typed))) return undefined;
    await clearTries(tx, actor.userId, deviceId);
    return completeSignIn(tx, actor, typed.kind);
  });
  if (!done) throw refusedCode(ctx, actor);
  handOver(ctx, done.session);
  return { user: done.user };
}

/** Asks for a passkey: to complete the sign-in, or to confirm it. @throws AppError rule where the user has none. */
export function askPasskey(ctx: Ctx): Promise<PasskeyRequest> {
  const actor = requireStaff(ctx.actor);
  return askForPasskey(ctx, actor, actor.secondStep === 'code' ? 'signIn' : 'confirm');
}

/** Completes a sign-in with a passkey. @throws AppError rule factor.wrongPasskey; conflict. */
export async function signInWithPasskey(
  ctx: Ctx,
  answer: PasskeyAnswer,
): Promise<{ user: CurrentUser }> {
  const actor = requireWaiting(ctx);
  await checkPasskey(ctx, actor, 'signIn', answer);
  const deviceId = await knownDevice(ctx, actor.userId);
  const done = await transact(ctx, async (tx) => {
    await clearTries(tx, actor.userId, deviceId);
    return completeSignIn(tx, actor, 'passkey');
  });
  handOver(ctx, done.session);
  return { user: done.user };
}

/** Logs a wrong code, without the code. */
function refusedCode(ctx: Ctx, { userId }: StaffActor): AppError {
  ctx.log.warn({ ip: ctx.origin.ip, userId }, 'wrong second factor');
  return wrongCode();
}

/** @throws AppError unauthenticated if the session has ended. */
async function confirmNow(
  ctx: Ctx,
  actor: StaffActor,
  by: 'password' | 'app' | 'recovery' | 'passkey',
): Promise<{ until: Date }> {
  if (!(await updateConfirmed(ctx.db, actor.sessionId, ctx.now))) throw sessionEnded();
  ctx.log.info({ ip: ctx.origin.ip, userId: actor.userId, by }, 'session confirmed again');
  return { until: new Date(ctx.now.getTime() + CONFIRMED_MINUTES * 60_000) };
}

/**
 * Confirms the session for `CONFIRMED_MINUTES` with the password or a code, before what asks for it (`confirms` in the
 * contract).
 * @throws AppError invalid without either; rule password.wrong, factor.wrongCode; tooMany.
 */
export async function confirmSession(ctx: Ctx, input: ConfirmInput): Promise<{ until: Date }> {
  const actor = requireCodeShown(ctx);
  if (input.code) {
    const typed = requireCode(input.code);
    const deviceId = await countTry(ctx, actor.userId);
    const isRight = await transact(ctx, async (tx) => {
      if (!(await useTypedCode(tx, actor.userId, typed))) return false;
      await clearTries(tx, actor.userId, deviceId);
      return true;
    });
    if (!isRight) throw refusedCode(ctx, actor);
    if (typed.kind === 'recovery')
      await transact(ctx, (tx) => tellUser(tx, actor.userId, 'recoveryUsed'));
    return confirmNow(ctx, actor, typed.kind);
  }
  const account = await getAccount(ctx.db, actor.userId);
  if (!account) throw sessionEnded();
  if (!input.password) {
    const message = 'Enter your password or a code.';
    throw new AppError('invalid', 'input.invalid', message, { fields: { password: message } });
  }
  await assertCurrentPassword(ctx, account, input.password, 'password');
  await clearAttempts(ctx, account.usernameKey);
  return confirmNow(ctx, actor, 'password');
}

/** Confirms the session with a passkey. @throws AppError rule factor.wrongPasskey. */
export async function confirmWithPasskey(
  ctx: Ctx,
  answer: PasskeyAnswer,
): Promise<{ until: Date }> {
  const actor = requireCodeShown(ctx);
  await checkPasskey(ctx, actor, 'confirm', answer);
  return confirmNow(ctx, actor, 'passkey');
}
