import type { Permission, WithoutRole } from '../../identity/permissions.ts';
import type { TableColumn } from '../exports/rules-tables.ts';
import type { OwnReportName, ReportChart } from './schema.ts';

export interface OwnReportRow {
  title: string;
  /** What it shows, for the list. */
  shows: string;
  /** What it needs beside the permission to see reports. */
  permission: Exclude<Permission, WithoutRole>;
  /** False of a report as of today. */
  usesRange: boolean;
  columns: readonly TableColumn[];
  chart: ReportChart | null;
}

const text = (name: string, title: string): TableColumn => ({ name, title, kind: 'text' });
const code = (name: string, title: string): TableColumn => ({ ...text(name, title), isCode: true });
const month = (name: string, title: string): TableColumn => ({ name, title, kind: 'month' });
const date = (name: string, title: string): TableColumn => ({ name, title, kind: 'date' });
const count = (name: string, title: string): TableColumn => ({ name, title, kind: 'integer' });
const number = (name: string, title: string): TableColumn => ({ name, title, kind: 'number' });
const percent = (name: string, title: string): TableColumn => ({ name, title, kind: 'percent' });
const summed = (column: TableColumn): TableColumn => ({ ...column, isSummed: true });
const money = (name: string, title: string): TableColumn => summed({ name, title, kind: 'money' });
const pounds = (name: string, title: string): TableColumn => summed({ name, title, kind: 'ssp' });

const line = (x: string, ...y: string[]): ReportChart => ({ kind: 'line', x, y, by: null });
const bar = (x: string, ...y: string[]): ReportChart => ({ kind: 'bar', x, y, by: null });

const revenueBy = (
  key: string,
  title: string,
  customers: TableColumn = summed(count('customers', 'Customers')),
): Pick<OwnReportRow, 'columns' | 'chart'> => ({
  columns: [
    key === 'type' ? code(key, title) : text(key, title),
    customers,
    summed(count('invoices', 'Invoices')),
    money('billedUsd', 'Billed (USD)'),
    money('paidUsd', 'Paid (USD)'),
    money('openUsd', 'Open (USD)'),
    percent('share', 'Share of billed (%)'),
  ],
  chart: bar(key, 'billedUsd'),
});

