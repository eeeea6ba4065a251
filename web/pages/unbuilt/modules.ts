/** What is not built yet, by the name of its tab or route: its title, and what it will do. */
export const unbuiltModules = {
  network: {
    title: 'Network Management',
    promise: 'Nodes, their capacity and uptime, and bandwidth by package.',
  },
  support: {
    title: 'Support Tickets',
    promise: 'Tickets and repairs, from the first call to the solution.',
  },
  sms: {
    title: 'SMS Services',
    promise: 'Messages and campaigns to customers, with their delivery.',
  },
  ai: {
    title: 'AI Customer Support',
    promise: 'An assistant that answers customers and hands over to people.',
  },
  reports: {
    title: 'Reports & Analytics',
    promise: 'Revenue, customers and service quality over any period, with exports.',
  },
  accounting: {
    title: 'Professional Accounting System',
    promise:
      'Chart of accounts, journal, trial balance and statements on screen. The books are kept already: see isp books --help.',
  },
  hr: { title: 'Human Resources Management', promise: 'Employees, payroll, leave and attendance.' },
  procurement: {
    title: 'Procurement Management',
    promise: 'Suppliers, requisitions and purchase orders.',
  },
  regionalCoverage: {
    title: 'Regional Coverage',
    promise: 'Towns, clients and infrastructure of the network.',
  },
  equipment: { title: 'Sales Management System', promise: 'Equipment in stock and sales orders.' },
  backups: {
    title: 'Database Backup & Recovery',
    promise: 'Backups every night, kept for thirty days, and their restoration.',
  },
  vouchers: {
    title: 'Internet Voucher Management',
    promise: 'Bundles, voucher codes and their sale.',
  },
  expenses: {
    title: 'Expense Management',
    promise: 'Expenses by category, and import of supplier bills.',
  },
  dataImport: {
    title: 'Data Import Center',
    promise:
      'Uploads of spreadsheets by category. Customers and invoices can be imported already: see isp import --help.',
  },
  wifi: { title: 'WiFi', promise: 'Hotspot packages paid by mobile money.' },
} as const;

export type UnbuiltModule = keyof typeof unbuiltModules;
