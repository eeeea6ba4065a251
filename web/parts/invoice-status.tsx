import type { Invoice, InvoiceDetail } from '@nimule/core/billing/invoices/schema';
import { Tags, TwoLines } from '../ui/layout.tsx';
import { StatusTag } from '../ui/tags.tsx';
import { moneyFact } from '../ui/values.tsx';
import { formatRate } from './rates.ts';

type StatusFacts = Pick<
  Invoice,
  'status' | 'nearingOverdue' | 'daysPastDue' | 'paidUsd' | 'openUsd'
>;

/** '1 day past due', '12 days past due'. */
export function formatPastDue(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'} past due`;
}

/** What is open, in pounds what settles it today; the rate where it is not the invoice's own (decision 49). */
export function openFact(
  invoice: Pick<InvoiceDetail, 'openUsd' | 'openSsp' | 'exchangeRate' | 'todaysRate'>,
) {
  const { openUsd, openSsp, exchangeRate, todaysRate } = invoice;
  const isOther = openUsd > 0 && exchangeRate !== todaysRate;
  return moneyFact(isOther ? `Open (${formatRate(todaysRate)} today)` : 'Open', openUsd, openSsp);
}

/** Invoice status with 'nearing overdue', days past due and 'partly paid'. */
export function InvoiceStatus({ invoice }: { invoice: StatusFacts }) {
  const { status, nearingOverdue, daysPastDue, paidUsd, openUsd } = invoice;
  return (
    <TwoLines quiet={daysPastDue > 0 && formatPastDue(daysPastDue)}>
      <Tags>
        <StatusTag status={status} />
        {nearingOverdue && <StatusTag status="nearing overdue" />}
        {paidUsd > 0 && openUsd > 0 && <StatusTag status="partial" label="Partly paid" />}
      </Tags>
    </TwoLines>
  );
}
