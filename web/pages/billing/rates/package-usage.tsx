import { formatMonth, type IsoMonth, monthOf } from '@nimule/core/kernel/dates';
import { type Cents, formatUsd } from '@nimule/core/kernel/money';
import type { PackageUsageReport } from '@nimule/core/reports/usage/schema';
import { useRead } from '../../../client/use-read.ts';
import { bytesText } from '../../../parts/access/access-words.ts';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';

type Row = PackageUsageReport['packages'][number];

const perGbText = (amount: Cents | null) => (amount === null ? '–' : formatUsd(amount));

const columns: readonly SmallColumn<Row>[] = [
  { header: 'Package', cell: ({ packageType }) => packageType },
  {
    header: 'Customers',
    align: 'right',
    minor: true,
    cell: ({ customers }) => numberText(customers),
  },
  { header: 'Used', align: 'right', cell: ({ usedBytes }) => bytesText(usedBytes) },
  {
    header: 'Billed',
    align: 'right',
    minor: true,
    cell: ({ billedUsd }) => formatUsd(billedUsd),
  },
  { header: 'Billed per GB', align: 'right', cell: ({ usdPerGb }) => perGbText(usdPerGb) },
];

/** What the packages used in a month, and what was billed for a GB of it, beside what the bandwidth costs. */
export function PackageUsage({ month }: { month: IsoMonth }) {
  const read = useRead('packageUsage', { params: { yearMonth: month } }, { keepPrevious: true });
  return (
    <Loaded
      read={read}
      loading="Loading the usage…"
      failed="The usage could not be loaded"
      lines={3}
    >
      {(report) => <Usage report={report} />}
    </Loaded>
  );
}

function Usage({ report }: { report: PackageUsageReport }) {
  const { month, packages, usedBytes, codeBytes, costPerGb } = report;
  if (usedBytes === 0)
    return <p className="quiet">No router has reported any usage in {formatMonth(month)}.</p>;
  const codes = codeBytes > 0 ? `, ${bytesText(codeBytes)} of it by vouchers and WiFi` : '';
  const cost = costPerGb === null ? '' : ` The bandwidth costs ${formatUsd(costPerGb)} for a GB.`;
  return (
    <Stack>
      <p>
        {bytesText(usedBytes)} were used in {formatMonth(month)}
        {codes}.{cost}
        {month === monthOf(today()) &&
          ' So far: what was billed, and the costs, are of the whole month.'}
      </p>
      {packages.length > 0 && (
        <SmallTable
          label={`Usage of the packages in ${formatMonth(month)}`}
          columns={columns}
          rows={packages}
          rowKey={({ packageType }) => packageType}
        />
      )}
    </Stack>
  );
}
