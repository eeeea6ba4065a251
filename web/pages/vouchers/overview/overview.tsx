import { formatUsd } from '@nimule/core/kernel/money';
import type { Voucher, VoucherBundle } from '@nimule/core/vouchers/schema';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText } from '../../../ui/values.tsx';
import { useBundles } from '../use-bundles.ts';
import {
  BundleData,
  BundleName,
  BundlePrice,
  BundleStatus,
  CustomerName,
  Expiry,
  SalePrice,
} from '../voucher-cells.tsx';
import { bundleTypeLabels, VoucherCode } from '../voucher-words.tsx';

/** seeds/002 9. */
const RECENT = 5;
const SCROLLS_FROM = 10;

const voucherColumns: readonly SmallColumn<Voucher>[] = [
  { header: 'Code', cell: ({ voucherCode }) => <VoucherCode code={voucherCode} /> },
  { header: 'Bundle', cell: (voucher) => <BundleName {...voucher} /> },
  { header: 'Customer', minor: true, cell: (voucher) => <CustomerName {...voucher} /> },
  {
    header: 'Sale price',
    align: 'right',
    minor: true,
    cell: (voucher) => <SalePrice {...voucher} />,
  },
  { header: 'Status', cell: ({ status }) => <StatusTag status={status} /> },
  { header: 'Sold', lesser: true, cell: ({ soldDate }) => <DateText date={soldDate} /> },
  { header: 'Expires', minor: true, cell: (voucher) => <Expiry {...voucher} /> },
  {
    header: 'Sale',
    lesser: true,
    cell: ({ batchId, batchNumber }) => (
      <RecordLink kind="batch" id={batchId} number={batchNumber} />
    ),
  },
];

const bundleColumns: readonly SmallColumn<VoucherBundle>[] = [
  { header: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    header: 'Data (MB)',
    align: 'right',
    minor: true,
    cell: (bundle) => <BundleData {...bundle} />,
  },
  { header: 'Validity (days)', align: 'right', cell: ({ validityDays }) => validityDays },
  { header: 'Price (USD)', align: 'right', cell: (bundle) => <BundlePrice {...bundle} /> },
  { header: 'Type', minor: true, cell: ({ bundleType }) => bundleTypeLabels[bundleType] },
  { header: 'Status', minor: true, cell: (bundle) => <BundleStatus {...bundle} /> },
];

/** The figures, the latest vouchers and the bundles on sale (seeds/002 2). */
export function Overview() {
  return (
    <Stack>
      <VoucherFigures />
      <RecentVouchers />
      <ActiveBundles />
    </Stack>
  );
}

function RecentVouchers() {
  const read = useRead('listVouchers', { query: { sort: '-soldDate', pageSize: RECENT } });
  return (
    <Panel
      title="Recent vouchers"
      actions={<LinkButton to={paths.voucherList()}>All vouchers</LinkButton>}
    >
      <Loaded read={read} loading="Loading the latest vouchers…" lines={RECENT}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty
              title="No vouchers sold yet"
              description="A sale makes the codes at once: choose a bundle, and how many."
              action={<LinkButton to={paths.sellVouchers()}>Sell vouchers</LinkButton>}
            />
          ) : (
            <SmallTable
              label="Recent vouchers"
              columns={voucherColumns}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function ActiveBundles() {
  const read = useBundles({ isActive: true });
  return (
    <Panel title="Active bundles">
      <Loaded read={read} loading="Loading the bundles…" lines={4}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty
              title="No bundle is on sale"
              description="Vouchers are sold of bundles: create one, or activate one of the list."
              action={<LinkButton to={paths.voucherBundles()}>Manage bundles</LinkButton>}
            />
          ) : (
            <SmallTable
              label="Active bundles"
              columns={bundleColumns}
              rows={rows}
              rowKey={({ id }) => id}
              scrolls={rows.length > SCROLLS_FROM}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The cards (seeds/002 2). */
function VoucherFigures() {
  return (
    <Figures
      title="Voucher figures"
      read={useRead('getVoucherStats')}
      figures={[
        {
          title: 'Total Vouchers',
          value: ({ totalVouchers }) => numberText(totalVouchers),
          subtitle: ({ unusedVouchers }) => `sold, ${numberText(unusedVouchers)} not used yet`,
        },
        {
          title: 'Active Vouchers',
          value: ({ activatedVouchers }) => numberText(activatedVouchers),
          subtitle: 'activated and running',
        },
        {
          title: 'Total Revenue (USD)',
          value: ({ totalRevenue }) => formatUsd(totalRevenue),
          subtitle: ({ unusedValueUsd }) =>
            `${formatUsd(unusedValueUsd)} of it for unused vouchers; pounds at the standard rate, not at the price's`,
        },
        {
          title: 'Active Bundles',
          value: ({ activeBundles }) => numberText(activeBundles),
          subtitle: ({ activeBundles }) =>
            activeBundles === 0
              ? 'none can be sold'
              : `${counted(activeBundles, 'bundle')} on sale`,
        },
      ]}
    />
  );
}
