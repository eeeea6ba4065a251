import { Intent } from '@blueprintjs/core';
import { PlusIcon, WarningSignIcon } from '@blueprintjs/icons';
import { type Requisition, requisitionFilter } from '@nimule/core/procurement/requisitions/schema';
import { tellCreated } from '../../../parts/procurement/new-requisition-dialog.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import {
  dateColumn,
  moneyColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { LISTS } from '../procurement-url.ts';
import { useRequisitionActions } from './requisition-actions.tsx';
import { LowStockDialog } from './requisition-dialogs.tsx';

const columns: readonly Column<Requisition>[] = [
  numberColumn('requisitionId', 'Requisition', ({ requestedBy }) => (
    <span dir="auto">{requestedBy}</span>
  )),
  {
    id: 'items',
    header: 'Items',
    lesser: true,
    cell: ({ items }) => (
      <span dir="auto">{items.map(({ description }) => description).join(', ')}</span>
    ),
  },
  textColumn('department', 'Department', { lesser: true }),
  {
    id: 'priority',
    header: 'Priority',
    kind: 'tag',
    cell: ({ priority }) => <PriorityTag priority={priority} />,
  },
  dateColumn('requestDate', 'Requested', { sortable: true, lesser: true }),
  dateColumn('expectedDeliveryDate', 'Expected', { sortable: true }),
  moneyColumn('totalAmountUsd', 'Total', { ssp: 'totalAmountSsp', sortable: true }),
  statusColumn(),
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
  return {
    filters,
    sorts: ['requestDate', 'requisitionId', 'totalAmountUsd', 'expectedDeliveryDate'],
    sort: '-requestDate',
    prefix: LISTS.requisitions,
  };
}

interface RequisitionTableProps {
  onView: (requisition: { id: number }) => void;
  onNew: () => void;
}

/** The list of requisitions, newest first. */
export function RequisitionTable({ onView, onNew }: RequisitionTableProps) {
  const actions = useRequisitionActions(onView);
  const { open, dialog } = useDialogs({
    lowStock: (_: undefined, close) => (
      <LowStockDialog onMade={(made) => tellCreated(made, onView)} onClose={close} />
    ),
  });
  return (
    <>
      <RecordList
        operation="listRequisitions"
        label="Purchase requisitions"
        many="requisitions"
        columns={columns}
        rowName="requisitionId"
        list={useRequisitionList()}
        search="Search by number, requester, department or item"
        tools={
          <AllowedOrDisabled to="requisition.create">
            <ActionButton icon={<WarningSignIcon />} onClick={() => open('lowStock', undefined)}>
              Request Low Stock
            </ActionButton>
          </AllowedOrDisabled>
        }
        add={
          <AllowedOrDisabled to="requisition.create">
            <ActionButton icon={<PlusIcon />} onClick={onNew}>
              New Requisition
            </ActionButton>
          </AllowedOrDisabled>
        }
        exports="exportRequisitions"
        actions={actions}
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
      />
      {dialog}
    </>
  );
}
