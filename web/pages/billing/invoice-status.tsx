import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { StatusTag } from '../../ui/tags.tsx';
import styles from './billing.module.css';
import { pastDueInWords } from './runs/business-days.ts';

type StatusFacts = Pick<
  Invoice,
  'status' | 'nearingOverdue' | 'daysPastDue' | 'paidUsd' | 'openUsd'
>;

/** The displayed status with what a clerk acts on: nearing overdue, days past due, partly paid. */
export function InvoiceStatus({ invoice }: { invoice: StatusFacts }) {
  const { status, nearingOverdue, daysPastDue, paidUsd, openUsd } = invoice;
  return (
    <span className={styles.status}>
      <span className={styles.tags}>
        <StatusTag status={status} />
        {nearingOverdue && <StatusTag status="nearing overdue" />}
        {paidUsd > 0 && openUsd > 0 && <StatusTag status="partial" label="Partly paid" />}
      </span>
      {daysPastDue > 0 && <span className="quiet">{pastDueInWords(daysPastDue)}</span>}
    </span>
  );
}
