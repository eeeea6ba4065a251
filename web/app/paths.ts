import type { IsoMonth } from '@nimule/core/kernel/dates';
import { type NumberedKind, type RecordKind, recordKinds } from '@nimule/core/reports/kinds/schema';
import {
  type DashboardTab,
  type DashboardView,
  isOnDashboard,
  isPublic,
  isTab,
  isView,
  type ModuleName,
  moduleNames,
  modules,
  type PathModule,
} from './modules.ts';

/** The eight tabs of the dashboard (seeds/000 2), in order. */
export const dashboardTabs = moduleNames.filter(isTab);
const DEFAULT_TAB: DashboardTab = 'overview';
const DASHBOARD = '/dashboard';

const dashboardViews = moduleNames.filter(isView);

/** Paths of the modules that are not shown on the dashboard. */
const modulePaths = Object.fromEntries(
  moduleNames.flatMap((name) => (isOnDashboard(name) ? [] : [[name, modules[name].path]])),
) as Record<PathModule, string>;

/** The query of a list whose parameters have a prefix. */
function prefixed(prefix: string, filter: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [`${prefix}${name}`, value]),
  );
}

function monthAndYear(month: IsoMonth): Record<string, string> {
  const [year, number] = month.split('-') as [string, string];
  return { month: String(Number(number)), year };
}

