import type { Permission } from '../../identity/permissions.ts';

/** A kind of record that has a number or a name and opens in the portal. */
interface Kind {
  /** The row of web/app/modules.ts whose page shows it, and the query of its list there. */
  module: string;
  query?: Readonly<Record<string, string>>;
  /** The query parameter that opens it: `?invoice=42`. */
  parameter: string;
  /** The field with its number where the parameter holds that and not its id: `?ticket=TKT-001`. */
  numberField?: string;
  /** It opens in the whole page, not in a drawer. */
  isPage?: true;
  /** In the search for everything: the field of the answer, the heading of the results and who may see them. */
  search?: { answer: string; heading: string; permission: Permission };
  /** The sources of the journal entries that it posts. */
  sources?: readonly string[];
}

/**
 * The kinds of records, by the entity of their audit lines, in the order in which the search shows what it finds. What the log
 * and histories say of them is in the rules of this folder, of which browsers need nothing; how they are found in service.ts.
 */
export const recordKinds = {
  customer: {
    module: 'customers',
    parameter: 'customer',
    numberField: 'customerId',
    isPage: true,
    search: { answer: 'customers', heading: 'Customers', permission: 'customer.read' },
  },
  invoice: {
    module: 'billing',
    parameter: 'invoice',
    search: { answer: 'invoices', heading: 'Invoices', permission: 'invoice.read' },
    sources: ['invoice', 'invoice.reversal'],
  },
  payment: {
    module: 'billing',
    query: { view: 'payments' },
    parameter: 'payment',
    search: { answer: 'receipts', heading: 'Receipts', permission: 'payment.read' },
    sources: ['payment', 'payment.reversal', 'payment.takenUp', 'payment.released'],
  },
  ticket: {
    module: 'support',
    parameter: 'ticket',
    numberField: 'ticketId',
    search: { answer: 'tickets', heading: 'Support tickets', permission: 'ticket.read' },
  },
  expense: {
    module: 'expenses',
    parameter: 'expense',
    numberField: 'transactionId',
    search: { answer: 'expenses', heading: 'Expenses', permission: 'expense.read' },
    sources: ['expense', 'expense.reversal', 'expense.payment', 'expense.payment.reversal'],
  },
  purchaseOrder: {
    module: 'procurement',
    query: { view: 'orders' },
    parameter: 'purchase-order',
    search: { answer: 'orders', heading: 'Purchase orders', permission: 'procurement.read' },
  },
  requisition: {
    module: 'procurement',
    query: { view: 'requisitions' },
    parameter: 'requisition',
    search: { answer: 'requisitions', heading: 'Requisitions', permission: 'procurement.read' },
  },
  supplier: {
    module: 'procurement',
    query: { view: 'suppliers' },
    parameter: 'supplier',
    search: { answer: 'suppliers', heading: 'Suppliers', permission: 'procurement.read' },
  },
  equipment: {
    module: 'equipment',
    parameter: 'equipment',
    search: { answer: 'equipment', heading: 'Equipment', permission: 'stock.read' },
  },
  employee: {
    module: 'hr',
    query: { view: 'employees' },
    parameter: 'employee',
    search: { answer: 'employees', heading: 'Employees', permission: 'hr.read' },
  },
  voucherBatch: {
    module: 'vouchers',
    query: { view: 'all', show: 'sales' },
    parameter: 'batch',
    search: { answer: 'vouchers', heading: 'Vouchers', permission: 'voucher.read' },
    sources: ['voucher.sale', 'voucher.lapse'],
  },
  salesOrder: {
    module: 'equipment',
    query: { view: 'sales' },
    parameter: 'sale',
    search: { answer: 'sales', heading: 'Sales orders', permission: 'sale.read' },
    sources: ['sales.delivery'],
  },
  entry: { module: 'accounting', parameter: 'entry', numberField: 'entryId' },
  node: { module: 'network', parameter: 'node' },
  campaign: { module: 'sms', parameter: 'campaign' },
  chat: { module: 'ai', parameter: 'chat', numberField: 'sessionId', isPage: true },
  supplierBill: {
    module: 'procurement',
    query: { view: 'bills' },
    parameter: 'bill',
    sources: ['supplier.bill', 'supplier.bill.reversal'],
  },
  stockCount: {
    module: 'equipment',
    query: { view: 'counts' },
    parameter: 'stock-count',
    sources: ['stock.count'],
  },
  till: { module: 'till', query: { part: 'all' }, parameter: 'till' },
  paymentRequest: {
    module: 'vouchers',
    query: { view: 'wifi' },
    parameter: 'payment-request',
  },
  leaveRequest: {
    module: 'hr',
    query: { view: 'leave' },
    parameter: 'leave',
  },
  payroll: {
    module: 'hr',
    query: { view: 'payroll' },
    parameter: 'payroll',
    sources: ['payroll.approval', 'payroll.approval.reversal'],
  },
  payrollBatch: {
    module: 'hr',
    query: { view: 'payroll', 'pay-part': 'batches' },
    parameter: 'payroll-batch',
  },
  employeeAdvance: {
    module: 'hr',
    query: { view: 'payroll', 'pay-part': 'advances' },
    parameter: 'advance',
    sources: ['payroll.advance', 'payroll.advance.reversal'],
  },
} as const satisfies Record<string, Kind>;

type Kinds = typeof recordKinds;
export type RecordKind = keyof Kinds;
/** Kinds that the search for everything finds. */
export type SearchedKind = {
  [K in RecordKind]: Kinds[K] extends { search: object } ? K : never;
}[RecordKind];
/** Query parameters of the records that open in a drawer. */
export type DrawerParameter = {
  [K in RecordKind]: Kinds[K] extends { isPage: true } ? never : Kinds[K]['parameter'];
}[RecordKind];

/** Kinds whose parameter holds their number. */
export type NumberedKind = {
  [K in RecordKind]: Kinds[K] extends { numberField: string } ? K : never;
}[RecordKind];

const rows = Object.entries<Kind>(recordKinds);
export const searchedKinds = rows.flatMap(([kind, { search }]) =>
  search ? [kind] : [],
) as SearchedKind[];
export const drawerParameters = rows.flatMap(([, { isPage, parameter }]) =>
  isPage ? [] : [parameter],
) as DrawerParameter[];

/** The kind of record that posts entries of a source; undefined for entries without a record. */
export function kindOfSource(source: string): RecordKind | undefined {
  return rows.find(([, { sources }]) => sources?.includes(source))?.[0] as RecordKind | undefined;
}

export function isByNumber(kind: RecordKind): kind is NumberedKind {
  return 'numberField' in recordKinds[kind];
}
