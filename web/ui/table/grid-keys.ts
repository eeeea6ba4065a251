import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';

const CELL = 'td[role="gridcell"]';
/** Rows of a Page Up or Page Down. */
const PAGE = 10;

type Cell = HTMLTableCellElement;

/** The cells of a grid by row. */
function rowsOf(table: HTMLTableElement): Cell[][] {
  return [...table.querySelectorAll('tbody > tr')].map((row) => [
    ...row.querySelectorAll<Cell>(CELL),
  ]);
}

const clamp = (value: number, end: number): number => Math.max(0, Math.min(end, value));

/** The cell to which a key leads; undefined for other keys. */
function target(rows: Cell[][], from: Cell, { key, ctrlKey }: KeyboardEvent): Cell | undefined {
  const at = rows.findIndex((cells) => cells.includes(from));
  const cells = rows[at];
  if (!cells) return undefined;
  const column = cells.indexOf(from);
  const move = (down: number, right: number) => {
    const row = rows[clamp(at + down, rows.length - 1)]!;
    return row[clamp(column + right, row.length - 1)];
  };
  switch (key) {
    case 'ArrowRight':
      return move(0, 1);
    case 'ArrowLeft':
      return move(0, -1);
    case 'ArrowDown':
      return move(1, 0);
    case 'ArrowUp':
      return move(-1, 0);
    case 'PageDown':
      return move(PAGE, 0);
    case 'PageUp':
      return move(-PAGE, 0);
    case 'Home':
      return (ctrlKey ? rows[0]! : cells)[0];
    case 'End':
      return (ctrlKey ? rows.at(-1)! : cells).at(-1);
    default:
      return undefined;
  }
}

/**
 * Handlers for a `table` with the role grid, whose cells have the role gridcell and a tabIndex: 0 for one, -1 for the
 * others. Arrow keys, Home, End (with Ctrl of the whole grid) and Page Up and Down move; Enter, Space and a click open a
 * cell. One cell is in the order of the Tab key: the last one that had the focus. Written to the elements directly: a
 * grid of 10,000 cells would be rendered again for each key.
 */
export function useGridKeys(
  table: RefObject<HTMLTableElement | null>,
  onOpen: (cell: HTMLTableCellElement) => void,
) {
  const cellOf = (node: EventTarget): Cell | null =>
    node instanceof Element ? node.closest<Cell>(CELL) : null;
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const cell = cellOf(event.target);
      if (!cell || !table.current || event.altKey || event.metaKey) return;
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        onOpen(cell);
        return;
      }
      const next = target(rowsOf(table.current), cell, event);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
    onFocus: (event: FocusEvent) => {
      const cell = cellOf(event.target);
      if (!cell) return;
      for (const other of table.current?.querySelectorAll<Cell>(`${CELL}[tabindex="0"]`) ?? [])
        other.tabIndex = -1;
      cell.tabIndex = 0;
    },
    onClick: (event: MouseEvent) => {
      const cell = cellOf(event.target);
      if (cell) onOpen(cell);
    },
  };
}
