import { actionCommand } from '../../action-command.ts';
import { flag, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, numberColumn, textColumn } from '../../output.ts';
import type { Session } from '../../session.ts';
import { findCustomer } from './customers.ts';

const columns = [
  textColumn('invoiceNumber', 'Invoice'),
  textColumn('customerNumber', 'Customer'),
  textColumn('customerName', 'Name'),
  textColumn('since', 'Since'),
  numberColumn('days', 'Days'),
  moneyColumn('amountUsd', 'USD'),
  moneyColumn('openUsd', 'Open USD'),
  textColumn('ticketNumber', 'Ticket'),
  textColumn('reason', 'Reason'),
  textColumn('outcome', 'Outcome'),
] as const;

const decided = [
  ...columns,
  textColumn('decidedOn', 'Decided'),
  textColumn('note', 'Note'),
] as const;

const args = { invoice: { help: 'Number of the invoice, such as INV-2026-000012' } };

/** @throws AppError notFound. */
async function findInvoice(session: Session, number: string): Promise<number> {
  const { notFound } = await import('@nimule/core/kernel/errors');
  const { body } = await session.call('listInvoices', { query: { q: number } });
  const found = body.find(({ invoiceId }) => invoiceId.toLowerCase() === number.toLowerCase());
  return (found ?? notFound('Invoice', number)).id;
}

const filters = {
  state: text(
    'state',
    'open, decided, all, upheld, rejected, withdrawn or paid; open when left out',
  ),
  customer: text('id', 'Only this customer, SC003'),
};

/** The query of the filters: open disputes, the longest open first, unless others are asked for. */
async function queryOf(
  session: Session,
  { customer, state = 'open', ...query }: { customer?: string; state?: string },
) {
  const customerId = customer && (await findCustomer(session, customer)).id;
  return { sort: 'since', ...query, state, customerId };
}

export const disputeCommands = [
  listCommand({
    name: 'billing disputes',
    summary: 'List invoices that customers dispute, the longest open first',
    operation: 'listDisputes',
    columns,
    filters,
    async input(session, asked) {
      return { query: await queryOf(session, asked) };
    },
    examples: [
      'isp billing disputes',
      'isp billing disputes --state all --customer SC003 --format json',
    ],
  }),
  exportCommand({
    name: 'billing export-disputes',
    operation: 'exportDisputes',
    filters,
    input: queryOf,
    examples: [
      'isp billing export-disputes > disputes.csv',
      'isp billing export-disputes --state all --output disputes.xlsx',
    ],
  }),
  actionCommand({
    name: 'billing dispute',
    summary: 'Mark an invoice as disputed by its customer',
    details:
      'It is still owed, but nobody is disconnected or reminded because of it until that is decided.',
    args,
    options: {
      reason: required('text', 'What the customer says'),
      since: text('date', 'Day on which the customer disputed it; today when left out'),
      ticket: text('ticket', 'A ticket of the customer about it'),
      makeTicket: flag('Open a ticket about it'),
    },
    examples: [
      'isp billing dispute INV-2026-000012 --reason "No service since the 3rd" --make-ticket',
    ],
    operation: 'disputeInvoice',
    columns,
    async input(session, { args: { invoice }, options: { ticket, makeTicket, ...body } }) {
      const id = await findInvoice(session, invoice);
      const ticketId =
        ticket && (await session.call('lookupTicket', { query: { ticketId: ticket } })).body.id;
      return {
        params: { id },
        body: { ...body, ...(ticketId ? { ticketId } : {}), ...(makeTicket ? { makeTicket } : {}) },
      };
    },
  }),
  actionCommand({
    name: 'billing decide',
    summary: 'Decide the dispute of an invoice, and correct the invoice if the customer was right',
    args,
    options: {
      outcome: required('outcome', 'upheld: the customer was right; rejected or withdrawn'),
      note: text('text', 'Why; needed for an upheld dispute without a correction'),
      amountUsd: text('amount', 'Upheld: the corrected amount in USD'),
      cancel: flag('Upheld: cancel the invoice'),
    },
    examples: [
      'isp billing decide INV-2026-000012 --outcome upheld --amount-usd 20',
      'isp billing decide INV-2026-000012 --outcome rejected --note "The service was measured"',
    ],
    operation: 'decideDispute',
    columns: decided,
    async input(session, { args: { invoice }, options: { cancel, ...body } }) {
      const id = await findInvoice(session, invoice);
      return { params: { id }, body: { ...body, ...(cancel ? { cancel } : {}) } };
    },
  }),
];
