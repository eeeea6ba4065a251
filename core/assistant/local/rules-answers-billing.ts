import { formatDate } from '../../kernel/dates.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { CustomerFacts } from '../facts/rules.ts';
import { amount, joined, OFFER, since } from './rules-say.ts';

type Invoice = CustomerFacts['account']['openInvoices'][number];
type Payment = CustomerFacts['account']['payments'][number];

function dueText({ dueDate, daysPastDue, isOverdue }: Invoice): string {
  if (daysPastDue === 0) return `due on ${formatDate(dueDate)}`;
  const late = `${daysPastDue} ${daysPastDue === 1 ? 'day' : 'days'} past its due date ${formatDate(dueDate)}`;
  return isOverdue ? `overdue, ${late}` : late;
}

/** Open invoices, one per line. */
function invoiceLines({ account }: CustomerFacts): string {
  const lines = account.openInvoices.map(
    (invoice) =>
      `${invoice.invoiceId}: ${formatUsd(invoice.openUsd)} open, ${dueText(invoice)} (${invoice.description})`,
  );
  const more = account.openInvoiceCount - lines.length;
  if (more > 0) lines.push(`and ${more} more`);
  return lines.join('\n');
}

/** What is owed, or the credit. */
export function balanceText(facts: CustomerFacts): string {
  const { balanceUsd, creditUsd, overdueUsd, openInvoices, payments } = facts.account;
  if (balanceUsd > 0) {
    const overdue = overdueUsd > 0 ? ` Of this, ${amount(facts, overdueUsd)} is overdue.` : '';
    return `You owe ${amount(facts, balanceUsd)}.${overdue}`;
  }
  if (creditUsd > 0 && openInvoices.length === 0)
    return `You owe nothing and have ${amount(facts, creditUsd)} of credit, which your next invoice uses.`;
  const isNew = payments.length === 0 && openInvoices.length === 0;
  return isNew
    ? 'You owe nothing: there is no invoice open on your account.'
    : 'You owe nothing at the moment.';
}

function promiseText({ customer }: CustomerFacts): string {
  return customer.promiseUntil
    ? `A promise to pay is recorded: you are not disconnected before the end of ${formatDate(customer.promiseUntil)}.`
    : '';
}

/** When the 15-day rule will suspend. */
function suspensionText(facts: CustomerFacts): string {
  const { suspendsOn } = facts.account;
  if (!suspendsOn) return '';
  return `If nothing is paid, the service is suspended on ${formatDate(suspendsOn)}.`;
}

export function balanceAnswer(facts: CustomerFacts): string {
  return joined(
    balanceText(facts),
    invoiceLines(facts),
    joined(promiseText(facts), suspensionText(facts)),
    restoreText(facts),
  );
}

export function dueAnswer(facts: CustomerFacts): string {
  if (facts.customer.status === 'Suspended') return suspendedAnswer(facts);
  if (facts.account.openInvoices.length === 0)
    return joined('No invoice is open, so nothing is due.', balanceText(facts));
  return balanceAnswer(facts);
}

/** What lifts a suspension by the rule; '' where it does not apply. */
function restoreText(facts: CustomerFacts): string {
  const { customer, account } = facts;
  if (customer.status !== 'Suspended' || !customer.suspendedByRule) return '';
  if (account.toRestoreUsd <= 0)
    return 'Nothing is overdue by 15 days any more, so the suspension should be lifted. Write "person" if it is not.';
  return `Pay at least ${amount(facts, account.toRestoreUsd)} to be connected again: the suspension is lifted once the payment is recorded.`;
}

