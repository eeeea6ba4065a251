/** A bundle in wire form. */
export function aBundle(changes: Record<string, unknown> = {}) {
  return {
    id: 4,
    name: 'Weekly 2 GB',
    description: '',
    dataAllowanceMB: 2048,
    validityDays: 7,
    priceUsd: '5.00',
    priceSsp: '6500.00',
    speedMbps: 5,
    bundleType: 'data',
    isActive: true,
    version: 2,
    ...changes,
  };
}

/** A sold voucher that nobody has activated, in wire form. */
export function aVoucher(changes: Record<string, unknown> = {}) {
  return {
    id: 31,
    voucherCode: 'ABCD-EFGH-2345',
    batchId: 12,
    batchNumber: 'VB-2026-000012',
    bundleId: 4,
    bundleName: 'Weekly 2 GB',
    dataAllowanceMB: 2048,
    validityDays: 7,
    speedMbps: 5,
    customerName: 'Juba Tea House',
    customerPhone: '+211921000003',
    notes: '',
    salePrice: 5,
    salePriceSsp: 6500,
    currency: 'USD',
    status: 'unused',
    soldDate: '2026-11-23',
    soldBy: 'Grace Akol',
    activatedAt: null,
    expiryDate: null,
    lapsesOn: '2027-11-23',
    ...changes,
  };
}

/** A sale of three vouchers in cash, in wire form. */
export function aBatch(changes: Record<string, unknown> = {}) {
  return {
    id: 12,
    batchNumber: 'VB-2026-000012',
    bundleId: 4,
    bundleName: 'Weekly 2 GB',
    quantity: 3,
    unused: 3,
    active: 0,
    expired: 0,
    void: 0,
    priceUsd: 5,
    priceSsp: 6500,
    currency: 'USD',
    account: 'cash',
    reference: '',
    revenueUsd: 15,
    receivedUsd: 15,
    receivedSsp: 0,
    soldDate: '2026-11-23',
    lapsesOn: '2027-11-23',
    customerName: 'Juba Tea House',
    customerPhone: '+211921000003',
    notes: '',
    soldBy: 'Grace Akol',
    ...changes,
  };
}

export function aBatchDetail(changes: Record<string, unknown> = {}) {
  return {
    ...aBatch(),
    vouchers: [
      aVoucher(),
      aVoucher({ id: 32, voucherCode: 'JKMN-PQRS-6789' }),
      aVoucher({ id: 33, voucherCode: 'TUVW-XYZA-2346' }),
    ],
    voids: [],
    ...changes,
  };
}

/** A paid session that runs, in wire form. */
export function aWifiSession(changes: Record<string, unknown> = {}) {
  return {
    id: 8,
    saleNumber: 'WF-2026-000008',
    intentId: 21,
    packageId: 'half-day',
    packageName: 'Half Day',
    durationMinutes: 360,
    dataMB: 2048,
    speedMbps: 10,
    phoneNumber: '+211921000004',
    provider: 'MTN MoMo',
    currency: 'SSP',
    amountUsd: 2,
    amountSsp: 800,
    soldDate: '2026-11-23',
    startTime: '2026-11-23T07:00:00.000Z',
    expiryTime: '2026-11-23T13:00:00.000Z',
    endedAt: null,
    hotspotId: 'konyo-konyo',
    status: 'active',
    isSimulated: true,
    isRefunded: false,
    ...changes,
  };
}

/** A request of a visitor that waits for the payer, in wire form. */
export function aPaymentRequest(changes: Record<string, unknown> = {}) {
  return {
    id: 21,
    reference: '0b6e84a1-5d1f-4c35-9a52-8f3f6c1b2d10',
    purpose: 'wifi',
    what: 'Half Day',
    customerId: null,
    customerNumber: '',
    provider: 'MTN MoMo',
    phone: '+211921000004',
    currency: 'SSP',
    amount: 800,
    amountUsd: 2,
    exchangeRate: 400,
    status: 'requested',
    problem: '',
    providerTransactionId: '',
    documentNumber: '',
    paymentId: null,
    isSimulated: true,
    createdAt: '2026-11-23T07:00:00.000Z',
    createdBy: '',
    settledAt: null,
    version: 2,
    ...changes,
  };
}

export function aPaymentRequestDetail(changes: Record<string, unknown> = {}) {
  return {
    ...aPaymentRequest(),
    paid: null,
    events: [{ id: 1, kind: 'requested', at: '2026-11-23T07:00:01.000Z', body: '{"status":202}' }],
    refund: null,
    mayAccept: false,
    mayRefund: false,
    refusal: '',
    ...changes,
  };
}

/** Mobile money as the simulated driver offers it. */
export const simulatedPayments = {
  driver: 'simulated',
  currencies: ['SSP', 'USD'],
  providers: [
    { id: 'mtn_momo', name: 'MTN MoMo', dialCode: '*165#', isAvailable: true },
    { id: 'm_gurush', name: 'm-GURUSH', dialCode: '*185#', isAvailable: true },
    { id: 'nilepay', name: 'NilePay', dialCode: '*844#', isAvailable: false },
  ],
};

/** A code that is online, in wire form. */
export function aCodeUse(changes: Record<string, unknown> = {}) {
  return {
    ...{ sourceId: 33, label: 'VB-2026-000012/3', firstSignInAt: '2026-11-23T08:00:00.000Z' },
    session: {
      ...{ routerName: 'Malakal Hotspot', device: '02:00:00:00:00:01' },
      startedAt: '2026-11-23T09:00:00.000Z',
    },
    ...{ last: null, usedBytes: 1.5 * 1024 ** 3, dataBytes: 2 * 1024 ** 3 },
    ...{ endsAt: '2026-11-30T08:00:00.000Z', secondsLeft: 11_100, endedBy: null },
    ...changes,
  };
}
