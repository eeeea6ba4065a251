import { dateInJuba, formatDate, timeInJuba } from '../../kernel/dates.ts';
import { type Cents, formatSspSum, formatUsd } from '../../kernel/money.ts';
import { poundsToSettle } from '../../rates/rules.ts';
import type { CustomerFacts } from '../facts/rules.ts';

/** The facts of a customer as a text, with dates and amounts as they may be repeated. It names nobody else. */
export function factsText(facts: CustomerFacts): string {
  const { account, company, customer, node, rate } = facts;
  const amount = (usd: Cents) => `${formatUsd(usd)} (${formatSspSum(poundsToSettle(usd, rate))})`;
  const lines = [
    `Today is ${formatDate(facts.today)}.`,
    `Company: ${company.name}, telephone ${company.phone}, e-mail ${company.email}.`,
    `Customer ${customer.customerId}, ${customer.name}, in ${customer.location}, since ${formatDate(customer.serviceStartDate)}.`,
    `Package ${customer.packageType}, ${customer.bandwidthMbps} Mbps, ${amount(customer.monthlyFeeUsd)} a month.`,
    `Service status: ${customer.status}${customer.statusSince ? ` since ${formatDate(customer.statusSince)}` : ''}.`,
  ];
  if (customer.status === 'Suspended')
    lines.push(
      `Suspended${customer.suspendedByRule ? ' because of an unpaid invoice' : ''}. ${customer.suspensionReason}`.trim(),
    );
  if (customer.promiseUntil)
    lines.push(`Not disconnected until ${formatDate(customer.promiseUntil)}.`);
  lines.push(
    `Balance owed: ${amount(account.balanceUsd)}. Credit: ${amount(account.creditUsd)}. Overdue: ${amount(account.overdueUsd)}.`,
    `Open invoices: ${account.openInvoiceCount}.`,
    ...account.openInvoices.map(
      ({ invoiceId, openUsd, dueDate, isOverdue, daysPastDue }) =>
        `Invoice ${invoiceId}: ${amount(openUsd)} open, due ${formatDate(dueDate)}${isOverdue ? `, overdue by ${daysPastDue} days` : ''}.`,
    ),
  );
  if (account.toRestoreUsd > 0)
    lines.push(`To lift the suspension, ${amount(account.toRestoreUsd)} must be paid.`);
  if (account.suspendsOn)
    lines.push(`Without a payment the service is suspended on ${formatDate(account.suspendsOn)}.`);
  lines.push(
    ...account.payments.map(
      ({ receiptId, amountUsd, paidOn, account: way, isReversed }) =>
        `Payment ${receiptId}: ${amount(amountUsd)} on ${formatDate(paidOn)}, ${way}${isReversed ? ', reversed' : ''}.`,
    ),
    ...facts.waysToPay.map((way) => `Way to pay: ${way}.`),
  );
  if (node) {
    const reach =
      node.isReachable === null ? '' : node.isReachable ? ', reachable' : ', not reachable';
    lines.push(`Network node ${node.name}: ${node.status}${reach}.`);
    if (node.outage)
      lines.push(
        `Outage: ${node.outage.kind}, since ${formatDate(dateInJuba(node.outage.since))} ${timeInJuba(node.outage.since)}.`,
      );
    if (node.utilization !== null)
      lines.push(`Its capacity is used by ${node.utilization} percent.`);
  }
  lines.push(
    ...facts.tickets.map(
      ({ ticketId, title, status, openedOn, visitDate }) =>
        `Ticket ${ticketId}: ${title}, ${status.replace('_', ' ')}, opened ${formatDate(openedOn)}${visitDate ? `, visit on ${formatDate(visitDate)}` : ''}.`,
    ),
  );
  return lines.join('\n');
}
