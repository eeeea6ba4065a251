import type { billingOverview } from '@nimule/core/billing/invoices/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import {
  type Cents,
  formatSsp,
  formatSspSum,
  formatUsd,
  sumToSsp,
} from '@nimule/core/kernel/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FigureStrip, StatCard, statOf } from '../../ui/stat-card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './billing.module.css';

type Overview = z.output<typeof billingOverview>;
const count = new Intl.NumberFormat('en-US');

function invoices(number: number, which: string): string {
  return `${count.format(number)} ${which} ${number === 1 ? 'invoice' : 'invoices'}`;
}

interface LinesProps {
  ssp: string | undefined;
  children: ReactNode;
}

function Lines({ ssp, children }: LinesProps) {
  return (
    <span className={styles.lines}>
      <span>{ssp ?? <Skeleton width="12ch" />}</span>
      <span>{children}</span>
    </span>
  );
}

/** Payment Overview (seeds/000 2, decision 9). */
export function OverviewCards() {
  const overview = useRead('billingOverview');
  const rates = useRead('currentRates');
  const ssp = (usd: Cents) =>
    rates.data && `${formatSspSum(sumToSsp(usd, rates.data.standard))} today`;
  const card = (usd: (data: Overview) => Cents) => statOf(overview, (data) => formatUsd(usd(data)));
  const { data } = overview;
  if (overview.error && !data) {
    return (
      <Panel title="Payment Overview">
        <ErrorState error={overview.error} onRetry={overview.refresh} />
      </Panel>
    );
  }
  return (
    <FigureStrip title="Payment Overview" showsTitle>
      <StatCard
        title="Outstanding"
        value={card((d) => d.outstandingUsd)}
        subtitle={
          data && (
            <Lines ssp={ssp(data.outstandingUsd)}>
              {invoices(data.openInvoices, 'open')},{' '}
              <Link to={paths.dashboard('billing', { status: 'overdue' })}>
                {count.format(data.overdueInvoices)} overdue
              </Link>
            </Lines>
          )
        }
      />
      <StatCard
        title="Paid This Month"
        value={card((d) => d.paidThisMonthUsd)}
        subtitle={
          data && (
            <Lines ssp={formatSsp(data.paidThisMonthSsp)}>
              Payments received in {formatMonth(data.month)}
            </Lines>
          )
        }
      />
      <StatCard
        title="Pending"
        value={card((d) => d.pendingUsd)}
        subtitle={
          data && (
            <Lines ssp={ssp(data.pendingUsd)}>
              {invoices(data.openInvoices - data.overdueInvoices, 'pending')},{' '}
              <Link to={paths.dashboard('billing', { status: 'nearing' })}>
                {count.format(data.nearingOverdueInvoices)} nearing overdue
              </Link>
            </Lines>
          )
        }
      />
    </FigureStrip>
  );
}
