import { type SecondPerson, Waiting } from '../../approvals/rules-waiting.ts';
import type { ApprovalFact } from '../../approvals/schema.ts';
import { assertAsAsked } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import { factorsOf, resetSecondFactor } from '../../identity/factors/service.ts';
import { type Permission, permissionWords } from '../../identity/permissions.ts';
import { type Role, roleLabels } from '../../identity/roles.ts';
import type {
  ResetPasswordInput,
  SuspendInput,
  User,
  UserInput,
  UserUpdate,
} from '../../identity/schema.ts';
import { lackedOf } from '../../identity/users/rules.ts';
import {
  assertNamesFree,
  assertTemporary,
  createUserWith,
  hashForNewUser,
  newTemporaryPassword,
  setTemporaryPassword,
  suspendUser,
} from '../../identity/users/service.ts';
import { type LockedUser, withLockedUser } from '../../identity/users/service-access.ts';
import { hasOtherHolder, userHolds } from '../../identity/users/service-holders.ts';
import { assertMayUpdate, updateUser } from '../../identity/users/service-update.ts';
import { ZERO } from '../../kernel/money.ts';

/*
 * Whoever creates an account, resets it, or lets somebody else have it again can sign in to it. So what gives access to an
 * account that may do what the caller may not waits for another person who manages users (decision 130). So does the reset of
 * an account that manages users itself: signed in to it, the caller could accept own requests.
 */

const WAITS =
  'Waits for the approval of another person who manages users. Nothing is changed before.';
const NAMED = 3;

type Target = LockedUser['before'];

/** What an account may do. */
interface Rights {
  role: Role;
  grants: readonly string[];
}

interface Change {
  /** One line for the list: 'Reset of the password of Grace Akol'. */
  summary: string;
  record: string;
  /** The account as it is; undefined for one that is created. */
  target?: Target;
  /** What it may do after the change, if that is changed. */
  after?: Rights;
  isReset?: boolean;
  facts: readonly ApprovalFact[];
  /** Kept for the acceptance. */
  state: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>>;
  temporaryPassword?: string;
}

/** The permissions that the account has or will have, and the caller lacks, each once. */
function lackedFor(tx: Ctx, { target, after }: Change): Permission[] {
  const rights = [target, after].filter((one) => one !== undefined);
  return [...new Set(rights.flatMap((one) => lackedOf(tx.actor, one)))];
}

/** Whether the change waits, by what the caller lacks; never where nobody else could decide. */
async function needsAnother(
  tx: Ctx,
  { target, isReset = false }: Change,
  lacked: readonly Permission[],
): Promise<boolean> {
  const { actor } = tx;
  if (tx.isAccepted || actor.kind !== 'staff') return false;
  const isManager = isReset && target !== undefined && userHolds(target, 'user.manage');
  if (lacked.length === 0 && !isManager) return false;
  // The account's own user may be unable to sign in, and does not decide on it.
  return hasOtherHolder(tx, 'user.manage', actor.userId, target?.id ?? null);
}

function lackedWords(lacked: readonly Permission[]): string {
  const more = lacked.length > NAMED ? `, and ${lacked.length - NAMED} more` : '';
  const words = lacked.slice(0, NAMED).map((one) => permissionWords(one));
  return `${words.join('; ')}${more}`;
}

const labels = {
  version: 'the account',
  factors: 'its second factors',
  lacked: 'what it may do',
};

/**
 * Lets a change of an account pass, or asks another person. Call it before anything is written, with the account locked. An
 * accepted change is refused where the account or its second factors were changed since it was asked for.
 * @throws Waiting; AppError rule.
 */
async function askForChange(tx: Ctx, change: Change): Promise<void> {
  const { summary, record, target, facts, body, temporaryPassword } = change;
  const lacked = lackedFor(tx, change);
  const state = { ...change.state, lacked: lacked.join(' ') };
  assertAsAsked(tx, record, state, labels);
  if (!(await needsAnother(tx, change, lacked))) return;
  const rights: ApprovalFact =
    lacked.length === 0
      ? { label: 'May', text: permissionWords('user.manage') }
      : { label: 'May, other than the person who asks', text: lackedWords(lacked) };
  const request: SecondPerson = {
    ...{ kind: 'account_reset', entity: 'user', entityId: target?.id ?? null, record, summary },
    amountUsd: ZERO,
    facts: [...facts, rights],
    reason: '',
    forUserId: target?.id ?? null,
    // A password is not kept, but what is stored of it.
    ...(body ? { body } : { fields: [] }),
    asked: state,
    message: WAITS,
    ...(temporaryPassword === undefined ? {} : { temporaryPassword }),
  };
  throw new Waiting(request);
}

const accountFact = ({ username, role }: Pick<Target, 'username' | 'role'>): ApprovalFact => ({
  label: 'Account',
  text: `${username} (${roleLabels[role]})`,
});

/** The state of an account with which an accepted change is compared. */
async function stateOf(tx: Ctx, { id, version }: Target) {
  const factors = (await factorsOf(tx, id)).map((factor) => factor.id).join(' ');
  return { version, factors };
}

