import { AppError } from '@nimule/core/kernel/errors';
import { actionCommand } from '../../action-command.ts';
import { defineCommand, list, required, text } from '../../command.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, moneyColumn, printRecord, printRows, textColumn } from '../../output.ts';
import { findInvoices } from './billing.ts';
import { findCustomer } from './customers.ts';

const columns = [
  textColumn('id', 'Request'),
  instantColumn('createdAt', 'Asked'),
  textColumn('what', 'For'),
  textColumn('phone', 'Telephone'),
  textColumn('provider', 'Provider'),
  textColumn('currency', 'Currency'),
  moneyColumn('amount', 'Amount'),
  textColumn('status', 'Status'),
  textColumn('documentNumber', 'Document'),
  textColumn('problem', 'Problem'),
] as const;

const shown = [
  ...columns,
  textColumn('reference', 'Reference'),
  textColumn('providerTransactionId', 'Transaction'),
  instantColumn('settledAt', 'Settled'),
  textColumn('createdBy', 'Asked by'),
  textColumn('isSimulated', 'Simulated'),
] as const;

const events = [
  instantColumn('at', 'At'),
  textColumn('kind', 'Kind'),
  textColumn('body', 'What was sent or heard'),
] as const;

const args = { request: { help: 'Number of the request, as isp payments requests lists it' } };

/** @throws AppError invalid for what is no number. */
function paramsOf(request: string): { id: string } {
  const id = request.trim();
  if (/^\d{1,15}$/.test(id)) return { id };
  throw new AppError('invalid', 'input.invalid', `'${request}' is not the number of a request.`);
}

export const paymentCommands = [
  listCommand({
    name: 'payments requests',
    summary: 'List requests for mobile money, newest first',
    operation: 'listPaymentRequests',
    columns,
    filters: {
      status: text(
        'status',
        'open, failures, created, sending, requested, failed, expired, review, paid or refunded',
      ),
      purpose: text('purpose', 'wifi or customer'),
      customer: text('customer', 'Of this customer, such as SC003'),
      from: text('date', 'Asked from this day'),
      to: text('date', 'Asked up to this day'),
    },
    async input(session, { customer, ...query }) {
      if (!customer) return { query };
      return { query: { ...query, customerId: (await findCustomer(session, customer)).id } };
    },
    examples: [
      'isp payments requests --status review',
      'isp payments requests --purpose wifi --from 2026-11-01 --format csv',
    ],
  }),
  actionCommand({
    name: 'payments request',
    summary: 'Ask a customer on the telephone to confirm a payment',
    details:
      'The payment is recorded when the provider says that it was paid; isp payments check asks it.',
    args: {
      customer: { help: 'Customer ID, such as SC003' },
      amount: { help: 'Amount in the currency' },
    },
    options: {
      phone: text('number', "Telephone that is asked; the customer's when left out"),
      provider: text('provider', 'mtn_momo, m_gurush or nilepay; the first that can be used'),
      currency: text('currency', 'SSP or USD; what the provider takes when left out'),
      invoice: list('number', 'Pay this invoice; may be given several times'),
    },
    examples: [
      'isp payments request SC003 50000',
      'isp payments request SC003 50000 --phone 0912345678 --invoice INV-2026-000012',
    ],
    operation: 'requestPayment',
    columns: shown,
    async input(session, { args: given, options }) {
      const customer = await findCustomer(session, given.customer);
      const { invoice, ...asked } = options;
      const invoiceIds = await findInvoices(session, customer, invoice);
      return {
        body: {
          ...asked,
          amount: given.amount,
          customerId: customer.id,
          ...(invoiceIds.length > 0 ? { invoiceIds } : {}),
        },
      };
    },
  }),
  defineCommand({
    name: 'payments show',
    summary: 'Show a request with everything that was sent and heard',
    args,
    answers: true,
    examples: ['isp payments show 17', 'isp payments show 17 --format json'],
    async run({ io, args: { request }, format, open }) {
      const session = await open();
      const { body } = await session.call('getPaymentRequest', { params: paramsOf(request) });
      await printRecord(io, format, body, shown);
      if (format === 'table') await printRows(io, format, body.events, events);
    },
  }),
  defineCommand({
    name: 'payments check',
    summary: 'Ask the provider what became of a request',
    args,
    answers: true,
    examples: ['isp payments check 17', 'isp payments check 17 --format json'],
    async run({ io, args: { request }, format, open }) {
      const session = await open();
      const { body } = await session.call('checkPaymentRequest', { params: paramsOf(request) });
      await printRecord(io, format, body, shown);
    },
  }),
  defineCommand({
    name: 'payments accept',
    summary: 'Take money that somebody else paid for what was asked',
    args,
    options: { reason: required('text', 'Why') },
    answers: true,
    examples: ["isp payments accept 17 --reason 'his brother paid'"],
    async run({ io, args: { request }, options, format, open }) {
      const session = await open();
      const { body } = await session.call('acceptPaymentRequest', {
        params: paramsOf(request),
        body: { reason: options.reason },
      });
      await printRecord(io, format, body, shown);
    },
  }),
  defineCommand({
    name: 'payments refund',
    summary: 'Record money that was given back by hand',
    details:
      'Moves no money: give it back through the provider first. The WiFi session of the payment ends.',
    args,
    options: {
      reason: required('text', 'Why'),
      reference: text('text', "The provider's number of the refund"),
    },
    answers: true,
    examples: ["isp payments refund 17 --reason 'paid twice' --reference 900000017"],
    async run({ io, args: { request }, options, format, open }) {
      const session = await open();
      const { body } = await session.call('refundPaymentRequest', {
        params: paramsOf(request),
        body: options,
      });
      await printRecord(io, format, body, shown);
    },
  }),
];
