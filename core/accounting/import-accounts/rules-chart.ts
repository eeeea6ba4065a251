import { searchKey } from '../../kernel/text.ts';
import { type Account, type AccountType, LEAF_LEVEL } from '../schema.ts';
import { type AccountKind, accountKind, NO_KIND, otherGroups } from './rules-kinds.ts';
import {
  type AccountRow,
  fixedCodes,
  keysOf,
  labelOf,
  type Node,
  nodeOf,
  normalBalanceOf,
  pathOf,
  placeProblem,
} from './rules-node.ts';

/** The accounts of the books joined with those of a file. */
export class Chart {
  readonly nodes: Node[] = [];
  readonly rows: Node[] = [];
  readonly byCode = new Map<string, Node>();
  readonly byName = new Map<string, Node[]>();
  readonly made: Node[] = [];

  constructor(
    existing: readonly Account[],
    private readonly usedCodes: ReadonlySet<string>,
  ) {
    for (const before of existing)
      this.add(nodeOf({ before, code: before.code, name: before.name, account: undefined }));
    for (const node of this.nodes) {
      const parent = node.before?.parentCode;
      const above = parent ? this.byCode.get(parent) : undefined;
      if (!above) continue;
      this.link(node, above);
      this.name(searchKey(`${above.name}:${node.name}`), node);
    }
  }

  add(node: Node): Node {
    this.nodes.push(node);
    if (node.code !== undefined) this.byCode.set(node.code, node);
    for (const key of keysOf(node)) this.name(key, node);
    return node;
  }

  name(key: string, node: Node): void {
    const named = this.byName.get(key);
    if (!named) this.byName.set(key, [node]);
    else if (!named.includes(node)) named.push(node);
  }

  link(node: Node, parent: Node | undefined): void {
    const siblings = node.parent?.children;
    if (siblings) siblings.splice(siblings.indexOf(node), 1);
    node.parent = parent;
    parent?.children.push(node);
  }

  /** Joins a row of the file with its account in the books, or adds a new one. */
  addRow(row: AccountRow, index: number): void {
    const node = this.target(row);
    node.row = row;
    node.index = index;
    if (row.type !== undefined) {
      node.kind = accountKind(row.type);
      if (!node.kind) node.problem = `type: "${row.type.slice(0, 100)}" is not known. ${NO_KIND}.`;
    }
    if (row.name !== undefined && row.name !== node.name) {
      node.name = row.name;
      for (const key of keysOf(node)) this.name(key, node);
    }
    this.rows.push(node);
  }

  private target({ code, name = '' }: AccountRow): Node {
    if (code !== undefined) return this.byCode.get(code) ?? this.add(nodeOf({ code, name }));
    const named = (this.byName.get(searchKey(name)) ?? []).filter(({ before }) => before);
    if (named.length === 1 && named[0]!.row === undefined) return named[0]!;
    const node = this.add(nodeOf({ name }));
    if (named.length > 1)
      node.problem = `name: Several accounts are called ${name}: ${named.map((one) => one.code).join(', ')}. Write the code.`;
    return node;
  }

  /** Finds the parent of a row of the file; a missing parent keeps the present one. */
  findParent(node: Node): void {
    const { row } = node;
    const path = row?.parent || row?.code !== undefined ? undefined : pathOf(node.name);
    const wanted = row?.parent || path?.parent;
    if (!wanted) return;
    const coded = this.byCode.get(wanted);
    const named = this.byName.get(searchKey(wanted)) ?? [];
    const found = coded ? [coded] : named.filter((one) => one !== node);
    // Of a group and the account of the same name in it the group is meant.
    const groups = found.filter(({ before }) => before?.level !== LEAF_LEVEL);
    const candidates = groups.length > 0 ? groups : found;
    if (path && candidates.length !== 1) return;
    if (candidates.length !== 1) {
      node.problem =
        candidates.length === 0
          ? `parent: There is no account ${wanted}, neither in the file nor in the books.`
          : `parent: Several accounts are called ${wanted}. Write the code.`;
      return;
    }
    const [parent] = candidates as [Node];
    if (path) {
      node.name = path.name;
      this.name(searchKey(path.name), node);
    }
    for (let above: Node | undefined = parent; above; above = above.parent) {
      if (above !== node) continue;
      node.problem = `parent: ${labelOf(node)} would be below itself.`;
      return;
    }
    if (parent !== node.parent) this.link(node, parent);
  }

