import { Intent } from '@blueprintjs/core';
import { type SalesOrder, saleFilter, saleSorts } from '@nimule/core/sales/schema';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { countColumn, dateColumn, moneyColumn, numberColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters, type TableFilter } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText } from '../../../ui/values.tsx';
import { saleRowActions } from './sale-actions.tsx';
import { SALES } from './sale-words.tsx';

const columns: readonly Column<SalesOrder>[] = [
  numberColumn('orderNumber', 'Order', ({ isCounterSale }) => isCounterSale && 'Counter sale'),
  {
    id: 'customerName',
    header: 'Customer',
    sortable: true,
    cell: ({ customerName, customerNumber }) => (
      <TwoLines quiet={<span className="mono">{customerNumber}</span>}>
        <bdi>{customerName}</bdi>
      </TwoLines>
    ),
  },
  dateColumn('orderDate', 'Ordered', { sortable: true, lesser: true }),
  {
    id: 'deliveryDate',
    header: 'Delivery',
    kind: 'date',
    sortable: true,
    lesser: true,
    cell: ({ deliveryDate, deliveredOn }) => <DateText date={deliveredOn ?? deliveryDate} />,
  },
  countColumn('units', 'Units', { priority: 3 }),
  moneyColumn('totalAmountUsd', 'Total', { ssp: 'totalAmountSsp', sortable: true }),
  {
    id: 'paymentStatus',
    header: 'Payment',
    kind: 'tag',
    cell: ({ paymentStatus, status }) =>
      status === 'rejected' || status === 'cancelled' ? (
        <span className="quiet">–</span>
      ) : (
        <StatusTag status={paymentStatus} />
      ),
  },
  {
    id: 'salesPerson',
    header: 'Sold by',
    lesser: true,
    priority: 4,
    cell: ({ salesPersonName }) => <bdi>{salesPersonName}</bdi>,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    sortable: true,
    cell: ({ status, priceCheck }) =>
      status === 'pending' && priceCheck === 'waiting' ? (
        <StatusTag status="late" label="Price waits" />
      ) : (
        <StatusTag status={status} />
      ),
  },
];

const fixedFilters = defineFilters(saleFilter, {
  status: { label: 'Status', all: 'All statuses', labels: { open: 'Open: not delivered' } },
  paymentStatus: { label: 'Payment', all: 'Any payment', labels: { partial: 'Partly paid' } },
  from: { label: 'From day' },
  to: { label: 'To day' },
});

/** The filter by customer or by item, offered when a link has set it. */
function useLinkedFilters(): readonly TableFilter[] {
  const [params] = useSearchParams();
  const idIn = (name: string) => {
    const id = params.get(SALES + name) ?? '';
    return /^\d{1,15}$/.test(id) ? id : '';
  };
  const customerId = idIn('customerId');
  const equipmentId = idIn('equipmentId');
  const customer = useRead(
    'getCustomer',
    { params: { id: customerId } },
    { when: customerId !== '' },
  ).data;
  const item = useRead(
    'getEquipment',
    { params: { id: equipmentId } },
    { when: equipmentId !== '' },
  ).data;
  return defineFilters(saleFilter, {
    ...(customerId !== '' && {
      customerId: linkFilter(
        'Customer',
        customerId,
        customer ? `${customer.customerId} ${customer.name}` : 'One customer',
      ),
    }),
    ...(equipmentId !== '' && {
      equipmentId: linkFilter(
        'Equipment',
        equipmentId,
        item ? `${item.equipmentId} ${item.name}` : 'One item',
      ),
    }),
  });
}

interface SalesTableProps {
  onView: (sale: { id: number }) => void;
  onNew: () => void;
}

/** The sales orders, newest first. */
export function SalesTable({ onView, onNew }: SalesTableProps) {
  const filters = [...useLinkedFilters(), ...fixedFilters];
  return (
    <RecordList
      operation="listSales"
      label="Sales orders"
      columns={columns}
      rowName="orderNumber"
      list={{ filters, sorts: saleSorts, sort: '-orderDate', prefix: SALES }}
      search="Search by number or customer"
      exports={{ operation: 'exportSales', what: 'The orders of this list' }}
      actions={saleRowActions(onView)}
      onOpen={onView}
      empty={{
        title: 'No sales orders yet',
        description: 'What is ordered and sold is listed here, with its delivery and payment.',
        action: (
          <AllowedOrDisabled to="sale.write">
            <ActionButton intent={Intent.PRIMARY} onClick={onNew}>
              New Sales Order
            </ActionButton>
          </AllowedOrDisabled>
        ),
      }}
      noMatch={{
        title: 'No sales orders found',
        description: 'No orders match your current search and filters.',
      }}
    />
  );
}
