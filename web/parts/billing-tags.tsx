import type { Invoice, InvoiceDetail } from '@nimule/core/billing/invoices/schema';
import { type Payment, paymentAccountLabel } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { Tags, TwoLines } from '../ui/layout.tsx';
import { StatusTag } from '../ui/tags.tsx';
import { moneyFact } from '../ui/values.tsx';
import { formatRate } from './rates.ts';

/** 'Bank', 'Mobile money, in SSP', 'Credit granted', 'Credit note'. */
export function paidThrough(payment: Pick<Payment, 'account' | 'kind' | 'currency'>): string {
  const label = paymentAccountLabel(payment);
  return payment.account && payment.currency === 'SSP' ? `${label}, in SSP` : label;
}

/** Table cell with account and reference. */
export function PaymentThrough({ payment }: { payment: Payment }) {
  return <TwoLines quiet={payment.reference}>{paidThrough(payment)}</TwoLines>;
}

type StatusFacts = Pick<
  Invoice,
  'status' | 'nearingOverdue' | 'daysPastDue' | 'paidUsd' | 'openUsd' | 'disputedSince'
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

/** Invoice status with 'disputed', 'nearing overdue', days past due and 'partly paid'. */
export function InvoiceStatus({ invoice }: { invoice: StatusFacts }) {
  const { status, nearingOverdue, daysPastDue, paidUsd, openUsd, disputedSince } = invoice;
  return (
    <TwoLines quiet={daysPastDue > 0 && formatPastDue(daysPastDue)}>
      <Tags>
        <StatusTag status={status} />
        {disputedSince && <StatusTag status="review" label="Disputed" />}
        {nearingOverdue && <StatusTag status="nearing overdue" />}
        {paidUsd > 0 && openUsd > 0 && <StatusTag status="partial" label="Partly paid" />}
      </Tags>
    </TwoLines>
  );
}

type WithStatus = Pick<Customer, 'status' | 'suspendedByRule'>;

/** Status label; distinguishes suspensions by the rule and by hand (decision 41). */
export function statusLabel({ status, suspendedByRule }: WithStatus): string {
  if (status !== 'Suspended') return status;
  return suspendedByRule ? 'Suspended by rule' : 'Suspended by hand';
}

export function CustomerStatus({ customer }: { customer: WithStatus }) {
  return <StatusTag status={customer.status} label={statusLabel(customer)} />;
}
