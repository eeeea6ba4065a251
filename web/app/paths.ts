/** The eight tabs of the dashboard (seeds/000 2), in order. */
export const dashboardTabs = [
  'overview',
  'customers',
  'billing',
  'network',
  'support',
  'sms',
  'ai',
  'reports',
] as const;
export type DashboardTab = (typeof dashboardTabs)[number];
export const DEFAULT_TAB: DashboardTab = 'overview';

/** Every address of the product is built here (seeds/000 2, seeds/002 2). */
export const paths = {
  home: '/',
  auth: '/auth',
  dashboard: (tab: DashboardTab = DEFAULT_TAB, query: Record<string, string> = {}) => {
    const params = new URLSearchParams({ ...(tab === DEFAULT_TAB ? {} : { tab }), ...query });
    return params.size > 0 ? `/dashboard?${params}` : '/dashboard';
  },
  customer: (customerId: string) => paths.dashboard('customers', { customer: customerId }),
  /** The customers with the form for a new one open. */
  addCustomer: '/dashboard?tab=customers&add=customer',
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
  accounting: '/accounting',
  hr: '/hr',
  procurement: '/procurement',
  regionalCoverage: '/regional-coverage',
  wifiPayment: '/wifi-payment',
  dataImport: '/data-import',
  reports: '/reports',
  equipment: '/equipment',
  userManagement: '/user-management',
  backupManagement: '/backup-management',
  voucherManagement: '/voucher-management',
  expenseManagement: '/expense-management',
} as const;

const staffPaths: ReadonlySet<string> = new Set([
  paths.dashboard(),
  paths.accounting,
  paths.hr,
  paths.procurement,
  paths.regionalCoverage,
  paths.dataImport,
  paths.reports,
  paths.equipment,
  paths.userManagement,
  paths.backupManagement,
  paths.voucherManagement,
  paths.expenseManagement,
]);

/** The screens for which one signs in. */
export function isStaffPath(pathname: string): boolean {
  return staffPaths.has(pathname);
}

/** The tab of an address; an unknown one is ignored. */
export function tabOf(params: URLSearchParams): DashboardTab {
  const wanted = params.get('tab');
  return dashboardTabs.find((tab) => tab === wanted) ?? DEFAULT_TAB;
}
