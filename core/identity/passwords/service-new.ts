import type { Ctx } from '../../context.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { getSecuritySettings } from '../factors/service-required.ts';
import { MIN_PASSWORD_LENGTH } from '../schema.ts';
import * as queries from './queries.ts';
import { charactersOf } from './rules.ts';
import { assertStrongEnough, type KnownNames, verifyPassword } from './service.ts';

/** None of so many last passwords can be chosen again (decision 128): the present one, and those that were replaced. */
const LAST_PASSWORDS = 5;
const REPLACED = LAST_PASSWORDS - 1;

/**
 * Refuses a password that a user or an administrator chooses: as `assertStrongEnough` does, shorter than the settings say, or
 * one of the last that the account had. That it differs from the present one is checked by the caller.
 * @param names the names of the account, with its id if it exists already.
 * @throws AppError rule: password.tooShort, password.common, password.guessable, password.usedBefore.
 */
export async function assertNewPassword(
  ctx: Ctx,
  password: string,
  account: Omit<KnownNames, 'company'> & { id?: number },
  field: 'password' | 'newPassword',
): Promise<void> {
  assertStrongEnough(password, { ...account, company: ctx.config.company.name }, field);
  const { minPasswordLength } = await getSecuritySettings(ctx);
  if (minPasswordLength > MIN_PASSWORD_LENGTH && charactersOf(password) < minPasswordLength) {
    const message = `The password must be at least ${minPasswordLength} characters long.`;
    breaksRule('password.tooShort', message, { [field]: message });
  }
  if (account.id === undefined) return;
  for (const hash of await queries.findOldPasswords(ctx.db, account.id, REPLACED)) {
    if (!(await verifyPassword(hash, password))) continue;
    const message = `This is one of the last ${LAST_PASSWORDS} passwords of the account. Choose another.`;
    breaksRule('password.usedBefore', message, { [field]: message });
  }
}

/** Keeps the hash of the password that is about to be replaced, and forgets those before the last ones. */
export function keepOldPassword(tx: Ctx, userId: number): Promise<void> {
  return queries.insertOldPassword(tx.db, userId, tx.now, REPLACED);
}
