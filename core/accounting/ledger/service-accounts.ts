import { type Ctx, transact } from '../../context.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { lockAccounts } from '../import-accounts/queries.ts';
import { findAccounts } from '../queries.ts';
import { type Account, account as schema } from '../schema.ts';
import * as queries from './queries-accounts.ts';
import { type AccountProblem, deactivationProblem, newAccount } from './rules-accounts.ts';
import type { AccountInput, AccountUpdate } from './schema.ts';

/**
 * Adds a leaf to a group of the chart (decision 11); what is left out follows from the group.
 * @throws AppError rule for a code that is taken, has not 4 to 6 digits or does not fit its group, and for properties that
 *   accounts of the group cannot have.
 */
export async function createAccount(ctx: Ctx, input: AccountInput): Promise<Account> {
  return transact(ctx, async (tx) => {
    await lockAccounts(tx.db);
    const made = newAccount(input, await findAccounts(tx.db));
    if ('problem' in made) refuse(made.problem);
    const { account } = made;
    await queries.insertAccount(tx.db, account);
    await auditAccount(tx, 'account.create', account, { after: account });
    return account;
  });
}

/**
 * Renames an account, deactivates a leaf or activates it again.
 * @throws AppError notFound; rule when a group, an account with a balance, or one that Nimule posts to is deactivated.
 */
export async function updateAccount(
  ctx: Ctx,
  code: string,
  input: AccountUpdate,
): Promise<Account> {
  return transact(ctx, async (tx) => {
    await lockAccounts(tx.db);
    const before = (await findAccounts(tx.db)).find((account) => account.code === code);
    if (!before) notFound('Account', code);
    const after = {
      ...before,
      name: input.name ?? before.name,
      isActive: input.isActive ?? before.isActive,
    };
    if (before.isActive && !after.isActive) {
      await queries.lockPostings(tx.db);
      const problem = deactivationProblem(before, await queries.hasBalance(tx.db, code));
      if (problem) refuse(problem);
    }
    if (before.name !== after.name || before.isActive !== after.isActive) {
      await queries.updateAccount(tx.db, after);
      await auditAccount(tx, 'account.update', after, { before, after });
    }
    return after;
  });
}

function refuse({ code, message, fields }: AccountProblem): never {
  throw new AppError('rule', code, message, { fields });
}

function auditAccount(
  tx: Ctx,
  action: string,
  { code, name }: Account,
  change: { before?: Account; after: Account },
): Promise<void> {
  const summary = `${code} ${name}`;
  return audit(tx, { action, entity: 'account', entityId: code, summary, schema, ...change });
}
