import { OVERDUE_DAYS } from '@nimule/core/billing/schema-days';
import { actionCommand } from '../../action-command.ts';
import { defineCommand, flag, list, required, text, yes } from '../../command.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, numberColumn, printRecord, printRows, textColumn } from '../../output.ts';
import { showProgress } from '../../progress.ts';
import { confirmed } from '../../prompts.ts';
import type { Session } from '../../session.ts';
import { findCustomer } from './customers.ts';

const runColumns = [
  textColumn('month', 'Month'),
  textColumn('dryRun', 'Dry run'),
  numberColumn('invoicesGenerated', 'Invoices'),
  moneyColumn('totalRevenue', 'Total USD'),
  numberColumn('skipped', 'Skipped (nothing to bill)'),
  numberColumn('alreadyBilled', 'Already billed'),
];

/** The ids of a customer's invoices, by number. @throws AppError notFound; invalid for another customer's invoice. */
export async function findInvoices(
  session: Session,
  customer: { id: number; customerId: string },
  numbers: readonly string[],
): Promise<number[]> {
  const { invalidField, notFound } = await import('@nimule/core/kernel/errors');
  const ids: number[] = [];
  for (const wanted of numbers) {
    const { body } = await session.call('listInvoices', { query: { q: wanted } });
    const invoice =
      body.find(({ invoiceId }) => invoiceId.toLowerCase() === wanted.toLowerCase()) ??
      notFound('Invoice', wanted);
    if (invoice.customerId !== customer.id) {
      const { invoiceId, customerNumber, customerName } = invoice;
      const owner = `${customerNumber} ${customerName}`;
      invalidField('invoice', `${invoiceId} is of ${owner}, not of ${customer.customerId}.`);
    }
    ids.push(invoice.id);
  }
  return ids;
}

