/** A router on loan, in wire form. */
export function aLoan(changes: Record<string, unknown> = {}) {
  return {
    id: 9,
    loanNumber: 'LN-2026-0009',
    equipmentId: 4,
    equipmentNumber: 'EQ-004',
    description: 'MikroTik hAP ac2',
    serial: 'SN-1',
    macAddress: 'AA:BB:CC:DD:EE:01',
    quantity: 1,
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    customerPhone: '+211921000003',
    customerStatus: 'Active',
    customerLocation: 'Juba Central',
    customerAddress: 'Airport Road',
    issuedOn: '2026-03-03',
    issuedBy: 'Deng Lado',
    valueUsd: 58.5,
    status: 'out',
    endedOn: null,
    endedBy: '',
    notes: '',
    version: 2,
    ...changes,
  };
}

export const loanFiguresSample = { out: 120, valueUsd: 7020, toCollect: 3, lostThisYearUsd: 117 };
