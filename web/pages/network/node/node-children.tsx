import type { NetworkNode } from '@nimule/core/network/schema';
import { useList } from '../../../client/use-list.ts';
import { gbpsText, nodeTypeLabels, utilisationText } from '../../../parts/network/network-words.ts';
import { NodeStatusTag } from '../../../parts/network/node-status.tsx';
import { OF_RECORD } from '../../../parts/shown-record.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { NodeLink } from '../node-link.tsx';

const columns: readonly Column<NetworkNode>[] = [
  {
    id: 'name',
    header: 'Node',
    cell: ({ id, name }) => <NodeLink id={id} name={name} />,
    sortable: true,
    priority: 1,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    cell: (node) => <NodeStatusTag node={node} />,
    sortable: true,
    priority: 1,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => nodeTypeLabels[type] },
  {
    id: 'currentUsage',
    header: 'Usage',
    kind: 'count',
    cell: (child) => (
      <TwoLines align="right" quiet={utilisationText(child)}>
        {gbpsText(child.currentUsage)}
      </TwoLines>
    ),
    sortable: true,
  },
];

/** The nodes whose parent is this node. */
export function NodeChildren({ node }: { node: NetworkNode }) {
  const list = useListState({
    sorts: ['name', 'status', 'currentUsage'] as const,
    sort: 'name',
    prefix: `${OF_RECORD}below-`,
  });
  const read = useList('listNodes', list, { parentId: node.id });
  return (
    <DataTable
      label={`Nodes below ${node.name}`}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      read={read}
      list={list}
      empty={{
        title: 'No node is below this one',
        description: 'Choose this node as the parent in the form of another one.',
      }}
    />
  );
}
