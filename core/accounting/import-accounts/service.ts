import type { Ctx } from '../../context.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { ImportedChange, KeptRecord } from '../../kernel/imported.ts';
import { acceptedRows, countRow, emptyResults, type ImportResults } from '../../kernel/outcomes.ts';
import type { Account } from '../schema.ts';
import { listAccounts } from '../service.ts';
import * as queries from './queries.ts';
import { changeable, planAccounts } from './rules.ts';
import { type CurrentAccount, currentAccounts } from './rules-current.ts';
import type { AccountRow } from './rules-node.ts';

/** `made` are the new accounts, with the groups that were made for them. */
export interface ImportedAccounts extends ImportResults {
  /** The code of each accepted row. */
  codes: (string | undefined)[];
}

/**
 * Writes a chart of accounts; see `planAccounts` for its rules. All rows of the file are needed at once, since an account
 * may stand before the one above it. The caller writes the audit line of the whole import. With `dryRun` it counts the
 * same and writes nothing.
 */
export async function importAccounts(
  tx: Ctx,
  rows: readonly AccountRow[],
  { dryRun }: { dryRun: boolean },
): Promise<ImportedAccounts> {
  if (!dryRun) await queries.lockAccounts(tx.db);
  const plan = planAccounts(rows, await listAccounts(tx), await queries.findUsedCodes(tx.db));
  const result: ImportedAccounts = {
    ...emptyResults(rows.length),
    codes: plan.fates.map((fate) => ('code' in fate ? fate.code : undefined)),
  };
  for (const { index, outcome, notes } of acceptedRows(plan.fates, result)) {
    countRow(result, index, outcome);
    for (const message of notes) result.notes.push({ index, message });
  }
  if (dryRun) return result;
  const ids = await queries.writeAccounts(tx.db, plan.writes);
  const rowOf = new Map(
    plan.fates.flatMap((fate, index) => ('code' in fate ? [[fate.code, index]] : [])),
  );
  for (const { account, before } of plan.writes) {
    const id = ids.get(account.code)!;
    if (before)
      result.changes.push(
        changeOf(before, account, { index: rowOf.get(account.code)!, entityId: id }),
      );
    else result.made.push({ id, version: 1 });
  }
  return result;
}

function changeOf(
  before: Account,
  after: Account,
  at: Pick<ImportedChange, 'index' | 'entityId'>,
): ImportedChange {
  const fields = changeable
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      before: String(before[field] ?? ''),
      after: String(after[field] ?? ''),
    }));
  return { ...at, entity: 'account', label: `${after.code} ${after.name}`, fields };
}

/**
 * Removes accounts that an import created, unless entries were posted on them or accounts below them stay. Returns the
 * number of removed ones, and those that stay with the reason. Accounts that no longer exist are left out.
 */
export async function removeImportedAccounts(
  tx: Ctx,
  ids: readonly number[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  if (ids.length === 0) return { removed: 0, kept: [] };
  await queries.lockAccounts(tx.db);
  let removed = 0;
  for (;;) {
    // From below: an account above others is free when they are removed.
    const gone = await queries.deleteUnusedAccounts(tx.db, ids);
    if (gone.length === 0) break;
    removed += gone.length;
  }
  const used = await queries.findUsedCodes(tx.db);
  const kept = (await queries.findAccountsById(tx.db, ids)).map(({ id, code, name }) => ({
    entity: 'account',
    entityId: id,
    label: `${code} ${name}`,
    reason: used.has(code) ? 'It has entries.' : 'Accounts below it stay.',
  }));
  return { removed, kept };
}

/** Which of the imported rows have an account in the books. */
export async function accountsInBooks(
  tx: Ctx,
  { codes }: Pick<ImportedAccounts, 'codes'>,
): Promise<BookValues[]> {
  const known = new Set((await listAccounts(tx)).map(({ code }) => code));
  return codes.map((code) => ({
    values: { accounts: code !== undefined && known.has(code) ? 1 : 0 },
  }));
}

/** The present values of what each row would change; undefined for a new account. */
export async function presentAccounts(
  ctx: Ctx,
  rows: readonly AccountRow[],
): Promise<(CurrentAccount | undefined)[]> {
  return currentAccounts(rows, await listAccounts(ctx));
}