export const billingCommands = [
  defineCommand({
    name: 'billing run',
    summary: 'Bill a month: one invoice for each active customer who has none for it',
    details:
      'Run again, it makes nothing twice. Without a terminal it needs --yes, unless it is a dry run.',
    options: {
      month: text('month', 'Month, 2026-11; the current one when left out'),
      dryRun: flag('Show what would be made and write nothing'),
      yes,
    },
    answers: true,
    examples: ['isp billing run --dry-run', 'isp billing run --month 2026-11 --yes --format json'],
    async run({ io, options, format, open, takeSignal }) {
      const { dryRun, month } = options;
      await assertRun({ month, dryRun });
      if (!dryRun && !options.yes) {
        // Without a terminal this is refused before the database is opened; in one the question includes figures.
        const question = `Bill ${month ?? 'the current month'}?`;
        const asked = io.isTTY.stdin ? await describeRun(await open(), month) : question;
        if (!(await confirmed(io, false, asked))) return 0;
      }
      const session = await open();
      const { runBilling } = await import('@nimule/core/billing/runs/service');
      const progress = await showProgress(io, 'Billing');
      try {
        const result = await session.callWith(
          'triggerBilling',
          { body: { month, dryRun } },
          (ctx, { body }) =>
            runBilling(ctx, {
              ...body,
              signal: takeSignal(),
              onProgress: ({ processed, total }) => progress.update(processed, total),
            }),
        );
        progress.stop();
        await printRecord(io, format, result, runColumns);
      } finally {
        progress.stop();
      }
      return 0;
    },
  }),
  actionCommand({
    name: 'billing status',
    summary: 'Show whether this month is still to be billed',
    examples: ['isp billing status'],
    operation: 'automationStatus',
    columns: [
      textColumn('month', 'Month'),
      textColumn('shouldRun', 'To be run'),
      numberColumn('billable', 'Customers to bill'),
      numberColumn('billed', 'Billed'),
      textColumn('nextRunDate', 'Next run by itself'),
    ],
    input: () => ({}),
  }),
  defineCommand({
    name: 'billing disconnect',
    summary: `Suspend customers who are ${OVERDUE_DAYS} days overdue, restore those who have paid`,
    options: { dryRun: flag('Show the list and change nothing'), yes },
    answers: true,
    examples: ['isp billing disconnect --dry-run', 'isp billing disconnect --yes'],
    async run({ io, options, format, open }) {
      const question = `Suspend every customer who is ${OVERDUE_DAYS} days overdue?`;
      if (!options.dryRun && !(await confirmed(io, options.yes, question))) return 0;
      const session = await open();
      const { body: result } = await session.call('runDisconnect', {
        body: { dryRun: options.dryRun },
      });
      const columns = [
        textColumn('action', 'Action'),
        textColumn('customerNumber', 'Customer'),
        textColumn('customerName', 'Name'),
        textColumn('phone', 'Phone'),
        moneyColumn('openUsd', 'Open USD'),
        moneyColumn('openSsp', 'Open SSP'),
        textColumn('oldestDueDate', 'Due since'),
        numberColumn('daysPastDue', 'Days'),
        textColumn('isImported', 'Imported'),
        textColumn('promisedUntil', 'Promised until'),
        moneyColumn('disputedUsd', 'Disputed: not counted USD'),
      ];
      if (format === 'json') await printRecord(io, format, result, []);
      else await printRows(io, format, result.rows, columns);
      const verb = options.dryRun ? 'to be ' : '';
      io.stderr.write(
        `${result.suspended} ${verb}suspended, ${result.restored} ${verb}restored, ${result.promised} held by a promise to pay, ${result.disputed} disputed: not counted\n`,
      );
      return 0;
    },
  }),
  listCommand({
    name: 'billing suspended',
    summary: 'List who is suspended now, since when, by the rule or by hand, and what is open',
    operation: 'listSuspended',
    columns: [
      textColumn('customerNumber', 'Customer'),
      textColumn('customerName', 'Name'),
      textColumn('phone', 'Phone'),
      textColumn('since', 'Since'),
      textColumn('by', 'By'),
      textColumn('actorName', 'Who'),
      moneyColumn('openUsd', 'Open USD'),
      moneyColumn('openSsp', 'Open SSP'),
    ],
    filters: { by: text('which', 'rule: by the 15-day rule; hand: by a person') },
    examples: [
      'isp billing suspended --by rule --sort -openUsd',
      'isp billing suspended --format csv > suspended.csv',
    ],
  }),
  listCommand({
    name: 'billing invoices',
    summary: 'List invoices',
    operation: 'listInvoices',
    columns: [
      textColumn('invoiceId', 'Invoice'),
      textColumn('customerNumber', 'Customer'),
      textColumn('customerName', 'Name'),
      textColumn('billDate', 'Billed'),
      textColumn('dueDate', 'Due'),
      moneyColumn('amountUsd', 'USD'),
      moneyColumn('openUsd', 'Open USD'),
      textColumn('status', 'Status'),
      textColumn('disputedSince', 'Disputed since'),
    ],
    filters: {
      status: text('status', 'pending, paid, overdue, cancelled, open, nearing or disputed'),
      customer: text('id', 'Only this customer, SC003'),
      month: text('month', 'Only this billing month, 2026-11'),
    },
    async input(session, { customer, ...query }) {
      const customerId = customer && (await findCustomer(session, customer)).id;
      return { query: { ...query, customerId } };
    },
    examples: [
      'isp billing invoices --status overdue',
      'isp billing invoices --customer SC003 --format json',
    ],
  }),
  defineCommand({
    name: 'billing pay',
    summary: 'Record money received from a customer',
    details:
      'Pays the oldest open invoices first unless some are named, disputed ones too; what is left over is kept in advance.',
    args: { customer: { help: 'Customer ID, such as SC003' } },
    options: {
      amount: required('amount', 'Amount in the currency'),
      currency: text('currency', "USD or SSP (at that day's rate); USD when left out"),
      account: text(
        'account',
        'cash, which goes into the safe, bank or mobile_money; cash when left out',
      ),
      paymentDate: text('date', 'Day it was received; today when left out'),
      reference: text('text', 'Reference of the payer or the bank'),
      sameReference: flag('Record it although another payment has the reference'),
      notes: text('text', 'Notes'),
      invoice: list('number', 'Pay this invoice; may be given several times'),
    },
    examples: [
      'isp billing pay SC003 --amount 125',
      'isp billing pay SC003 --amount 50000 --currency SSP --account mobile_money --invoice INV-2026-000012',
    ],
    answers: true,
    async run({ io, args, options, format, open }) {
      const session = await open();
      const customer = await findCustomer(session, args.customer);
      const { invoice, ...payment } = options;
      const invoiceIds = await findInvoices(session, customer, invoice);
      // Before the payment, which ends the dispute of what it pays in full.
      const { body: disputed } = await session.call('listInvoices', {
        query: { customerId: customer.id, status: 'disputed', pageSize: 200 },
      });
      const { body } = await session.call('recordPayment', {
        body: {
          ...payment,
          customerId: customer.id,
          ...(invoiceIds.length > 0 ? { invoiceIds } : {}),
        },
      });
      await printRecord(io, format, body, [
        textColumn('receiptId', 'Receipt'),
        textColumn('customerNumber', 'Customer'),
        textColumn('customerName', 'Name'),
        textColumn('paymentDate', 'Date'),
        textColumn('account', 'Account'),
        moneyColumn('amountUsd', 'USD'),
        moneyColumn('amountSsp', 'SSP'),
        moneyColumn('unallocatedUsd', 'Kept in advance USD'),
      ]);
      for (const { id, invoiceId, openUsd, disputedSince } of disputed) {
        const paid = body.allocations.find((allocation) => allocation.invoiceId === id);
        if (!paid) continue;
        const end =
          paid.amountUsd < openUsd ? 'is still disputed' : 'is paid, which ends its dispute';
        io.stderr.write(`${invoiceId}, disputed since ${disputedSince}, ${end}.\n`);
      }
      return 0;
    },
  }),
];

/** Checks the input before the user is asked to confirm. @throws AppError invalid. */
async function assertRun(body: { month: string | undefined; dryRun: boolean }): Promise<void> {
  const [{ decodeInput }, { billingRoutes }] = await Promise.all([
    import('@nimule/core/kernel/contract'),
    import('@nimule/core/billing/routes'),
  ]);
  decodeInput(billingRoutes.triggerBilling, { body });
}

async function describeRun(session: Session, month: string | undefined): Promise<string> {
  const { body: preview } = await session.call('triggerBilling', {
    body: { month, dryRun: true },
  });
  const total = Number(preview.totalRevenue).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return `Bill ${preview.month}: ${preview.invoicesGenerated} invoices, $${total}?`;
}
