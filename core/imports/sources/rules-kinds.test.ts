import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importTables } from '../importers/service.ts';
import { detectFile, isBalanced, kindNotes } from './rules-kinds.ts';

const PAYMENTS = ['Client', 'Invoice Number', 'Amount', 'Date'];
const detect = (header: readonly string[], words: object = {}) =>
  detectFile({ header, ...words }, importTables);

describe('the kind of a file', () => {
  it('with the numbers of invoices and nothing else of them is payments, and the doubt is said', () => {
    const found = detect(PAYMENTS);
    expect(found).toMatchObject({ type: 'cash', confidence: 'doubtful' });
    expect(kindNotes('cash', found, { isSaid: true })).toEqual([
      'This file was read as payments and other lines of a cash book, because it has the columns "Date", "Amount" and "Invoice Number". It has the numbers of invoices, but no due date, status, items or paid amounts, so it was not read as invoices.',
    ]);
    expect(kindNotes('billing', found, { isSaid: false })).toEqual([
      expect.stringContaining('as chosen, but it looks like payments'),
    ]);
  });

  it('follows a word beside the columns, wherever it stands', () => {
    for (const words of [
      { titles: ['Our company', 'INVOICES'] },
      { sheet: 'invoices' },
      { filename: 'old_invoices-2026.csv' },
    ])
      expect(detect(PAYMENTS, words).type).toBe('billing');
    expect(detect(['Name', 'Email']).type).toBeUndefined();
    expect(detect(['Name', 'Email'], { filename: 'clients.csv' }).type).toBe('customers');
    expect(detect(['Name', 'Email'], { filename: 'vendors.csv' }).type).toBe('suppliers');
    // The name of the program is no word of the file.
    expect(detect(PAYMENTS, { titles: ['Invoice Ninja v4.5'] }).type).toBe('cash');
  });

  it('is asked about where a word speaks against a column that only one type has', () => {
    const found = detect([...PAYMENTS, 'Due Date'], { sheet: 'Payments' });
    expect(found.type).toBeUndefined();
    expect(found.because).toBe(
      'the column "Due Date" speaks for invoices, and the word "payments" stands in the name of the sheet',
    );
  });

  it('with a date and an amount is never a chart of accounts or employees', () => {
    const chart = ['Code', 'Name', 'Type'];
    const staff = ['Employee Number', 'Department'];
    const dates = fc.constantFrom('Date', 'paid_at', 'Posting Date', 'Created Date');
    const amounts = fc.constantFrom('Amount', 'Total', 'Paid');
    fc.assert(
      fc.property(fc.constantFrom(chart, staff), dates, amounts, (header, date, amount) => {
        expect(['accounts', 'employees']).toContain(detect(header).type);
        expect(['accounts', 'employees']).not.toContain(detect([...header, date, amount]).type);
      }),
    );
  });

  it('is never read from long titles, and any words are taken', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), fc.string(), (titles, sheet, filename) => {
        expect(['cash', 'billing', undefined]).toContain(
          detect(PAYMENTS, { titles, sheet, filename }).type,
        );
      }),
    );
    expect(detect(PAYMENTS, { titles: [`invoices ${'x'.repeat(200)}`] }).type).toBe('cash');
  });
});

it('the debits and credits of a journal are equal by reference', () => {
  const header = ['Ref', 'Debit', 'Credit'];
  const rows = [
    ['1', '10.00', ''],
    ['1', '', '10.00'],
  ];
  expect(isBalanced(header, rows, ['Ref'])).toBe(true);
  expect(isBalanced(header, [...rows, ['2', '5', '']], ['Ref'])).toBe(false);
  expect(isBalanced(header, [['1', '', '']], ['Ref'])).toBe(false);
  expect(isBalanced(header, [...rows, ['1', 'x', '']], ['Ref'])).toBe(false);
});
