import { DollarIcon, PeopleIcon, PulseIcon, TimelineBarChartIcon } from '@blueprintjs/icons';
import { type Cents, formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import type { Analytics } from '@nimule/core/reports/analytics/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { percentText } from '../../parts/network/network-words.ts';
import { numberText } from '../../ui/counted.ts';
import { Columns } from '../../ui/page.tsx';
import { StatCard, type Trend } from '../../ui/stat-card.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { growthTrend, periodWords } from './analytics-words.ts';

/** Four cards on one line from 1280 px on, two on lines of 1024 px. */
const CARD_WIDTH = 226;

/** The cards (seeds/000 2) and the revenue of the period; placeholders without figures. */
export function AnalyticsCards({ figures }: { figures: Analytics | undefined }) {
  return (
    <Columns min={CARD_WIDTH}>
      <StatCard
        title="Annual Revenue"
        value={figures && formatUsd(figures.annualRevenueUsd)}
        subtitle={figures && poundsText(figures.annualRevenueSsp)}
        trend={figures && growthTrend(figures.annualRevenueGrowth, figures.annualPreviousRange)}
        icon={<DollarIcon />}
      />
      <StatCard
        title="Total Customers"
        value={figures && numberText(figures.totalCustomers)}
        subtitle={figures && <ActiveText figures={figures} />}
        trend={figures && movesTrend(figures)}
        icon={<PeopleIcon />}
      />
      <StatCard
        title="Service Quality"
        value={figures && percentText(figures.uptime)}
        subtitle={figures && 'uptime of the network nodes'}
        tag={figures?.uptimeIsSample && <SampleTag />}
        trend={figures && ratingTrend(figures)}
        icon={<PulseIcon />}
      />
      <StatCard
        title="Revenue of the Period"
        value={figures && formatUsd(figures.revenueUsd)}
        subtitle={figures && poundsText(figures.revenueSsp)}
        trend={figures && growthTrend(figures.revenueGrowth, figures.previousRange)}
        icon={<TimelineBarChartIcon />}
      />
    </Columns>
  );
}

function poundsText(ssp: Cents | null): string {
  return `${formatSspSum(ssp)} at today's rate`;
}

function ActiveText({ figures: { activeCustomers } }: { figures: Analytics }) {
  return (
    <Link to={paths.customersWith({ status: 'Active' })}>{numberText(activeCustomers)} active</Link>
  );
}

/** '12 new and 3 lost this month'. */
function movesTrend({
  newCustomers,
  lostCustomers,
  period,
}: Pick<Analytics, 'newCustomers' | 'lostCustomers' | 'period'>): Trend {
  const direction =
    newCustomers > lostCustomers ? 'up' : newCustomers < lostCustomers ? 'down' : 'flat';
  return {
    direction,
    text: `${numberText(newCustomers)} new and ${numberText(lostCustomers)} lost ${inPeriod(period)}`,
    ...(direction === 'flat' ? {} : { good: direction === 'up' }),
  };
}

function inPeriod(period: Analytics['period']): string {
  return period === 'weekly' ? `in ${periodWords[period]}` : periodWords[period];
}

/** 'chats rated 4.6 of 5'. */
function ratingTrend({ satisfaction, satisfactionIsSample }: Analytics): Trend | undefined {
  return satisfactionIsSample
    ? undefined
    : { direction: 'none', text: `chats rated ${satisfaction.toFixed(1)} of 5` };
}
