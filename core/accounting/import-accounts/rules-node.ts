import { searchKey } from '../../kernel/text.ts';
import { leaf } from '../chart.ts';
import {
  type Account,
  type AccountType,
  type CashFlowClass,
  type ExpenseClass,
  LEAF_LEVEL,
} from '../schema.ts';
import type { AccountKind } from './rules-kinds.ts';

/** A row of a chart of accounts. Without a code the account is found by its name, or gets a free code of its group. */
export interface AccountRow {
  code?: string;
  name?: string;
  /** A word of `accountKind`. */
  type?: string;
  /** The code or the name of the account above. */
  parent?: string;
  /** Without these a new account is as the one above it, and a known one stays as it is. */
  currency?: Account['currency'];
  cashFlow?: CashFlowClass;
  expenseClass?: ExpenseClass;
}

/** An account of the books, of the file, or of both. */
export interface Node {
  row: AccountRow | undefined;
  /** Its index in the file. */
  index: number;
  before: Account | undefined;
  code: string | undefined;
  name: string;
  kind: AccountKind | undefined;
  parent: Node | undefined;
  /** Accounts of the file and the books below it. */
  children: Node[];
  problem: string | undefined;
  notes: string[];
  account: Account | undefined;
}

/** Accounts that the program posts to by their codes. */
export const fixedCodes: ReadonlySet<string> = new Set(Object.values(leaf));

export function labelOf({ code, name }: { code?: string | undefined; name: string }): string {
  return code === undefined ? name : `${code} ${name}`;
}

export function nodeOf(part: Partial<Node> & Pick<Node, 'name'>): Node {
  return {
    row: undefined,
    index: -1,
    before: undefined,
    code: undefined,
    kind: undefined,
    parent: undefined,
    children: [],
    problem: undefined,
    notes: [],
    account: undefined,
    ...part,
  };
}

/** The names under which an account may stand in a column of parents. */
export function keysOf({ code, name }: Pick<Node, 'code' | 'name'>): string[] {
  const texts = code === undefined ? [name] : [name, `${code} ${name}`, `${code} - ${name}`];
  return texts.map((text) => searchKey(text));
}

/** The part of 'Utilities:Electricity', as QuickBooks writes accounts below others, before the last colon. */
export function pathOf(name: string): { parent: string; name: string } | undefined {
  const colon = name.lastIndexOf(':');
  if (colon <= 0 || colon === name.length - 1) return undefined;
  return { parent: name.slice(0, colon).trim(), name: name.slice(colon + 1).trim() };
}

export function normalBalanceOf(type: AccountType, name: string): Account['normalBalance'] {
  const isDebit = type === 'ASSET' || type === 'EXPENSE';
  const isContra = /accumulated (?:depreciation|amorti[sz]ation)/i.test(name);
  return isDebit !== isContra ? 'DEBIT' : 'CREDIT';
}

/** Why an account of this type cannot be where it is; undefined if it can. */
export function placeProblem(
  node: Node,
  type: AccountType | undefined,
  above: Account | undefined,
): string | undefined {
  if (!node.name) return 'name: This field is required for a new account.';
  if (!type) return 'type: This field is required for a new account without a parent.';
  if (!above) return undefined;
  if (above.level >= LEAF_LEVEL)
    return `parent: Accounts have three levels, and ${labelOf(above)} is on the third: entries are posted to it, so no account can be below it.`;
  return above.type === type
    ? undefined
    : `type: ${type} is not the type of the account above it, ${labelOf(above)} (${above.type}).`;
}
