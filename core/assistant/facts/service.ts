import { getPosition } from '../../billing/accounts/service.ts';
import { listInvoices } from '../../billing/invoices/service.ts';
import { paymentAccountLabel } from '../../billing/payments/schema.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import type { Ctx } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { dateInJuba } from '../../kernel/dates.ts';
import { currentRate } from '../../rates/service-current.ts';
import { listTickets } from '../../support/service-list.ts';
import * as queries from './queries.ts';
import { type CustomerFacts, nodeFacts, suspensionFacts } from './rules.ts';

const INVOICES_SHOWN = 10;
const PAYMENTS_SHOWN = 5;
const TICKETS_SHOWN = 5;
/** Open invoices that are read: the oldest decide about the 15-day rule. */
const INVOICES_READ = 100;

/**
 * What the assistant may say about a customer, as of now: account, open invoices, payments, suspension, node and tickets
 * of this customer and of nobody else. US cents; the rate in SSP cents. @throws AppError notFound; rule where no rate is known.
 */
export async function gatherFacts(ctx: Ctx, customerId: number): Promise<CustomerFacts> {
  const customer = await getCustomerRecord(ctx, customerId);
  const position = await getPosition(ctx, customerId);
  const open = await listInvoices(ctx, {
    customerId,
    status: 'open',
    sort: 'dueDate',
    pageSize: INVOICES_READ,
  });
  const payments = await listPayments(ctx, { customerId, pageSize: PAYMENTS_SHOWN });
  const tickets = await listTickets(ctx, {
    customerId,
    status: 'unresolved',
    pageSize: TICKETS_SHOWN,
  });
  const nodes =
    customer.nodeId === null ? [] : await queries.findServingNodes(ctx.db, customer.nodeId);
  const { name, phone, emails, paymentInstructions } = ctx.config.company;
  const { toRestoreUsd, suspendsOn } = suspensionFacts(customer, open.rows, ctx.today);
  return {
    today: ctx.today,
    company: { name, phone, email: emails[0] ?? '' },
    customer: {
      id: customer.id,
      customerId: customer.customerId,
      name: customer.name,
      status: customer.status,
      suspendedByRule: customer.suspendedByRule,
      suspensionReason: customer.suspendedByRule
        ? 'an invoice was unpaid 15 days after its due date'
        : '',
      statusSince: await queries.getStatusSince(ctx.db, customerId),
      promiseUntil:
        customer.doNotDisconnectUntil !== null && customer.doNotDisconnectUntil >= ctx.today
          ? customer.doNotDisconnectUntil
          : null,
      packageType: customer.packageType,
      bandwidthMbps: customer.bandwidth,
      monthlyFeeUsd: customer.monthlyFeeUsd,
      location: customer.location,
      serviceStartDate: customer.serviceStartDate,
    },
    rate: await currentRate(ctx, 'standard', ctx.today),
    account: {
      balanceUsd: position.openUsd,
      creditUsd: position.creditUsd,
      overdueUsd: position.overdueUsd,
      openInvoices: open.rows.slice(0, INVOICES_SHOWN).map((invoice) => ({
        invoiceId: invoice.invoiceId,
        openUsd: invoice.openUsd,
        dueDate: invoice.dueDate,
        daysPastDue: invoice.daysPastDue,
        isOverdue: invoice.status === 'overdue',
        description: invoice.description,
      })),
      openInvoiceCount: position.openInvoices,
      toRestoreUsd,
      suspendsOn,
      payments: payments.rows.map((payment) => ({
        receiptId: payment.receiptId,
        amountUsd: payment.amountUsd,
        paidOn: payment.paymentDate,
        account: paymentAccountLabel(payment),
        isReversed: payment.status === 'reversed',
      })),
    },
    node: nodeFacts(nodes),
    tickets: tickets.rows.map((ticket) => ({
      ticketId: ticket.ticketId,
      title: ticket.title,
      issueType: ticket.issueType,
      status: ticket.status,
      openedOn: dateInJuba(ticket.createdAt),
      visitDate: ticket.visitDate,
    })),
    waysToPay: [...paymentInstructions],
  };
}
