import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText, valueText } from '../alarms/alarm-words.ts';
import { type TreeItem, treeOf } from './tree.ts';

interface Placed {
  id: number;
  parentId: number | null;
}

function idsOf(items: readonly TreeItem<Placed>[]): number[] {
  return items.flatMap(({ node, children }) => [node.id, ...idsOf(children)]);
}

test('nodes are below their parents, in order; without a known parent at the top', () => {
  const tree = treeOf([
    { id: 3, parentId: 1 },
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 4, parentId: 99 },
  ]);
  expect(tree.map(({ node }) => node.id)).toEqual([1, 4]);
  expect(tree[0]?.children.map(({ node }) => node.id)).toEqual([3, 2]);
});

test('each node appears once, whatever the parents are', () => {
  const parents = fc.array(fc.option(fc.integer({ min: 0, max: 12 })), { maxLength: 12 });
  fc.assert(
    fc.property(parents, (chosen) => {
      const nodes = chosen.map((parentId, id) => ({ id, parentId }));
      expect(idsOf(treeOf(nodes)).sort((a, b) => a - b)).toEqual(nodes.map(({ id }) => id));
    }),
  );
});

test.each([
  ['2026-11-21T08:45:00Z', '45 min'],
  ['2026-11-21T11:05:00Z', '3 h 05 min'],
  ['2026-11-23T12:00:00Z', '2 d 4 h'],
])('until %s it lasted %s', (to, words) => {
  expect(durationText(new Date('2026-11-21T08:00:00Z'), new Date(to))).toBe(words);
});

test('a value is shown with its limit', () => {
  expect(valueText({ kind: 'utilisation', value: 92, threshold: 80 })).toBe('92% of at most 80%');
  expect(valueText({ kind: 'down', value: null, threshold: null })).toBe('–');
});
