/** An item that is low in stock, in wire form. */
export function anItem(changes: Record<string, unknown> = {}) {
  return {
    id: 4,
    equipmentId: 'EQ-004',
    name: 'MikroTik hAP ac2',
    sku: '',
    categoryId: 1,
    categoryName: 'Routers',
    brand: 'MikroTik',
    model: 'RBD52G',
    description: 'Router for homes',
    specifications: 'Five ports',
    unitCostUsd: 60,
    unitCostSsp: 24_000,
    markupPercentage: 25,
    sellingPriceUsd: 75,
    sellingPriceSsp: 30_000,
    quantityInStock: 3,
    reserved: 1,
    available: 2,
    averageCostUsd: 58.5,
    stockValueUsd: 175.5,
    minimumStock: 5,
    stockLabel: 'low',
    underWay: 2,
    status: 'active',
    isSerialised: false,
    createdAt: '2026-11-01T08:00:00.000Z',
    version: 7,
    ...changes,
  };
}

/** An item of which there is none. */
export function anEmptyItem(changes: Record<string, unknown> = {}) {
  return anItem({
    id: 5,
    equipmentId: 'EQ-005',
    name: 'Patch cable 2 m',
    categoryId: 2,
    categoryName: 'Cables',
    brand: '',
    model: '',
    quantityInStock: 0,
    reserved: 0,
    available: 0,
    averageCostUsd: null,
    stockValueUsd: 0,
    stockLabel: 'out',
    underWay: 0,
    ...changes,
  });
}

export function aMove(changes: Record<string, unknown> = {}) {
  return {
    id: 31,
    equipmentId: 4,
    equipmentNumber: 'EQ-004',
    equipmentName: 'MikroTik hAP ac2',
    date: '2026-11-20',
    kind: 'adjustment',
    quantity: -2,
    valueUsd: -117,
    reserved: 0,
    source: 'stock.adjustment',
    sourceId: 9,
    reference: 'EQ-004',
    note: 'Burnt in the storm',
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'Grace Akol',
    ...changes,
  };
}

/** An item with its units and latest moves. */
export function anItemDetail(changes: Record<string, unknown> = {}) {
  return { ...anItem(), units: [], moves: [aMove()], ...changes };
}

export const equipmentFiguresSample = {
  totalEquipment: 24,
  activeEquipment: 22,
  lowStockItems: 2,
  totalValue: 12_345.5,
  monthlyRevenue: 870,
};

export const someCategories = [
  { id: 1, name: 'Routers' },
  { id: 2, name: 'Cables' },
  { id: 8, name: 'Other' },
];

/** A stock count of two items, one of them counted and short. */
export function aCount(changes: Record<string, unknown> = {}) {
  return {
    id: 7,
    countId: 'CNT-2026-0007',
    date: '2026-11-22',
    status: 'counting',
    notes: '',
    items: 2,
    counted: 1,
    differences: 1,
    differenceUsd: -58.5,
    createdAt: '2026-11-22T08:00:00.000Z',
    createdBy: 'Mary Keji',
    postedBy: '',
    version: 3,
    ...changes,
  };
}

export function aCountDetail(changes: Record<string, unknown> = {}) {
  return {
    ...aCount(),
    lines: [
      {
        equipmentId: 4,
        equipmentNumber: 'EQ-004',
        name: 'MikroTik hAP ac2',
        categoryName: 'Routers',
        expected: 3,
        counted: 2,
        differenceUsd: -58.5,
      },
      {
        equipmentId: 5,
        equipmentNumber: 'EQ-005',
        name: 'Patch cable 2 m',
        categoryName: 'Cables',
        expected: 40,
        counted: null,
        differenceUsd: 0,
      },
    ],
    ...changes,
  };
}

/** A count that waits for another person's decision. */
export function aWaitingItem(changes: Record<string, unknown> = {}) {
  return {
    kind: 'stock_count',
    approvalId: 12,
    entity: 'stockCount',
    entityId: 7,
    record: 'CNT-2026-0007',
    summary: '1 of 2 counted items differ, -$58.50',
    amountUsd: -58.5,
    requestedBy: 'Mary Keji',
    reason: 'Yearly count',
    requestedAt: '2026-11-22T08:00:00.000Z',
    expiresAt: '2026-12-22T08:00:00.000Z',
    mayDecide: true,
    refusal: '',
    deciders: ['Ann Wani', 'Peter Lado'],
    facts: [],
    mayWithdraw: false,
    ...changes,
  };
}
