import type { OpenSheet, SheetRow } from '../../documents/sheets/sheets.ts';

/**
 * The first rows of an opened sheet, `count` or a few more, or all if there are fewer; `rows` are all of them from the
 * beginning, once. The first ones are copies: see `unpackRows` for why rows are not to be kept.
 * @throws AppError of the rows of `readSheet`; the sheet is then closed.
 */
export async function firstRows(
  sheet: OpenSheet,
  count: number,
): Promise<{ first: readonly SheetRow[]; rows: AsyncIterable<SheetRow[]> }> {
  const lists = sheet.rows[Symbol.asyncIterator]();
  const first: SheetRow[] = [];
  try {
    while (first.length < count) {
      const next = await lists.next();
      if (next.done) break;
      for (const row of next.value) first.push({ ...row, cells: row.cells.slice() });
    }
  } catch (error) {
    await sheet.close();
    throw error;
  }
  return { first, rows: withFirst(first, lists) };
}

async function* withFirst(
  first: SheetRow[],
  rest: AsyncIterator<SheetRow[]>,
): AsyncGenerator<SheetRow[]> {
  if (first.length > 0) yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
