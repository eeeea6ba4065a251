import { createHash, hash } from 'node:crypto';

/**
 * Hash trees as in RFC 6962 (Certificate Transparency), section 2.1, with SHA-256: a leaf is the hash of the byte 0 and its
 * data, a node that of the byte 1 and its two children; a tree of n leaves has the largest power of two below n on its left.
 */

const LEAF = Buffer.from([0]);
const HASH_BYTES = 32;
/** The input of a node, which is hashed before the next one is written to it. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** The hash of two subtrees. */
export function hashOfNode(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return hash('sha256', node, 'buffer');
}

/** The leaf of a text. The database computes those of stored lines (`queries.ts`). */
export function hashOfLeaf(text: string): Buffer {
  return createHash('sha256').update(LEAF).update(text, 'utf8').digest();
}

export interface TreeBuilder {
  add(leaf: Uint8Array): void;
  /** How many leaves were added. */
  size(): number;
  /** @throws Error for a tree without leaves. */
  root(): Buffer;
}

/** Computes the root of leaves that are added one after the other; holds one hash for each binary digit of their number. */
export function buildTree(): TreeBuilder {
  /** Whole subtrees from the left, each larger than the next. */
  const subtrees: Uint8Array[] = [];
  let size = 0;
  return {
    add(leaf) {
      let subtree = leaf;
      for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2))
        subtree = hashOfNode(subtrees.pop()!, subtree);
      subtrees.push(subtree);
      size += 1;
    },
    size: () => size,
    root() {
      const [last, ...others] = [...subtrees].reverse();
      if (!last) throw new Error('a tree without leaves has no root');
      return Buffer.from(others.reduce((right, left) => hashOfNode(left, right), last));
    },
  };
}

/** Leaves from `from` up to, and without, `to`. */
export interface LeafRange {
  from: number;
  to: number;
}

/** The largest power of two below n, for n of at least 2. */
function splitOf(n: number): number {
  let half = 1;
  while (half * 2 < n) half *= 2;
  return half;
}

/**
 * The subtrees whose roots are the audit path of a leaf, from the leaf up to the root: together with the leaf they cover the
 * tree. @throws RangeError for a leaf that the tree does not have.
 */
export function pathOf(index: number, size: number): LeafRange[] {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size))
    throw new RangeError('the tree does not have this leaf');
  const path: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
    }
  }
  return path.reverse();
}

/** The root that follows from a leaf and its path; undefined if the path has another length than the tree asks for. */
export function rootOf(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Buffer | undefined {
  const ranges = pathOf(index, size);
  if (ranges.length !== path.length) return undefined;
  const root = ranges.reduce<Uint8Array>(
    (below, { from }, at) =>
      from > index ? hashOfNode(below, path[at]!) : hashOfNode(path[at]!, below),
    leaf,
  );
  return Buffer.from(root);
}
