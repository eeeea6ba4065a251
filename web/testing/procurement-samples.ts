/** Records of procurement in wire form. */
export function aSupplier(changes: Record<string, unknown> = {}) {
  return {
    id: 3,
    supplierCode: 'SUP-003',
    name: 'Juba Hardware',
    contactPerson: 'Ann Wani',
    email: 'sales@hardware.example',
    phone: '+211912345678',
    address: 'Airport Road 4',
    city: 'Juba',
    country: 'South Sudan',
    taxNumber: 'TIN-77',
    paymentTerms: 'NET 30',
    status: 'active',
    notes: '',
    openUsd: 250,
    advanceUsd: 0,
    orders: 4,
    spentUsd: 1800,
    createdAt: '2026-01-05T08:00:00.000Z',
    version: 2,
    ...changes,
  };
}

export function aRequisition(changes: Record<string, unknown> = {}) {
  return {
    id: 11,
    requisitionId: 'REQ-2026-0011',
    requestedBy: 'Grace Akol',
    department: 'General',
    priority: 'medium',
    requestDate: '2026-11-20',
    expectedDeliveryDate: '2026-12-01',
    totalAmountUsd: 200,
    totalAmountSsp: 80_000,
    exchangeRate: 400,
    status: 'pending',
    notes: 'Stock for December',
    isLowStock: false,
    items: [
      {
        equipmentId: 5,
        description: 'Router',
        quantity: 4,
        unitCostUsd: 50,
        totalCostUsd: 200,
        totalCostSsp: 80_000,
      },
    ],
    reviewedBy: '',
    reviewNotes: '',
    decidedBy: '',
    decisionNotes: '',
    purchaseOrder: null,
    actions: [],
    createdAt: '2026-11-20T08:00:00.000Z',
    version: 1,
    ...changes,
  };
}

export function anOrderLine(changes: Record<string, unknown> = {}) {
  return {
    lineNo: 1,
    equipmentId: 5,
    equipmentNumber: 'EQP-005',
    isSerialised: false,
    listCostUsd: 50,
    accountCode: null,
    description: 'Router',
    quantity: 4,
    orderedQuantity: 4,
    cancelledQuantity: 0,
    unitPrice: 50,
    totalPrice: 200,
    receivedQuantity: 0,
    billedQuantity: 0,
    ...changes,
  };
}

export function anOrder(changes: Record<string, unknown> = {}) {
  return {
    id: 21,
    poNumber: 'LPO-2026-042',
    requisitionId: 11,
    requisitionNumber: 'REQ-2026-0011',
    requisitionUsd: 200,
    excessUsd: 0,
    supplierId: 3,
    supplierName: 'Juba Hardware',
    orderDate: '2026-11-21',
    expectedDelivery: '2026-12-01',
    totalAmount: 200,
    totalUsd: 200,
    currency: 'USD',
    exchangeRate: 400,
    notes: '',
    status: 'pending',
    items: [anOrderLine()],
    createdBy: 'Grace Akol',
    approvedBy: '',
    receivedOn: null,
    closedReason: '',
    actions: [],
    createdAt: '2026-11-21T08:00:00.000Z',
    version: 3,
    ...changes,
  };
}

export function aBill(changes: Record<string, unknown> = {}) {
  return {
    id: 31,
    billId: 'BILL-2026-0031',
    supplierId: 3,
    supplierName: 'Juba Hardware',
    supplierNumber: 'JH-9',
    billDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'USD',
    exchangeRate: 400,
    totalAmount: 200,
    totalUsd: 200,
    openAmount: 200,
    openUsd: 200,
    status: 'posted',
    state: 'open',
    heldReason: '',
    postedOn: '2026-11-21',
    cancelledOn: null,
    cancelReason: '',
    notes: '',
    daysPastDue: 0,
    createdAt: '2026-11-21T08:00:00.000Z',
    createdBy: 'Grace Akol',
    version: 1,
    lines: [],
    payments: [],
    ...changes,
  };
}

export function aSupplierPayment(changes: Record<string, unknown> = {}) {
  return {
    id: 41,
    paymentId: 'SPAY-2026-0041',
    supplierId: 3,
    supplierName: 'Juba Hardware',
    paymentDate: '2026-11-22',
    account: 'checking',
    currency: 'USD',
    exchangeRate: 400,
    amount: '200.00',
    amountUsd: 200,
    advanceUsd: 0,
    advanceAmount: 0,
    reference: '',
    notes: '',
    reversedOn: null,
    reversalReason: '',
    createdAt: '2026-11-22T08:00:00.000Z',
    createdBy: 'Grace Akol',
    version: 1,
    ...changes,
  };
}

export const procurementFigures = {
  totalOrders: 4,
  pendingOrders: 1,
  activeSuppliers: 1,
  pendingRequisitions: 1,
  previousRange: { startDate: '2026-10-01', endDate: '2026-10-21' },
  monthlySpendUsd: 1000,
  spendChange: null,
  ordersChange: -20,
  onTimePercent: null,
  discountPercent: null,
  bulkPercent: 2.5,
  savingsPercent: null,
  openBillsUsd: 250,
  dueThisWeekUsd: 200,
};

export const procurementSpending = {
  dateRange: { startDate: '2025-12-01', endDate: '2026-11-21' },
  months: [
    { month: '2026-10', orderedUsd: 900, receivedUsd: 800, billedUsd: 700, paidUsd: 600 },
    { month: '2026-11', orderedUsd: 100.5, receivedUsd: 0, billedUsd: 0, paidUsd: 25.25 },
  ],
  suppliers: [
    {
      ...{ supplierId: 1, name: 'Nile Cables', orders: 3 },
      ...{ orderedUsd: 1000.5, billedUsd: 700, paidUsd: 600 },
    },
  ],
  accounts: [{ code: '1410', name: 'Equipment inventory', receivedUsd: 800 }],
};
