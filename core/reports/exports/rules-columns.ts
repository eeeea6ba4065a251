import type { ReportType, SectionName } from '../comprehensive/schema.ts';
import type { TableColumn } from './rules-tables.ts';

/** The lists behind the figures of a report. */
export type SourceName =
  | 'ledger'
  | 'customers'
  | 'invoices'
  | 'orders'
  | 'employees'
  | 'payroll'
  | 'tickets';

/** The rows behind each section. */
export const sourcesOfSection: Record<SectionName, readonly SourceName[]> = {
  financialSummary: ['ledger'],
  customerMetrics: ['customers'],
  billingAnalysis: ['invoices'],
  procurementAnalysis: ['orders'],
  hrAnalysis: ['employees', 'payroll'],
  operationsAnalysis: ['tickets'],
};

export const reportTitles: Record<ReportType, string> = {
  comprehensive: 'Comprehensive report',
  financial: 'Financial report',
  operational: 'Operational report',
  customer: 'Customer report',
  procurement: 'Procurement report',
  hr: 'Human resources report',
};

const text = (name: string, title: string): TableColumn => ({ name, title, kind: 'text' });
const long = (column: TableColumn): TableColumn => ({ ...column, isLong: true });
const narrow = (points: number, column: TableColumn): TableColumn => ({ ...column, points });
const date = (name: string, title: string): TableColumn => ({ name, title, kind: 'date' });
const sum = (name: string, title: string): TableColumn => ({
  name,
  title,
  kind: 'money',
  isSummed: true,
});
const code = (column: TableColumn): TableColumn => ({ ...column, isCode: true });
const wide = (column: TableColumn): TableColumn => ({ ...column, onlyInSheets: true });

const lines: readonly TableColumn[] = [
  date('date', 'Date'),
  narrow(72, text('entry', 'Entry')),
  narrow(40, text('account', 'Account')),
  wide(text('accountName', 'Account name')),
  wide(text('type', 'Type')),
  long(text('description', 'Description')),
  wide(text('reference', 'Reference')),
  sum('debit', 'Debit'),
  sum('credit', 'Credit'),
];

/** The tables of rows. */
export const sources: Record<SourceName, { title: string; columns: readonly TableColumn[] }> = {
  ledger: { title: 'Ledger lines', columns: lines },
  payroll: { title: 'Payroll in the ledger', columns: lines },
  customers: {
    title: 'Customers',
    columns: [
      narrow(48, text('customerId', 'Customer ID')),
      long(text('name', 'Name')),
      wide(text('type', 'Type')),
      narrow(66, text('location', 'Location')),
      text('packageType', 'Package'),
      narrow(48, text('status', 'Status at the end')),
      date('serviceStartDate', 'Service start'),
      wide(text('isNew', 'New in the range')),
      { name: 'monthlyFeeUsd', title: 'Monthly fee (USD)', kind: 'money' },
    ],
  },
  invoices: {
    title: 'Invoices',
    columns: [
      narrow(78, text('invoiceId', 'Invoice')),
      wide(text('customerId', 'Customer ID')),
      long(text('customerName', 'Customer')),
      date('billDate', 'Bill date'),
      wide(date('dueDate', 'Due date')),
      code(narrow(46, text('status', 'Status'))),
      sum('amountUsd', 'Amount (USD)'),
      sum('paidUsd', 'Paid (USD)'),
      wide(sum('openUsd', 'Open (USD)')),
      wide(date('paidDate', 'Paid on')),
      wide(date('disputedSince', 'Disputed since')),
    ],
  },
  orders: {
    title: 'Purchase orders',
    columns: [
      text('poNumber', 'Order'),
      long(text('supplier', 'Supplier')),
      date('orderDate', 'Order date'),
      code(narrow(50, text('status', 'Status'))),
      wide(date('expectedDelivery', 'Expected')),
      wide(date('receivedOn', 'Received')),
      wide(text('currency', 'Currency')),
      sum('totalUsd', 'Total (USD)'),
    ],
  },
  employees: {
    title: 'Employees',
    columns: [
      text('employeeNumber', 'Number'),
      long(text('name', 'Name')),
      text('department', 'Department'),
      wide(text('position', 'Position')),
      wide(text('employmentType', 'Employment')),
      date('hireDate', 'Hired on'),
      code(narrow(50, text('status', 'Status'))),
    ],
  },
  tickets: {
    title: 'Support tickets',
    columns: [
      text('ticketId', 'Ticket'),
      long(text('title', 'Title')),
      wide(text('customer', 'Customer')),
      code(text('category', 'Category')),
      wide(text('priority', 'Priority')),
      code(narrow(50, text('status', 'Status'))),
      date('opened', 'Opened on'),
      wide(date('resolved', 'Resolved on')),
      { name: 'hours', title: 'Hours', kind: 'number' },
    ],
  },
};

/** Of employees, for those who may see salaries. */
export const salaryColumn: TableColumn = {
  name: 'baseSalary',
  title: 'Monthly salary (USD)',
  kind: 'money',
};
