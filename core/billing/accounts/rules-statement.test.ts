import { expect, test } from 'vitest';
import { type Movement, movementInWords } from './rules-statement.ts';

const movement = (changes: Partial<Movement>): Movement => ({
  source: 'invoice',
  revision: 1,
  description: 'Invoice INV-2026-000005, Abuk Ajak',
  invoiceDescription: null,
  paymentKind: null,
  ...changes,
});

test.each<[Partial<Movement>, string]>([
  [{ invoiceDescription: 'Basic Fiber, November 2026' }, 'Basic Fiber, November 2026'],
  [{ invoiceDescription: 'Work', revision: 2 }, 'Corrected: Work'],
  [{}, 'Invoice INV-2026-000005, Abuk Ajak'],
  [
    { source: 'invoice.reversal', invoiceDescription: 'Work' },
    'Taken back for correction or cancellation',
  ],
  [{ source: 'payment', paymentKind: 'payment' }, 'Payment received'],
  [{ source: 'payment', paymentKind: 'credit' }, 'Credit granted'],
  [{ source: 'payment', paymentKind: 'credit_note' }, 'Credit note'],
  [{ source: 'refund', description: 'Refund RF-2026-000001, Abuk Ajak' }, 'Credit paid out'],
  [{ source: 'payment.reversal', paymentKind: 'credit' }, 'Credit granted: reversed'],
  [{ source: 'manual', description: 'Opening balance' }, 'Opening balance'],
])('%j reads as %s', (changes, words) => {
  expect(movementInWords(movement(changes))).toBe(words);
});
