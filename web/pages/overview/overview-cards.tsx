import { DollarIcon, HeadsetIcon, PeopleIcon, PulseIcon } from '@blueprintjs/icons';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import type { DashboardStats } from '@nimule/core/reports/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { percentText } from '../../parts/network/network-words.ts';
import { numberText } from '../../ui/counted.ts';
import { Columns } from '../../ui/page.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { customersTrend, revenueTrend, ticketsTrend, uptimeTrend } from './overview-trends.ts';

/** Four cards on one line from 1280 px on, two on lines of 1024 px. */
const CARD_WIDTH = 226;

/** The four cards (seeds/000 2); placeholders without stats. */
export function OverviewCards({ stats }: { stats: DashboardStats | undefined }) {
  return (
    <Columns min={CARD_WIDTH}>
      <StatCard
        title="Total Customers"
        value={stats && numberText(stats.totalCustomers)}
        subtitle={stats && customersText(stats)}
        trend={stats && customersTrend(stats)}
        icon={<PeopleIcon />}
      />
      <StatCard
        title="Monthly Revenue"
        value={stats && formatUsd(stats.monthlyRevenueUsd)}
        subtitle={stats && `${formatSspSum(stats.monthlyRevenueSsp)} at today's rate`}
        trend={stats && revenueTrend(stats.trends)}
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
        trend={stats && uptimeTrend(stats.trends)}
        icon={<PulseIcon />}
      />
      <StatCard
        title="Open Tickets"
        value={stats && numberText(stats.openTickets)}
        subtitle={stats && <TicketsText stats={stats} />}
        trend={stats && ticketsTrend(stats)}
        icon={<HeadsetIcon />}
      />
    </Columns>
  );
}

/** '1,100 active, 3 new this month'. */
function customersText({ activeCustomers, newCustomersThisMonth }: DashboardStats): string {
  const active = `${numberText(activeCustomers)} active`;
  return newCustomersThisMonth > 0
    ? `${active}, ${numberText(newCustomersThisMonth)} new this month`
    : active;
}

/** How many open tickets are urgent, with a link to them. */
function TicketsText({ stats: { urgentTickets } }: { stats: DashboardStats }) {
  return (
    <Link to={paths.tickets({ status: 'unresolved', priority: 'urgent' })}>
      {numberText(urgentTickets)} urgent
    </Link>
  );
}
