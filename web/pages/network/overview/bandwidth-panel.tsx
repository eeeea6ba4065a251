import type { BandwidthAllocation } from '@nimule/core/reports/network/schema';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { Inline } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { SampleTag } from '../../../ui/tags.tsx';
import { Money } from '../../../ui/values.tsx';

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

const columns: readonly SmallColumn<BandwidthAllocation>[] = [
  {
    header: 'Package',
    cell: ({ packageType, isSample }) => (
      <Inline>
        {packageType}
        {isSample && <SampleTag />}
      </Inline>
    ),
  },
  {
    header: 'Customers',
    align: 'right',
    minor: true,
    cell: ({ customers }) => numberText(customers),
  },
  { header: 'Mbps', align: 'right', cell: ({ mbps }) => numberText(mbps) },
  { header: 'Share', align: 'right', cell: ({ share }) => `${tenths.format(share)}%` },
  {
    header: 'Price',
    align: 'right',
    cell: ({ priceUsd, priceSsp }) =>
      priceUsd === null ? (
        <span className="quiet">as agreed</span>
      ) : (
        <Money usd={priceUsd} ssp={priceSsp} />
      ),
  },
];

/** What the Active customers of each package have bought (seeds/000 2). */
export function BandwidthPanel() {
  const read = useRead('networkBandwidth');
  return (
    <Panel
      title="Bandwidth Allocation by Package"
      description="Bought by Active customers; monthly price at today's rate"
    >
      <Loaded read={read} loading="Loading the packages…" lines={5}>
        {(packages) =>
          packages.length === 0 ? (
            <Empty
              title="No bandwidth is sold yet"
              description="It shows here once customers are added under Customer Management."
            />
          ) : (
            <SmallTable
              label="Bandwidth allocation by package"
              columns={columns}
              rows={packages}
              rowKey={({ packageType }) => packageType}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
