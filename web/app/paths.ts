import {
  type DashboardTab,
  isPublic,
  isTab,
  type ModuleName,
  moduleNames,
  modules,
  type PathModule,
} from './modules.ts';

/** The eight tabs of the dashboard (seeds/000 2), in order. */
export const dashboardTabs = moduleNames.filter(isTab);
export const DEFAULT_TAB: DashboardTab = 'overview';
const DASHBOARD = '/dashboard';

/** Addresses of the modules that are no tab of the dashboard. */
const modulePaths = Object.fromEntries(
  moduleNames.flatMap((name) => (isTab(name) ? [] : [[name, modules[name].path]])),
) as Record<PathModule, string>;

/** Every address of the portal is built here (seeds/000 2, seeds/002 2). */
export const paths = {
  home: '/',
  auth: '/auth',
  ...modulePaths,
  dashboard: (tab: DashboardTab = DEFAULT_TAB, query: Record<string, string> = {}) => {
    const params = new URLSearchParams({ ...(tab === DEFAULT_TAB ? {} : { tab }), ...query });
    return params.size > 0 ? `${DASHBOARD}?${params}` : DASHBOARD;
  },
  customer: (customerId: string) => paths.dashboard('customers', { customer: customerId }),
  /** The list of customers at one location. */
  customersIn: (location: string) => paths.dashboard('customers', { location }),
  /** The customers with the form for a new one open. */
  addCustomer: () => paths.dashboard('customers', { add: 'customer' }),
  /** Billing with the Record Payment dialog open for this customer; '' for one to be picked. */
  recordPayment: (customerId: string) =>
    paths.dashboard('billing', {
      record: 'payment',
      ...(customerId === '' ? {} : { payer: customerId }),
    }),
  /** An invoice beside the list of billing. */
  invoice: (id: number) => paths.dashboard('billing', { invoice: String(id) }),
  /** A payment beside the list of billing. */
  payment: (id: number) => paths.dashboard('billing', { view: 'payments', payment: String(id) }),
  /** Billing with the manual invoice form for this customer. */
  newInvoice: (customerId: string) =>
    paths.dashboard('billing', { view: 'manual', 'invoice-for': customerId }),
  /** Billing with the Grant Credit dialog open for this customer. */
  grantCredit: (customerId: string) =>
    paths.dashboard('billing', { record: 'credit', customer: customerId }),
};

export function addressOf(name: ModuleName): string {
  return isTab(name) ? paths.dashboard(name) : paths[name as PathModule];
}

/** The tab of an address; an unknown one is ignored. */
export function tabOf(params: URLSearchParams): DashboardTab {
  const wanted = params.get('tab');
  return dashboardTabs.find((tab) => tab === wanted) ?? DEFAULT_TAB;
}

/** The module that an address shows; undefined at the website, the sign-in and unknown addresses. */
export function moduleAt(pathname: string, search: string): ModuleName | undefined {
  if (pathname === DASHBOARD) return tabOf(new URLSearchParams(search));
  return moduleNames.find((name) => modules[name].path === pathname);
}

/** The screens for which one signs in. */
export function isStaffPath(pathname: string): boolean {
  const name = moduleAt(pathname, '');
  return name !== undefined && !isPublic(name);
}
