import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../client/use-read.ts';
import { Figures } from '../../ui/stat-card.tsx';

const count = new Intl.NumberFormat('en-US');

/** The four figures above the list (seeds/000 2, decision 9). */
export function CustomerCards() {
  return (
    <Figures
      title="Customers in figures"
      read={useRead('customerStats')}
      figures={[
        {
          title: 'Total Customers',
          value: ({ total }) => count.format(total),
          subtitle: 'of every status',
        },
        {
          title: 'Active Connections',
          value: ({ active }) => count.format(active),
          subtitle: 'customers whose status is Active',
        },
        {
          title: 'Total Revenue (USD)',
          value: ({ totalRevenueUsd }) => formatUsd(totalRevenueUsd),
          subtitle: ({ totalRevenueSsp }) => (
            <>
              monthly fees of Active customers,{' '}
              <span className="unbroken">{formatSspSum(totalRevenueSsp)}</span>
            </>
          ),
        },
        {
          title: 'Locations Served',
          value: ({ locations }) => count.format(locations),
          subtitle: 'with at least one customer',
        },
      ]}
    />
  );
}
