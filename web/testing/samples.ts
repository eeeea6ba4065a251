import type { CurrentUser } from '@nimule/core/identity/schema';

/** A signed-in user as returned by the login. */
export function aUser(changes: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 7,
    username: 'achol',
    fullName: 'Achol Deng',
    role: 'billing',
    grants: [],
    mustChangePassword: false,
    ...changes,
  };
}

/** Second factors of a user who has none and needs none, in wire form. */
export const noFactors = {
  factors: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  graceUntil: null,
  passkeysWhyNot: '',
};

/** Figures for a list with one customer, in wire form. */
export const someFigures = {
  total: 1,
  active: 1,
  totalRevenueUsd: 450,
  totalRevenueSsp: 180_000,
  locations: 1,
};

/** Sums for a list with one customer. */
export const someSums = { monthlyFeeUsd: 450, openUsd: 125, openSsp: 50_000, overdueUsd: 0 };

/** A customer in wire form. */
export function aCustomer(changes: Record<string, unknown> = {}) {
  return {
    id: 3,
    customerId: 'SC003',
    name: 'Juba Tea House',
    type: 'business',
    email: 'tea@example.net',
    phone: '+211920000001',
    location: 'Juba Central',
    address: 'Airport Road',
    packageType: 'Standard Fiber',
    bandwidth: 50,
    monthlyFeeUsd: 450,
    connectionFeeUsd: 0,
    otherExpensesUsd: 12.5,
    monthlyFeeSsp: 180_000,
    connectionFeeSsp: 0,
    otherExpensesSsp: 5_000,
    connectionFeeBilled: true,
    serviceStartDate: '2026-01-01',
    installationDate: null,
    status: 'Active',
    contactBy: 'sms',
    refusesNews: false,
    nodeId: null,
    nodeName: '',
    accessType: null,
    ipAddress: '',
    macAddress: '',
    deviceSerial: '',
    port: '',
    suspendedByRule: false,
    doNotDisconnectUntil: null,
    doNotDisconnectReason: '',
    createdAt: '2026-01-01T08:00:00.000Z',
    version: 4,
    openUsd: 0,
    openSsp: 0,
    overdueUsd: 0,
    ...changes,
  };
}

/** Account of a customer with one open invoice, in wire form. */
export function anAccount(changes: Record<string, unknown> = {}) {
  return {
    customerId: 3,
    balanceUsd: 125,
    balanceSsp: 50_000,
    creditUsd: 0,
    creditSsp: 0,
    refundableUsd: 0,
    refundable: { usd: 0, ssp: 0 },
    overdueUsd: 0,
    overdueSsp: 0,
    openInvoices: 1,
    disputedUsd: 0,
    lastPaymentDate: null,
    ...changes,
  };
}

/** An invoice in wire form. */
export function anInvoice(changes: Record<string, unknown> = {}) {
  return {
    id: 1,
    invoiceId: 'INV-2026-000001',
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    kind: 'recurring',
    billingMonth: '2026-11',
    description: 'Basic Fiber Monthly Internet Service, November 2026',
    amountUsd: 125,
    amountSsp: 50_000,
    exchangeRate: 400,
    paidUsd: 0,
    openUsd: 125,
    paidSsp: 0,
    openSsp: 50_000,
    todaysRate: 400,
    status: 'pending',
    billDate: '2026-11-01',
    dueDate: '2026-11-15',
    daysPastDue: 0,
    nearingOverdue: false,
    disputedSince: null,
    disputes: [],
    countedDueDate: null,
    paidDate: null,
    paymentAccount: null,
    paymentReference: '',
    notes: '',
    createdAt: '2026-11-01T00:05:00.000Z',
    version: 1,
    ...changes,
  };
}

/** A payment in wire form, with its allocations. */
export function aPayment(changes: Record<string, unknown> = {}) {
  return {
    id: 7,
    receiptId: 'RCT-2026-000007',
    kind: 'payment',
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    amountUsd: 125,
    amountSsp: 50_000,
    exchangeRate: 400,
    currency: 'USD',
    account: 'cash',
    moneyAccount: '1110',
    creditedInvoiceId: null,
    reference: '',
    notes: '',
    paymentDate: '2026-11-20',
    unallocatedUsd: 0,
    status: 'recorded',
    reversedDate: null,
    reversedAt: null,
    reversedBy: '',
    reversalReason: '',
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'Grace Akol',
    version: 1,
    allocations: [],
    reversedAllocations: [],
    refunds: [],
    keptUsd: 0,
    keptSsp: 0,
    ...changes,
  };
}

/** Figures for one open invoice. */
export const billingFigures = {
  month: '2026-11',
  outstandingUsd: 125,
  pendingUsd: 125,
  overdueUsd: 0,
  paidThisMonthUsd: 0,
  paidThisMonthSsp: 0,
  openInvoices: 1,
  overdueInvoices: 0,
  nearingOverdueInvoices: 0,
};

/** Sums of an empty list of payments. */
export const noPaymentSums = {
  recorded: 0,
  amountUsd: 0,
  amountSsp: 0,
  unallocatedUsd: 0,
  receivedUsd: 0,
  receivedSsp: 0,
};

export const company = {
  name: 'Nimule Networks',
  city: 'Juba, South Sudan',
  address: 'Hai Cinema, Ministries Road',
  phone: '+211 900 000 000',
  emails: ['info@nimule.example', 'support@nimule.example'],
  logoText: 'NN',
  website: '',
  demo: false,
  sendsMail: true,
  sendsSms: true,
};

/** The rates in force today. */
export const currentRates = { standard: 400, voucher: 1300 };

/** The initial rates of decision 1 and a future one. */
export const someRates = [
  {
    id: 3,
    purpose: 'standard',
    rate: 410,
    validFrom: '2026-12-01',
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'Grace Akol',
    note: '',
  },
  {
    id: 2,
    purpose: 'voucher',
    rate: 1300,
    validFrom: '2000-01-01',
    createdAt: '2026-01-01T08:00:00.000Z',
    createdBy: 'system',
    note: 'First rate',
  },
  {
    id: 1,
    purpose: 'standard',
    rate: 400,
    validFrom: '2000-01-01',
    createdAt: '2026-01-01T08:00:00.000Z',
    createdBy: 'system',
    note: 'First rate',
  },
];

/** For what a page tells as a time before now. */
export function minutesAgo(minutes: number): string {
  const time = new Date();
  time.setUTCSeconds(time.getUTCSeconds() - minutes * 60);
  return time.toISOString();
}
