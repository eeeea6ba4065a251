import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Ctx } from '../../context.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import * as queries from './queries.ts';
import { makeRecoveryCodes, readTypedCode, type TypedCode } from './rules.ts';

/** Seconds of a time step of an authenticator app, by which its clock may be wrong. */
export const STEP_SECONDS = 30;

const secretPurpose = (userId: number) => `factor.secret:${userId}`;
const codePurpose = (userId: number) => `factor.recovery:${userId}`;

/** @throws AppError invalid for a text that is neither six digits nor a recovery code. */
export function requireCode(text: string): TypedCode {
  const typed = readTypedCode(text);
  if (typed) return typed;
  return invalidField(
    'code',
    'Enter the six digits of your authenticator app, or one of your recovery codes.',
  );
}

/** The answer to a wrong code, and to one that was used before. */
export function wrongCode(): AppError {
  const message = 'This code is not right, or was used before. Wait for the next one.';
  return new AppError('rule', 'factor.wrongCode', message, { fields: { code: message } });
}

/** A new secret of an authenticator app, as it is stored, and as the app takes it: as text, and as an address. */
export function newAppSecret(ctx: Ctx, user: { userId: number; username: string }) {
  const secret = generateSecret();
  return {
    secret,
    address: generateURI({ issuer: ctx.config.company.name, label: user.username, secret }),
    encrypted: ctx.ports.secrets.encrypt(secret, secretPurpose(user.userId)),
  };
}

/** The time step of a code of an app, which may be one too early or too late; undefined if the code is wrong. */
export function stepOf(
  ctx: Ctx,
  userId: number,
  app: queries.App,
  code: string,
): number | undefined {
  const result = verifySync({
    secret: ctx.ports.secrets.decrypt(app.secretEncrypted, secretPurpose(userId)),
    token: code,
    epoch: Math.floor(ctx.now.getTime() / 1_000),
    epochTolerance: STEP_SECONDS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/**
 * Uses a code of a user: false if it is wrong or was used before. Of one code that is used twice at once, one counts. Call it
 * in the transaction of what the code allows.
 */
export async function useTypedCode(tx: Ctx, userId: number, typed: TypedCode): Promise<boolean> {
  if (typed.kind === 'recovery') {
    const hash = tx.ports.secrets.hash(typed.code, codePurpose(userId));
    return queries.useCode(tx.db, userId, hash, tx.now);
  }
  const app = await queries.getApp(tx.db, userId);
  const step = app && stepOf(tx, userId, app, typed.code);
  return app !== undefined && step !== undefined && queries.useStep(tx.db, app.id, step, tx.now);
}

/** Makes ten recovery codes in place of those that there are. Returned once; only their hashes are stored. */
export async function renewCodes(tx: Ctx, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes(tx.random);
  const hashes = codes.map((code) =>
    tx.ports.secrets.hash(code.replace('-', ''), codePurpose(userId)),
  );
  await queries.deleteCodes(tx.db, userId);
  await queries.insertCodes(tx.db, userId, hashes, tx.now);
  return codes;
}
