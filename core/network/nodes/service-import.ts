import type { Ctx } from '../../context.ts';
import { changedFields as differing } from '../../database/record.ts';
import { findReferences } from '../../database/references.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { Created, ImportedChange, KeptRecord } from '../../kernel/imported.ts';
import {
  acceptedRows,
  countRow,
  emptyResults,
  type ImportResults,
  outcomeOf,
} from '../../kernel/outcomes.ts';
import { searchKey } from '../../kernel/text.ts';
import { nodes } from './queries.ts';
import * as queries from './queries-import.ts';
import { lockTree } from './queries-tree.ts';
import { type NodeFields, namedIn } from './rules.ts';
import { type NodeFate, planNodes } from './rules-import.ts';
import { type NodeRecord, toLogged } from './rules-record.ts';
import type { ImportedNode } from './schema-import.ts';

type Planned = Exclude<NodeFate, { problem: string }> & { index: number };

const keyOf = ({ name }: { name: string }) => searchKey(name);

/** All nodes by the key of the name, and the fates of the rows; locks them unless it is a dry run. */
async function plan(tx: Ctx, rows: readonly ImportedNode[], dryRun: boolean) {
  if (!dryRun) await lockTree(tx.db);
  const known = new Map((await queries.findAll(tx.db, dryRun)).map((node) => [keyOf(node), node]));
  return { known, fates: planNodes(rows, known) };
}

/**
 * Writes nodes of a file by name, ignoring case, in a constant number of statements; see `planNodes` for its rules. All rows
 * of the file are needed at once, since a node may stand before its parent. The caller writes the audit line of the whole
 * import. With `dryRun` it counts the same and writes nothing.
 */
export async function importNodes(
  tx: Ctx,
  rows: readonly ImportedNode[],
  { dryRun }: { dryRun: boolean },
): Promise<ImportResults> {
  const { known, fates } = await plan(tx, rows, dryRun);
  const result = emptyResults(rows.length);
  const ids = new Map([...known].map(([key, { id }]) => [key, id]));
  const accepted = acceptedRows(fates, result);
  const added = accepted.filter(({ before }) => !before);
  const inserted = dryRun ? [] : await insertNodes(tx, added);
  for (const node of inserted) ids.set(keyOf(node), node.id);
  const byKey = new Map(inserted.map((node) => [keyOf(node), node]));
  const nameOf = new Map([...known.values(), ...inserted].map(({ id, name }) => [id, name]));
  const changed: NodeRecord[] = [];
  for (const { index, before, fields, parentKey } of accepted) {
    // In a dry run a new parent has no id yet: any other id than the present one tells that the row changes the node.
    const parentId = parentKey === undefined ? fields.parentId : (ids.get(parentKey) ?? -1);
    const stored = before ?? byKey.get(keyOf(rows[index]!));
    const after: NodeFields = { ...fields, parentId };
    const names = stored ? differing(stored, after) : [];
    countRow(result, index, outcomeOf(before, names.length > 0));
    if (dryRun || !stored) continue;
    if (names.length > 0) changed.push({ ...stored, ...after });
    const version = stored.version + (names.length > 0 ? 1 : 0);
    if (!before) result.made.push({ id: stored.id, version });
    else if (names.length > 0)
      result.changes.push(changeOf(index, before, { ...before, ...after }, nameOf));
  }
  if (!dryRun) await updateNodes(tx, changed);
  return result;
}

/** Inserts new nodes without their parents, which may not exist yet. */
async function insertNodes(tx: Ctx, added: readonly Planned[]): Promise<NodeRecord[]> {
  if (added.length === 0) return [];
  const rows = added.map(({ fields }) => ({
    ...fields,
    status: 'operational' as const,
    createdAt: tx.now,
  }));
  return nodes.insertMany(tx.db, rows, { updated_at: ['timestamptz', () => tx.now] });
}

