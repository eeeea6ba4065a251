import { EyeOpenIcon, ListIcon } from '@blueprintjs/icons';
import { batchFilter, type VoucherBatch } from '@nimule/core/vouchers/schema';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { countColumn, dateColumn, idColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { CustomerName, Revenue } from '../voucher-cells.tsx';
import { paidThrough } from '../voucher-words.tsx';
import { useBundleFilter, useLinkFilters } from './link-filters.ts';

const PREFIX = 'sales-';

const columns: readonly Column<VoucherBatch>[] = [
  idColumn('batchNumber', 'Sale', { sortable: true, plain: true }),
  dateColumn('soldDate', 'Sold', { sortable: true, lesser: true }),
  {
    id: 'bundleName',
    header: 'Bundle',
    sortable: true,
    cell: (batch) => (
      <TwoLines quiet={<CustomerName {...batch} />}>
        <bdi>{batch.bundleName}</bdi>
      </TwoLines>
    ),
  },
  countColumn('quantity', 'Vouchers', { sortable: true }),
  countColumn('unused', 'Unused'),
  countColumn('active', 'Active', { priority: 3 }),
  countColumn('expired', 'Expired', { priority: 3 }),
  countColumn('void', 'Void', { priority: 3 }),
  {
    id: 'revenueUsd',
    header: 'Revenue in the books',
    kind: 'money',
    cell: (batch) => <Revenue {...batch} />,
  },
  {
    id: 'paid',
    header: 'Paid by',
    priority: 3,
    cell: (batch) => paidThrough(batch),
  },
  textColumn('soldBy', 'Seller', { sortable: true, lesser: true }),
];

interface BatchesTableProps {
  onView: (batch: { id: number }) => void;
}

/** The sales of vouchers with what became of them, newest first. */
export function BatchesTable({ onView }: BatchesTableProps) {
  const navigate = useNavigate();
  const bundleId = useBundleFilter();
  const { soldById } = useLinkFilters(PREFIX);
  const filters = defineFilters(batchFilter, {
    bundleId,
    ...(soldById ? { soldById } : {}),
    from: { label: 'Sold from' },
    to: { label: 'Sold to' },
  });
  return (
    <RecordList
      operation="listVoucherBatches"
      label="Sales of vouchers"
      many="sales"
      columns={columns}
      rowName="batchNumber"
      list={{
        filters,
        sorts: ['batchNumber', 'soldDate', 'bundleName', 'soldBy', 'quantity'],
        sort: '-soldDate',
        prefix: PREFIX,
      }}
      search="Search by sale, customer or phone"
      exports="exportVoucherBatches"
      sums={{
        operation: 'voucherBatchSums',
        cells: (sums) => ({
          quantity: numberText(sums.vouchers),
          void: numberText(sums.void),
          revenueUsd: <Revenue {...sums} />,
        }),
      }}
      actions={(batch) => [
        { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(batch) },
        {
          label: 'List vouchers of',
          icon: <ListIcon />,
          onClick: () => navigate(paths.voucherList({ batchId: String(batch.id) })),
        },
      ]}
      onOpen={onView}
      empty={{
        title: 'No vouchers sold yet',
        description: 'Each sale is listed here, with how many of its vouchers were used.',
        action: <LinkButton to={paths.sellVouchers()}>Sell vouchers</LinkButton>,
      }}
    />
  );
}
