import { Intent } from '@blueprintjs/core';
import { orderFilter, type PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { dateColumn, numberColumn, statusColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { Money } from '../../../ui/values.tsx';
import { LISTS } from '../procurement-url.ts';
import { poundsOf, progressText } from '../procurement-words.ts';
import { useOrderActions } from './order-actions.tsx';

/** Units received of those ordered. */
function progressOf({ items }: Pick<PurchaseOrder, 'items'>): string {
  const sum = (of: (item: PurchaseOrder['items'][number]) => number) =>
    items.reduce((total, item) => total + of(item), 0);
  return progressText({
    quantity: sum(({ quantity }) => quantity),
    receivedQuantity: sum(({ receivedQuantity }) => receivedQuantity),
  });
}

const columns: readonly Column<PurchaseOrder>[] = [
  numberColumn('poNumber', 'Order', ({ supplierName }) => <span dir="auto">{supplierName}</span>),
  {
    id: 'items',
    header: 'Items',
    lesser: true,
    cell: ({ items }) => (
      <span dir="auto">{items.map(({ description }) => description).join(', ')}</span>
    ),
  },
  {
    id: 'requisition',
    header: 'Requisition',
    kind: 'id',
    lesser: true,
    cell: ({ requisitionNumber }) => requisitionNumber || <span className="quiet">–</span>,
  },
  dateColumn('orderDate', 'Ordered', { sortable: true, lesser: true }),
  dateColumn('expectedDelivery', 'Expected', { sortable: true }),
  { id: 'received', header: 'Received', kind: 'count', cell: progressOf },
  {
    id: 'totalUsd',
    header: 'Total',
    kind: 'money',
    sortable: true,
    cell: (order) => <Money usd={order.totalUsd} ssp={poundsOf(order)} />,
  },
  statusColumn(),
];

const filters = defineFilters(orderFilter, {
  status: {
    label: 'Status',
    all: 'All statuses',
    labels: { standing: 'Approved or received' },
  },
  from: { label: 'Ordered from', onlyIfSet: true },
  to: { label: 'Ordered until', onlyIfSet: true },
});

export function useOrderList() {
  return {
    filters,
    sorts: ['orderDate', 'poNumber', 'totalUsd', 'expectedDelivery'],
    sort: '-orderDate',
    prefix: LISTS.orders,
  };
}

interface OrderTableProps {
  onView: (order: { id: number }) => void;
  onNew: () => void;
}

/** The list of purchase orders, newest first. */
export function OrderTable({ onView, onNew }: OrderTableProps) {
  const actions = useOrderActions(onView);
  return (
    <RecordList
      operation="listOrders"
      label="Purchase orders"
      many="purchase orders"
      columns={columns}
      rowName="poNumber"
      list={useOrderList()}
      search="Search by number, supplier or item"
      exports={{ operation: 'exportOrders', what: 'The orders of this list' }}
      actions={actions}
      onOpen={onView}
      empty={{
        title: 'No purchase orders yet',
        description: 'An order is made of an approved requisition.',
        action: (
          <AllowedOrDisabled to="order.write">
            <ActionButton intent={Intent.PRIMARY} onClick={onNew}>
              New Purchase Order
            </ActionButton>
          </AllowedOrDisabled>
        ),
      }}
    />
  );
}
