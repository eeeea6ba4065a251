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
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { Panel } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './overview-cards.module.css';

function invoices(number: number, which: string): string {
  return `${numberText(number)} ${which} ${number === 1 ? 'invoice' : 'invoices'}`;
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
  if (overview.error && !overview.data) {
    return (
      <Panel title="Payment Overview">
        <ErrorState error={overview.error} onRetry={overview.refresh} />
      </Panel>
    );
  }
  return (
    <Figures
      title="Payment Overview"
      showsTitle
      read={overview}
      figures={[
        {
          title: 'Outstanding',
          value: ({ outstandingUsd }) => formatUsd(outstandingUsd),
          subtitle: ({ outstandingUsd, openInvoices, overdueInvoices }) => (
            <Lines ssp={ssp(outstandingUsd)}>
              {invoices(openInvoices, 'open')},{' '}
              <Link to={paths.dashboard('billing', { status: 'overdue' })}>
                {numberText(overdueInvoices)} overdue
              </Link>
            </Lines>
          ),
        },
        {
          title: 'Paid This Month',
          value: ({ paidThisMonthUsd }) => formatUsd(paidThisMonthUsd),
          subtitle: ({ paidThisMonthSsp, month }) => (
            <Lines ssp={formatSsp(paidThisMonthSsp)}>
              Payments received in {formatMonth(month)}
            </Lines>
          ),
        },
        {
          title: 'Pending',
          value: ({ pendingUsd }) => formatUsd(pendingUsd),
          subtitle: ({ pendingUsd, openInvoices, overdueInvoices, nearingOverdueInvoices }) => (
            <Lines ssp={ssp(pendingUsd)}>
              {invoices(openInvoices - overdueInvoices, 'pending')},{' '}
              <Link to={paths.dashboard('billing', { status: 'nearing' })}>
                {numberText(nearingOverdueInvoices)} nearing overdue
              </Link>
            </Lines>
          ),
        },
      ]}
    />
  );
}
