import { HotkeysProvider } from '@blueprintjs/core';
import { ArrowRightIcon, ErrorIcon, WarningSignIcon } from '@blueprintjs/icons';
import {
  Cell,
  type CellProps,
  Column,
  ColumnHeaderCell,
  type FocusedCellCoordinates,
  RegionCardinality,
  RenderMode,
  RowHeaderCell,
  Table,
} from '@blueprintjs/table';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { fieldLabel } from '../import-words.ts';
import styles from './grid.module.css';
import {
  cellWords,
  fateText,
  focusWords,
  type GridCell,
  type GridRow,
  rowWords,
} from './grid-words.ts';
import './table.css';

const ROW_PX = 28;
const HEADER_PX = 32;
const FATE_PX = 104;
/** Rows seen at once; the others are scrolled to. */
const ROWS_SEEN = 16;
/** A character of the cells in pixels, and the narrowest and widest column. */
const CHARACTER_PX = 7.5;
const MIN_PX = 96;
const MAX_PX = 280;
const PADDING_PX = 36;

const COPIES = '.bp6-table-quadrant-top, .bp6-table-quadrant-left, .bp6-table-quadrant-top-left';

interface PreviewGridProps {
  /** Fields whose cells are right-aligned. */
  amounts: readonly string[];
  rows: readonly GridRow[];
  /** No row can be judged: they are shown as they are. */
  isUnread: boolean;
  isDimmed: boolean;
}

function widthOf(rows: readonly GridRow[], at: number, header: string): number {
  const longest = Math.max(header.length, ...rows.map(({ cells }) => cells[at]?.text.length ?? 0));
  return Math.min(MAX_PX, Math.max(MIN_PX, longest * CHARACTER_PX + PADDING_PX));
}

function classOf({ problem, before, note }: GridCell): string | undefined {
  if (problem !== null) return styles.problem;
  if (before !== null) return styles.changed;
  return note === null ? undefined : styles.note;
}

function CellContent({ cell }: { cell: GridCell }) {
  const { problem, before, note, text } = cell;
  if (problem !== null)
    return (
      <>
        <ErrorIcon size={12} title="Refused" /> {text === '' ? '(empty)' : text}
      </>
    );
  if (before !== null)
    return (
      <>
        <s>{before === '' ? '(empty)' : before}</s> <ArrowRightIcon size={12} title="becomes" />{' '}
        {text}
      </>
    );
  if (note !== null)
    return (
      <>
        <WarningSignIcon size={12} title="Note" /> {text}
      </>
    );
  return text;
}

/** Elements of `Cell`, which the library clones with their place; hence no components. */
function fieldCell(
  cell: GridCell | undefined,
  amounts: readonly string[],
): ReactElement<CellProps> {
  if (!cell) return <Cell />;
  const words = cellWords(cell);
  return (
    <Cell
      className={`${classOf(cell) ?? ''} ${amounts.includes(cell.field) ? styles.amount : ''}`}
      {...(words === undefined ? {} : { tooltip: words })}
    >
      <CellContent cell={cell} />
    </Cell>
  );
}

function fateCell(row: GridRow | undefined, isUnread: boolean): ReactElement<CellProps> {
  if (!row) return <Cell />;
  const words = rowWords(row);
  return (
    <Cell
      className={(row.fate === 'refused' ? styles.problem : styles.fate) ?? ''}
      {...(words === undefined ? {} : { tooltip: words })}
    >
      {row.fate === 'refused' && <ErrorIcon size={12} />} {fateText(row, isUnread)}
    </Cell>
  );
}

/**
 * Makes the scrolled part reachable by Tab: the library puts the stop on its outer element, which does not scroll. Its
 * copies of the frozen columns and headers are hidden from screen readers, which read the whole table.
 */
function useScrollStop() {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const outer = frame.current?.querySelector<HTMLElement>('.bp6-table-container');
    const scroller = frame.current?.querySelector<HTMLElement>(
      '.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container',
    );
    outer?.setAttribute('tabindex', '-1');
    scroller?.setAttribute('tabindex', '0');
    for (const copy of frame.current?.querySelectorAll(COPIES) ?? [])
      copy.setAttribute('aria-hidden', 'true');
    scroller?.setAttribute('role', 'group');
    scroller?.setAttribute('aria-label', 'Cells; the arrow keys move between them');
  });
  return frame;
}

/** The first rows of the file with their errors and changes in the cells. */
export function PreviewGrid({ rows, amounts, isUnread, isDimmed }: PreviewGridProps) {
  const isPhone = useMedia(PHONE);
  const frame = useScrollStop();
  const [focused, setFocused] = useState<FocusedCellCoordinates>({
    row: 0,
    col: 0,
    focusSelectionIndex: 0,
  });
  const fields = rows[0]?.cells.map(({ field }) => field) ?? [];
  const height = HEADER_PX + Math.min(rows.length, ROWS_SEEN) * ROW_PX + 16;
  return (
    <div ref={frame} className={isDimmed ? styles.dimmed : undefined}>
      <p className={styles.focus} aria-live="polite">
        {focusWords(rows[focused.row], focused.col, isUnread)}
      </p>
      <div className={styles.table} style={{ height }}>
        <HotkeysProvider>
          <Table
            numRows={rows.length}
            defaultRowHeight={ROW_PX}
            columnWidths={[
              FATE_PX,
              ...fields.map((field, at) => widthOf(rows, at, fieldLabel(field))),
            ]}
            numFrozenColumns={isPhone ? 0 : 1}
            enableFocusedCell
            focusedCell={focused}
            onFocusedCell={setFocused}
            enableRowResizing={false}
            enableMultipleSelection={false}
            selectionModes={[RegionCardinality.CELLS]}
            renderMode={RenderMode.NONE}
            getCellClipboardData={(row, column) =>
              column === 0
                ? fateText(rows[row]!, isUnread)
                : (rows[row]?.cells[column - 1]?.text ?? '')
            }
            cellRendererDependencies={[rows, isUnread]}
            rowHeaderCellRenderer={(row) => <RowHeaderCell name={String(rows[row]?.row ?? '')} />}
          >
            {[
              <Column
                key="fate"
                id="fate"
                columnHeaderCellRenderer={() => <ColumnHeaderCell name="Outcome" />}
                cellRenderer={(row) => fateCell(rows[row], isUnread)}
              />,
              ...fields.map((field, at) => (
                <Column
                  key={field}
                  id={field}
                  columnHeaderCellRenderer={() => <ColumnHeaderCell name={fieldLabel(field)} />}
                  cellRenderer={(row) => fieldCell(rows[row]?.cells[at], amounts)}
                />
              )),
            ]}
          </Table>
        </HotkeysProvider>
      </div>
    </div>
  );
}
