import { AppError } from '@nimule/core/kernel/errors';
import { actionCommand } from '../../action-command.ts';
import { defineCommand, flag, list, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, printRecord, printRows, textColumn } from '../../output.ts';
import type { Session, WireBody } from '../../session.ts';
import { findSupplier, sameText } from './suppliers.ts';

type Bill = WireBody<'listBills'>[number];

const supplierHelp = 'Supplier, such as SUP-001 or the name';

/** The bills of a supplier with these numbers, ours or the supplier's. @throws AppError notFound. */
async function findBills(
  session: Session,
  supplierId: Bill['supplierId'],
  numbers: readonly string[],
): Promise<Bill[]> {
  const found: Bill[] = [];
  for (const number of numbers) {
    const { body } = await session.call('listBills', { query: { supplierId, q: number } });
    const bill = body.find(
      (one) => sameText(one.billId, number) || sameText(one.supplierNumber, number),
    );
    if (!bill) throw new AppError('notFound', 'bill.notFound', `Bill ${number} was not found.`);
    found.push(bill);
  }
  return found;
}

const columns = [
  textColumn('billId', 'Bill'),
  textColumn('supplierName', 'Supplier'),
  textColumn('supplierNumber', "Supplier's number"),
  textColumn('billDate', 'Date'),
  textColumn('dueDate', 'Due'),
  textColumn('currency', 'Currency'),
  moneyColumn('totalAmount', 'Amount'),
  moneyColumn('openAmount', 'Open'),
  moneyColumn('openUsd', 'Open USD'),
  textColumn('state', 'State'),
] as const;

const LINE = /^([\w-]{1,40}):(\d{1,3}):(\d{1,7}):([\d.,]{1,30})$/;

/** 'order:line:quantity:price' in parts; the order by its number. @throws AppError invalid. */
function partsOf(given: string) {
  const match = given.length <= 100 ? LINE.exec(given) : null;
  if (!match)
    throw new AppError(
      'invalid',
      'input.invalid',
      `--line ${given}: write order, line, quantity and price, such as LPO-2026-042:1:5:25.00.`,
    );
  const [, order, orderLine, quantity, unitPrice] = match;
  return { order: order!, orderLine: orderLine!, quantity: quantity!, unitPrice: unitPrice! };
}

/** The lines of a bill, with the ids of their orders. @throws AppError invalid and notFound. */
async function linesOf(session: Session, given: readonly ReturnType<typeof partsOf>[]) {
  const ids = new Map<string, unknown>();
  for (const { order } of given) {
    if (ids.has(order)) continue;
    const { body } = await session.call('listOrders', { query: { q: order } });
    const found = body.find(({ poNumber }) => sameText(poNumber, order));
    if (!found) throw new AppError('notFound', 'order.notFound', `Order ${order} was not found.`);
    ids.set(order, found.id);
  }
  return given.map(({ order, ...line }) => ({ ...line, orderId: ids.get(order) }));
}

const filters = {
  state: text('state', 'open, part, paid, overdue, held, refused, cancelled or posted'),
  dueBy: text('date', 'Only those due on or before this day'),
  supplier: text('supplier', `Only those of this ${supplierHelp.toLowerCase()}`),
};

/** The filter of bills: the supplier is named by code or name. */
async function billQuery(
  session: Session,
  { supplier, ...query }: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (supplier === undefined) return query;
  return { ...query, supplierId: (await findSupplier(session, String(supplier))).id };
}

