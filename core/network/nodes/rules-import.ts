import { searchKey } from '../../kernel/text.ts';
import { type NodeInput, type Technology, technologies } from '../schema.ts';
import { addressProblem, changedFields, makesCircle, type NodeFields, newNode } from './rules.ts';
import type { NodeRecord } from './rules-record.ts';
import type { ImportedNode } from './schema-import.ts';

/** A technology in the spellings of lists: 'Fibre', '4g', 'LTE'. */
const SPELLINGS: Readonly<Record<string, Technology>> = {
  '4g': '4G',
  lte: '4G',
  '4g/lte': '4G',
  fiber: 'fiber',
  fibre: 'fiber',
  microwave: 'microwave',
};

/** '4G, fibre' as technologies, or the part that is none. */
function technologiesOf(text: string): Technology[] | { unknown: string } {
  const parts = text
    .split(/[,;+&]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const found = parts.map((part) => SPELLINGS[part.toLowerCase()]);
  const at = found.indexOf(undefined);
  return at < 0 ? (found as Technology[]) : { unknown: parts[at]! };
}

export type NodeFate =
  | { problem: string }
  | {
      before: NodeRecord | undefined;
      fields: NodeFields;
      /** Key of the parent's name; undefined keeps the present parent. */
      parentKey: string | undefined;
    };

function readRow(row: ImportedNode, before: NodeRecord | undefined): NodeFate {
  const { technologies: text, parent, ...rest } = row;
  const found = text === undefined ? undefined : technologiesOf(text);
  if (found && 'unknown' in found)
    return {
      problem: `technologies: ${found.unknown} is none of ${technologies.join(', ')}.`,
    };
  const input: Partial<NodeInput> = { ...rest, ...(found && { technologies: found }) };
  const parentKey = parent ? searchKey(parent) : undefined;
  const problem = before && addressProblem(before, input);
  if (problem) return { problem: `address: ${problem}` };
  if (before) return { before, fields: { ...before, ...changedFields(input) }, parentKey };
  for (const name of ['location', 'type', 'capacity'] as const)
    if (input[name] === undefined) return { problem: `${name}: A new node needs the ${name}.` };
  return { before, fields: newNode(input as NodeInput), parentKey };
}

/**
 * The fates of the rows of a file: new nodes, changes by name, ignoring case, and rows that are refused: an unknown
 * technology, a new node without location, type or capacity, another address of a node with SNMP credentials, and a parent that does not exist, is retired, is refused, or is
 * below the node. A parent may stand anywhere in the file. `known` are all nodes by the key of the name.
 */
export function planNodes(
  rows: readonly ImportedNode[],
  known: ReadonlyMap<string, NodeRecord>,
): NodeFate[] {
  const keys = rows.map(({ name }) => searchKey(name));
  const fates = rows.map((row, index) => readRow(row, known.get(keys[index]!)));
  // A refused new node may be the parent of others: those are refused in the next round.
  while (refuseParents(rows, keys, fates, known));
  return fates;
}

/** Refuses rows for their parents; answers whether a new node was refused. */
function refuseParents(
  rows: readonly ImportedNode[],
  keys: readonly string[],
  fates: NodeFate[],
  known: ReadonlyMap<string, NodeRecord>,
): boolean {
  const places = new Map([...known].map(([key, { id }]) => [key, id]));
  for (const [index, fate] of fates.entries())
    if (!('problem' in fate) && !fate.before) places.set(keys[index]!, -1 - index);
  const parents = new Map([...known.values()].map(({ id, parentId }) => [id, parentId]));
  let isNewRefused = false;
  for (const [index, fate] of fates.entries()) {
    if ('problem' in fate || fate.parentKey === undefined) continue;
    const id = places.get(keys[index]!)!;
    const parentId = places.get(fate.parentKey);
    const parent = known.get(fate.parentKey);
    const { parent: name } = rows[index]!;
    let problem: string | undefined;
    if (parentId === undefined) problem = `There is no network node named ${name}.`;
    else if (parent?.retiredAt && parentId !== fate.before?.parentId)
      problem = `${parent.name} is retired.`;
    else if (makesCircle(parents, id, parentId))
      problem = `${name} is itself connected through it.`;
    if (problem === undefined) parents.set(id, parentId!);
    else {
      fates[index] = { problem: `parent: ${problem}` };
      isNewRefused ||= !fate.before;
    }
  }
  return isNewRefused;
}
