/** An expense in dollars with its accounts and payments, in wire form. */
export function anExpense(changes: Record<string, unknown> = {}) {
  return {
    id: 5,
    transactionId: 'TXN-2026-000005',
    date: '2026-11-20',
    location: 'Juba Networks',
    description: 'Transit for November',
    expenseType: 'cost_of_sales',
    category: 'bandwidth_cost',
    amount: '1250.00',
    currency: 'USD',
    account: 'checking',
    amountUsd: 1250,
    amountSsp: null,
    exchangeRate: 400,
    reference: 'INV-77',
    notes: '',
    paid: 'paid',
    openUsd: 0,
    openSsp: null,
    templateId: null,
    templateMonth: null,
    attachments: 0,
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'Grace Akol',
    version: 2,
    debitAccount: { code: '5110', name: 'Bandwidth' },
    creditAccount: { code: '1120', name: 'Bank - Main' },
    payments: [],
    ...changes,
  };
}

/** An expense in pounds on account, of which a part is paid. */
export function anOpenExpense(changes: Record<string, unknown> = {}) {
  return anExpense({
    id: 6,
    transactionId: 'TXN-2026-000006',
    description: 'Fuel for the generator',
    expenseType: 'operating_expense',
    category: 'utilities',
    amount: '40000.00',
    currency: 'SSP',
    account: 'accounts_payable',
    amountUsd: 100,
    amountSsp: 40_000,
    paid: 'part',
    openUsd: 75,
    openSsp: 30_000,
    attachments: 2,
    debitAccount: { code: '5920', name: 'Utilities' },
    creditAccount: { code: '2140', name: 'Trade Payables - SSP' },
    payments: [aPayment()],
    ...changes,
  });
}

function aPayment(changes: Record<string, unknown> = {}) {
  return {
    id: 9,
    expenseId: 6,
    paymentDate: '2026-11-21',
    account: 'cash',
    currency: 'SSP',
    amountUsd: 25,
    amountSsp: 10_000,
    exchangeRate: 400,
    settledUsd: 25,
    settledSsp: 10_000,
    reference: '',
    createdAt: '2026-11-21T08:00:00.000Z',
    createdBy: 'Grace Akol',
    reversedOn: null,
    reversedBy: '',
    reversalReason: '',
    ...changes,
  };
}

export const expenseFigures = {
  totalUsd: 1350,
  count: 2,
  thisMonthUsd: 1350,
  bandwidthUsd: 1250,
  unpaidUsd: 75,
  unpaidCount: 1,
};

/** A recurring expense in wire form. */
export function aTemplate(changes: Record<string, unknown> = {}) {
  return {
    id: 2,
    description: 'Office rent',
    location: 'Nile Estates',
    expenseType: 'operating_expense',
    category: 'rent',
    currency: 'USD',
    amount: 900,
    account: 'checking',
    day: 1,
    firstMonth: '2026-01',
    lastMonth: null,
    isActive: true,
    nextMonth: '2026-12',
    createdAt: '2026-01-01T08:00:00.000Z',
    createdBy: 'Grace Akol',
    version: 4,
    ...changes,
  };
}
