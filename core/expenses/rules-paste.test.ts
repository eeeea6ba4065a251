import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_SKIPPED, parsePaste } from './rules-paste.ts';
import { bulkImportInput, importLine, MAX_IMPORT_LINES } from './schema.ts';

const row = (...columns: string[]) => columns.join('\t');

test('lines with a date, a vendor and an amount count', () => {
  const { lines, numbers, skipped } = parsePaste(
    [
      row('Date', 'Site', 'Mbps', 'Amount'),
      row('01/10/2026', 'Juba', '100 Mbps', '$2,500.00', 'more'),
      '',
      row('3/9/2026', '  ', '', '(50.00)'),
      row('2026-10-01', 'Wau', '', '1'),
      row('01/10/2026', 'Wau', '12'),
    ].join('\r\n'),
    'Juba Networks',
  );
  expect(lines).toEqual([
    {
      date: '2026-10-01',
      location: 'Juba',
      description: 'Bandwidth cost - Juba',
      expenseType: 'cost_of_sales',
      category: 'bandwidth_cost',
      amount: '$2,500.00',
    },
    expect.objectContaining({
      date: '2026-09-03',
      location: 'Juba Networks',
      description: 'Bandwidth cost - Juba Networks',
      amount: '(50.00)',
    }),
  ]);
  expect(numbers).toEqual([2, 4]);
  expect(skipped).toEqual([
    {
      line: 1,
      text: 'Date\tSite\tMbps\tAmount',
      reason: 'Its first column is not a date like dd/mm/yyyy.',
    },
    {
      line: 5,
      text: row('2026-10-01', 'Wau', '', '1'),
      reason: 'Its first column is not a date like dd/mm/yyyy.',
    },
    {
      line: 6,
      text: row('01/10/2026', 'Wau', '12'),
      reason: 'It has fewer than 4 columns, separated by tabs.',
    },
  ]);
});

test('what is too much is told', () => {
  const many = parsePaste(
    `${row('01/10/2026', 'Juba', '', '1')}\n`.repeat(MAX_IMPORT_LINES + 3),
    '',
  );
  expect(many.lines).toHaveLength(MAX_IMPORT_LINES);
  expect(many.skipped).toMatchObject([
    {
      line: MAX_IMPORT_LINES + 1,
      reason:
        'Only 5,000 lines can be imported at a time. Import this line and those after it separately.',
    },
  ]);
  expect(many.skippedCount).toBe(3);
  const strange = parsePaste('x\n'.repeat(300), '');
  expect([strange.skipped.length, strange.skippedCount]).toEqual([MAX_SKIPPED, 300]);
  expect(parsePaste('x'.repeat(2_000_001), '').skipped.at(-1)!.reason).toBe(
    'The text is too long: the rest was not read.',
  );
});

test('whatever is pasted, the lines that count can be sent', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 600 }),
    fc.constantFrom('01/10/2026', '31/02/2026', '99/99/9999', '500-', ''),
  );
  const pasted = fc.array(fc.array(cell, { maxLength: 6 }).map((cells) => cells.join('\t')));
  fc.assert(
    fc.property(pasted, fc.string({ maxLength: 300 }), (rows, vendor) => {
      const { lines, numbers } = parsePaste(rows.join('\n'), vendor);
      expect(numbers).toHaveLength(lines.length);
      for (const line of lines) expect(importLine.safeDecode(line).success).toBe(true);
      if (lines.length > 0) bulkImportInput.decode({ expenses: lines });
    }),
  );
});
