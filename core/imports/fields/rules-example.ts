import { readAmount } from '../../kernel/amounts-typed.ts';
import { parseCents } from '../../kernel/money.ts';
import { readDate } from '../reading/rules-cells.ts';
import type { ImportField } from './rules.ts';

/** Longer than every cell of an example row. */
const MAX_EXAMPLE = 100;

/** Whether a cell is the example of its field, also as a spreadsheet program displays it. */
function isExampleCell({ kind, example }: ImportField, cell: string): boolean {
  const text = cell.trim();
  if (text === example) return true;
  if (text === '' || text.length > MAX_EXAMPLE) return false;
  if (kind === 'date')
    return readDate(text, 'usual') === example || readDate(text, 'other') === example;
  if (kind === 'amount') return parseCents(readAmount(text, 'usual')) === parseCents(example);
  return kind === 'whole' && Number(text) === Number(example);
}

/**
 * Recognises the template's example row, which users leave in the file: every mapped cell has its field's example. A row
 * with any other value is real data.
 */
export function exampleTest(
  key: string,
  fields: readonly { field: ImportField; column: number }[],
): (cells: readonly string[]) => boolean {
  const id = fields.find(({ field }) => field.name === key);
  return (cells) =>
    id !== undefined &&
    cells[id.column]?.trim() === id.field.example &&
    fields.every(({ field, column }) => isExampleCell(field, cells[column] ?? ''));
}
