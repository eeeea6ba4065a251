import { neutralised } from '@nimule/core/documents/sheets/write';

/** RFC 4180. Texts that a spreadsheet would run as formulas are neutralised; numbers keep their minus. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = neutralised(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
