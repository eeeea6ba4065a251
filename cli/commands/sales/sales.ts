import { invalidField } from '@nimule/core/kernel/errors';
import { defineCommand, list, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { idByNumber } from '../../find-record.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import type { Session } from '../../session.ts';
import { findCustomer } from '../customers/customers.ts';
import { findItem } from './stock.ts';

const columns = [
  textColumn('orderNumber', 'Order'),
  textColumn('orderDate', 'Date'),
  textColumn('customerName', 'Customer'),
  textColumn('status', 'Status'),
  textColumn('paymentStatus', 'Payment'),
  numberColumn('units', 'Units'),
  moneyColumn('totalAmountUsd', 'Total USD'),
  textColumn('invoiceNumber', 'Invoice'),
  textColumn('priceCheck', 'Price below list'),
  textColumn('salesPersonName', 'Sold by'),
] as const;

const shown = [
  ...columns,
  moneyColumn('totalAmountSsp', 'Total SSP'),
  moneyColumn('openUsd', 'To pay USD'),
  textColumn('deliveryDate', 'Delivery by'),
  textColumn('deliveryAddress', 'Delivery address'),
  textColumn('deliveredOn', 'Delivered'),
  textColumn('receivedBy', 'Received by'),
  textColumn('closedReason', 'Reason'),
  textColumn('notes', 'Notes'),
  textColumn('lines', 'Lines'),
] as const;

const order = { help: 'Number of the sales order, such as SO-2026-0001' };

/** The id of a sales order by its number, in any case. @throws AppError notFound. */
const findSale = (session: Session, typed: string) =>
  idByNumber(
    session,
    { operation: 'listSales', field: 'orderNumber', noun: 'Sales order', kind: 'salesOrder' },
    typed,
  );

/** Reads an order with its lines, one text for each in a table. */
async function readSale(session: Session, id: number, format: string) {
  const { body } = await session.call('getSale', { params: { id } });
  const { items, ...sale } = body;
  const lines = items.map(
    ({ lineNo, equipmentNumber, name, quantity, returned, unitPriceUsd }) =>
      `${lineNo}: ${quantity} x ${equipmentNumber} ${name} at ${unitPriceUsd}${returned > 0 ? `, ${returned} returned` : ''}`,
  );
  return { ...sale, lines: format === 'table' ? lines.join('\n') : items };
}

/** '2 EQ-001 85.00' as a line: quantity, item and, unless it is the list's, the price. */
async function lineOf(session: Session, typed: string) {
  const [quantity = '', item = '', unitPriceUsd, ...rest] = typed.trim().split(/\s+/);
  if (item === '' || rest.length > 0)
    invalidField(
      'items',
      `'${typed}' is not a quantity, an item and a price, such as 2 EQ-001 85.`,
    );
  const equipmentId = await findItem(session, item);
  return { quantity, equipmentId, ...(unitPriceUsd === undefined ? {} : { unitPriceUsd }) };
}

/** Serial numbers by line, of '1:SN-001' each. @throws AppError invalid for anything else. */
function unitsOf(typed: readonly string[]): { lineNo: number; serials: string[] }[] {
  const units = new Map<number, string[]>();
  for (const one of typed) {
    const mark = one.indexOf(':');
    const lineNo = Number(one.slice(0, Math.max(0, mark)));
    const serial = one.slice(mark + 1).trim();
    if (mark < 1 || !Number.isSafeInteger(lineNo) || serial === '')
      invalidField('serial', `'${one}' is not a line and a serial number, such as 1:SN-001.`);
    units.set(lineNo, [...(units.get(lineNo) ?? []), serial]);
  }
  return [...units].map(([lineNo, serials]) => ({ lineNo, serials }));
}

const filters = {
  status: text('status', 'open, pending, approved, confirmed, delivered, rejected or cancelled'),
  paymentStatus: text('status', 'pending, partial or paid'),
  from: text('date', 'Orders of this day and later'),
  to: text('date', 'Orders of this day and earlier'),
};

export const salesCommands = [
  listCommand({
    name: 'sales list',
    summary: 'List sales orders, newest first',
    operation: 'listSales',
    columns,
    filters: { ...filters, customer: text('customer', 'Only of this customer, such as SC003') },
    async input(session, { customer, ...query }) {
      const customerId = customer && (await findCustomer(session, customer)).id;
      return { query: { ...query, ...(customerId ? { customerId } : {}) } };
    },
    examples: ['isp sales list --status open', 'isp sales list --payment-status partial --q deng'],
  }),
  defineCommand({
    name: 'sales show',
    summary: 'Show a sales order with its lines',
    args: { order },
    answers: true,
    examples: ['isp sales show SO-2026-0001'],
    async run({ io, args, format, open }) {
      const session = await open();
      const sale = await readSale(session, await findSale(session, args.order), format);
      await printRecord(io, format, sale, shown);
    },
  }),
  defineCommand({
    name: 'sales create',
    summary: 'Make a sales order, which reserves its units',
    options: {
      customer: required('customer', 'Customer ID, such as SC003'),
      items: list(
        'line',
        "A line as 'quantity item price', the list's price when left out; can be given several times",
      ),
      deliveryDate: text('date', 'When the goods are delivered'),
      deliveryAddress: text('text', 'Where the goods are delivered'),
      notes: text('text', 'Notes'),
      priceReason: text('text', "Why a price is below the list's"),
    },
    answers: true,
    examples: ['isp sales create --customer SC003 --items "2 EQ-001" --items "1 EQ-004 85.00"'],
    async run({ io, options, format, open }) {
      const { customer, items: typed = [], ...fields } = options;
      const session = await open();
      const items = [];
      for (const line of typed) items.push(await lineOf(session, line));
      const customerId = (await findCustomer(session, customer)).id;
      const body = { ...fields, customerId, items };
      const { body: made } = await session.call('createSale', { body });
      await printRecord(io, format, await readSale(session, Number(made.id), format), shown);
    },
  }),
  defineCommand({
    name: 'sales status',
    summary: 'Approve, confirm, deliver, reject or cancel a sales order',
    args: {
      order,
      status: { help: 'approved, confirmed, delivered, rejected or cancelled' },
    },
    options: {
      reason: text('text', 'Why it is rejected or cancelled'),
      receivedBy: text('name', 'Who took the delivered goods'),
      serial: list('line:serial', 'A serial number of a unit; can be given several times'),
    },
    answers: true,
    examples: [
      'isp sales status SO-2026-0001 confirmed',
      'isp sales status SO-2026-0001 delivered --serial 1:SN-001 --received-by "John Deng"',
      'isp sales status SO-2026-0001 cancelled --reason "Ordered twice"',
    ],
    async run({ io, args, options, format, open }) {
      const { serial = [], ...fields } = options;
      const units = unitsOf(serial);
      const session = await open();
      const id = await findSale(session, args.order);
      const body = { ...fields, status: args.status, ...(units.length > 0 ? { units } : {}) };
      await session.call('changeSaleStatus', { params: { id }, body });
      await printRecord(io, format, await readSale(session, id, format), shown);
    },
  }),
  exportCommand({
    name: 'sales export',
    operation: 'exportSales',
    filters,
    examples: [
      'isp sales export --from 2026-11-01 > sales.csv',
      'isp sales export --status delivered --output sales.xlsx',
    ],
  }),
];
