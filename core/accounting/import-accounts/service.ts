import type { Ctx } from '../../context.ts';
import type { Account } from '../schema.ts';
import { listAccounts } from '../service.ts';
import * as queries from './queries.ts';
import { planAccounts } from './rules.ts';
import type { AccountRow } from './rules-node.ts';

export interface AccountChange {
  /** The index of the row. */
  index: number;
  before: Account;
  after: Account;
}

export interface ImportedAccounts {
  created: number;
  updated: number;
  unchanged: number;
  /** The fate of each row. */
  outcomes: ('created' | 'updated' | 'unchanged' | 'refused')[];
  errors: { index: number; message: string }[];
  notes: { index: number; message: string }[];
  /** The codes of new accounts, with the groups that were made for them. */
  createdCodes: string[];
  changes: AccountChange[];
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
    created: 0,
    updated: 0,
    unchanged: 0,
    outcomes: [],
    errors: [],
    notes: [],
    createdCodes: plan.writes.flatMap(({ account, before }) => (before ? [] : [account.code])),
    changes: [],
  };
  const writes = new Map(plan.writes.map((write) => [write.account.code, write]));
  for (const [index, fate] of plan.fates.entries()) {
    if ('problem' in fate) {
      result.outcomes.push('refused');
      result.errors.push({ index, message: fate.problem });
      continue;
    }
    result.outcomes.push(fate.outcome);
    result[fate.outcome] += 1;
    for (const message of fate.notes) result.notes.push({ index, message });
    const { before, account } = writes.get(fate.code) ?? {};
    if (before && account) result.changes.push({ index, before, after: account });
  }
  if (!dryRun && plan.writes.length > 0) await queries.writeAccounts(tx.db, plan.writes);
  return result;
}

/**
 * Removes accounts that an import created, unless entries were posted on them or accounts below them stay. Returns the
 * removed codes and the accounts that stay, with the reason. Codes that no longer exist are left out.
 */
export async function removeImportedAccounts(
  tx: Ctx,
  codes: readonly string[],
): Promise<{ removed: string[]; kept: { code: string; label: string; reason: string }[] }> {
  await queries.lockAccounts(tx.db);
  const removed: string[] = [];
  for (;;) {
    // From below: an account above others is free when they are removed.
    const gone = await queries.deleteUnusedAccounts(tx.db, codes);
    if (gone.length === 0) break;
    removed.push(...gone);
  }
  const used = await queries.findUsedCodes(tx.db);
  const wanted = new Set(codes);
  const kept = (await listAccounts(tx))
    .filter(({ code }) => wanted.has(code))
    .map(({ code, name }) => ({
      code,
      label: `${code} ${name}`,
      reason: used.has(code) ? 'It has entries.' : 'Accounts below it stay.',
    }));
  return { removed, kept };
}