  /** How many levels of accounts are below; at most 3 are counted. */
  private height({ children }: Node, depth = 0): number {
    if (depth > LEAF_LEVEL) return 0;
    return children.reduce((most, child) => Math.max(most, 1 + this.height(child, depth + 1)), 0);
  }

  /** Decides type, level and parent of an account after those above it; undefined with a problem. */
  place(node: Node): Account | undefined {
    if (node.account || node.problem) return node.account;
    if (!node.row && node.before) {
      node.account = node.before;
      return node.account;
    }
    if (node.parent === undefined && !node.before) this.placeAlone(node);
    if (node.before && node.kind && node.kind.type !== node.before.type) {
      node.problem = this.retype(node, node.before, node.kind);
      if (node.problem) return undefined;
    }
    const above = node.parent && this.place(node.parent);
    if (node.parent && !above) {
      node.problem = `parent: ${labelOf(node.parent)}, which is above it, cannot be taken.`;
      return undefined;
    }
    const type = node.kind?.type ?? above?.type ?? node.before?.type;
    node.problem ??= placeProblem(node, type, above);
    if (node.problem || !type) return undefined;
    const level = above ? above.level + 1 : 0;
    const { before } = node;
    const isMoved = before && (before.type !== type || before.level !== level);
    const meaning = meaningOf(node, type, before?.type === type ? before : above, before);
    node.problem =
      (isMoved ? this.moveProblem(node, before, type) : undefined) ??
      meaningProblem(node.row, type, level) ??
      this.meaningChangeProblem(node, meaning);
    if (node.problem) return undefined;
    node.account = {
      code: node.code ?? this.freeCode(node, above),
      name: node.name,
      type,
      parentCode: above?.code ?? null,
      level,
      normalBalance: before && !isMoved ? before.normalBalance : normalBalanceOf(type, node.name),
      isCash:
        before?.type === type ? before.isCash : node.kind?.isCash === true && level === LEAF_LEVEL,
      ...meaning,
      isActive: before?.isActive ?? true,
    };
    if (node.code === undefined) {
      node.code = node.account.code;
      this.byCode.set(node.code, node);
    }
    return node.account;
  }

  /** A new account without a parent: by its children a root or a group, else in the group of its code or its type. */
  private placeAlone(node: Node): void {
    const { kind } = node;
    const height = this.height(node);
    if (!kind || height >= LEAF_LEVEL) return;
    const group =
      height === 1 ? this.rootOf(kind.type) : (this.groupOfCode(node, kind) ?? this.groupOf(kind));
    if (!group) return;
    this.link(node, group);
    if (height === 0)
      node.notes.push(
        `parent: It has none, so it comes under ${labelOf(group)}. Name another one in the column parent if it belongs elsewhere.`,
      );
  }

  private rootOf(type: AccountType): Node | undefined {
    return this.nodes.find(({ before }) => before?.level === 0 && before.type === type);
  }

  /** '1165' belongs to a group 1100 of its type. */
  private groupOfCode({ code = '' }: Node, { type }: AccountKind): Node | undefined {
    if (!/^\d{4}$/.test(code)) return undefined;
    const group = this.byCode.get(`${code.slice(0, 2)}00`);
    const isGroup = group?.before?.level === 1 && group.before.type === type && !group.row;
    return isGroup ? group : undefined;
  }

  private groupOf({ group, type }: AccountKind): Node | undefined {
    const known = this.byCode.get(group);
    const made = otherGroups[group];
    if (known) {
      const level = known.before?.level ?? known.account?.level;
      return level === 1 && !known.problem ? known : this.anyGroup(type);
    }
    const root = this.rootOf(type);
    if (!made || !root) return this.anyGroup(type);
    const node = this.add(nodeOf({ code: group, name: made.name, kind: { type, group } }));
    this.link(node, root);
    this.made.push(node);
    node.row = {};
    this.place(node);
    return node;
  }

