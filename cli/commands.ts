import type { Command } from './command.ts';
import { moveCommand } from './commands/operation/move.ts';
import { serverCommands } from './commands/operation/server.ts';
import { systemCommands } from './commands/operation/system.ts';

export interface Noun {
  summary: string;
  /** Second words under which several of its commands stand, with what the help says of them. */
  groups?: Readonly<Record<string, string>>;
  /** Loads its commands when one is typed; the main help shows only the summary. */
  load(): Promise<readonly Command[]>;
}

/** The nouns in the order of the help. */
export const nouns: Record<string, Noun> = {
  users: {
    summary: 'Staff accounts',
    load: async () => (await import('./commands/users.ts')).userCommands,
  },
  customers: {
    summary: 'The customer database',
    load: async () => (await import('./commands/customers/customers.ts')).customerCommands,
  },
  billing: {
    summary: 'Invoices, payments and the monthly run',
    load: async () => [
      ...(await import('./commands/customers/billing.ts')).billingCommands,
      ...(await import('./commands/customers/disputes.ts')).disputeCommands,
    ],
  },
  expenses: {
    summary: 'Expenses, their payments and imports',
    load: async () => (await import('./commands/accounting/expenses.ts')).expenseCommands,
  },
  network: {
    summary: 'Network nodes, their measurements and alarms',
    load: async () => {
      const [nodes, monitoring] = await Promise.all([
        import('./commands/network/network.ts'),
        import('./commands/network/network-monitoring.ts'),
      ]);
      return [...nodes.networkCommands, ...monitoring.networkMonitoringCommands];
    },
  },
  access: {
    summary: 'Access accounts, routers, and who is online',
    groups: { routers: 'Routers that ask who may use the network' },
    load: async () => {
      const [accounts, settings, routers] = await Promise.all([
        import('./commands/access/access.ts'),
        import('./commands/access/access-settings.ts'),
        import('./commands/access/routers.ts'),
      ]);
      return [
        ...accounts.accessCommands,
        ...settings.accessSettingsCommands,
        ...routers.routerCommands,
      ];
    },
  },
  radius: {
    summary: 'FreeRADIUS, which asks who may use the network',
    load: async () => (await import('./commands/access/radius.ts')).radiusCommands,
  },
  suppliers: {
    summary: 'Suppliers',
    load: async () => (await import('./commands/procurement/procurement.ts')).supplierCommands,
  },
  requisitions: {
    summary: 'Purchase requisitions',
    load: async () => (await import('./commands/procurement/procurement.ts')).requisitionCommands,
  },
  orders: {
    summary: 'Purchase orders and their goods',
    load: async () => [
      ...(await import('./commands/procurement/procurement.ts')).orderCommands,
      ...(await import('./commands/procurement/procurement-settings.ts'))
        .procurementSettingsCommands,
    ],
  },
  till: {
    summary: 'The tills of users',
    load: async () => (await import('./commands/sales/till.ts')).tillCommands,
  },
  vouchers: {
    summary: 'Internet vouchers',
    load: async () => {
      const { voucherCommands } = await import('./commands/vouchers/vouchers.ts');
      const { voucherSaleCommands } = await import('./commands/vouchers/voucher-sales.ts');
      return [...voucherCommands, ...voucherSaleCommands];
    },
  },
  payments: {
    summary: 'Requests for mobile money',
    load: async () => (await import('./commands/customers/payments.ts')).paymentCommands,
  },
  rates: {
    summary: 'Exchange rates',
    load: async () => (await import('./commands/accounting/rates.ts')).rateCommands,
  },
  books: {
    summary: 'Journal, ledgers, statements and month locks',
    load: async () => {
      const [books, finance] = await Promise.all([
        import('./commands/accounting/books.ts'),
        import('./commands/accounting/books-finance.ts'),
      ]);
      return [...books.booksCommands, ...finance.financeCommands];
    },
  },
  bills: {
    summary: 'Supplier bills and their payments',
    load: async () => (await import('./commands/procurement/bills.ts')).billCommands,
  },
  tickets: {
    summary: 'Support tickets',
    load: async () => (await import('./commands/customers/tickets.ts')).ticketCommands,
  },
  hr: {
    summary: 'Employees, payroll, leave and attendance',
    groups: { payroll: 'Payrolls from processing to payment' },
    load: async () => (await import('./commands/hr.ts')).hrCommands,
  },
  stock: {
    summary: 'Equipment, its stock and stock counts',
    load: async () => (await import('./commands/sales/stock.ts')).stockCommands,
  },
  sales: {
    summary: 'Sales orders of equipment',
    load: async () => (await import('./commands/sales/sales.ts')).salesCommands,
  },
  loans: {
    summary: 'Equipment on loan to customers',
    load: async () => (await import('./commands/sales/loans.ts')).loanCommands,
  },
  reports: {
    summary: 'Reports of any range, and their files',
    groups: { schedules: 'Reports that are sent by e-mail' },
    load: async () => {
      const [reports, figures, schedules] = await Promise.all([
        import('./commands/reports/reports.ts'),
        import('./commands/reports/figures.ts'),
        import('./commands/reports/schedules.ts'),
      ]);
      return [...reports.reportCommands, ...figures.figureCommands, ...schedules.scheduleCommands];
    },
  },
  ai: {
    summary: 'The assistant of the support chat',
    groups: { chats: 'Chats with customers', articles: 'The knowledge base' },
    load: async () => {
      const [chats, articles] = await Promise.all([
        import('./commands/ai/chats.ts'),
        import('./commands/ai/articles.ts'),
      ]);
      return [...chats.chatCommands, ...articles.articleCommands];
    },
  },
  approvals: {
    summary: 'What waits for a second person',
    load: async () => (await import('./commands/approvals.ts')).approvalCommands,
  },
  wifi: {
    summary: 'WiFi sessions that visitors bought',
    load: async () => (await import('./commands/vouchers/wifi.ts')).wifiCommands,
  },
  sms: {
    summary: 'Messages to customers',
    load: async () => (await import('./commands/customers/sms.ts')).smsCommands,
  },
  import: {
    summary: 'Spreadsheets in, and their templates',
    load: async () => (await import('./commands/imports/import.ts')).importCommands,
  },
  jobs: {
    summary: 'What runs by the clock',
    load: async () => (await import('./commands/operation/jobs.ts')).jobCommands,
  },
  backups: {
    summary: 'Backups of the database, and restoring them',
    load: async () => (await import('./commands/operation/backups.ts')).backupCommands,
  },
  database: {
    summary: 'The roles of the database',
    load: async () => (await import('./commands/operation/database.ts')).databaseCommands,
  },
  secrets: {
    summary: 'The key that encrypts secrets',
    load: async () => (await import('./commands/operation/secrets.ts')).secretCommands,
  },
  audit: {
    summary: 'Who changed what',
    load: async () => (await import('./commands/operation/audit.ts')).auditCommands,
  },
};

/** Commands of one word. */
export const words: readonly Command[] = [...serverCommands, ...systemCommands, moveCommand];
