import { toString as qrPicture } from 'qrcode';
import { type Ctx, transact } from '../../context.ts';
import { breaksRule, conflicts, notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { actorName, assertConfirmed, type StaffActor } from '../actor.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { forgetDevicesOf } from '../sessions/queries-devices.ts';
import { completeSession, handOver, requireCodeShown } from '../sessions/service-open.ts';
import { auditFields, withLockedUser } from '../users/service-access.ts';
import { tellUser } from '../users/service-tell.ts';
import * as queries from './queries.ts';
import { graceEnd } from './rules.ts';
import {
  type AppSetUp,
  type CodeInput,
  type Factor,
  type Factors,
  GRACE_DAYS,
  type NewPasskey,
  type PasskeyCreation,
  type RecoveryCodes,
} from './schema.ts';
import { newAppSecret, renewCodes, requireCode, stepOf, wrongCode } from './service-codes.ts';
import { askForNewPasskey, checkNewPasskey, passkeysWhyNot } from './service-passkeys.ts';
import { isFactorRequired } from './service-required.ts';
import { clearTries, countTry } from './service-tries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long a set-up of an app waits for its first code. */
const SET_UP_MS = 15 * 60_000;

const kindWords = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

function auditFactor(
  tx: Ctx,
  actor: StaffActor,
  action: string,
  factor: Pick<Factor, 'kind' | 'name'>,
): Promise<void> {
  const name = factor.name ? `: ${factor.name}` : '';
  return audit(tx, {
    action,
    entity: 'user',
    entityId: actor.userId,
    summary: `${kindWords[factor.kind]}${name}`,
  });
}

/** The second factors of an account that can be used, the oldest first. */
export function factorsOf({ db }: Pick<Ctx, 'db'>, userId: number): Promise<Factor[]> {
  return queries.findFactors(db, userId);
}

/** The caller's own second factors (decision 128). */
export async function listFactors(ctx: Ctx): Promise<Factors> {
  const actor = requireCodeShown(ctx);
  const [factors, recoveryCodesLeft, isRequired, askedAt] = [
    await queries.findFactors(ctx.db, actor.userId),
    await queries.countCodes(ctx.db, actor.userId),
    await isFactorRequired(ctx, actor),
    await queries.getAskedAt(ctx.db, actor.userId),
  ];
  const isMissing = isRequired && factors.length === 0;
  return {
    factors,
    recoveryCodesLeft,
    isRequired,
    graceUntil: isMissing ? graceEnd(askedAt ?? ctx.now) : null,
    passkeysWhyNot: passkeysWhyNot(ctx),
  };
}

/**
 * Begins to set up an authenticator app. It counts from its first code on (`finishApp`), in place of an earlier one.
 * @throws AppError forbidden session.confirm.
 */
export async function startApp(ctx: Ctx): Promise<AppSetUp> {
  const actor = requireCodeShown(ctx);
  assertConfirmed(actor, ctx.now);
  const { secret, address, encrypted } = newAppSecret(ctx, actor);
  await transact(ctx, async (tx) => {
    await queries.lockFactors(tx.db, actor.userId);
    await queries.insertApp(tx.db, {
      userId: actor.userId,
      secretEncrypted: encrypted,
      at: tx.now,
    });
  });
  return { secret, address, picture: await qrPicture(address, { type: 'svg', margin: 1 }) };
}

/**
 * Finishes adding a factor in its transaction: with the first one come recovery codes, and a session that had to set one up
 * becomes complete.
 */
async function added(tx: Ctx, actor: StaffActor, factor: Pick<Factor, 'kind' | 'name'>) {
  const isFirst = (await queries.countCodes(tx.db, actor.userId)) === 0;
  const codes = isFirst ? await renewCodes(tx, actor.userId) : [];
  await auditFactor(tx, actor, 'factor.add', factor);
  await tellUser(tx, actor.userId, 'factorAdded');
  const session = actor.secondStep ? await completeSession(tx, actor) : undefined;
  return { codes, session };
}

/**
 * Takes an authenticator app into use with its first code. With the first second factor of an account come ten recovery
 * codes, shown once.
 * @throws AppError conflict if nothing was begun within 15 minutes; invalid or rule for a wrong code; tooMany.
 */
export async function finishApp(ctx: Ctx, input: CodeInput): Promise<RecoveryCodes> {
  const actor = requireCodeShown(ctx);
  assertConfirmed(actor, ctx.now);
  const { kind, code } = requireCode(input.code);
  if (kind !== 'app') throw wrongCode();
  const deviceId = await countTry(ctx, actor.userId);
  const done = await transact(ctx, async (tx) => {
    await queries.lockFactors(tx.db, actor.userId);
    const since = new Date(tx.now.getTime() - SET_UP_MS);
    const app = await queries.getApp(tx.db, actor.userId, since);
    if (!app) conflicts('factor.notBegun', 'Begin again: this set-up has expired.');
    const step = stepOf(tx, actor.userId, app, code);
    if (step === undefined) return undefined;
    await clearTries(tx, actor.userId, deviceId);
    await queries.confirmApp(tx.db, actor.userId, { id: app.id, step, at: tx.now });
    return added(tx, actor, { kind: 'totp', name: '' });
  });
  if (!done) throw wrongCode();
  if (done.session) handOver(ctx, done.session);
  return { recoveryCodes: done.codes };
}

/** Begins to add a passkey. @throws AppError forbidden session.confirm; rule where passkeys cannot be used. */
export function startPasskey(ctx: Ctx): Promise<PasskeyCreation> {
  const actor = requireCodeShown(ctx);
  assertConfirmed(actor, ctx.now);
  return askForNewPasskey(ctx, actor);
}

/** Adds a passkey. Recovery codes as with `finishApp`. @throws AppError rule factor.wrongPasskey; conflict. */
export async function finishPasskey(ctx: Ctx, input: NewPasskey): Promise<RecoveryCodes> {
  const actor = requireCodeShown(ctx);
  assertConfirmed(actor, ctx.now);
  const passkey = await checkNewPasskey(ctx, actor, input);
  const { userId } = actor;
  const done = await transact(ctx, async (tx) => {
    await queries.lockFactors(tx.db, userId);
    await queries.insertPasskey(tx.db, { ...passkey, userId, name: input.name, at: tx.now });
    return added(tx, actor, { kind: 'passkey', name: input.name });
  });
  if (done.session) handOver(ctx, done.session);
  return { recoveryCodes: done.codes };
}

/**
 * Removes one of the caller's factors; the recovery codes are removed with the last one.
 * @throws AppError notFound; rule factor.last where the account must have one.
 */
export function removeFactor(ctx: Ctx, id: number): Promise<{ message: string }> {
  const actor = requireCodeShown(ctx);
  return transact(ctx, async (tx) => {
    await queries.lockFactors(tx.db, actor.userId);
    const removed = await queries.deleteFactor(tx.db, actor.userId, id);
    if (!removed) notFound('Second factor', id);
    if (!(await queries.hasFactor(tx.db, actor.userId))) {
      if (await isFactorRequired(tx, actor)) {
        const message = 'Your role needs a second factor: add another one before you remove this.';
        breaksRule('factor.last', message);
      }
      await queries.deleteCodes(tx.db, actor.userId);
    }
    await auditFactor(tx, actor, 'factor.remove', removed);
    await tellUser(tx, actor.userId, 'factorRemoved');
    return { message: `${kindWords[removed.kind]} removed.` };
  });
}

/** Ten new recovery codes in place of the old ones. @throws AppError rule for an account without a second factor. */
export function renewRecoveryCodes(ctx: Ctx): Promise<RecoveryCodes> {
  const actor = requireCodeShown(ctx);
  return transact(ctx, async (tx) => {
    await queries.lockFactors(tx.db, actor.userId);
    if (!(await queries.hasFactor(tx.db, actor.userId)))
      breaksRule('factor.none', 'Recovery codes come with a second factor: add one first.');
    const recoveryCodes = await renewCodes(tx, actor.userId);
    const about = { entity: 'user', entityId: actor.userId, summary: actor.username };
    await audit(tx, { action: 'factor.codes', ...about });
    return { recoveryCodes };
  });
}

/**
 * Removes all second factors and recovery codes of another account, ends its sessions and forgets its devices. Where it must have one, it is asked
 * to set one up at its next sign-in, without days of grace.
 * @throws AppError notFound; forbidden; rule for the own account.
 */
export function resetSecondFactor(ctx: Ctx, id: number): Promise<{ message: string }> {
  return withLockedUser(ctx, id, 'resetFactor', async (tx, { before }) => {
    await queries.lockFactors(tx.db, id);
    await queries.deleteAllFactors(tx.db, id);
    await queries.updateAskedAt(tx.db, id, new Date(tx.now.getTime() - GRACE_DAYS * DAY_MS));
    await deleteSessionsOf(tx.db, id);
    await forgetDevicesOf(tx.db, id);
    await audit(tx, { action: 'factor.reset', ...auditFields(before) });
    await tellUser(tx, id, 'factorReset', { by: actorName(tx.actor) });
    return { message: `The second factors of ${before.fullName} were removed.` };
  });
}