/** Builds all URLs of the portal (seeds/000 2, seeds/002 2). */
export const paths = {
  home: '/',
  auth: '/auth',
  ...modulePaths,
  dashboard: (tab: DashboardTab = DEFAULT_TAB, query: Record<string, string> = {}) => {
    const params = new URLSearchParams({ ...(tab === DEFAULT_TAB ? {} : { tab }), ...query });
    return params.size > 0 ? `${DASHBOARD}?${params}` : DASHBOARD;
  },
  /** A view of the dashboard that is no tab: /dashboard?view=approvals (decision 46). */
  view: (view: DashboardView) => `${DASHBOARD}?${new URLSearchParams({ view })}`,
  /** One's own sessions. */
  ownSessions: () => `${paths.view('security')}#sessions`,
  /** One's own sessions with the question whether the others are ended. */
  endOtherSessions: () => `${paths.view('security')}&add=end-sessions`,
  /** A guide, at a section of it: `paths.help('clerk', 'take-a-payment')`. */
  help: (guide: string, section?: string) =>
    `${paths.view('help')}&${new URLSearchParams({ guide })}${section ? `#${section}` : ''}`,
  /** Customers filtered by location, and more: `{ status: 'Active' }`. */
  customersIn: (location: string, filter: Record<string, string> = {}) =>
    paths.dashboard('customers', { location, ...filter }),
  /** The import centre with a category chosen. */
  importOf: (type: string) => `${modulePaths.dataImport}?${new URLSearchParams({ type })}`,
  /** An import: its progress or its result. */
  importRun: (id: number) => `${modulePaths.dataImport}?run=${id}`,
  /** Customers with the Add Customer form open. */
  addCustomer: () => paths.dashboard('customers', { add: 'customer' }),
  /** Billing with the Record Payment dialog open for this customer; '' to pick one in the dialog. */
  recordPayment: (customerId: string) =>
    paths.dashboard('billing', {
      record: 'payment',
      ...(customerId === '' ? {} : { payer: customerId }),
    }),
  /** Accounting with the New Journal Entry dialog open. */
  newEntry: () => `${modulePaths.accounting}?${new URLSearchParams({ add: 'entry' })}`,
  /** Billing with the manual invoice form for this customer. */
  newInvoice: (customerId: string) =>
    paths.dashboard('billing', { view: 'manual', 'invoice-for': customerId }),
  /** Network Management with the nodes of a filter: `{ location: 'Wau' }`. */
  nodes: (filter: Record<string, string> = {}) => paths.dashboard('network', filter),
  /** Who is online at a router. */
  onlineAt: (router: number) =>
    paths.dashboard('network', { view: 'online', 'online-routerId': String(router) }),
  /** Who had an IP address. */
  whoHad: (ip: string) =>
    paths.dashboard('network', { view: 'online', 'online-part': 'ended', 'ended-ip': ip }),
  /** The access accounts of a customer. */
  accessOf: (customer: string) => paths.dashboard('customers', { customer, 'its-part': 'access' }),
  /** The access accounts of a customer with the form of a new one open. */
  addAccess: (customer: string) =>
    paths.dashboard('customers', { customer, 'its-part': 'access', add: 'access-account' }),
  /** What the network enforces. */
  accessSettings: () => paths.dashboard('network', { view: 'settings', 'settings-part': 'access' }),
  /** A tab of the regional coverage. */
  coverage: (view: 'clients' | 'infrastructure') => `${modulePaths.regionalCoverage}?view=${view}`,
  /** Customers filtered by their network node. */
  customersOf: (node: number) => paths.dashboard('customers', { nodeId: String(node) }),
  /** Support with the New Ticket dialog open for this customer; '' for none. */
  newTicket: (customerId: string) =>
    paths.dashboard('support', {
      view: 'new',
      ...(customerId === '' ? {} : { 'ticket-for': customerId }),
    }),
  /** The chats of a filter: `{ topic: 'billing' }`. */
  chats: (filter: Record<string, string> = {}) =>
    paths.dashboard('ai', { view: 'chats', ...prefixed('chats-', filter) }),
  /** The articles of the knowledge base with these words. */
  articles: (search: string) =>
    paths.dashboard('ai', { view: 'articles', ...prefixed('articles-', { q: search }) }),
  /** Support with the tickets of a filter: `{ priority: 'urgent' }`. */
  tickets: (filter: Record<string, string>) => paths.dashboard('support', filter),
  /** Expenses with the Add Expense form open. */
  addExpense: () => `${modulePaths.expenses}?add=expense`,
  /** Expenses with the Import Data dialog open. */
  importExpenses: () => `${modulePaths.expenses}?add=expense-lines`,
  /** Procurement with the form of a new purchase order. */
  newOrder: () => `${modulePaths.procurement}?view=new-order`,
  /** Procurement with the form of a new requisition. */
  newRequisition: () => `${modulePaths.procurement}?view=new-requisition`,
  /** Equipment with the form for a new item open. */
  addEquipment: () => `${modulePaths.equipment}?add=equipment`,
  /** The moves of an item. */
  movesOf: (id: number) => `${modulePaths.equipment}?view=moves&moves-equipmentId=${id}`,
  /** The items at or below their minimum. */
  lowStock: () => `${modulePaths.equipment}?stock=short&status=active`,
  /** The stock counts. */
  stockCounts: () => `${modulePaths.equipment}?view=counts`,
  /** The sales orders with the form of a new one open. */
  newSale: () => `${modulePaths.equipment}?view=sales&add=sale`,
  /** The sales orders with the form of a sale at the counter open. */
  counterSale: () => `${modulePaths.equipment}?view=sales&add=counter-sale`,
  /** The form that sells vouchers. */
  sellVouchers: () => `${modulePaths.vouchers}?view=sell`,
  /** The bundles of vouchers. */
  voucherBundles: () => `${modulePaths.vouchers}?view=bundles`,
  /** The vouchers, or those of a filter: `{ batchId: '12' }`. */
  voucherList: (filter: Record<string, string> = {}) =>
    `${modulePaths.vouchers}?${new URLSearchParams({
      view: 'all',
      ...Object.fromEntries(
        Object.entries(filter).map(([name, value]) => [`vouchers-${name}`, value]),
      ),
    })}`,
  /** Hotspot sales, for staff (decision 46), or one by its number. */
  wifiSales: (sale = '') =>
    `${modulePaths.vouchers}?view=wifi${sale === '' ? '' : `&sessions-q=${encodeURIComponent(sale)}`}`,
  /** Equipment on loan with the form to issue some. */
  issueLoan: () => `${modulePaths.equipment}?view=loans&add=loan`,
  /** Equipment on loan at Inactive customers. */
  loansToCollect: () => `${modulePaths.equipment}?view=loans&loans-show=collect`,
  /** Billing with the Refund Credit dialog open for this customer; '' to pick one in the dialog. */
  refundCredit: (customerId: string) =>
    paths.dashboard('billing', {
      record: 'refund',
      ...(customerId === '' ? {} : { customer: customerId }),
    }),
  /** Human resources with the form for a new employee open. */
  addEmployee: () => `${modulePaths.hr}?view=employees&add=employee`,
  /** Human resources with the form for a leave request open. */
  newLeave: () => `${modulePaths.hr}?view=leave&add=leave`,
  /** Own leave with the form to ask for some open. */
  askForLeave: () => `${paths.view('mine')}&add=leave`,
  /** Invoices by a filter: `{ status: 'overdue' }`. */
  invoices: (filter: Record<string, string>) => paths.dashboard('billing', filter),
  /** Payments by a filter: `{ month: '2026-11' }`. */
  payments: (filter: Record<string, string>) =>
    paths.dashboard('billing', { view: 'payments', ...prefixed('payments-', filter) }),
  /** Customers by a filter: `{ status: 'Active' }`. */
  customersWith: (filter: Record<string, string>) => paths.dashboard('customers', filter),
  /** Purchase orders by a filter. */
  orders: (filter: Record<string, string>) =>
    `${modulePaths.procurement}?${new URLSearchParams({ view: 'orders', ...prefixed('po-', filter) })}`,
  /** Employees by a filter. */
  employees: (filter: Record<string, string>) =>
    `${modulePaths.hr}?${new URLSearchParams({ view: 'employees', ...prefixed('emp-', filter) })}`,
  /** Attendance of the employees. */
  attendance: () => `${modulePaths.hr}?view=attendance`,
  /** Accounting with the ledger of an account open, from a month to another. */
  ledger: (account: string, from: IsoMonth, to: IsoMonth) =>
    `${modulePaths.accounting}?${new URLSearchParams({ ...monthAndYear(to), account, from, to })}`,
  /** One of the reports beside the comprehensive ones. */
  ownReport: (report: string, range: Record<string, string>) =>
    `${modulePaths.fullReports}?${new URLSearchParams({ view: 'own', report, ...range })}`,
  /** Billing with the Grant Credit dialog open for this customer; '' to pick one in the dialog. */
  grantCredit: (customerId: string) =>
    paths.dashboard('billing', {
      record: 'credit',
      ...(customerId === '' ? {} : { customer: customerId }),
    }),
};

