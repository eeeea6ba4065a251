import type { NetworkNode } from '@nimule/core/network/schema';
import { gbpsText, nodeTypeLabels, utilisationText } from '../../../parts/network/network-words.ts';
import { NodeStatusTag } from '../../../parts/network/node-status.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { OF_RECORD } from '../../../parts/shown-record.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
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
  return (
    <RecordList
      operation="listNodes"
      label={`Nodes below ${node.name}`}
      columns={columns}
      rowName="name"
      list={{
        sorts: ['name', 'status', 'currentUsage'],
        sort: 'name',
        prefix: `${OF_RECORD}below-`,
      }}
      query={{ parentId: node.id }}
      empty={{
        title: 'No node is below this one',
        description: 'Choose this node as the parent in the form of another one.',
      }}
    />
  );
}
