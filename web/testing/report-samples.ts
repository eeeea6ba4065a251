/** A comprehensive report in wire form; amounts in dollars. */
export const aReport = {
  type: 'comprehensive',
  dateRange: { startDate: '2026-01-01', endDate: '2026-11-21' },
  previousRange: { startDate: '2025-02-10', endDate: '2025-12-31' },
  generatedAt: '2026-11-21T07:00:00.000Z',
  exchangeRate: 400,
  financialSummary: {
    totalRevenue: 12000,
    totalRevenueSsp: 4800000,
    revenueGrowth: 12.5,
    totalExpenses: 12600,
    totalExpensesSsp: 5040000,
    netProfit: -600,
    netProfitSsp: -240000,
    profitMargin: -5,
  },
  customerMetrics: {
    totalCustomers: 1500,
    activeCustomers: 1320,
    newCustomers: 35,
    lostCustomers: 2,
    churnRate: null,
    averageRevenuePer: 45.5,
    averageRevenuePerSsp: 18200,
  },
  billingAnalysis: {
    totalInvoices: 800,
    paidInvoices: 760,
    pendingInvoices: 30,
    overdueInvoices: 10,
    billedAmount: 12500,
    billedAmountSsp: 5000000,
    paidAmount: 12000,
    paidAmountSsp: 4800000,
    collectionRate: 96,
    averagePaymentTime: 11.5,
  },
  procurementAnalysis: {
    totalSpend: 900,
    totalSpendSsp: 360000,
    totalOrders: 3,
    topSuppliers: [
      { supplierId: 4, name: 'Nile Cables', orderCount: 2, totalSpent: 700, totalSpentSsp: 280000 },
    ],
  },
  hrAnalysis: {
    totalEmployees: 16,
    totalPayroll: null,
    totalPayrollSsp: null,
    averageSalary: null,
    averageSalarySsp: null,
    attendanceRate: 98.1,
  },
  operationsAnalysis: {
    ticketsOpened: 122,
    ticketsResolved: 113,
    averageResolutionHours: 27.1,
    nodeUptime: 99.8,
    disconnections: 47,
    recoveries: 39,
    vouchersSold: 0,
    voucherSales: 0,
    voucherSalesSsp: 0,
    wifiSold: 0,
    wifiSales: 0,
    wifiSalesSsp: 0,
  },
  hidden: [],
};

export const someOwnReports = [
  {
    name: 'revenue-by-location',
    title: 'Revenue by location',
    shows: 'Invoices billed in the range and not cancelled, by the location of the customer.',
    permission: 'invoice.read',
    isAllowed: true,
    usesRange: true,
  },
  {
    name: 'cash-by-cashier',
    title: 'Cash by cashier',
    shows: 'What went through the tills of each user.',
    permission: 'till.manage',
    isAllowed: false,
    usesRange: true,
  },
];

export const anOwnReport = {
  name: 'revenue-by-location',
  title: 'Revenue by location',
  shows: 'Invoices billed in the range and not cancelled, by the location of the customer.',
  dateRange: { startDate: '2026-01-01', endDate: '2026-11-21' },
  columns: [
    { name: 'location', title: 'Location', kind: 'text' },
    { name: 'invoices', title: 'Invoices', kind: 'integer' },
    { name: 'billedUsd', title: 'Billed (USD)', kind: 'money' },
    { name: 'share', title: 'Share of billed (%)', kind: 'percent' },
  ],
  rows: [
    { location: 'Wau', invoices: 4, billedUsd: 100.1, share: 66.7 },
    { location: 'Bor', invoices: 9, billedUsd: 50.2, share: 33.3 },
  ],
  total: 2,
  totals: { invoices: 13, billedUsd: 150.3 },
  chart: { kind: 'bar', x: 'location', y: ['billedUsd'], by: null },
};

/** The figures of the Reports & Analytics tab in wire form. */
export const someAnalytics = {
  period: 'monthly',
  dateRange: { startDate: '2026-11-01', endDate: '2026-11-21' },
  annualRevenueUsd: 512_000.5,
  annualRevenueSsp: 204_800_200,
  annualRevenueGrowth: 12.5,
  revenueUsd: 46_000,
  revenueSsp: 18_400_000,
  revenueGrowth: -3.2,
  totalCustomers: 1500,
  activeCustomers: 1320,
  newCustomers: 35,
  lostCustomers: 2,
  uptime: 99.87,
  uptimeIsSample: false,
  satisfaction: 4.25,
  satisfactionIsSample: false,
  ratings: 12,
  arpuUsd: 45.5,
  arpuSsp: 18_200,
  churnRate: 0.2,
  churnIsSample: false,
  ticketsResolved: 113,
  averageResolutionHours: 27.1,
  regions: [
    { location: 'Juba Central', customers: 900, billedUsd: 30_000, paidUsd: 28_000, share: 66.7 },
    { location: 'Wau', customers: 600, billedUsd: 15_000, paidUsd: 9_000.1, share: 33.3 },
  ],
  packages: [
    { packageType: 'Basic Fiber', customers: 1500, billedUsd: 45_000, paidUsd: 37_000, share: 100 },
  ],
  months: Array.from({ length: 12 }, (_, at) => ({
    month: `${at < 1 ? 2025 : 2026}-${String(at < 1 ? 12 : at).padStart(2, '0')}`,
    revenueUsd: 40_000 + at * 500,
    revenueSsp: 16_000_000 + at * 200_000,
  })),
  mix: [
    { type: 'business', customers: 900, percent: 60 },
    { type: 'individual', customers: 600, percent: 40 },
  ],
  mixIsSample: false,
};

/** Billing insights in wire form, written by the rules. */
export const someInsights = {
  insight: 'Collection\nOf $45,000.00 billed in November, $37,000.10 are paid (82.2%).',
  asOf: '2026-11-21',
  generatedAt: '2026-11-21T07:00:00.000Z',
  driver: 'local',
  sections: [
    {
      topic: 'collection',
      title: 'Collection',
      lines: [
        {
          text: 'Of $45,000.00 billed in November, $37,000.10 are paid (82.2%).',
          amountUsd: 37_000.1,
          link: { to: 'invoices', query: { month: '2026-11' } },
        },
      ],
    },
    { topic: 'ageing', title: 'Ageing', lines: [] },
    {
      topic: 'debtors',
      title: 'Largest debtors',
      lines: [
        {
          text: 'SC003 Juba Tea House owes $900.00.',
          amountUsd: 900,
          link: { to: 'customer', query: { customer: 'SC003' } },
        },
        { text: 'Nobody else owes more than $500.00.', amountUsd: null, link: null },
      ],
    },
  ],
};
