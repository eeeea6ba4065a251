import { EndorsedIcon, EyeOpenIcon } from '@blueprintjs/icons';
import { type Voucher, voucherFilter } from '@nimule/core/vouchers/schema';
import { paths } from '../../../app/paths.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { dateColumn, statusColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { ActivateDialog } from '../batch/activate-dialog.tsx';
import { BundleName, CustomerName, Expiry, Revenue, SalePrice } from '../voucher-cells.tsx';
import { VoucherCode } from '../voucher-words.tsx';
import { useBundleFilter, useLinkFilters } from './link-filters.ts';

/** As in `paths.voucherList`. */
const PREFIX = 'vouchers-';

/** seeds/002 2. */
const columns: readonly Column<Voucher>[] = [
  {
    id: 'voucherCode',
    header: 'Code',
    kind: 'id',
    priority: 1,
    cell: ({ voucherCode }) => <VoucherCode code={voucherCode} />,
  },
  {
    id: 'bundleName',
    header: 'Bundle',
    sortable: true,
    cell: (voucher) => (
      <TwoLines quiet={<span className="mono">{voucher.batchNumber}</span>}>
        <BundleName {...voucher} />
      </TwoLines>
    ),
  },
  {
    id: 'customerName',
    header: 'Customer',
    sortable: true,
    lesser: true,
    cell: (voucher) => <CustomerName {...voucher} />,
  },
  {
    id: 'salePrice',
    header: 'Sale price',
    kind: 'money',
    sortable: true,
    cell: (voucher) => <SalePrice {...voucher} />,
  },
  statusColumn(),
  dateColumn('soldDate', 'Sold', { sortable: true }),
  {
    id: 'expiryDate',
    header: 'Expires',
    kind: 'date',
    sortable: true,
    cell: (voucher) => <Expiry {...voucher} />,
  },
];

interface VouchersTableProps {
  onView: (batch: { id: number }) => void;
}

/** All vouchers, newest first; a whole code, a customer, a telephone number or a sale is searched. */
export function VouchersTable({ onView }: VouchersTableProps) {
  const bundleId = useBundleFilter();
  const links = useLinkFilters(PREFIX);
  const filters = defineFilters(voucherFilter, {
    status: { label: 'Status', all: 'All statuses' },
    bundleId,
    ...links,
    from: { label: 'Sold from' },
    to: { label: 'Sold to' },
  });
  const refusal = useRefusal()('voucher.sell');
  const { open, dialog } = useDialogs({
    activate: (voucher: Voucher, close) => <ActivateDialog voucher={voucher} onClose={close} />,
  });
  const view = ({ batchId }: Voucher) => onView({ id: batchId });
  return (
    <RecordList
      operation="listVouchers"
      label="Vouchers"
      many="vouchers"
      columns={columns}
      rowName="voucherCode"
      list={{
        filters,
        sorts: ['soldDate', 'bundleName', 'customerName', 'salePrice', 'expiryDate'],
        sort: '-soldDate',
        prefix: PREFIX,
      }}
      search="Search by code, customer, phone or sale"
      sums={{
        operation: 'voucherSums',
        cells: (sums) => ({
          salePrice: <Revenue {...sums} />,
          status: (
            <TwoLines quiet={sums.void > 0 && `${numberText(sums.void)} void left out`}>
              {numberText(sums.unused)} unused
            </TwoLines>
          ),
        }),
      }}
      exports={{
        operation: 'exportVouchers',
        what: 'The vouchers of this list, without their codes,',
      }}
      actions={{
        of: (voucher) => [
          { label: 'View sale of', icon: <EyeOpenIcon />, onClick: () => view(voucher) },
          ...(voucher.status === 'unused'
            ? [
                {
                  label: 'Activate',
                  icon: <EndorsedIcon />,
                  disabledReason: refusal,
                  onClick: () => open('activate', voucher),
                },
              ]
            : []),
        ],
        dialog,
      }}
      onOpen={view}
      empty={{
        title: 'No vouchers sold yet',
        description: 'Each voucher that is sold is listed here with its code and its state.',
        action: <LinkButton to={paths.sellVouchers()}>Sell vouchers</LinkButton>,
      }}
    />
  );
}
