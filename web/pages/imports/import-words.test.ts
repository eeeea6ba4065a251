import { expect, test } from 'vitest';
import { messageText } from './import-words.ts';
import { focusWords } from './preview/grid-words.ts';

test('messages name the fields and options of the page, not those of the shell', () => {
  const shown = {
    'openingBalanceUsd: Too much.': 'Opening balance (USD): Too much.',
    'phone: Wrong. Mend it with --value "phone.a "b"=TEXT".': 'Phone: Wrong.',
    'Another fee. Use --keep-prices (keepPrices) to keep it.':
      "Another fee. Use 'Keep prices of the file' to keep it.",
    'Set the opening date of the books first, with isp books set-opening-date or under Settings. Then go on.':
      'Set the opening date of the books first. Then go on.',
    'Columns that were not read: A/C No..': 'Columns that were not read: A/C No.',
    'The columns do not tell: a, b. Import it as customers, billing, openings.':
      'The columns do not tell: a, b.',
    'the fee of the file is not that.': 'The fee of the file is not that.',
    'And so on...': 'And so on...',
  };
  for (const [message, text] of Object.entries(shown)) expect(messageText(message)).toBe(text);
});

test('the cells and the live line of the grid name fields by their labels', () => {
  const cell = { field: 'phone', text: '1', problem: 'A. Mend it with --value "phone.1=TEXT".' };
  const row = {
    row: 2,
    fate: 'refused' as const,
    problems: ['monthlyFeeUsd: Too much.'],
    cells: [{ ...cell, note: null, before: null }],
  };
  expect(focusWords(row, 0)).toBe('Row 2: refused. Monthly fee (USD): Too much.');
  expect(focusWords(row, 0, true)).toBe('Row 2: not read. Monthly fee (USD): Too much.');
  expect(focusWords(row, 1)).toBe('Row 2, Phone: 1 – A.');
});
