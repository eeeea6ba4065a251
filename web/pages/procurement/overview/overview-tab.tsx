import { formatUsd } from '@nimule/core/kernel/money';
import type { PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import type { Supplier } from '@nimule/core/procurement/suppliers/schema';
import { useRead } from '../../../client/use-read.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { Columns, Panel } from '../../../ui/page.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, Money } from '../../../ui/values.tsx';
import { useView } from '../procurement-url.ts';
import { poundsOf } from '../procurement-words.ts';

/** seeds/002 9. */
const SHOWN = 5;

/** Figures, the five most recent purchase orders and the top five suppliers (seeds/002 2). */
export function OverviewTab() {
  return (
    <Stack>
      <Figures
        title="Procurement figures"
        read={useRead('procurementStats')}
        figures={[
          {
            title: 'Total Orders',
            value: ({ totalOrders }) => numberText(totalOrders),
            subtitle: ({ pendingOrders }) => `${numberText(pendingOrders)} pending`,
          },
          {
            title: 'Pending Requisitions',
            value: ({ pendingRequisitions }) => numberText(pendingRequisitions),
            subtitle: 'waiting for review or approval',
          },
          {
            title: 'Active Suppliers',
            value: ({ activeSuppliers }) => numberText(activeSuppliers),
            subtitle: 'orders can be made with them',
          },
          {
            title: 'Monthly Spend',
            value: ({ monthlySpendUsd }) => formatUsd(monthlySpendUsd),
            subtitle: 'approved orders of this month',
          },
          {
            title: 'Due This Week',
            value: ({ dueThisWeekUsd }) => formatUsd(dueThisWeekUsd),
            subtitle: ({ openBillsUsd }) => `${formatUsd(openBillsUsd)} of open bills`,
          },
        ]}
      />
      <Columns min={420}>
        <RecentOrders />
        <TopSuppliers />
      </Columns>
    </Stack>
  );
}

const orderColumns: readonly SmallColumn<PurchaseOrder>[] = [
  {
    header: 'Order',
    cell: ({ id, poNumber, supplierName }) => (
      <TwoLines quiet={<span dir="auto">{supplierName}</span>}>
        <RecordLink kind="purchase-order" id={id} number={poNumber} />
      </TwoLines>
    ),
  },
  { header: 'Date', minor: true, cell: ({ orderDate }) => <DateText date={orderDate} /> },
  { header: 'Status', cell: ({ status }) => <StatusTag status={status} /> },
  {
    header: 'Total',
    align: 'right',
    cell: (order) => <Money usd={order.totalUsd} ssp={poundsOf(order)} />,
  },
];

function RecentOrders() {
  const { show } = useView();
  const read = useRead('listOrders', { query: { sort: '-orderDate', pageSize: SHOWN } });
  return (
    <Panel
      title="Recent Purchase Orders"
      actions={<ActionButton onClick={() => show('orders')}>All orders</ActionButton>}
    >
      <Loaded read={read} loading="Loading the orders…" lines={SHOWN}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty
              title="No purchase orders yet"
              description="An order is made of an approved requisition."
            />
          ) : (
            <SmallTable
              label="Recent purchase orders"
              columns={orderColumns}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const supplierColumns: readonly SmallColumn<Supplier>[] = [
  {
    header: 'Supplier',
    cell: ({ id, name, supplierCode }) => (
      <TwoLines quiet={supplierCode}>
        <RecordLink kind="supplier" id={id} number={name} isName />
      </TwoLines>
    ),
  },
  { header: 'Orders', minor: true, cell: ({ orders }) => counted(orders, 'order') },
  { header: 'Status', cell: ({ status }) => <StatusTag status={status} />, minor: true },
  { header: 'Spent', align: 'right', cell: ({ spentUsd }) => <Money usd={spentUsd} /> },
];

function TopSuppliers() {
  const { show } = useView();
  const read = useRead('listSuppliers', { query: { sort: '-spentUsd', pageSize: SHOWN } });
  return (
    <Panel
      title="Top Suppliers"
      actions={<ActionButton onClick={() => show('suppliers')}>All suppliers</ActionButton>}
    >
      <Loaded read={read} loading="Loading the suppliers…" lines={SHOWN}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="No suppliers yet" description="Add one with 'Add Supplier' above." />
          ) : (
            <SmallTable
              label="Top suppliers by spend"
              columns={supplierColumns}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
