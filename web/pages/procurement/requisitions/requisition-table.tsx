import { Intent } from '@blueprintjs/core';
import { PlusIcon, WarningSignIcon } from '@blueprintjs/icons';
import { type Requisition, requisitionFilter } from '@nimule/core/procurement/requisitions/schema';
import { useList } from '../../../client/use-list.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { tellCreated } from '../../../parts/procurement/new-requisition-dialog.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { dateColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { LISTS } from '../procurement-url.ts';
import { useRequisitionActions } from './requisition-actions.tsx';
import { LowStockDialog } from './requisition-dialogs.tsx';

const columns: readonly Column<Requisition>[] = [
  {
    id: 'requisitionId',
    header: 'Requisition',
    priority: 1,
    sortable: true,
    cell: ({ requisitionId, requestedBy }) => (
      <TwoLines quiet={<span dir="auto">{requestedBy}</span>}>
        <span className="mono">{requisitionId}</span>
      </TwoLines>
    ),
  },
  {
    id: 'items',
    header: 'Items',
    lesser: true,
    cell: ({ items }) => (
      <span dir="auto">{items.map(({ description }) => description).join(', ')}</span>
    ),
  },
  {
    id: 'department',
    header: 'Department',
    lesser: true,
    cell: ({ department }) => <span dir="auto">{department}</span>,
  },
  {
    id: 'priority',
    header: 'Priority',
    kind: 'tag',
    cell: ({ priority }) => <PriorityTag priority={priority} />,
  },
  dateColumn('requestDate', 'Requested', { sortable: true, lesser: true }),
  dateColumn('expectedDeliveryDate', 'Expected', { sortable: true }),
  moneyColumn('totalAmountUsd', 'Total', { ssp: 'totalAmountSsp', sortable: true }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status }) => <StatusTag status={status} />,
  },
];

const priorityTags = { low: 'low', medium: 'medium', high: 'high', urgent: 'critical' } as const;

export function PriorityTag({ priority }: Pick<Requisition, 'priority'>) {
  const label = priority.charAt(0).toUpperCase() + priority.slice(1);
  return <StatusTag status={priorityTags[priority]} label={label} />;
}

const filters = defineFilters(requisitionFilter, {
  status: { label: 'Status', all: 'All statuses' },
  priority: { label: 'Priority', all: 'All priorities' },
});

export function useRequisitionList() {
  return useListState({
    filters,
    sorts: ['requestDate', 'requisitionId', 'totalAmountUsd', 'expectedDeliveryDate'],
    sort: '-requestDate',
    prefix: LISTS.requisitions,
  });
}

interface RequisitionTableProps {
  onView: (requisition: { id: number }) => void;
  onNew: () => void;
}

/** The list of requisitions, newest first. */
export function RequisitionTable({ onView, onNew }: RequisitionTableProps) {
  const list = useRequisitionList();
  const read = useList('listRequisitions', list);
  const actions = useRequisitionActions(onView);
  const { open, dialog } = useDialogs({
    lowStock: (_: undefined, close) => (
      <LowStockDialog onMade={(made) => tellCreated(made, onView)} onClose={close} />
    ),
  });
  return (
    <>
      <DataTable
        label="Purchase requisitions"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ requisitionId }) => requisitionId}
        read={read}
        list={list}
        search="Search by number, requester, department or item"
        tools={
          <>
            <AllowedOrDisabled to="requisition.create">
              <ActionButton icon={<WarningSignIcon />} onClick={() => open('lowStock', undefined)}>
                Request Low Stock
              </ActionButton>
            </AllowedOrDisabled>
            <AllowedOrDisabled to="requisition.create">
              <ActionButton icon={<PlusIcon />} onClick={onNew}>
                New Requisition
              </ActionButton>
            </AllowedOrDisabled>
            <ExportMenu
              operation="exportRequisitions"
              list={list}
              what="The requisitions of this list"
            />
          </>
        }
        actions={actions.of}
        onOpen={onView}
        empty={{
          title: 'No requisitions yet',
          description: 'Whoever needs goods asks for them here; a review and an approval follow.',
          action: (
            <AllowedOrDisabled to="requisition.create">
              <ActionButton intent={Intent.PRIMARY} onClick={onNew}>
                New Requisition
              </ActionButton>
            </AllowedOrDisabled>
          ),
        }}
        noMatch={{
          title: 'No requisitions found',
          description: 'No requisitions match your current search and filters.',
        }}
      />
      {actions.dialog}
      {dialog}
    </>
  );
}