/** Why the account is not active, and what can be done; that it is active, where it is. */
export function suspendedAnswer(facts: CustomerFacts): string {
  const { customer } = facts;
  const when = since(facts);
  if (customer.status === 'Inactive')
    return joined(
      `Your account ${customer.customerId} is not active${when}: the service has ended. A person must decide about a new start.`,
      facts.account.balanceUsd > 0 ? balanceText(facts) : '',
      OFFER,
    );
  if (customer.status === 'Active')
    return joined('Your account is active, it is not suspended.', balanceAnswer(facts));
  if (!customer.suspendedByRule)
    return joined(
      `Your account is suspended${when}. Our staff suspended it by hand${reasonOf(facts)}, so that a payment alone does not lift it: a person decides.`,
      balanceText(facts),
      OFFER,
    );
  return joined(
    `Your account is suspended${when}${reasonOf(facts)}.`,
    joined(balanceText(facts), invoiceLines(facts)),
    restoreText(facts),
    payText(facts),
  );
}

function reasonOf({ customer }: CustomerFacts): string {
  return customer.suspensionReason === '' ? '' : `, because ${customer.suspensionReason}`;
}

/** The ways to pay and the reference. */
function payText({ waysToPay, customer }: CustomerFacts): string {
  const reference = `Give your customer number ${customer.customerId} as the reference.`;
  if (waysToPay.length === 0) return `Ways to pay are named on your invoice. ${reference}`;
  return `You can pay by:\n${waysToPay.map((way) => `- ${way}`).join('\n')}\n${reference}`;
}

export function payAnswer(facts: CustomerFacts): string {
  return joined(
    payText(facts),
    'You can pay in US dollars or in South Sudanese pounds (SSP) at the rate of the day.',
    balanceText(facts),
    restoreText(facts),
  );
}

function paymentLine({ receiptId, amountUsd, paidOn, account, isReversed }: Payment): string {
  const note = isReversed ? ', reversed' : '';
  return `${receiptId}: ${formatUsd(amountUsd)} on ${formatDate(paidOn)}, ${account}${note}`;
}

export function paymentsAnswer(facts: CustomerFacts): string {
  const { payments } = facts.account;
  if (payments.length === 0)
    return joined('There is no payment on your account yet.', balanceText(facts));
  return joined(
    `The last payments on your account:\n${payments.map(paymentLine).join('\n')}`,
    balanceText(facts),
  );
}

export function receiptAnswer(facts: CustomerFacts): string {
  const last = facts.account.payments.find(({ isReversed }) => !isReversed);
  if (!last) return paymentsAnswer(facts);
  return joined(
    `Your last payment has receipt ${paymentLine(last)}.`,
    'Our staff can send you this receipt by e-mail or print it. Write "person" if you need it.',
  );
}

/** A payment that the customer asks for and that the facts show. */
export function paymentSeenAnswer(facts: CustomerFacts, payment: Payment): string {
  return joined(
    `Your payment is recorded: receipt ${paymentLine(payment)}.`,
    facts.customer.status === 'Active' ? balanceText(facts) : suspendedAnswer(facts),
  );
}

/** A payment that is missing or wrong, as far as the facts say. */
export function disputeAnswer(facts: CustomerFacts): string {
  const { payments } = facts.account;
  const last = payments[0];
  return joined(
    'I cannot decide about this, and I do not see in your account what you describe. This is what our books show:',
    joined(
      last ? `The last payment: ${paymentLine(last)}.` : 'No payment is recorded.',
      balanceText(facts),
      invoiceLines(facts),
    ),
    restoreText(facts),
    'Please keep the transaction number or the bank slip ready.',
  );
}

export function explainAnswer(facts: CustomerFacts): string {
  const { customer } = facts;
  const fee =
    customer.monthlyFeeUsd > 0
      ? `Your package ${customer.packageType} costs ${amount(facts, customer.monthlyFeeUsd)} a month.`
      : '';
  return joined(fee, balanceText(facts), invoiceLines(facts));
}

export function discountAnswer(facts: CustomerFacts): string {
  return joined(
    'I cannot lower a price: only a person can decide about that.',
    balanceText(facts),
    OFFER,
  );
}

export function moreTimeAnswer(facts: CustomerFacts): string {
  return joined(
    promiseText(facts),
    suspensionText(facts),
    balanceText(facts),
    restoreText(facts),
    'I cannot grant more time: our staff decide about a promise to pay.',
    OFFER,
  );
}
