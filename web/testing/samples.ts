import type { CurrentUser } from '@nimule/core/identity/schema';

/** A signed-in user as the login answers it. */
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

/** A customer on the wire. */
export function wireCustomer(changes: Record<string, unknown> = {}) {
  return {
    id: 3,
    customerId: 'SC003',
    name: 'Juba Tea House',
    type: 'business',
    email: '',
    phone: '',
    location: 'Juba Central',
    address: '',
    packageType: 'Basic Fiber',
    bandwidth: 10,
    monthlyFeeUsd: 125.5,
    connectionFeeUsd: 0,
    otherExpensesUsd: 0,
    monthlyFeeSsp: 50_200,
    connectionFeeSsp: 0,
    otherExpensesSsp: 0,
    connectionFeeBilled: true,
    serviceStartDate: '2026-03-01',
    installationDate: null,
    status: 'Active',
    suspendedByRule: false,
    doNotDisconnectUntil: null,
    doNotDisconnectReason: '',
    createdAt: '2026-03-01T08:00:00.000Z',
    version: 1,
    ...changes,
  };
}

export const company = {
  name: 'Nimule Networks',
  city: 'Juba, South Sudan',
  address: 'Hai Cinema, Ministries Road',
  phone: '+211 900 000 000',
  emails: ['info@nimule.example', 'support@nimule.example'],
  logoText: 'NN',
  website: '',
  demo: false,
};
