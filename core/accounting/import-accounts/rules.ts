import { searchKey } from '../../kernel/text.ts';
import { type Account, LEAF_LEVEL } from '../schema.ts';
import { Chart } from './rules-chart.ts';
import { type AccountRow, fixedCodes, labelOf, type Node } from './rules-node.ts';

/** The account to write; `before` is the present one. */
export interface PlannedAccount {
  account: Account;
  before: Account | undefined;
}

export type AccountFate =
  | { problem: string }
  | { outcome: 'created' | 'updated' | 'unchanged'; code: string; notes: string[] };

export interface AccountsPlan {
  /** For each row. */
  fates: AccountFate[];
  /** The accounts to insert or to change, parents first, with the groups that are made for them. */
  writes: PlannedAccount[];
}

/** What an import may change of an account. */
export const changeable = [
  'name',
  'type',
  'parentCode',
  'level',
  'currency',
  'cashFlow',
  'expenseClass',
] as const;

function isSame(a: Account, b: Account): boolean {
  return changeable.every((field) => a[field] === b[field]);
}

function notesOf(node: Node, chart: Chart, usedCodes: ReadonlySet<string>): string[] {
  const { before, account } = node;
  const isRenamed = before && account && before.name !== account.name;
  const notes =
    isRenamed && usedCodes.has(before.code)
      ? [
          ...node.notes,
          `name: ${before.code} is ${before.name} and has entries; it is renamed to ${account.name}.`,
        ]
      : node.notes;
  if (isRenamed && fixedCodes.has(before.code))
    return [
      ...notes,
      `name: The program posts to ${labelOf(before)}, which is renamed. Check that it is the same account.`,
    ];
  const twin = !before
    ? (chart.byName.get(searchKey(node.name)) ?? []).find(
        (one) => one !== node && one.before?.level === LEAF_LEVEL && account?.level === LEAF_LEVEL,
      )
    : undefined;
  return twin ? [...notes, `name: ${labelOf(twin)} has the same name.`] : notes;
}

/**
 * What a chart of accounts changes, in any order of its rows (decision 11: three levels, entries on the third). An account
 * is the one of the books with its code, or without a code the one with its name. `usedCodes` are accounts with entries,
 * whose type and level stay. Nothing is removed.
 */
export function planAccounts(
  rows: readonly AccountRow[],
  existing: readonly Account[],
  usedCodes: ReadonlySet<string>,
): AccountsPlan {
  const chart = new Chart(existing, usedCodes);
  for (const [index, row] of rows.entries()) chart.addRow(row, index);
  for (const node of chart.rows) chart.findParent(node);
  // Accounts with codes come first, so that no free code is one that a later row names.
  const ordered = [...chart.rows].sort((a, b) => Number(!a.row?.code) - Number(!b.row?.code));
  for (const node of ordered) chart.place(node);
  const fates = chart.rows.map((node): AccountFate => {
    const { account, before } = node;
    if (!account) return { problem: node.problem ?? 'The account cannot be taken.' };
    const outcome = before ? (isSame(before, account) ? 'unchanged' : 'updated') : 'created';
    return {
      outcome,
      code: account.code,
      notes: outcome === 'unchanged' ? [] : notesOf(node, chart, usedCodes),
    };
  });
  const neededGroups = chart.made.filter(({ children }) => children.some(({ account }) => account));
  const writes = [...neededGroups, ...chart.rows]
    .flatMap(({ account, before }) =>
      account && !(before && isSame(before, account)) ? [{ account, before }] : [],
    )
    .sort((a, b) => a.account.level - b.account.level);
  return { fates, writes };
}
