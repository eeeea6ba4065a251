import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { afterAll, expect, test } from 'vitest';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { statementPdf } from './pdf.ts';

afterAll(closePdf);

test('a statement says which invoices are disputed, and since when', async () => {
  const amount = cents(30_00);
  const { text } = readPdf(
    await statementPdf({
      company: {
        ...{ name: 'Nimule Networks', logoText: 'NN', city: 'Juba', address: '', phone: '' },
        ...{ emails: [], taxNumber: '', website: '', paymentInstructions: [] },
        ...{ showsSsp: true, demo: false },
      },
      customer: { customerId: 'SC003', name: 'Akol Deng', address: '', phone: '', email: '' },
      from: isoDate('2026-06-01'),
      to: isoDate('2026-11-30'),
      ...{ openingUsd: amount, openingSsp: null, closingUsd: amount, closingSsp: null },
      exchangeRate: cents(400_00),
      lines: [],
      disputed: [{ invoiceNumber: 'INV-2026-000007', since: isoDate('2026-11-03') }],
    }),
  );
  expect(text).toContain('INV-2026-000007: disputed since 3 Nov 2026.');
});
