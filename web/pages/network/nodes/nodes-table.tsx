import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type NetworkNode, nodeFilter } from '@nimule/core/network/schema';
import type { ReactElement, ReactNode } from 'react';
import { useList } from '../../../client/use-list.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  gbpsText,
  nodeTypeLabels,
  percentText,
  utilisationText,
} from '../../../parts/network/network-words.ts';
import { NodeStatusTag } from '../../../parts/network/node-status.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay, useRefusal } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { InstantText } from '../../../ui/values.tsx';
import { POLL_MS } from '../polling.ts';
import { useNodeActions } from './node-actions.tsx';
import { CreateNodeForm } from './node-form.tsx';
import { NodeToggle } from './node-toggle.tsx';

const columns: readonly Column<NetworkNode>[] = [
  {
    id: 'name',
    header: 'Node',
    cell: ({ name, parentName }) => (
      <TwoLines quiet={parentName && `under ${parentName}`}>
        <strong>{name}</strong>
      </TwoLines>
    ),
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
  {
    id: 'location',
    header: 'Location',
    cell: ({ location }) => location,
    sortable: true,
    lesser: true,
  },
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
  {
    id: 'lastMaintenance',
    header: 'Last maintenance',
    kind: 'date',
    cell: ({ lastMaintenance }) => <InstantText at={lastMaintenance} />,
    sortable: true,
    priority: 4,
  },
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
  const list = useListState({
    filters,
    sorts: [
      'name',
      'location',
      'type',
      'status',
      'capacity',
      'currentUsage',
      'lastMaintenance',
    ] as const,
    sort: 'name',
  });
  const read = useList('listNodes', list, undefined, undefined, { pollMs: POLL_MS });
  const actions = useNodeActions({ onView });
  const adding = useAdding('node');
  const may = useMay();
  const refusal = useRefusal()('network.write');
  return (
    <>
      <DataTable
        label="Network nodes"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        read={read}
        list={list}
        search="Search by name, location or address"
        tools={
          <>
            <ExportMenu operation="exportNodes" list={list} what="The nodes of this list" />
            <AllowedOrDisabled to="network.write">
              <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={adding.open}>
                New Node
              </ActionButton>
            </AllowedOrDisabled>
          </>
        }
        actions={actions.of}
        onOpen={onView}
        empty={{ title: 'No nodes yet', ...emptyHint(refusal, adding.open) }}
        noMatch={{
          title: 'No nodes found',
          description: 'No nodes match your current search and filters.',
        }}
      />
      {adding.isOpen && may('network.write') && (
        <CreateNodeForm onView={onView} onClose={adding.close} />
      )}
      {actions.dialog}
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
