/**
 * Amounts in the notations that people and spreadsheets write. The files of imports and pasted lists are read by the same
 * rules.
 */

/**
 * Some cells can be read in two ways: 03/04/2026 with the day or the month first, 1.234 with a decimal
 * point or a decimal comma. The other cells of the column decide. 'usual' is day first, as in South
 * Sudan, and the decimal point.
 */
export type Reading = 'usual' | 'other';
/** What one cell says about its column's notation: one reading, 'either', or nothing. */
export type Evidence = Reading | 'either' | undefined;

const COMMA_DECIMAL = /^([^\d]*)(\d{1,3}(?:[. \u00a0\u202f]\d{3})+|\d+),(\d{1,2})([^\d]*)$/;
const POINT_GROUPS = /^([^\d]*)(\d{1,3}(?:\.\d{3}){2,})([^\d]*)$/;
export const ONE_POINT_GROUP = /^[^\d]*\d{1,3}\.\d{3}[^\d]*$/;
const SPACE_GROUPS = /(\d)[ \u00a0\u202f](?=\d{3}(?:\D|$))/g;

/** What an amount says about its column's notation. */
export function amountEvidence(text: string): Evidence {
  const amount = text.trim();
  if (COMMA_DECIMAL.test(amount) || POINT_GROUPS.test(amount)) return 'other';
  if (ONE_POINT_GROUP.test(amount)) return 'either';
  return /[.,]\d/.test(amount) ? 'usual' : undefined;
}

/** Converts an amount to a decimal point; in parentheses, as accountants write it, it is below zero. */
export function readAmount(text: string, reading: Reading): string {
  const cell = text.trim();
  if (cell.startsWith('(') && cell.endsWith(')'))
    return `-${readPlainAmount(cell.slice(1, -1).trim(), reading)}`;
  // Some programs write the sign behind the amount.
  return /\d *-$/.test(cell) && !cell.startsWith('-')
    ? `-${readPlainAmount(cell.slice(0, -1).trimEnd(), reading)}`
    : readPlainAmount(cell, reading);
}

function readPlainAmount(amount: string, reading: Reading): string {
  const decimal = COMMA_DECIMAL.exec(amount);
  if (decimal) {
    return `${decimal[1]}${decimal[2]!.replace(/[. \u00a0\u202f]/g, '')}.${decimal[3]}${decimal[4]}`;
  }
  const grouped =
    POINT_GROUPS.test(amount) || (reading === 'other' && ONE_POINT_GROUP.test(amount));
  return (grouped ? amount.replaceAll('.', '') : amount).replace(SPACE_GROUPS, '$1');
}
