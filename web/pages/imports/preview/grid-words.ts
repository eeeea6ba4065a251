import type { ImportPreview } from '@nimule/core/imports/schema-centre';
import { fateLabels, fieldLabel, messageText } from '../import-words.ts';

export type GridRow = ImportPreview['rows'][number];
export type GridCell = GridRow['cells'][number];

/** What a cell means, in words: the same on hover, on focus and to a screen reader. */
export function cellWords({ problem, note, before, text }: GridCell): string | undefined {
  if (problem !== null) return messageText(problem);
  if (before !== null) {
    const change = `Changes from '${before}' to '${text}'.`;
    return note === null ? change : `${change} ${messageText(note)}`;
  }
  return note === null ? undefined : messageText(note);
}

export function rowWords({ problems }: GridRow): string | undefined {
  return problems.length > 0 ? problems.map(messageText).join(' ') : undefined;
}

/** The outcome of a row; 'Not read' where no row of the file can be judged. */
export function fateText({ fate }: GridRow, isUnread: boolean): string {
  return isUnread ? 'Not read' : fateLabels[fate];
}

/** The focused cell in one line; column 0 is the fate of the row. */
export function focusWords(row: GridRow | undefined, column: number, isUnread = false): string {
  if (!row) return '';
  if (column === 0)
    return [`Row ${row.row}: ${fateText(row, isUnread).toLowerCase()}.`, rowWords(row)]
      .filter(Boolean)
      .join(' ');
  const cell = row.cells[column - 1];
  if (!cell) return '';
  const value = `Row ${row.row}, ${fieldLabel(cell.field)}: ${cell.text === '' ? '(empty)' : cell.text}`;
  const words = cellWords(cell);
  return words === undefined ? value : `${value} – ${words}`;
}
