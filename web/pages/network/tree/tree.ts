/** A node with those below it. */
export interface TreeItem<T> {
  node: T;
  children: TreeItem<T>[];
}

interface Placed {
  id: number;
  parentId: number | null;
}

/**
 * Puts nodes below their parents, in their order. A node whose parent is not in the list is at the top. Linear; every
 * node appears exactly once even if the parents formed a circle, which the server refuses.
 */
export function treeOf<T extends Placed>(nodes: readonly T[]): TreeItem<T>[] {
  const items = new Map(nodes.map((node) => [node.id, { node, children: [] as TreeItem<T>[] }]));
  const roots: TreeItem<T>[] = [];
  for (const item of items.values()) {
    const parent = item.node.parentId === null ? undefined : items.get(item.node.parentId);
    (parent?.children ?? roots).push(item);
  }
  const reached = new Set<number>();
  const walk = (start: TreeItem<T>) => {
    const open = [start];
    for (let item = open.pop(); item; item = open.pop()) {
      reached.add(item.node.id);
      item.children = item.children.filter((child) => !reached.has(child.node.id));
      open.push(...item.children);
    }
  };
  roots.forEach(walk);
  for (const item of items.values()) {
    if (reached.has(item.node.id)) continue;
    roots.push(item);
    walk(item);
  }
  return roots;
}
