import { DollarIcon, HeadsetIcon, PeopleIcon, PulseIcon } from '@blueprintjs/icons';
import { addMonths, formatMonth, isoMonth } from '@nimule/core/kernel/dates';
import { cents, formatSspSum, formatUsd, subtractCents, ZERO } from '@nimule/core/kernel/money';
import type { DashboardStats } from '@nimule/core/reports/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { percentText } from '../../parts/network/network-words.ts';
import { Columns } from '../../ui/page.tsx';
import { StatCard, type Trend } from '../../ui/stat-card.tsx';
import { SampleTag } from '../../ui/tags.tsx';

const count = new Intl.NumberFormat('en-US');

/** The four cards (seeds/000 2); placeholders without stats. */
export function OverviewCards({ stats }: { stats: DashboardStats | undefined }) {
  return (
    <Columns>
      <StatCard
        title="Total Customers"
        value={stats && count.format(stats.totalCustomers)}
        subtitle={stats && `${count.format(stats.activeCustomers)} active`}
        trend={stats && newCustomers(stats)}
        icon={<PeopleIcon />}
      />
      <StatCard
        title="Monthly Revenue"
        value={stats && formatUsd(stats.monthlyRevenueUsd)}
        subtitle={stats && `${formatSspSum(stats.monthlyRevenueSsp)} at today's rate`}
        trend={stats && revenueTrend(stats)}
        icon={<DollarIcon />}
      />
      <StatCard
        title="Network Uptime"
        value={stats && percentText(stats.networkUptime)}
        subtitle={
          stats?.networkUptimeIsSample
            ? 'until nodes report their own'
            : 'average over the network nodes'
        }
        tag={stats?.networkUptimeIsSample && <SampleTag />}
        icon={<PulseIcon />}
      />
      <StatCard
        title="Open Tickets"
        value={stats && (stats.openTickets === null ? '–' : count.format(stats.openTickets))}
        subtitle={stats && <TicketsText stats={stats} />}
        icon={<HeadsetIcon />}
      />
    </Columns>
  );
}

function newCustomers({ newCustomersThisMonth }: DashboardStats): Trend {
  return newCustomersThisMonth > 0
    ? { direction: 'up', text: `${count.format(newCustomersThisMonth)} new this month`, good: true }
    : { direction: 'flat', text: 'none new this month' };
}

/** How many open tickets are urgent, with a link to them. */
function TicketsText({ stats: { openTickets, urgentTickets } }: { stats: DashboardStats }) {
  if (openTickets === null) return 'Support tickets are not available yet';
  return (
    <Link to={paths.tickets({ status: 'unresolved', priority: 'urgent' })}>
      {count.format(urgentTickets ?? 0)} urgent
    </Link>
  );
}

/** This month's revenue so far compared with the whole previous month; a decrease is neutral. */
export function revenueTrend({
  monthlyRevenueUsd,
  previousMonthRevenueUsd,
  revenueByMonth,
}: Pick<DashboardStats, 'monthlyRevenueUsd' | 'previousMonthRevenueUsd' | 'revenueByMonth'>):
  | Trend
  | undefined {
  const month = revenueByMonth.at(-1)?.month;
  if (!month) return undefined;
  const before = formatMonth(addMonths(isoMonth(month), -1)).split(' ')[0];
  const difference = subtractCents(monthlyRevenueUsd, previousMonthRevenueUsd);
  if (difference === ZERO) return { direction: 'flat', text: `as in ${before}` };
  const amount = formatUsd(cents(Math.abs(difference)));
  return difference > 0
    ? { direction: 'up', text: `${amount} more than in ${before}`, good: true }
    : { direction: 'down', text: `${amount} less than in ${before}` };
}