export const billCommands = [
  listCommand({
    name: 'bills list',
    summary: 'List supplier bills, newest first',
    operation: 'listBills',
    columns,
    filters,
    input: async (session, query) => ({ query: await billQuery(session, query) }),
    examples: [
      'isp bills list --state open --due-by 2026-11-30 --sort dueDate',
      'isp bills list --supplier SUP-001 --format csv > bills.csv',
    ],
  }),
  actionCommand({
    name: 'bills add',
    summary: 'Record a supplier bill for goods that came',
    details:
      'A bill whose prices differ from the order by more than the tolerance is held until another person accepts it.',
    args: { supplier: { help: supplierHelp } },
    options: {
      number: required('text', "The supplier's own number"),
      date: required('date', 'Date of the bill'),
      due: text('date', 'Due date; by the payment terms when left out'),
      line: list('order:line:quantity:price', 'Order, its line, quantity and price; several times'),
      notes: text('text', 'Notes'),
    },
    examples: [
      'isp bills add SUP-001 --number INV-77 --date 2026-11-20 --line LPO-2026-042:1:5:25.00',
    ],
    operation: 'createBill',
    columns: [...columns, textColumn('heldReason', 'Held because')],
    async input(session, { args, options }) {
      const parts = options.line.map(partsOf);
      const { id } = await findSupplier(session, args.supplier);
      const lines = await linesOf(session, parts);
      return {
        body: {
          supplierId: id,
          supplierNumber: options.number,
          billDate: options.date,
          ...(options.due ? { dueDate: options.due } : {}),
          ...(options.notes ? { notes: options.notes } : {}),
          lines,
        },
      };
    },
  }),
  actionCommand({
    name: 'bills pay',
    summary: 'Pay a supplier',
    details: 'What the named bills leave over, or all of it without bills, is an advance.',
    args: { supplier: { help: supplierHelp } },
    options: {
      amount: required('amount', 'Amount in the currency'),
      currency: text('currency', 'USD or SSP; USD when left out'),
      account: required(
        'account',
        'checking, savings, cash (of the safe), credit_card or petty_cash',
      ),
      paymentDate: text('date', 'Day it was paid; today when left out'),
      reference: text('text', 'Reference of the bank'),
      sameReference: flag('Record it although another payment has the reference'),
      notes: text('text', 'Notes'),
      bill: list('number', 'Pay this bill, in part if the amount is not enough; several times'),
    },
    examples: [
      'isp bills pay SUP-001 --amount 500 --account checking --bill BILL-2026-0012',
      'isp bills pay SUP-001 --amount 200000 --currency SSP --account cash',
    ],
    operation: 'createSupplierPayment',
    columns: [
      textColumn('paymentId', 'Payment'),
      textColumn('supplierName', 'Supplier'),
      textColumn('paymentDate', 'Date'),
      textColumn('account', 'Account'),
      textColumn('currency', 'Currency'),
      moneyColumn('amount', 'Amount'),
      moneyColumn('amountUsd', 'USD'),
      moneyColumn('advanceUsd', 'In advance USD'),
    ],
    async input(session, { args, options }) {
      const { id } = await findSupplier(session, args.supplier);
      const { bill, ...payment } = options;
      const billIds = (await findBills(session, id, bill)).map((one) => one.id);
      return {
        body: { ...payment, supplierId: id, ...(billIds.length > 0 ? { billIds } : {}) },
      };
    },
  }),
  defineCommand({
    name: 'bills ageing',
    summary: 'Show what is owed to suppliers by age, and what is due in the next seven days',
    answers: true,
    examples: ['isp bills ageing', 'isp bills ageing --format csv > ageing.csv'],
    async run({ io, format, open }) {
      const session = await open();
      const { body } = await session.call('billAgeing', {});
      if (format === 'json') return printRecord(io, format, body, []).then(() => undefined);
      await printRows(io, format, body.suppliers, [
        textColumn('supplierName', 'Supplier'),
        moneyColumn('notDueUsd', 'Not due'),
        moneyColumn('days30Usd', '1-30 days'),
        moneyColumn('days60Usd', '31-60 days'),
        moneyColumn('days90Usd', '61-90 days'),
        moneyColumn('olderUsd', 'Older'),
        moneyColumn('totalUsd', 'Total USD'),
        moneyColumn('dueThisWeekUsd', 'Due in 7 days'),
      ]);
      return undefined;
    },
  }),
  exportCommand({
    name: 'bills export',
    operation: 'exportBills',
    filters,
    input: billQuery,
    examples: ['isp bills export --state open --output owed.xlsx'],
  }),
];