export function addressOf(name: ModuleName): string {
  if (isView(name)) return paths.view(name);
  return isTab(name) ? paths.dashboard(name) : paths[name as PathModule];
}

/** The page of a module with this query. */
export function addressWith(name: ModuleName, query: Record<string, string>): string {
  const address = addressOf(name);
  const params = new URLSearchParams(query);
  if (params.size === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${params}`;
}

interface Place {
  module: ModuleName;
  query?: Readonly<Record<string, string>>;
  parameter: string;
}

/** The page with a record open, most of them in a drawer; the record by its number or its id: `recordPath('ticket', 'TKT-001')`. */
export function recordPath<K extends RecordKind>(
  kind: K,
  record: K extends NumberedKind ? string : number,
): string {
  const { module, query, parameter }: Place = recordKinds[kind];
  return addressWith(module, { ...query, [parameter]: String(record) });
}

/** The current dashboard tab; the default for an unknown one. */
export function tabOf(params: URLSearchParams): DashboardTab {
  const wanted = params.get('tab');
  return dashboardTabs.find((tab) => tab === wanted) ?? DEFAULT_TAB;
}

/** The module that /dashboard shows: a view, unless a tab is named, or the tab. */
export function dashboardModuleOf(params: URLSearchParams): DashboardTab | DashboardView {
  const wanted = params.has('tab') ? null : params.get('view');
  return dashboardViews.find((view) => view === wanted) ?? tabOf(params);
}

/** The module at a URL; undefined for the website, the sign-in page and unknown URLs. */
export function moduleAt(pathname: string, search: string): ModuleName | undefined {
  if (pathname === DASHBOARD) return dashboardModuleOf(new URLSearchParams(search));
  return moduleNames.find((name) => modules[name].path === pathname);
}

/** Whether the path requires sign-in. */
export function isStaffPath(pathname: string): boolean {
  const name = moduleAt(pathname, '');
  return name !== undefined && !isPublic(name);
}
