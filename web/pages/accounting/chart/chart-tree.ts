import type { Account, TrialBalance } from '@nimule/core/accounting/schema';
import { addCents, type Cents, cents, subtractCents, ZERO } from '@nimule/core/kernel/money';
import { groupBy } from '../group-by.ts';

export interface ChartRow {
  account: Account;
  /** In the direction of the account's normal balance; a group holds what is below it. Undefined while not known. */
  balance: Cents | undefined;
  hasChildren: boolean;
}

/**
 * The accounts in the order of the tree, each group before its children, ordered by code. Children of closed groups are
 * left out. Balances come from the trial balance; accounts that it does not list are zero.
 */
export function chartRows(
  accounts: readonly Account[],
  balance: TrialBalance | undefined,
  closed: ReadonlySet<string>,
): ChartRow[] {
  const nets = new Map(
    balance?.accounts.map(({ code, debit, credit }) => [code, subtractCents(debit, credit)]),
  );
  const children = groupBy(
    [...accounts].sort((a, b) => (a.code < b.code ? -1 : 1)),
    ({ parentCode }) => parentCode,
  );
  const rows: ChartRow[] = [];
  const add = (account: Account, isShown: boolean): Cents => {
    const row: ChartRow = { account, balance: undefined, hasChildren: false };
    if (isShown) rows.push(row);
    const below = children.get(account.code) ?? [];
    const showsBelow = isShown && !closed.has(account.code);
    const net = addCents(
      nets.get(account.code) ?? ZERO,
      ...below.map((child) => add(child, showsBelow)),
    );
    row.hasChildren = below.length > 0;
    if (balance) row.balance = account.normalBalance === 'DEBIT' ? net : cents(0 - net);
    return net;
  };
  for (const root of children.get(null) ?? []) add(root, true);
  return rows;
}

/** Accounts whose code begins with the text, or whose name contains all its words; with the groups above them. */
export function matchingAccounts(accounts: readonly Account[], text: string): readonly Account[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return accounts;
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const kept = new Set<string>();
  for (const account of accounts) {
    if (!matchesAll(account, words)) continue;
    for (
      let at: Account | undefined = account;
      at && !kept.has(at.code);
      at = at.parentCode === null ? undefined : byCode.get(at.parentCode)
    )
      kept.add(at.code);
  }
  return accounts.filter(({ code }) => kept.has(code));
}

function matchesAll({ code, name }: Account, words: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return words.every((word) => code.startsWith(word) || lower.includes(word));
}
