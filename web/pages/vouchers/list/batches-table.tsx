import { EyeOpenIcon, ListIcon } from '@blueprintjs/icons';
import { batchFilter, type VoucherBatch } from '@nimule/core/vouchers/schema';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { dateColumn, idColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
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
  {
    id: 'quantity',
    header: 'Vouchers',
    kind: 'count',
    sortable: true,
    cell: ({ quantity }) => quantity,
  },
  { id: 'unused', header: 'Unused', kind: 'count', cell: ({ unused }) => unused },
  { id: 'active', header: 'Active', kind: 'count', priority: 3, cell: ({ active }) => active },
  { id: 'expired', header: 'Expired', kind: 'count', priority: 3, cell: ({ expired }) => expired },
  { id: 'void', header: 'Void', kind: 'count', priority: 3, cell: (batch) => batch.void },
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
  {
    id: 'soldBy',
    header: 'Seller',
    sortable: true,
    lesser: true,
    cell: ({ soldBy }) => <bdi>{soldBy}</bdi>,
  },
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
  const list = useListState({
    filters,
    sorts: ['batchNumber', 'soldDate', 'bundleName', 'soldBy', 'quantity'],
    sort: '-soldDate',
    prefix: PREFIX,
  });
  const read = useList('listVoucherBatches', list);
  const sums = useRead('voucherBatchSums', { query: list.filter }, { keepPrevious: true }).data;
  return (
    <DataTable
      label="Sales of vouchers"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ batchNumber }) => batchNumber}
      read={read}
      list={list}
      search="Search by sale, customer or phone"
      tools={
        <ExportMenu operation="exportVoucherBatches" list={list} what="The sales of this list" />
      }
      sums={
        sums && {
          quantity: numberText(sums.vouchers),
          void: numberText(sums.void),
          revenueUsd: <Revenue {...sums} />,
        }
      }
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
      noMatch={{
        title: 'No sales found',
        description: 'No sales match your current search and filters.',
      }}
    />
  );
}
