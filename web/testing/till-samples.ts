/** An open till that took a payment, in wire form. */
export function aTill(changes: Record<string, unknown> = {}) {
  return {
    id: 3,
    tillNumber: 'TILL-2026-0003',
    userId: 7,
    userName: 'Grace Akol',
    status: 'open',
    openedOn: '2026-11-23',
    openedAt: '2026-11-23T05:10:00.000Z',
    floatUsd: 20,
    floatSsp: 4000,
    cashUsd: 145,
    cashSsp: 4000,
    countedAt: null,
    countedOn: null,
    expectedUsd: null,
    expectedSsp: null,
    countedUsd: null,
    countedSsp: null,
    differenceUsd: null,
    differenceSsp: null,
    countNote: '',
    countedBy: '',
    acceptedAt: null,
    acceptedBy: '',
    isSole: false,
    version: 1,
    ...changes,
  };
}

export function aTillDetail(changes: Record<string, unknown> = {}) {
  const movement = {
    note: '',
    createdAt: '2026-11-23T06:00:00.000Z',
    createdBy: 'Grace Akol',
  };
  return {
    ...aTill(),
    sums: [
      { kind: 'float', currency: 'USD', count: 1, amount: 20 },
      { kind: 'float', currency: 'SSP', count: 1, amount: 4000 },
      { kind: 'payment', currency: 'USD', count: 2, amount: 125 },
    ],
    movements: [
      {
        id: 12,
        kind: 'payment',
        currency: 'USD',
        amount: 125,
        reference: 'RCT-2026-000007',
        ...movement,
      },
    ],
    counts: [],
    mayAccept: false,
    refusal: 'Your role may not accept tills.',
    ...changes,
  };
}

/** A till that was counted two dollars short and waits for its hand-over. */
export function aCountedTill(changes: Record<string, unknown> = {}) {
  return aTillDetail({
    status: 'counted',
    cashUsd: 143,
    countedAt: '2026-11-23T15:00:00.000Z',
    countedOn: '2026-11-23',
    expectedUsd: 145,
    expectedSsp: 4000,
    countedUsd: 143,
    countedSsp: 4000,
    differenceUsd: -2,
    differenceSsp: 0,
    countNote: 'Wrong change',
    countedBy: 'Grace Akol',
    counts: [{ currency: 'USD', denomination: 100, pieces: 1 }],
    mayAccept: true,
    refusal: '',
    version: 2,
    ...changes,
  });
}
