import { Waiting } from '../../approvals/rules-waiting.ts';
import { assertAsAsked } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import { factorsOf, resetSecondFactor } from '../../identity/factors/service.ts';
import { type Permission, permissionWords } from '../../identity/permissions.ts';
import { roleLabels } from '../../identity/roles.ts';
import type { ResetPasswordInput } from '../../identity/schema.ts';
import { lackedOf } from '../../identity/users/rules.ts';
import {
  assertTemporary,
  newTemporaryPassword,
  setTemporaryPassword,
} from '../../identity/users/service.ts';
import { type LockedUser, withLockedUser } from '../../identity/users/service-access.ts';
import { hasOtherHolder } from '../../identity/users/service-holders.ts';
import { ZERO } from '../../kernel/money.ts';

/*
 * Whoever resets the password or the second factors of an account can sign in to it. So the reset of an account that may do
 * what the caller may not waits for another person who manages users (decision 130).
 */

const WAITS =
  'Waits for the approval of another person who manages users. Nothing is changed before.';
const NAMED = 3;

type Target = LockedUser['before'];

/** The permissions for which another person is asked; none where the caller holds them all, or nobody else could decide. */
async function neededFor(tx: Ctx, target: Target): Promise<Permission[]> {
  const { actor } = tx;
  if (tx.isAccepted || actor.kind !== 'staff') return [];
  const lacked = lackedOf(actor, target);
  if (lacked.length === 0) return [];
  // The account's own user may be unable to sign in, and does not decide on it.
  const hasOther = await hasOtherHolder(tx, 'user.manage', actor.userId, target.id);
  return hasOther ? lacked : [];
}

interface Reset {
  /** 'password' or 'second factors', for the list. */
  what: string;
  /** Kept for the acceptance, besides the state of the account. */
  kept?: Readonly<Record<string, unknown>>;
  temporaryPassword?: string;
}

/**
 * Lets a reset pass, on a locked account, or asks another person. An accepted one is refused where the account or its second
 * factors were changed since it was asked for.
 * @throws Waiting; AppError rule.
 */
async function askForReset(
  tx: Ctx,
  target: Target,
  { what, kept = {}, temporaryPassword }: Reset,
): Promise<void> {
  const factors = (await factorsOf(tx, target.id)).map(({ id }) => id).join(' ');
  const state = { ...kept, version: target.version, factors };
  assertAsAsked(tx, target.fullName, state, labels);
  const lacked = await neededFor(tx, target);
  if (lacked.length === 0) return;
  const more = lacked.length > NAMED ? `, and ${lacked.length - NAMED} more` : '';
  throw new Waiting({
    ...{ kind: 'account_reset', entity: 'user', entityId: target.id, record: target.fullName },
    summary: `Reset of the ${what} of ${target.fullName}`,
    amountUsd: ZERO,
    facts: [
      { label: 'Account', text: `${target.username} (${roleLabels[target.role]})` },
      {
        label: 'May, other than the person who asks',
        text: `${lacked
          .slice(0, NAMED)
          .map((one) => permissionWords(one))
          .join('; ')}${more}`,
      },
    ],
    reason: '',
    forUserId: target.id,
    // A password is not kept, but what is stored of it.
    fields: [],
    asked: state,
    message: WAITS,
    ...(temporaryPassword === undefined ? {} : { temporaryPassword }),
  });
}

const labels = { version: 'the account', factors: 'its second factors' };

/**
 * Resets a password, or asks another person where the account may do what the caller may not. The temporary password is shown to
 * the caller now, and is of use once it is accepted.
 * @throws AppError as `resetUserPassword`; Waiting.
 */
export async function resetPasswordOrAsk(
  ctx: Ctx,
  id: number,
  input: ResetPasswordInput,
): Promise<{ temporaryPassword: string }> {
  const accepted = ctx.isAccepted ? ctx.asked?.passwordHash : undefined;
  const made =
    typeof accepted === 'string'
      ? { hash: accepted, password: '' }
      : await newTemporaryPassword(ctx, input);
  return transact(ctx, async (tx) => {
    await withLockedUser(tx, id, 'resetPassword', async (_, { before }) => {
      if (accepted === undefined) await assertTemporary(tx, before, made.password);
      await askForReset(tx, before, {
        what: 'password',
        kept: { passwordHash: made.hash },
        temporaryPassword: made.password,
      });
    });
    await setTemporaryPassword(tx, id, { hash: made.hash });
    return { temporaryPassword: made.password };
  });
}

/**
 * Removes the second factors of an account, or asks another person where it may do what the caller may not.
 * @throws AppError as `resetSecondFactor`; Waiting.
 */
export function resetFactorOrAsk(ctx: Ctx, id: number): Promise<{ message: string }> {
  return transact(ctx, async (tx) => {
    await withLockedUser(tx, id, 'resetFactor', (_, { before }) =>
      askForReset(tx, before, { what: 'second factors' }),
    );
    return resetSecondFactor(tx, id);
  });
}
