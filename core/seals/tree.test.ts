import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildTree, hashOfLeaf, hashOfNode, pathOf, rootOf } from './service-tree.ts';

const leaves = Array.from({ length: 201 }, (_, n) => hashOfLeaf(`line ${n}`));

/** As RFC 6962, section 2.1, defines it. */
function definedRoot(part: readonly Buffer[]): Buffer {
  if (part.length === 1) return part[0]!;
  let half = 1;
  while (half * 2 < part.length) half *= 2;
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(definedRoot(part.slice(0, half)))
    .update(definedRoot(part.slice(half)))
    .digest();
}

function rootOfFirst(size: number): Buffer {
  const tree = buildTree();
  for (const leaf of leaves.slice(0, size)) tree.add(leaf);
  return tree.root();
}

const pathHashes = (index: number, size: number) =>
  pathOf(index, size).map(({ from, to }) => definedRoot(leaves.slice(from, to)));

describe('the tree', () => {
  test('has the roots of RFC 6962 for every size', () => {
    for (let size = 1; size <= 200; size += 1)
      expect([size, rootOfFirst(size)]).toEqual([size, definedRoot(leaves.slice(0, size))]);
  });

  test('has the known roots of the test vectors of Certificate Transparency', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243'].map((hex) =>
      createHash('sha256')
        .update(Buffer.from([0]))
        .update(Buffer.from(hex, 'hex'))
        .digest(),
    );
    const known = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    ];
    const tree = buildTree();
    for (const [index, input] of inputs.entries()) {
      tree.add(input);
      expect(tree.root().toString('hex')).toBe(known[index]);
    }
  });

  test('without leaves has no root, and no paths', () => {
    expect(() => buildTree().root()).toThrow('without leaves');
    expect(() => pathOf(0, 0)).toThrow(RangeError);
    expect(() => pathOf(3, 3)).toThrow(RangeError);
    expect(() => pathOf(-1, 3)).toThrow(RangeError);
    expect(() => pathOf(0.5, 3)).toThrow(RangeError);
  });

  test('tells a leaf from a node of the same bytes', () => {
    const [one, other] = [leaves[0]!, leaves[1]!];
    const node = hashOfNode(one, other);
    const data = Buffer.concat([one, other]);
    expect(
      createHash('sha256')
        .update(Buffer.from([0]))
        .update(data)
        .digest(),
    ).not.toEqual(node);
  });
});

describe('a path', () => {
  test('leads from every leaf of every size to the root, and from no other leaf or place', () => {
    for (let size = 1; size <= 200; size += 1) {
      const root = rootOfFirst(size);
      for (let index = 0; index < size; index += size < 40 ? 1 : 13) {
        const path = pathHashes(index, size);
        expect([size, index, rootOf(leaves[index]!, index, size, path)]).toEqual([
          size,
          index,
          root,
        ]);
        expect(rootOf(leaves[size]!, index, size, path)).not.toEqual(root);
        if (size > 1) {
          const elsewhere = (index + 1) % size;
          expect(rootOf(leaves[index]!, elsewhere, size, path)).not.toEqual(root);
        }
      }
    }
  });

  test('that is cut, too long or changed leads nowhere', () => {
    for (const size of [2, 3, 7, 8, 9, 100, 200]) {
      const index = size - 2;
      const root = rootOfFirst(size);
      const path = pathHashes(index, size);
      expect(rootOf(leaves[index]!, index, size, path.slice(1))).toBeUndefined();
      expect(rootOf(leaves[index]!, index, size, path.slice(0, -1))).toBeUndefined();
      expect(rootOf(leaves[index]!, index, size, [...path, root])).toBeUndefined();
      for (let at = 0; at < path.length; at += 1) {
        const changed = path.map((hash, n) => (n === at ? leaves[200]! : hash));
        expect(rootOf(leaves[index]!, index, size, changed)).not.toEqual(root);
      }
    }
  });
});
