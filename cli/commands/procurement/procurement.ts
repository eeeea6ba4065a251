import { AppError, invalidField } from '@nimule/core/kernel/errors';
import { actionCommand } from '../../action-command.ts';
import { list, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, numberColumn, textColumn } from '../../output.ts';
import type { Session } from '../../session.ts';
import { findSupplier } from './suppliers.ts';

const supplierColumns = [
  textColumn('supplierCode', 'Supplier'),
  textColumn('name', 'Name'),
  textColumn('contactPerson', 'Contact'),
  textColumn('phone', 'Phone'),
  textColumn('paymentTerms', 'Terms'),
  textColumn('status', 'Status'),
  numberColumn('orders', 'Orders'),
  moneyColumn('spentUsd', 'Spent USD'),
  moneyColumn('openUsd', 'Owed USD'),
] as const;

const requisitionColumns = [
  textColumn('requisitionId', 'Requisition'),
  textColumn('requestDate', 'Asked'),
  textColumn('requestedBy', 'By'),
  textColumn('department', 'Department'),
  textColumn('priority', 'Priority'),
  textColumn('status', 'Status'),
  moneyColumn('totalAmountUsd', 'Total USD'),
  textColumn('expectedDeliveryDate', 'Expected'),
] as const;

const orderColumns = [
  textColumn('poNumber', 'Order'),
  textColumn('supplierName', 'Supplier'),
  textColumn('orderDate', 'Date'),
  textColumn('expectedDelivery', 'Expected'),
  textColumn('currency', 'Currency'),
  moneyColumn('totalAmount', 'Total'),
  textColumn('status', 'Status'),
  textColumn('approvedBy', 'Approved by'),
] as const;

const number = { help: 'Number, such as REQ-2026-0001' };
const order = { help: 'Number of the order, such as LPO-2026-042' };

/** The record of a list with this number. @throws AppError notFound. */
function withNumber<R, K extends keyof R>(rows: readonly R[], key: K, wanted: string): R {
  const found = rows.find((row) => String(row[key]).toUpperCase() === wanted.toUpperCase());
  if (found) return found;
  throw new AppError('notFound', 'procurement.notFound', `${wanted} was not found.`);
}

async function findRequisition(session: Session, wanted: string) {
  const { body } = await session.call('listRequisitions', { query: { q: wanted } });
  return withNumber(body, 'requisitionId', wanted);
}

async function findOrder(session: Session, wanted: string) {
  const { body } = await session.call('listOrders', { query: { q: wanted } });
  return withNumber(body, 'poNumber', wanted);
}

/** '5 x 25.00 Cable' as a line: quantity, price in the currency of the document, description. */
function lineOf(typed: string): { quantity: string; price: string; description: string } {
  const [quantity = '', price = '', ...words] = typed
    .trim()
    .split(/\s+/)
    .filter((part) => part !== 'x');
  return { quantity, price, description: words.join(' ') };
}

const items = list('line', "A line as 'quantity price description'; can be given several times");

/** Serial numbers by line, of '1:SN-001' each. @throws AppError invalid for anything else. */
function unitsByLine(typed: readonly string[]): Map<number, { serial: string }[]> {
  const units = new Map<number, { serial: string }[]>();
  for (const text of typed) {
    const mark = text.indexOf(':');
    const lineNo = Number(text.slice(0, Math.max(0, mark)));
    const serial = text.slice(mark + 1).trim();
    if (mark < 1 || !Number.isSafeInteger(lineNo) || serial === '')
      invalidField('serial', `'${text}' is not a line and a serial number, such as 1:SN-001.`);
    units.set(lineNo, [...(units.get(lineNo) ?? []), { serial }]);
  }
  return units;
}

const supplierFilters = { status: text('status', 'active or inactive') };
const requisitionFilters = {
  status: text('status', 'pending, reviewed, approved, rejected, ordered or received'),
  priority: text('priority', 'low, medium, high or urgent'),
};
const orderFilters = {
  status: text('status', 'pending, approved, received, rejected or cancelled'),
  supplier: text('supplier', 'Only those of this supplier, such as SUP-001 or the name'),
};

/** The filter of orders: the supplier is named by code or name. */
async function orderQuery(
  session: Session,
  { supplier, ...query }: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (supplier === undefined) return query;
  return { ...query, supplierId: (await findSupplier(session, String(supplier))).id };
}

export const supplierCommands = [
  listCommand({
    name: 'suppliers list',
    summary: 'List suppliers by name, with what is owed to them',
    operation: 'listSuppliers',
    columns: supplierColumns,
    filters: supplierFilters,
    examples: ['isp suppliers list --sort=-openUsd', 'isp suppliers list --q cable --format json'],
  }),
  actionCommand({
    name: 'suppliers add',
    summary: 'Add a supplier',
    options: {
      name: required('text', 'Name of the company'),
      contactPerson: text('name', 'Contact person'),
      email: text('address', 'E-mail address'),
      phone: text('number', 'Telephone number'),
      city: text('city', 'City'),
      country: text('country', 'South Sudan when left out'),
      paymentTerms: text('terms', 'NET 15, NET 30 (when left out), NET 45, NET 60 or COD'),
    },
    examples: ['isp suppliers add --name "Juba Computers" --city Juba'],
    operation: 'createSupplier',
    columns: supplierColumns,
  }),
  exportCommand({
    name: 'suppliers export',
    operation: 'exportSuppliers',
    filters: supplierFilters,
    examples: ['isp suppliers export --output suppliers.xlsx'],
  }),
];

