import type { ModuleRow } from './modules/module-row.ts';

/**
 * All modules of the portal, in sidebar order (seeds/000 2 and 6, seeds/002 2). Paths, routes, sidebar, titles,
 * preloading and screens found by the search come from this table: a new module is a row here and its page.
 */
const table = {
  overview: {
    tab: true,
    label: 'Dashboard Overview',
    icon: 'dashboard',
    section: 'Core ISP Operations',
    permission: 'dashboard.read',
    page: 'overview/overview-page',
    help: 'clerk#read-the-overview',
  },
  approvals: {
    view: true,
    label: 'Approvals',
    // Each role sees what waits; what it may decide depends on the kind.
    permission: 'signedIn',
    page: 'approvals/approvals-page',
    help: 'clerk#decide-on-what-waits-for-a-second-person',
  },
  till: {
    view: true,
    label: 'My till',
    title: 'My Till',
    permission: 'till.own',
    page: 'till/till-page',
    help: 'clerk#keep-a-till',
  },
  mine: {
    view: true,
    label: 'My leave and payslips',
    title: 'My Leave and Payslips',
    // Linked for users who are linked to an employee; also for roles that cannot see /hr.
    permission: 'signedIn',
    page: 'mine/mine-page',
    help: 'clerk#leave',
  },
  help: {
    view: true,
    label: 'Help',
    permission: 'signedIn',
    page: 'help/help-page',
    help: 'clerk#find-something',
  },
  customers: {
    tab: true,
    label: 'Customer Management',
    icon: 'people',
    section: 'Core ISP Operations',
    permission: 'customer.read',
    page: 'customers/customers-page',
    help: 'clerk#add-a-customer',
  },
  billing: {
    tab: true,
    label: 'Billing & Accounts',
    icon: 'credit-card',
    section: 'Core ISP Operations',
    permission: 'invoice.read',
    page: 'billing/billing-page',
    help: 'clerk#print-or-e-mail-an-invoice',
  },
  vouchers: {
    path: '/voucher-management',
    label: 'Internet Vouchers',
    title: 'Internet Voucher Management',
    icon: 'clipboard',
    section: 'Core ISP Operations',
    permission: 'voucher.read',
    page: 'vouchers/vouchers-page',
    help: 'clerk#sell-vouchers',
  },
  network: {
    tab: true,
    label: 'Network Management',
    icon: 'globe-network',
    section: 'Core ISP Operations',
    permission: 'network.read',
    page: 'network/network-page',
    help: 'clerk#see-the-network',
  },
  support: {
    tab: true,
    label: 'Support Tickets',
    title: 'Support Tickets & Repairs',
    icon: 'lifesaver',
    section: 'Core ISP Operations',
    permission: 'ticket.read',
    page: 'support/support-page',
    help: 'clerk#work-on-a-ticket',
  },
  sms: {
    tab: true,
    label: 'SMS Services',
    icon: 'envelope',
    section: 'Core ISP Operations',
    permission: 'sms.read',
    page: 'messages/messages-page',
    help: 'clerk#send-a-message-to-customers',
  },
  ai: {
    tab: true,
    label: 'AI Customer Support',
    icon: 'chat',
    section: 'Core ISP Operations',
    permission: 'assistant.use',
    page: 'assistant/assistant-page',
    help: 'clerk#ask-the-assistant',
  },
  reports: {
    tab: true,
    label: 'Reports & Analytics',
    icon: 'chart',
    section: 'Core ISP Operations',
    permission: 'report.read',
    page: 'analytics/analytics-page',
    help: 'accountant#read-the-reports-of-any-days',
  },
  accounting: {
    path: '/accounting',
    label: 'Financial Management',
    title: 'Professional Accounting System',
    icon: 'bank-account',
    section: 'Business ERP Modules',
    permission: 'accounting.read',
    page: 'accounting/accounting-page',
    help: 'accountant#where-the-books-are',
  },
  expenses: {
    path: '/expense-management',
    label: 'Expense Management',
    icon: 'dollar',
    section: 'Business ERP Modules',
    permission: 'expense.read',
    page: 'expenses/expenses-page',
    help: 'clerk#record-an-expense',
  },
  hr: {
    path: '/hr',
    label: 'Human Resources',
    title: 'Human Resources Management',
    icon: 'id-number',
    section: 'Business ERP Modules',
    permission: 'hr.read',
    page: 'hr/hr-page',
    help: 'clerk#add-or-change-an-employee',
  },
  procurement: {
    path: '/procurement',
    label: 'Procurement',
    title: 'Procurement Management',
    icon: 'shopping-cart',
    section: 'Business ERP Modules',
    permission: 'procurement.read',
    page: 'procurement/procurement-page',
    help: 'clerk#order-goods',
  },
  equipment: {
    path: '/equipment',
    label: 'Sales Management',
    title: 'Sales Management System',
    icon: 'box',
    section: 'Business ERP Modules',
    permission: 'stock.read',
    page: 'equipment/equipment-page',
    help: 'clerk#add-equipment',
  },
  users: {
    path: '/user-management',
    label: 'User Management',
    title: 'User Management System',
    icon: 'user',
    section: 'Business ERP Modules',
    permission: 'user.manage',
    page: 'users/users-page',
    help: 'administrator#add-a-user',
  },
  backups: {
    path: '/backup-management',
    label: 'Backup & Security',
    title: 'Database Backup & Recovery',
    icon: 'database',
    section: 'Business ERP Modules',
    permission: 'backup.read',
    page: 'backups/backups-page',
    help: 'administrator#back-up-and-restore',
  },
  dataImport: {
    path: '/data-import',
    label: 'Data Import',
    title: 'Data Import Center',
    icon: 'import',
    linkedFrom: ['customers', 'billing'],
    linkText: 'Import',
    // Customers and billing are categories of the import centre too.
    linkParam: 'type',
    // seeds/002 6: all staff may see the page; permissions to import depend on the kind of file.
    permission: 'signedIn',
    page: 'imports/imports-page',
    help: 'clerk#import-a-file',
  },
  regionalCoverage: {
    path: '/regional-coverage',
    label: 'Regional Coverage',
    icon: 'map',
    linkedFrom: ['network'],
    permission: 'network.read',
    page: 'regional-coverage/regional-coverage-page',
    help: 'clerk#see-which-towns-are-covered',
  },
  fullReports: {
    path: '/reports',
    label: 'Comprehensive Reports',
    icon: 'chart',
    linkedFrom: ['reports'],
    permission: 'report.read',
    page: 'reports/reports-page',
    help: 'accountant#read-the-reports-of-any-days',
  },
  wifiPayment: {
    path: '/wifi-payment',
    label: 'WiFi Payment',
    permission: 'public',
    ownPage: true,
    help: 'clerk#see-what-visitors-bought',
  },
} as const satisfies Record<string, ModuleRow>;

export type ModuleName = keyof typeof table;
/** Modules with their own path, and those that are tabs or views of the dashboard. */
export type PathModule = {
  [Name in ModuleName]: (typeof table)[Name] extends { path: string } ? Name : never;
}[ModuleName];
export type DashboardView = {
  [Name in ModuleName]: (typeof table)[Name] extends { view: true } ? Name : never;
}[ModuleName];
export type DashboardTab = Exclude<ModuleName, PathModule | DashboardView>;

export const modules: Readonly<Record<ModuleName, ModuleRow>> = table;
export const moduleNames = Object.keys(table) as ModuleName[];

export function isTab(name: ModuleName): name is DashboardTab {
  return modules[name].tab === true;
}

export function isView(name: ModuleName): name is DashboardView {
  return modules[name].view === true;
}

/** Whether it is shown on /dashboard. */
export function isOnDashboard(name: ModuleName): name is DashboardTab | DashboardView {
  return isTab(name) || isView(name);
}

/** Visible without sign-in, without the sidebar. */
export function isPublic(name: ModuleName): boolean {
  return modules[name].permission === 'public';
}

export function titleOf(name: ModuleName): string {
  return modules[name].title ?? modules[name].label;
}
