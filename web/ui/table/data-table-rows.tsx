import { CaretDownIcon, CaretUpIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { numberText } from '../counted.ts';
import { Skeleton } from '../skeleton.tsx';
import { classesOf, type Column, contentClassOf, firstDirection } from './data-table-column.ts';
import styles from './data-table.module.css';
import type { ListState } from './list-state.ts';
import { type RowAction, RowActions } from './row-actions.tsx';

function ariaSort(list: ListState, column: string): 'ascending' | 'descending' | undefined {
  if (list.sort === column) return 'ascending';
  return list.sort === `-${column}` ? 'descending' : undefined;
}

interface HeaderCellProps<T> {
  column: Column<T>;
  list: ListState;
}

export function HeaderCell<T>({ column, list }: HeaderCellProps<T>) {
  const sorted = ariaSort(list, column.id);
  const first = firstDirection(column);
  return (
    <th
      scope="col"
      className={classesOf(column)}
      {...(sorted ? { 'aria-sort': sorted } : {})}
      {...(column.width ? { style: { width: column.width } } : {})}
    >
      {column.sortable ? (
        <button type="button" className={styles.sort} onClick={() => list.sortBy(column.id, first)}>
          {column.header}
          <span className={sorted ? styles.sorted : styles.unsorted} aria-hidden="true">
            {(sorted ?? first) === 'descending' ? (
              <CaretDownIcon size={12} />
            ) : (
              <CaretUpIcon size={12} />
            )}
          </span>
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Shows as a tooltip the text of a cell that is cut. */
function titleIfCut(cell: HTMLElement): void {
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
  if (isCut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

function isOwnClick(target: EventTarget): boolean {
  return !(target instanceof Element && target.closest('button, a, input, select, label'));
}

interface RowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  rowName: (row: T) => string;
  actions: ((row: T) => readonly RowAction[]) | undefined;
  /** Shows all actions in a menu. */
  isNarrow: boolean;
  isCard: boolean;
  onOpen: ((row: T) => void) | undefined;
}

export function Row<T>(props: RowProps<T>) {
  const { row, columns, rowName, actions, isNarrow, isCard, onOpen } = props;
  return (
    // A click on the row is a shortcut for the mouse; `actions` has the same for the keyboard.
    <tr
      className={onOpen ? styles.opens : undefined}
      onClick={(event) => {
        if (onOpen && isOwnClick(event.target)) onOpen(row);
      }}
    >
      {columns.map((column) => (
        <td key={column.id} className={classesOf(column)} data-label={column.header}>
          <div
            className={contentClassOf(column)}
            onPointerEnter={(event) => titleIfCut(event.currentTarget)}
          >
            {column.cell(row)}
          </div>
        </td>
      ))}
      {actions && (
        <td className={styles.actions}>
          <RowActions
            subject={rowName(row)}
            actions={actions(row)}
            isNarrow={isNarrow}
            isCard={isCard}
          />
        </td>
      )}
    </tr>
  );
}

interface SkeletonRowsProps<T> {
  columns: readonly Column<T>[];
  hasActions: boolean;
  count: number;
  /** In pixels; 0 for the height of the style sheet. */
  height: number;
}

export function SkeletonRows<T>({ columns, hasActions, count, height }: SkeletonRowsProps<T>) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
    <tr key={index} {...(height > 0 ? { style: { height } } : {})}>
      {columns.map((column) => (
        <td key={column.id} className={classesOf(column)} data-label={column.header}>
          <Skeleton width={classesOf(column).includes(styles.right ?? '') ? '5ch' : '70%'} />
        </td>
      ))}
      {hasActions && (
        <td className={styles.actions}>
          <Skeleton width="6ch" />
        </td>
      )}
    </tr>
  ));
}

interface SumRowProps<T> {
  columns: readonly Column<T>[];
  hasActions: boolean;
  /** By column id. */
  sums: Readonly<Record<string, ReactNode>>;
  /** Number of rows on all pages; undefined while it is not known. */
  total: number | undefined;
}

/** Table footer with the sums over all pages. */
export function SumRow<T>({ columns, hasActions, sums, total }: SumRowProps<T>) {
  const label = total === undefined ? 'Total' : `Total of ${numberText(total)}`;
  const first = columns.findIndex(({ id }) => sums[id] !== undefined);
  // All columns with sums may be hidden.
  if (first < 0) return null;
  // The label spans the columns before the first sum, or shares the cell if that is the first column.
  const rest = first === 0 ? columns.slice(1) : columns.slice(first);
  const firstColumn = columns[0];
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first === 0 ? 1 : first}>
          {label}
          {first === 0 && firstColumn && <> {sums[firstColumn.id]}</>}
        </th>
        {rest.map((column) => (
          <td
            key={column.id}
            className={classesOf(column)}
            {...(sums[column.id] === undefined ? {} : { 'data-label': column.header })}
          >
            {sums[column.id]}
          </td>
        ))}
        {hasActions && <td className={styles.actions} />}
      </tr>
    </tfoot>
  );
}
