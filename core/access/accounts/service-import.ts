import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { isAppError } from '../../kernel/errors.ts';
import type { Created, KeptRecord } from '../../kernel/imported.ts';
import { accountName, assertPassword } from '../rules.ts';
import type { AccountKind } from '../schema.ts';
import * as queries from './queries.ts';
import { accounts } from './queries.ts';
import { insertAccounts } from './service-insert.ts';

/** What a row of a file says of an access account; `customerId` is the customer's row id, undefined for a new one. */
export interface ImportedAccess {
  customerId: number | undefined;
  kind: Exclude<AccountKind, 'mac'>;
  username: string;
  password: string | undefined;
}

/** What becomes of it: an account is added, the customer has it already, or the row is refused. */
export type AccessFate = { add: string } | { has: string } | { refused: string };

function problemOf({ username, password }: ImportedAccess): string | undefined {
  try {
    accountName('pppoe', username);
    if (password !== undefined) assertPassword(password);
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return Object.entries(error.fields ?? {})
      .map(([field, message]) => `${field}: ${message}`)
      .join(' ');
  }
}

/** The number of the row at a place of the batch among those of the whole file with one key, from 1. */
type OrdinalOf = (place: number, key: string) => number;

/**
 * Judges the access accounts of the rows of a batch of a file, in their order. Refused are bad user names and passwords, names of others'
 * accounts, and the second of two rows of the file with one name; no message contains a password. Writes nothing.
 */
export async function judgeImportedAccess(
  ctx: Ctx,
  rows: readonly ImportedAccess[],
  ordinalOf: OrdinalOf,
): Promise<AccessFate[]> {
  if (rows.length === 0) return [];
  if (!can(ctx.actor, 'access.write')) {
    const refused =
      'username: Your role may not add access accounts. Import the file without the column.';
    return rows.map(() => ({ refused }));
  }
  const names = rows.map(({ username }) => username.toLowerCase());
  const owners = await queries.findOwners(ctx.db, names);
  return rows.map((row, index): AccessFate => {
    const problem = problemOf(row);
    if (problem !== undefined) return { refused: problem };
    const name = names[index]!;
    if (ordinalOf(index, name) > 1)
      return { refused: 'username: Another row of the file has this user name.' };
    const owner = owners.get(name);
    if (owner === undefined) return { add: name };
    return owner === row.customerId
      ? { has: name }
      : { refused: 'username: Another access account already has this user name.' };
  });
}

/**
 * Adds the accounts of rows whose customers exist by now, in a constant number of statements, and answers them. The caller
 * has judged the rows in the same transaction, and writes the audit line of the whole import.
 */
export async function importAccess(
  tx: Ctx,
  rows: readonly (ImportedAccess & { customerId: number })[],
): Promise<Created[]> {
  const ids = await insertAccounts(
    tx,
    rows.map(({ password, ...row }) => ({
      ...row,
      ...(password === undefined ? {} : { password }),
    })),
  );
  return ids.map((id) => ({ id, version: 1 }));
}

/**
 * Removes accounts that an import added and that nobody has changed since; those that went with their customers are gone
 * already. Answers those that are left, with the reason.
 */
export async function removeImportedAccess(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  if (created.length === 0) return { removed: 0, kept: [] };
  const versions = new Map(created.map(({ id, version }) => [id, version]));
  const found = await accounts.lockMany(tx.db, [...versions.keys()]);
  const isChanged = ({ id, version }: { id: number; version: number }) =>
    version !== versions.get(id);
  const unchanged = found.filter((account) => !isChanged(account)).map(({ id }) => id);
  await queries.removeAccounts(tx.db, unchanged);
  const kept = found.filter(isChanged).map(
    ({ id, username }): KeptRecord => ({
      ...{ entity: 'accessAccount', entityId: id, label: username },
      reason: 'The access account was changed since.',
    }),
  );
  return { removed: unchanged.length, kept };
}
