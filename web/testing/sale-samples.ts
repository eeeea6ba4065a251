/** Records of sales in wire form. */
export function aSaleLine(changes: Record<string, unknown> = {}) {
  return {
    ...{ lineNo: 1, equipmentId: 4, equipmentNumber: 'EQ-004', name: 'MikroTik hAP ac2' },
    ...{ isSerialised: false, quantity: 2, returned: 0, listPriceUsd: 75 },
    ...{ unitPriceUsd: 75, unitPriceSsp: 30_000, totalPriceUsd: 150, totalPriceSsp: 60_000 },
    ...changes,
  };
}

/** A pending order of two routers. */
export function aSale(changes: Record<string, unknown> = {}) {
  return {
    ...{ id: 9, orderNumber: 'SO-2026-0009', orderDate: '2026-11-20' },
    ...{ customerId: 3, customerNumber: 'SC003', customerName: 'Juba Tea House' },
    ...{ salesPersonId: 7, salesPersonName: 'Grace Akol' },
    ...{ deliveryDate: '2026-11-28', deliveryAddress: 'Airport Road 4', notes: '' },
    ...{ status: 'pending', closedReason: '', paymentStatus: 'pending', exchangeRate: 400 },
    ...{ subtotalUsd: 150, subtotalSsp: 60_000, taxAmountUsd: 0, taxAmountSsp: 0 },
    ...{ totalAmountUsd: 150, totalAmountSsp: 60_000, priceCheck: 'none', isCounterSale: false },
    ...{ invoiceId: null, invoiceNumber: '', deliveredOn: null, units: 2 },
    ...{ createdAt: '2026-11-20T08:00:00.000Z', createdBy: 'Grace Akol', version: 1 },
    items: [aSaleLine()],
    ...changes,
  };
}

export function aSaleDetail(changes: Record<string, unknown> = {}) {
  return {
    ...aSale(),
    ...{ openUsd: 0, deliveredBy: '', receivedBy: '' },
    ...{ deliveredUnits: [], returns: [], actions: [] },
    ...changes,
  };
}

/** A delivered order of two units with serial numbers, one of which came back. */
export function aDeliveredSale(changes: Record<string, unknown> = {}) {
  return aSaleDetail({
    ...{ status: 'delivered', invoiceId: 5, invoiceNumber: 'INV-2026-000005', openUsd: 75 },
    ...{ deliveredOn: '2026-11-21', deliveredBy: 'Grace Akol', receivedBy: 'Achol Deng' },
    items: [aSaleLine({ isSerialised: true, returned: 1 })],
    deliveredUnits: [{ equipmentId: 4, serial: 'SN-2' }],
    returns: [
      {
        ...{ id: 2, creditNoteId: 31, creditNote: 'CN-2026-000001', date: '2026-11-22' },
        ...{ reason: 'Too slow', amountUsd: 75 },
        lines: [{ orderLine: 1, name: 'MikroTik hAP ac2', quantity: 1, amountUsd: 75 }],
        ...{ createdAt: '2026-11-22T08:00:00.000Z', createdBy: 'Grace Akol' },
      },
    ],
    actions: ['return'],
    version: 4,
    ...changes,
  });
}
