import { expect, test } from 'vitest';
import { safeFileName } from './file-names.ts';

test.each([
  ['invoice-INV-2026-000001.pdf', 'invoice-INV-2026-000001.pdf'],
  ['invoice-A/1\\..\r\nX: "y".pdf', 'invoice-A_1_..__X_ _y_.pdf'],
  ['invoice-\u202efdp.exe', 'invoice-_fdp.exe'],
  ['فاتورة-٧.pdf', 'فاتورة-٧.pdf'],
  ['half \ud800.pdf', 'half \ufffd.pdf'],
])('%j is saved as %j', (name, saved) => {
  expect(safeFileName(name)).toBe(saved);
});