/** The reports of an internet service provider, each with its columns; `queries.ts` has a query of the same name. */
export const ownReports: Record<OwnReportName, OwnReportRow> = {
  'customers-by-month': {
    title: 'Customers by month',
    shows:
      'New, lost and active customers of each month; a month counts up to the last day of the range.',
    permission: 'customer.read',
    usesRange: true,
    columns: [
      month('month', 'Month'),
      summed(count('added', 'New')),
      summed(count('lost', 'Left')),
      count('active', 'Active at the end'),
      count('total', 'Customers at the end'),
    ],
    chart: line('month', 'active', 'added', 'lost'),
  },
  'customers-by-package': {
    title: 'Customers by package and month',
    shows: 'New, lost and active customers of each month by the package that they have now.',
    permission: 'customer.read',
    usesRange: true,
    columns: [
      month('month', 'Month'),
      text('packageType', 'Package'),
      summed(count('added', 'New')),
      summed(count('lost', 'Left')),
      count('active', 'Active at the end'),
      count('total', 'Customers at the end'),
    ],
    chart: { kind: 'line', x: 'month', y: ['active'], by: 'packageType' },
  },
  cohorts: {
    title: 'How long customers stay',
    shows:
      'Customers by the month in which their service began, and the share of them that had not left after some months.',
    permission: 'customer.read',
    usesRange: true,
    columns: [
      month('month', 'Began in'),
      summed(count('customers', 'Customers')),
      summed(count('remaining', 'Still here')),
      percent('after1', 'After 1 month (%)'),
      percent('after3', 'After 3 months (%)'),
      percent('after6', 'After 6 months (%)'),
      percent('after12', 'After 12 months (%)'),
    ],
    chart: line('month', 'after1', 'after3', 'after6', 'after12'),
  },
  'customers-left': {
    title: 'Customers who left',
    shows: 'Customers who became Inactive in the range and are so on its last day.',
    permission: 'customer.read',
    usesRange: true,
    columns: [
      text('customerId', 'Customer ID'),
      text('name', 'Name'),
      text('packageType', 'Package'),
      text('location', 'Location'),
      date('since', 'Customer since'),
      date('leftOn', 'Left on'),
      money('monthlyFeeUsd', 'Monthly fee (USD)'),
    ],
    chart: null,
  },
  'result-by-account': {
    title: 'Revenue and expenses by account',
    shows:
      'What the books took in and spent in the range, by account; the sums are the net profit.',
    permission: 'accounting.read',
    usesRange: true,
    columns: [
      text('account', 'Account'),
      text('name', 'Name'),
      money('revenueUsd', 'Revenue (USD)'),
      money('expensesUsd', 'Expenses (USD)'),
      money('resultUsd', 'Result (USD)'),
    ],
    chart: null,
  },
  'revenue-by-package': {
    title: 'Revenue by package',
    shows:
      'Invoices billed in the range and not cancelled, by the package on the invoice. Revenue that is on no invoice, such as vouchers and WiFi, is not in it.',
    permission: 'invoice.read',
    usesRange: true,
    // A customer billed for two packages is in two rows: their sum would be no number of customers.
    ...revenueBy('packageType', 'Package', count('customers', 'Customers')),
  },
  'revenue-by-location': {
    title: 'Revenue by location',
    shows:
      'Invoices billed in the range and not cancelled, by the location of the customer. Revenue that is on no invoice, such as vouchers and WiFi, is not in it.',
    permission: 'invoice.read',
    usesRange: true,
    ...revenueBy('location', 'Location'),
  },
  'revenue-by-type': {
    title: 'Revenue by customer type',
    shows:
      'Invoices billed in the range and not cancelled, of businesses and individuals. Revenue that is on no invoice, such as vouchers and WiFi, is not in it.',
    permission: 'invoice.read',
    usesRange: true,
    ...revenueBy('type', 'Customer type'),
  },
  ageing: {
    title: 'Ageing of debts',
    shows: 'What each customer owes today, by the days since it was due; the largest debts first.',
    permission: 'invoice.read',
    usesRange: false,
    columns: [
      text('customerId', 'Customer ID'),
      text('name', 'Name'),
      { ...text('phone', 'Phone'), onlyInSheets: true },
      { ...text('status', 'Status'), onlyInSheets: true },
      money('notDue', 'Not due'),
      money('days30', '1 to 30 days'),
      money('days60', '31 to 60 days'),
      money('days90', '61 to 90 days'),
      money('older', 'Over 90 days'),
      money('total', 'Total'),
      money('disputed', 'Of it disputed'),
    ],
    chart: null,
  },
  disconnections: {
    title: 'Disconnections and recoveries',
    shows: 'Customers suspended and restored in each month: by the 15-day rule, and by hand.',
    permission: 'customer.read',
    usesRange: true,
    columns: [
      month('month', 'Month'),
      summed(count('suspendedByRule', 'Suspended by the rule')),
      summed(count('restoredByRule', 'Restored by the rule')),
      summed(count('suspendedByHand', 'Suspended by hand')),
      summed(count('restoredByHand', 'Restored by hand')),
      summed(count('left', 'Left')),
    ],
    chart: bar('month', 'suspendedByRule', 'restoredByRule'),
  },
  tickets: {
    title: 'Tickets and times by category',
    shows:
      'Tickets opened and resolved in the range, mean hours to resolution, and the share resolved by their due time.',
    permission: 'ticket.read',
    usesRange: true,
    columns: [
      code('category', 'Category'),
      summed(count('opened', 'Opened')),
      summed(count('resolved', 'Resolved')),
      number('hours', 'Mean hours'),
      percent('onTime', 'On time (%)'),
    ],
    chart: bar('category', 'opened', 'resolved'),
  },
  'node-uptime': {
    title: 'Node uptime',
    shows: 'The share of measurements that each node answered in the range, the lowest first.',
    permission: 'network.read',
    usesRange: true,
    columns: [
      text('node', 'Node'),
      text('location', 'Location'),
      code('type', 'Type'),
      percent('uptime', 'Uptime (%)'),
      summed(count('samples', 'Measured')),
      summed(count('failed', 'Without answer')),
      summed(count('alarms', 'Alarms')),
    ],
    chart: bar('node', 'uptime'),
  },
  'vouchers-by-day': {
    title: 'Vouchers by day',
    shows: 'Vouchers sold on each day and not taken back since, and those activated.',
    permission: 'voucher.read',
    usesRange: true,
    columns: [
      date('date', 'Date'),
      summed(count('sales', 'Sales')),
      summed(count('sold', 'Vouchers sold')),
      money('salesUsd', 'Sold for (USD)'),
      summed(count('activated', 'Activated')),
    ],
    chart: line('date', 'salesUsd'),
  },
  'wifi-by-day': {
    title: 'WiFi sales by day',
    shows: 'Hotspot access sold on each day by package, without what was given back.',
    permission: 'voucher.read',
    usesRange: true,
    columns: [
      date('date', 'Date'),
      text('packageName', 'Package'),
      summed(count('sold', 'Sold')),
      money('salesUsd', 'Sold for (USD)'),
    ],
    chart: { kind: 'bar', x: 'date', y: ['salesUsd'], by: 'packageName' },
  },
  'cash-by-cashier': {
    title: 'Cash by cashier',
    shows:
      'What went through the tills of each user: floats, taken, paid out, handed over, and counted differences.',
    permission: 'till.manage',
    usesRange: true,
    columns: [
      text('cashier', 'Cashier'),
      summed(count('tills', 'Tills')),
      money('floatUsd', 'Float (USD)'),
      money('takenUsd', 'Taken (USD)'),
      money('returnedUsd', 'Paid out (USD)'),
      money('handedUsd', 'Handed over (USD)'),
      money('differenceUsd', 'Difference (USD)'),
      ...[
        pounds('floatSsp', 'Float (SSP)'),
        pounds('takenSsp', 'Taken (SSP)'),
        pounds('returnedSsp', 'Paid out (SSP)'),
        pounds('handedSsp', 'Handed over (SSP)'),
        pounds('differenceSsp', 'Difference (SSP)'),
      ].map((column) => ({ ...column, inSecond: 'Cash by cashier, in pounds' })),
    ],
    chart: bar('cashier', 'takenUsd'),
  },
  'payroll-by-month': {
    title: 'Payroll by month',
    shows: 'What the books have as salaries and as benefits and social security in each month.',
    permission: 'pay.read',
    usesRange: true,
    columns: [
      month('month', 'Month'),
      money('salariesUsd', 'Salaries (USD)'),
      money('benefitsUsd', 'Benefits (USD)'),
      money('totalUsd', 'Total (USD)'),
    ],
    chart: line('month', 'totalUsd'),
  },
};