const written = [
  'name',
  'location',
  'type',
  'technologies',
  'capacityKbps',
  'usageKbps',
  'typedUptime',
  'parentId',
  'notes',
  'address',
] as const satisfies readonly (keyof NodeFields)[];

function updateNodes(tx: Ctx, changed: readonly NodeRecord[]): Promise<void> {
  return nodes.updateMany(tx.db, changed, written, { updated_at: ['timestamptz', () => tx.now] });
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

function changeOf(
  index: number,
  before: NodeRecord,
  after: NodeRecord,
  nameOf: ReadonlyMap<number, string>,
): ImportedChange {
  const logged = (node: NodeRecord) =>
    toLogged(node, node.parentId === null ? '' : (nameOf.get(node.parentId) ?? '')) as Record<
      string,
      unknown
    >;
  const [earlier, later] = [logged(before), logged(after)];
  const fields = Object.keys(later)
    .map((field) => ({ field, before: textOf(earlier[field]), after: textOf(later[field]) }))
    .filter((field) => field.before !== field.after);
  return { index, entity: 'node', entityId: before.id, label: before.name, fields };
}

/** The present values of what each row would change, by the names of the file's fields; undefined for a new node. */
export async function presentNodes(
  ctx: Ctx,
  rows: readonly ImportedNode[],
): Promise<(Record<string, unknown> | undefined)[]> {
  const { known, fates } = await plan(ctx, rows, true);
  const keys = new Map([...known].map(([key, { id }]) => [id, key]));
  return fates.map((fate) => {
    if ('problem' in fate || !fate.before) return undefined;
    const { before, fields, parentKey } = fate;
    const parentKeyBefore = before.parentId === null ? '' : keys.get(before.parentId);
    const logged = (node: NodeRecord) => toLogged(node, '') as Record<string, unknown>;
    const [earlier, later] = [logged(before), logged({ ...before, ...fields })];
    const changed = Object.keys(later).filter(
      (name) => textOf(earlier[name]) !== textOf(later[name]),
    );
    const present: Record<string, unknown> = Object.fromEntries(
      changed.map((name) => [name, textOf(earlier[name])]),
    );
    if (parentKey !== undefined && parentKey !== parentKeyBefore)
      present.parent = before.parentId === null ? '' : known.get(parentKeyBefore!)?.name;
    return present;
  });
}

/** Which of the imported rows have a node. */
export async function nodesInBooks(tx: Ctx, rows: readonly ImportedNode[]): Promise<BookValues[]> {
  const known = new Set((await queries.findAll(tx.db, true)).map(keyOf));
  return rows.map((row) => ({ values: { nodes: known.has(keyOf(row)) ? 1 : 0 } }));
}

/**
 * Removes nodes that an import created, unless they were changed since or other records name them. Answers the number of
 * removed ones, and those that stay with the reason. Nodes that no longer exist are left out.
 */
export async function removeImportedNodes(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  if (created.length === 0) return { removed: 0, kept: [] };
  await lockTree(tx.db);
  const versions = new Map(created.map(({ id, version }) => [id, version]));
  let left = await queries.lockForUndo(tx.db, [...versions.keys()]);
  let removed = 0;
  let references = new Map<number, string[]>();
  // From below: a node above others is free when they are removed.
  for (;;) {
    references = await findReferences(
      tx.db,
      'network_nodes',
      left.map(({ id }) => id),
    );
    const isFree = ({ id, version }: NodeRecord) =>
      version === versions.get(id) && !references.has(id);
    const free = left.filter(isFree);
    if (free.length === 0) break;
    await queries.removeNodes(
      tx.db,
      free.map(({ id }) => id),
    );
    removed += free.length;
    left = left.filter((node) => !isFree(node));
  }
  const kept = left.map(({ id, name, version }): KeptRecord => {
    const tables = references.get(id);
    const reason =
      version === versions.get(id) && tables
        ? `The node is named by ${namedIn(tables)}.`
        : 'The node was changed since.';
    return { entity: 'node', entityId: id, label: name, reason };
  });
  return { removed, kept };
}
