import type { OwnReport, OwnReportColumn } from '@nimule/core/reports/built-in/schema';
import type { ListQuery } from '../../../client/use-list.ts';

/** A row with its place in the report. */
export interface OwnRow {
  at: number;
  cells: OwnReport['rows'][number];
}

/** The sort that keeps the order of the report. */
export const REPORT_ORDER = 'order';

function isNumeric({ kind }: OwnReportColumn): boolean {
  return kind !== 'text' && kind !== 'date' && kind !== 'month';
}

/** The rows that contain all words of a search in their texts. */
function foundRows(rows: readonly OwnRow[], columns: readonly OwnReportColumn[], q: string) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const texts = columns.filter((column) => !isNumeric(column));
  return rows.filter(({ cells }) => {
    const text = texts
      .map(({ name }) => cells[name] ?? '')
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Sorts by a column; empty cells are last in either direction. */
function sortedRows(rows: readonly OwnRow[], sort: string): readonly OwnRow[] {
  const isDown = sort.startsWith('-');
  const name = isDown ? sort.slice(1) : sort;
  if (name === REPORT_ORDER) return rows;
  const order = new Intl.Collator('en', { numeric: true });
  return rows.toSorted((one, other) => {
    const [a, b] = [one.cells[name] ?? null, other.cells[name] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const difference =
      typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(String(a), String(b));
    return (isDown ? -difference : difference) || one.at - other.at;
  });
}

/** One page of a report that is searched and sorted here, and the sums of all that was found. */
export function pageOfReport(
  { rows, columns, total, totals }: OwnReport,
  {
    filter: { q = '' },
    sort,
    page,
    pageSize,
  }: Pick<ListQuery, 'filter' | 'sort' | 'page' | 'pageSize'>,
) {
  const all = rows.map((cells, at): OwnRow => ({ at, cells }));
  const found = foundRows(all, columns, q);
  const sums =
    q === ''
      ? totals
      : Object.fromEntries(
          Object.keys(totals).map((name) => [
            name,
            // Amounts have two decimals: added as cents, so that the sum has no others.
            Math.round(found.reduce((sum, { cells }) => sum + Number(cells[name] ?? 0) * 100, 0)) /
              100,
          ]),
        );
  return {
    rows: sortedRows(found, sort).slice((page - 1) * pageSize, page * pageSize),
    total: q === '' ? Math.min(total, rows.length) : found.length,
    sums,
  };
}