  private anyGroup(type: AccountType): Node | undefined {
    return this.nodes.findLast(({ before }) => before?.level === 1 && before.type === type);
  }

  /** Moves an account of the books whose type changes into a group of that type; or why it cannot change. */
  private retype(node: Node, before: Account, kind: AccountKind): string | undefined {
    const problem = this.moveProblem(node, before, kind.type);
    if (problem || node.row?.parent) return problem;
    const group = this.groupOf(kind);
    if (before.level !== LEAF_LEVEL || !group)
      return 'parent: Name the account above it, because its type changes.';
    this.link(node, group);
    return undefined;
  }

  private moveProblem({ code = '' }: Node, before: Account, type: AccountType): string | undefined {
    const what = before.type === type ? 'parent' : 'type';
    const stays = before.type === type ? `level ${before.level}` : before.type;
    if (fixedCodes.has(code))
      return `${what}: The program posts to ${labelOf(before)}, so it stays ${stays}. Give the account of the file another code.`;
    if (this.usedCodes.has(code))
      return `${what}: ${labelOf(before)} has entries, so it stays ${stays}.`;
    const below = this.nodes.some((one) => one.before?.parentCode === code);
    return below
      ? `${what}: ${labelOf(before)} has accounts below it, so it stays ${stays}.`
      : undefined;
  }

  /** Why the currency or the class of a known account cannot change; undefined if it can or does not. */
  private meaningChangeProblem({ code = '', before }: Node, meaning: Meaning): string | undefined {
    if (!before) return undefined;
    const field = meaningFields.find((name) => before[name] !== meaning[name]);
    if (!field) return undefined;
    const stays = `so it stays ${before[field] ?? 'without one'}.`;
    if (this.usedCodes.has(code)) return `${field}: ${labelOf(before)} has entries, ${stays}`;
    return field === 'currency' && fixedCodes.has(code)
      ? `${field}: The program posts to ${labelOf(before)}, ${stays}`
      : undefined;
  }

  /** The next free code below an account: groups as 5100, 5200, accounts as 5910, 5920, then numbers between. */
  private freeCode(node: Node, above: Account | undefined): string {
    if (above && /^\d{4}$/.test(above.code)) {
      const base = Number(above.code);
      const [room, steps] = above.level === 0 ? [1000, [100, 10, 1]] : [100, [10, 1]];
      for (const step of steps) {
        for (let code = base + step; code < base + room; code += step)
          if (!this.byCode.has(String(code))) return String(code);
      }
    }
    const prefix = above?.code ?? node.kind?.type.slice(0, 3) ?? 'ACC';
    for (let number = 1; ; number += 1) {
      const code = `${prefix}-${number}`;
      if (!this.byCode.has(code)) return code;
    }
  }
}

const meaningFields = ['currency', 'cashFlow', 'expenseClass'] as const;
type Meaning = Pick<Account, (typeof meaningFields)[number]>;

/** Currency and places in the statements: as the row says, else by the type of a new account, else as another account. */
function meaningOf(
  { row, kind }: Node,
  type: AccountType,
  like: Account | undefined,
  before: Account | undefined,
): Meaning {
  const ofKind = before?.type === type ? undefined : kind?.cashFlow;
  const others = type === 'EQUITY' ? 'financing' : 'operating';
  return {
    currency: row?.currency ?? before?.currency ?? 'USD',
    cashFlow: row?.cashFlow ?? ofKind ?? like?.cashFlow ?? others,
    expenseClass:
      type === 'EXPENSE' ? (row?.expenseClass ?? like?.expenseClass ?? 'operating') : null,
  };
}

/** Why an account of this type and level cannot mean what its row says; undefined if it can. */
function meaningProblem(
  row: AccountRow | undefined,
  type: AccountType,
  level: number,
): string | undefined {
  if (row?.currency === 'SSP' && level !== LEAF_LEVEL)
    return 'currency: Only accounts of the third level are kept in pounds.';
  return row?.expenseClass !== undefined && type !== 'EXPENSE'
    ? `expenseClass: The account is ${type}, and only an EXPENSE has one.`
    : undefined;
}