async function askForReset(
  tx: Ctx,
  target: Target,
  {
    what,
    kept,
    ...more
  }: { what: string; kept?: Record<string, unknown>; temporaryPassword?: string },
): Promise<void> {
  await askForChange(tx, {
    ...{ target, record: target.fullName, isReset: true },
    summary: `Reset of the ${what} of ${target.fullName}`,
    facts: [accountFact(target)],
    state: { ...kept, ...(await stateOf(tx, target)) },
    ...more,
  });
}

/** The hash of a password that was chosen when an accepted change was asked for. */
function acceptedHash(ctx: Ctx): string | undefined {
  const hash = ctx.isAccepted ? ctx.asked?.passwordHash : undefined;
  return typeof hash === 'string' ? hash : undefined;
}

/**
 * Resets a password, or asks another person. The temporary password is shown to the caller now, and is of use once it is
 * accepted.
 * @throws AppError as `resetUserPassword`; Waiting.
 */
export async function resetPasswordOrAsk(
  ctx: Ctx,
  id: number,
  input: ResetPasswordInput,
): Promise<{ temporaryPassword: string }> {
  const accepted = acceptedHash(ctx);
  const made =
    accepted === undefined
      ? await newTemporaryPassword(ctx, input)
      : { hash: accepted, password: '' };
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
 * Removes the second factors of an account, or asks another person.
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

/**
 * Creates an account, or asks another person where its role may do what the caller may not. Of the password that the caller
 * chose only the hash is kept.
 * @throws AppError as `createUser`, also for names that are taken; Waiting.
 */
export async function createUserOrAsk(ctx: Ctx, input: UserInput): Promise<User> {
  const hash = acceptedHash(ctx) ?? (await hashForNewUser(ctx, input));
  const { username, email, fullName, role, password } = input;
  return transact(ctx, async (tx) => {
    await assertNamesFree(tx, { username, email, fullName });
    await askForChange(tx, {
      ...{ record: fullName, after: { role, grants: [] } },
      summary: `New account of ${fullName}`,
      facts: [accountFact({ username, role }), { label: 'E-mail', text: email }],
      state: { passwordHash: hash },
      body: { ...input, password: '' },
      temporaryPassword: password,
    });
    return createUserWith(tx, input, hash);
  });
}

/**
 * Changes an account, or asks another person where it has or gets a role that may do what the caller may not; all fields wait
 * then.
 * @throws AppError as `updateUser`; Waiting.
 */
export async function updateUserOrAsk(ctx: Ctx, id: number, input: UserUpdate): Promise<User> {
  const { role, ...others } = input;
  if (role === undefined) return updateUser(ctx, id, others);
  const changed = await transact(ctx, (tx) =>
    withLockedUser(tx, id, 'edit', async (_, user) => {
      if (role === user.before.role) return undefined;
      assertMayUpdate(tx, user, input);
      await assertNamesFree(tx, changedNames(user.before, input), id);
      await askForRole(tx, user.before, role, others);
      return updateUser(tx, id, input);
    }),
  );
  // Without a transaction: a wrong password for the own e-mail address has to be counted.
  return changed ?? updateUser(ctx, id, others);
}

/**
 * The names that an update changes. Of older accounts two may share a full name, which may stay, and an inactive account may
 * have that of another one.
 */
function changedNames(before: Target, { username, email, fullName }: UserUpdate) {
  return {
    ...(username !== before.username && { username }),
    ...(email !== before.email && { email }),
    ...(before.isActive && fullName !== before.fullName && { fullName }),
  };
}

async function askForRole(
  tx: Ctx,
  target: Target,
  role: Role,
  { username, email, fullName }: UserUpdate,
): Promise<void> {
  const told = [
    { label: 'New full name', before: target.fullName, text: fullName },
    { label: 'New username', before: target.username, text: username },
    { label: 'New e-mail', before: target.email, text: email },
  ];
  await askForChange(tx, {
    ...{ target, record: target.fullName, after: { role, grants: [] } },
    summary: `Another role of ${target.fullName}`,
    facts: [
      accountFact(target),
      { label: 'New role', text: roleLabels[role] },
      ...told.flatMap(({ label, before, text = before }) =>
        text === before ? [] : { label, text },
      ),
    ],
    state: { version: target.version },
    body: { role, username, email, fullName },
  });
}

/**
 * Suspends an account, or reactivates it; reactivating asks another person where the account may do what the caller may not.
 * @throws AppError as `suspendUser`; Waiting.
 */
export function suspendUserOrAsk(ctx: Ctx, id: number, input: SuspendInput): Promise<User> {
  if (!input.isActive) return suspendUser(ctx, id, input);
  return transact(ctx, async (tx) => {
    await withLockedUser(tx, id, 'reactivate', async (_, { before }) => {
      if (before.isActive) return;
      await askForChange(tx, {
        ...{ target: before, record: before.fullName },
        summary: `Reactivation of ${before.fullName}`,
        facts: [accountFact(before)],
        state: { version: before.version },
        body: input,
      });
    });
    return suspendUser(tx, id, input);
  });
}
