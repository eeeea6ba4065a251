export interface Unbuilt {
  title: string;
  /** What it will do (seeds/000 to 002, section 2). */
  promises: readonly string[];
  /** What can be done already, at the shell. */
  meanwhile?: { text: string; command: string };
}

/** Modules that are still to come: what each is called and what it will hold. */
export const unbuiltModules = {
  network: {
    title: 'Network Management',
    promises: [
      'Nodes with their capacity, usage and uptime',
      'Coverage by region and bandwidth by package',
      'Suggestions for a better use of the lines',
    ],
  },
  support: {
    title: 'Support Tickets & Repairs',
    promises: [
      'Tickets from the first call to the solution',
      'Who works on what, and how urgent it is',
    ],
  },
  sms: {
    title: 'SMS Services',
    promises: ['Messages to groups of customers', 'Campaigns and how many were delivered'],
  },
  ai: {
    title: 'AI Customer Support',
    promises: [
      'An assistant that answers customers',
      'Handing over to a person where one is needed',
    ],
  },
  reports: {
    title: 'Reports & Analytics',
    promises: [
      'Revenue, customers and service quality over any period',
      'Exports and billing insights',
    ],
  },
  fullReports: {
    title: 'Comprehensive Reports',
    promises: ['Every report over any period', 'Exports for a spreadsheet'],
  },
  accounting: {
    title: 'Professional Accounting System',
    promises: [
      'Chart of accounts and journal entries on screen',
      'Trial balance, profit and loss, balance sheet and cash flow',
    ],
    meanwhile: {
      text: 'The books are kept already; see them at the shell with',
      command: 'isp books',
    },
  },
  hr: {
    title: 'Human Resources Management',
    promises: ['Employees and departments', 'Payroll, leave and attendance'],
  },
  procurement: {
    title: 'Procurement Management',
    promises: ['Suppliers', 'Requisitions and purchase orders with their approval'],
  },
  regionalCoverage: {
    title: 'Regional Coverage',
    promises: ['Towns, clients and infrastructure', 'Where the network grows next'],
  },
  equipment: {
    title: 'Sales Management System',
    promises: ['Equipment in stock', 'Sales orders'],
  },
  backups: {
    title: 'Database Backup & Recovery',
    promises: ['A backup every night at 2:00, the last thirty kept', 'Restoring one of them'],
  },
  vouchers: {
    title: 'Internet Voucher Management',
    promises: ['Bundles by data and days', 'Voucher codes and their sale'],
  },
  expenses: {
    title: 'Expense Management',
    promises: ['Expenses by category and account', 'Import of bandwidth suppliers\u2019 bills'],
  },
  dataImport: {
    title: 'Data Import Center',
    promises: ['Uploads of spreadsheets by category, with a preview and errors by row'],
    meanwhile: {
      text: 'Customers and invoices can be imported already, at the shell with',
      command: 'isp import',
    },
  },
  wifi: {
    title: 'WiFi Payment',
    promises: ['Hotspot packages from one hour to a week', 'Payment by mobile money'],
  },
} as const satisfies Record<string, Unbuilt>;

export type UnbuiltModule = keyof typeof unbuiltModules;
