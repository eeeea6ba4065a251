import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../client/use-read.ts';
import { FigureStrip, StatCard, statOf } from '../../ui/stat-card.tsx';
import styles from './customers.module.css';

const count = new Intl.NumberFormat('en-US');

/** The four figures over the list (seeds/000 2, decision 9). */
export function CustomerCards() {
  const stats = useRead('customerStats');
  const failed = stats.error !== undefined && stats.data === undefined;
  return (
    <FigureStrip title="Customers in figures">
      <StatCard
        title="Total Customers"
        value={statOf(stats, ({ total }) => count.format(total))}
        subtitle="of every status"
        failed={failed}
      />
      <StatCard
        title="Active Connections"
        value={statOf(stats, ({ active }) => count.format(active))}
        subtitle="customers whose status is Active"
        failed={failed}
      />
      <StatCard
        title="Total Revenue (USD)"
        value={statOf(stats, ({ totalRevenueUsd }) => formatUsd(totalRevenueUsd))}
        subtitle={
          stats.data && (
            <>
              monthly fees of Active customers,{' '}
              <span className={styles.whole}>{formatSspSum(stats.data.totalRevenueSsp)}</span>
            </>
          )
        }
        failed={failed}
      />
      <StatCard
        title="Locations Served"
        value={statOf(stats, ({ locations }) => count.format(locations))}
        subtitle="with at least one customer"
        failed={failed}
      />
    </FigureStrip>
  );
}
