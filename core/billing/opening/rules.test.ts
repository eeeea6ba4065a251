import { expect, it } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import { cents, ZERO } from '../../kernel/money.ts';
import {
  type KnownOpenings,
  NOTHING_KNOWN,
  type OpeningDocument,
  type OpeningFacts,
  planOpening,
} from './rules.ts';

const facts: OpeningFacts = {
  today: isoDate('2026-11-21'),
  openingDate: isoDate('2026-11-01'),
  lockedMonths: new Set(),
  hasRate: () => true,
  isNumberTaken: () => false,
  mayImportInvoices: true,
  mayRecordPayments: false,
  mayEditInvoices: true,
};

function known(kind: OpeningDocument['kind']): KnownOpenings {
  const document: OpeningDocument = {
    kind,
    id: 1,
    customerId: 1,
    number: 'OB-C1',
    owedUsd: cents(kind === 'debt' ? 5000 : -5000),
    usedUsd: ZERO,
    date: isoDate('2026-10-31'),
    isInForce: true,
    isUntouched: true,
    isReplaced: false,
  };
  return { ...NOTHING_KNOWN, documents: [document] };
}

it('an opening credit is reversed only by those who may record payments', () => {
  for (const owed of [0, 7000]) {
    expect(planOpening('C1', cents(owed), known('credit'), facts)).toEqual({
      outcome: 'refused',
      message:
        'openingBalanceUsd: The opening balance of C1 stands at -$50.00 (OB-C1), and your role may not reverse payments.',
    });
    const paying = { ...facts, mayRecordPayments: true };
    expect(planOpening('C1', cents(owed), known('credit'), paying).outcome).toBe('posted');
    expect(planOpening('C1', cents(owed), known('debt'), facts).outcome).toBe('posted');
  }
});