export const requisitionCommands = [
  listCommand({
    name: 'requisitions list',
    summary: 'List purchase requisitions, newest first',
    operation: 'listRequisitions',
    columns: requisitionColumns,
    filters: requisitionFilters,
    examples: ['isp requisitions list --status pending'],
  }),
  actionCommand({
    name: 'requisitions create',
    summary: 'Ask for goods',
    options: {
      expectedDeliveryDate: required('date', 'When they are needed'),
      items,
      department: text('text', 'General when left out'),
      priority: text('priority', 'low, medium (when left out), high or urgent'),
      notes: text('text', 'Why they are needed'),
    },
    examples: [
      'isp requisitions create --expected-delivery-date 2026-12-01 --items "5 25.00 Cable CAT6"',
    ],
    operation: 'createRequisition',
    columns: requisitionColumns,
    input(_, { options }) {
      const { items: typed = [], ...fields } = options;
      const lines = typed.map(lineOf).map(({ quantity, price, description }) => ({
        ...{ quantity, description },
        unitCostUsd: price,
      }));
      return {
        body: { ...fields, items: lines },
      };
    },
  }),
  actionCommand({
    name: 'requisitions approve',
    summary: 'Approve a requisition',
    args: { number },
    options: { notes: text('text', 'Notes on the decision') },
    examples: ['isp requisitions approve REQ-2026-0001'],
    operation: 'approveRequisition',
    columns: requisitionColumns,
    async input(session, { args, options }) {
      const { id } = await findRequisition(session, args.number);
      const body = { status: 'approved' as const, ...options };
      return { params: { id }, body };
    },
  }),
  exportCommand({
    name: 'requisitions export',
    operation: 'exportRequisitions',
    filters: requisitionFilters,
    examples: ['isp requisitions export --status approved > requisitions.csv'],
  }),
];

export const orderCommands = [
  listCommand({
    name: 'orders list',
    summary: 'List purchase orders, newest first',
    operation: 'listOrders',
    columns: orderColumns,
    filters: orderFilters,
    input: async (session, query) => ({ query: await orderQuery(session, query) }),
    examples: ['isp orders list --status approved --sort expectedDelivery'],
  }),
  actionCommand({
    name: 'orders create',
    summary: 'Make a purchase order',
    options: {
      supplier: required('supplier', 'Supplier, such as SUP-001 or the name'),
      expectedDelivery: required('date', 'When the goods are expected'),
      requisition: text('requisition', 'The approved requisition that it is made from'),
      items,
      currency: text('currency', 'USD (when left out) or SSP'),
      notes: text('text', 'Notes'),
    },
    examples: [
      'isp orders create --supplier SUP-001 --requisition REQ-2026-0001 --expected-delivery 2026-12-01',
    ],
    operation: 'createOrder',
    columns: orderColumns,
    async input(session, { options }) {
      const { supplier, requisition, items: typed, ...fields } = options;
      const lines = typed?.map(lineOf).map(({ quantity, price, description }) => ({
        ...{ quantity, description },
        unitPrice: price,
      }));
      const body = {
        ...fields,
        supplierId: (await findSupplier(session, supplier)).id,
        ...(requisition ? { requisitionId: (await findRequisition(session, requisition)).id } : {}),
        ...(lines && lines.length > 0 ? { items: lines } : {}),
      };
      return { body };
    },
  }),
  actionCommand({
    name: 'orders approve',
    summary: 'Approve a purchase order',
    args: { order },
    examples: ['isp orders approve LPO-2026-042'],
    operation: 'setOrderStatus',
    columns: orderColumns,
    async input(session, { args }) {
      const { id } = await findOrder(session, args.order);
      const body = { status: 'approved' as const };
      return { params: { id }, body };
    },
  }),
  actionCommand({
    name: 'orders receive',
    summary: 'Record that all open goods of an order came',
    args: { order },
    options: {
      deliveryNote: text('number', "Number of the supplier's delivery note"),
      serial: list('line:serial', 'A serial number of a unit; can be given several times'),
    },
    examples: [
      'isp orders receive LPO-2026-042 --delivery-note DN-77',
      'isp orders receive LPO-2026-042 --serial 1:SN-001 --serial 1:SN-002',
    ],
    operation: 'receiveGoods',
    columns: orderColumns,
    async input(session, { args, options }) {
      const { serial: typed = [], ...fields } = options;
      const units = unitsByLine(typed);
      const { id, version, items: lines } = await findOrder(session, args.order);
      const openLines = lines
        .map(({ lineNo, quantity, receivedQuantity }) => ({
          lineNo,
          quantity: quantity - receivedQuantity,
        }))
        .filter(({ quantity }) => quantity > 0);
      for (const lineNo of units.keys())
        if (!openLines.some((line) => line.lineNo === lineNo))
          invalidField('serial', `Nothing of line ${lineNo} is still to come.`);
      const withUnits = openLines.map((line) => ({ ...line, units: units.get(line.lineNo) }));
      const body = { ...fields, lines: withUnits, version };
      return { params: { id }, body };
    },
  }),
  exportCommand({
    name: 'orders export',
    operation: 'exportOrders',
    filters: orderFilters,
    input: orderQuery,
    examples: ['isp orders export --supplier SUP-001 --output orders.xlsx'],
  }),
];
