import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../kernel/errors.ts';
import { normaliseText } from '../../kernel/text.ts';
import { audit } from '../../records/audit.ts';
import { type Actor, refuseIncomplete, type StaffActor } from '../actor.ts';
import type { SecondStep } from '../permissions.ts';
import type { CurrentUser } from '../schema.ts';
import { tellUser } from '../users/service-tell.ts';
import * as queries from './queries.ts';
import { getDevice, upsertDevice } from './queries-devices.ts';
import { addSignInAddress } from './service-throttle.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const MAX_USER_AGENT = 300;

/** Whether a text from a cookie can be a token of ours. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is stored of a token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const newToken = (ctx: Ctx) => ctx.random.bytes(TOKEN_BYTES).toString('base64url');
const userAgentOf = (ctx: Ctx) =>
  normaliseText(ctx.origin.userAgent ?? '').slice(0, MAX_USER_AGENT);

export function sessionEnded(): AppError {
  return new AppError('unauthenticated', 'session.missing', 'Sign in to continue.');
}

/** @throws AppError forbidden for the shell and jobs, which have no session. */
export function requireStaff(actor: Actor): StaffActor {
  if (actor.kind === 'staff') return actor;
  throw new AppError('forbidden', 'session.none', 'Only a signed-in staff member can do this.');
}

/**
 * The user of a session that need not show a second factor any more, or must set one up (decision 128).
 * @throws AppError forbidden factor.required for one that waits for a code; session.none.
 */
export function requireCodeShown(ctx: Ctx): StaffActor {
  const actor = requireStaff(ctx.actor);
  if (actor.secondStep === 'code') refuseIncomplete(actor);
  return actor;
}

/** The parts of an account that a call's answer and its actor consist of. */
export function toCurrentUser(user: CurrentUser): CurrentUser {
  const { id, username, fullName, role, grants, mustChangePassword, secondStep } = user;
  const names = { id, username, fullName, role, grants, mustChangePassword };
  return secondStep ? { ...names, secondStep } : names;
}

/** The actor of a session. */
export function actorOf(user: CurrentUser, sessionId: number, confirmedAt?: Date): StaffActor {
  const { id: userId, ...names } = toCurrentUser(user);
  return { kind: 'staff', userId, ...names, sessionId, ...(confirmedAt ? { confirmedAt } : {}) };
}

/** The id of the caller's device, if the user has signed in there before; null for others. */
export async function knownDevice(ctx: Ctx, userId: number): Promise<number | null> {
  const { token } = ctx.origin.device ?? {};
  if (!token || !isToken(token)) return null;
  return (await getDevice(ctx.db, userId, hashOfToken(token)))?.id ?? null;
}

export interface Opened {
  id: number;
  token: string;
  /** The token of the browser, to be kept there. */
  deviceToken?: string;
}

/**
 * Creates a session in the caller's transaction. Only hashes of its tokens are stored. A complete sign-in also records
 * address and device, which have their own limits of wrong passwords and codes from then on.
 */
export async function openSession(
  tx: Ctx,
  userId: number,
  pending: SecondStep | null = null,
): Promise<Opened> {
  const isComplete = pending !== 'code';
  const sent = tx.origin.device?.token;
  const deviceToken = sent && isToken(sent) ? sent : newToken(tx);
  const userAgent = userAgentOf(tx);
  let deviceId: number | null = null;
  if (isComplete) {
    await addSignInAddress(tx, userId);
    if (tx.origin.device) {
      const tokenHash = hashOfToken(deviceToken);
      const device = await upsertDevice(tx.db, { userId, tokenHash, userAgent, at: tx.now });
      deviceId = device.id;
      if (device.isAnother) await tellUser(tx, userId, 'newDevice', { userAgent });
    }
  }
  const token = newToken(tx);
  const id = await queries.insertSession(tx.db, {
    tokenHash: hashOfToken(token),
    userId,
    at: tx.now,
    ip: tx.origin.ip,
    userAgent,
    pending,
    deviceId,
  });
  return { id, token, ...(deviceId === null ? {} : { deviceToken }) };
}

/** Gives the caller the tokens of a session, after its transaction has committed. */
export function handOver(ctx: Ctx, { token, deviceToken }: Opened): void {
  ctx.origin.session?.set(token);
  if (deviceToken) ctx.origin.device?.set(deviceToken);
}

/** Writes the audit line of a complete sign-in; `factor` is what was shown besides the password. */
export function auditSignIn(
  tx: Ctx,
  account: CurrentUser,
  sessionId: number,
  factor?: 'app' | 'passkey' | 'recovery',
): Promise<void> {
  return audit(
    { ...tx, actor: actorOf(account, sessionId) },
    {
      action: 'session.login',
      entity: 'user',
      entityId: account.id,
      summary: account.username,
      ...(factor ? { facts: { secondFactor: factor } } : {}),
    },
  );
}

/**
 * Replaces the caller's session by a complete one of the same user.
 * @throws AppError unauthenticated if the session has ended meanwhile.
 */
export async function completeSession(tx: Ctx, actor: StaffActor): Promise<Opened> {
  if (!(await queries.deleteSession(tx.db, actor.sessionId))) throw sessionEnded();
  return openSession(tx, actor.userId);
}
