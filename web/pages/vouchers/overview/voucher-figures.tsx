import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { counted, numberText } from '../../../ui/counted.ts';
import { Figures } from '../../../ui/stat-card.tsx';

/** The cards (seeds/002 2). */
export function VoucherFigures() {
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
