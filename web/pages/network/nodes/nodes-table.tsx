import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type NetworkNode, nodeFilter } from '@nimule/core/network/schema';
import type { ReactElement, ReactNode } from 'react';
import {
  gbpsText,
  nodeTypeLabels,
  percentText,
  utilisationText,
} from '../../../parts/network/network-words.ts';
import { NodeStatusTag } from '../../../parts/network/node-status.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay, useRefusal } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { instantColumn, nameColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { POLL_MS } from '../polling.ts';
import { useNodeActions } from './node-actions.tsx';
import { CreateNodeForm } from './node-form.tsx';
import { NodeToggle } from './node-toggle.tsx';

const columns: readonly Column<NetworkNode>[] = [
  nameColumn('name', 'Node', ({ parentName }) => parentName && `under ${parentName}`),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    cell: (node) => <NodeStatusTag node={node} />,
    sortable: true,
    priority: 1,
  },
  textColumn('location', 'Location', { sortable: true, lesser: true }),
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => nodeTypeLabels[type],
    sortable: true,
    priority: 3,
  },
  {
    id: 'capacity',
    header: 'Capacity',
    kind: 'count',
    cell: ({ capacity }) => gbpsText(capacity),
    sortable: true,
    priority: 3,
  },
  {
    id: 'currentUsage',
    header: 'Usage',
    kind: 'count',
    cell: (node) => (
      <TwoLines align="right" quiet={utilisationText(node)}>
        {gbpsText(node.currentUsage)}
      </TwoLines>
    ),
    sortable: true,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    kind: 'count',
    cell: ({ uptime, isMeasured }) => (
      <TwoLines align="right" quiet={uptime !== null && !isMeasured && 'last known'}>
        {percentText(uptime)}
      </TwoLines>
    ),
    priority: 3,
  },
  instantColumn('lastMaintenance', 'Last maintenance', { sortable: true, priority: 4 }),
  {
    id: 'toggle',
    header: 'Toggle',
    kind: 'tag',
    cell: (node) => <NodeToggle node={node} isSmall />,
    priority: 1,
  },
];

const filters = defineFilters(nodeFilter, {
  location: { label: 'Location', all: 'All locations' },
  type: { label: 'Type', all: 'All types', labels: nodeTypeLabels },
  status: { label: 'Status', all: 'All but retired' },
});

/** The nodes of the network with a toggle each (seeds/000 2 and 4). */
export function NodesTable({ onView }: { onView: (node: NetworkNode) => void }) {
  const actions = useNodeActions({ onView });
  const adding = useAdding('node');
  const may = useMay();
  const refusal = useRefusal()('network.write');
  return (
    <>
      <RecordList
        operation="listNodes"
        label="Network nodes"
        many="nodes"
        columns={columns}
        rowName="name"
        list={{
          filters,
          sorts: [
            'name',
            'location',
            'type',
            'status',
            'capacity',
            'currentUsage',
            'lastMaintenance',
          ],
          sort: 'name',
        }}
        pollMs={POLL_MS}
        search="Search by name, location or address"
        exports="exportNodes"
        add={
          <AllowedOrDisabled to="network.write">
            <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={adding.open}>
              New Node
            </ActionButton>
          </AllowedOrDisabled>
        }
        actions={actions}
        onOpen={onView}
        empty={{ title: 'No nodes yet', ...emptyHint(refusal, adding.open) }}
      />
      {adding.isOpen && may('network.write') && (
        <CreateNodeForm onView={onView} onClose={adding.close} />
      )}
    </>
  );
}

/** Description and action of the empty list. */
function emptyHint(
  refusal: string | undefined,
  onAdd: () => void,
): { description: ReactNode; action?: ReactElement } {
  if (refusal) return { description: `Nodes that are added show here. ${refusal}` };
  return {
    description: 'Add the first tower, router or switch; with an address it can be measured.',
    action: (
      <ActionButton intent={Intent.PRIMARY} icon={<PlusIcon />} onClick={onAdd}>
        Add the first node
      </ActionButton>
    ),
  };
}
