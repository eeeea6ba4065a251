import { Button } from '@blueprintjs/core';
import { CaretDownIcon, CaretUpIcon } from '@blueprintjs/icons';
import type { Page } from '@nimule/core/kernel/paging';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import styles from './data-table.module.css';
import { DataTablePager } from './data-table-pager.tsx';
import { DataTableToolbar, type TableFilter } from './data-table-toolbar.tsx';
import type { ListState } from './list-state.ts';
import type { Readable } from './reading.ts';
import { type RowAction, RowActions } from './row-actions.tsx';
import { Skeleton } from './skeleton.tsx';
import { Empty, ErrorState } from './states.tsx';

export interface Column<T> {
  /** Also the name that the server sorts by. */
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'left' | 'right';
  sortable?: boolean;
  /**
   * 1 heads the card that a row becomes on a phone, 2 is a labelled line of it, 3 is shown only where
   * there is room, 4 where there is plenty. Without it, 2.
   */
  priority?: 1 | 2 | 3 | 4;
  /** A CSS width, where the content does not say enough. */
  width?: string;
}

interface EmptyText {
  title: string;
  description: ReactNode;
  action?: ReactElement;
}

interface DataTableProps<T> {
  /** What the table lists, read out to those who do not see it. */
  label: string;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string | number;
  /** The row in a word or two, for the labels of its actions. */
  rowName: (row: T) => string;
  read: Readable<Page<T>>;
  list: ListState;
  /** Nothing is there at all, and what to do next. */
  empty: EmptyText;
  /** Nothing matches the search and filters; without it, a general text. */
  noMatch?: Omit<EmptyText, 'action'>;
  /** Placeholder of the search box; without it there is none. */
  search?: string;
  filters?: readonly TableFilter[];
  /** Buttons at the end of the toolbar: Export, Add. */
  tools?: ReactNode;
  actions?: (row: T) => readonly RowAction[];
  /** A click on the row; offer the same as an action, for the keyboard. */
  onOpen?: (row: T) => void;
}

const MAX_SKELETON_ROWS = 8;

function ariaSort(list: ListState, column: string): 'ascending' | 'descending' | undefined {
  if (list.sort === column) return 'ascending';
  return list.sort === `-${column}` ? 'descending' : undefined;
}

function classesOf<T>(column: Column<T>): string {
  const right = column.align === 'right' ? styles.right : '';
  return `${styles[`priority${column.priority ?? 2}`] ?? ''} ${right}`;
}

function HeaderCell<T>({ column, list }: { column: Column<T>; list: ListState }) {
  const sorted = ariaSort(list, column.id);
  return (
    <th
      scope="col"
      className={classesOf(column)}
      {...(sorted ? { 'aria-sort': sorted } : {})}
      {...(column.width ? { style: { width: column.width } } : {})}
    >
      {column.sortable ? (
        <button type="button" className={styles.sort} onClick={() => list.sortBy(column.id)}>
          {column.header}
          <span className={sorted ? styles.sorted : styles.unsorted} aria-hidden="true">
            {sorted === 'descending' ? <CaretDownIcon size={12} /> : <CaretUpIcon size={12} />}
          </span>
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function isOwnClick(target: EventTarget): boolean {
  return !(target instanceof Element && target.closest('button, a, input, select, label'));
}

/**
 * A list that the server searches, sorts and pages. Loading, emptiness and failure are its own, so no
 * screen can forget them; on a phone each row becomes a card.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rowKey, rowName, read, list, actions, onOpen } = props;
  // That there is nothing is said only of what was asked last.
  const isEmpty = read.data?.rows.length === 0;
  const page = isEmpty && read.isRefreshing ? undefined : read.data;
  const rows = page?.rows;
  const last = useRef<Page<T>>(undefined);
  if (page) last.current = page;
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRef(0);
  useEffect(() => {
    if (rows && body.current) rowHeight.current = body.current.offsetHeight / rows.length;
  }, [rows]);
  const beyondLastPage = isEmpty && list.page > 1;
  const frame = useRef<HTMLElement>(null);
  // For a button that goes with what it mends: the focus would fall to the top of the page.
  const keepFocus = () => frame.current?.focus({ preventScroll: true });
  const retry = () => {
    keepFocus();
    read.refresh();
  };
  return (
    <section ref={frame} tabIndex={-1} aria-label={label} className={styles.frame}>
      <DataTableToolbar
        list={list}
        search={props.search}
        filters={props.filters ?? []}
        tools={props.tools}
      />
      {read.error && !rows ? (
        <ErrorState error={read.error} onRetry={read.refresh} />
      ) : rows?.length === 0 ? (
        <NoRows {...props} beyondLastPage={beyondLastPage} onMended={keepFocus} />
      ) : (
        <div className={styles.scroller}>
          <table className={styles.table} aria-busy={read.isLoading || read.isRefreshing}>
            <caption className="visually-hidden">
              {label}
              {rows ? '' : ', loading'}
            </caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <HeaderCell key={column.id} column={column} list={list} />
                ))}
                {actions && (
                  <th scope="col" className={`${styles.right} ${styles.actions}`}>
                    Actions
                  </th>
                )}
              </tr>
            </thead>
            <tbody ref={body} className={read.isRefreshing ? styles.refreshing : undefined}>
              {rows
                ? rows.map((row) => (
                    // The row is a convenience for the mouse; the same stands among its actions.
                    <tr
                      key={rowKey(row)}
                      className={onOpen ? styles.opens : undefined}
                      onClick={(event) => {
                        if (onOpen && isOwnClick(event.target)) onOpen(row);
                      }}
                    >
                      {columns.map((column) => (
                        <td
                          key={column.id}
                          className={classesOf(column)}
                          data-label={column.header}
                        >
                          {column.cell(row)}
                        </td>
                      ))}
                      {actions && (
                        <td className={styles.actions}>
                          <RowActions subject={rowName(row)} actions={actions(row)} />
                        </td>
                      )}
                    </tr>
                  ))
                : skeletonRows(
                    columns,
                    actions !== undefined,
                    // In place of other rows, as many and as high: the page does not jump.
                    last.current?.rows.length || Math.min(list.pageSize, MAX_SKELETON_ROWS),
                    rowHeight.current,
                  )}
            </tbody>
          </table>
        </div>
      )}
      {read.error && rows && (
        <p className={styles.stale} role="status">
          This list could not be read again: {read.error.message}{' '}
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      <DataTablePager
        label={label}
        list={list}
        page={page}
        // Stays while another page comes or fails to, and the focus with it.
        previous={last.current}
        onRefresh={read.refresh}
      />
    </section>
  );
}

function skeletonRows<T>(
  columns: readonly Column<T>[],
  hasActions: boolean,
  count: number,
  height: number,
) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
    <tr key={index} {...(height > 0 ? { style: { height } } : {})}>
      {columns.map((column) => (
        <td key={column.id} className={classesOf(column)} data-label={column.header}>
          <Skeleton width={column.align === 'right' ? '5ch' : '70%'} />
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

interface NoRowsProps<T> extends DataTableProps<T> {
  beyondLastPage: boolean;
  /** The button that led back to rows goes with the next of them. */
  onMended: () => void;
}

function NoRows<T>({ list, empty, noMatch, beyondLastPage, onMended }: NoRowsProps<T>) {
  const mend = (change: () => void) => () => {
    onMended();
    change();
  };
  if (beyondLastPage) {
    return (
      <Empty
        title={`There is no page ${list.page}`}
        description="The list has become shorter."
        action={<Button onClick={mend(() => list.setPage(1))}>Go to the first page</Button>}
      />
    );
  }
  if (!list.isFiltered) return <Empty {...empty} />;
  return (
    <Empty
      title={noMatch?.title ?? 'Nothing matches'}
      description={noMatch?.description ?? 'Nothing matches your current search and filters.'}
      action={<Button onClick={mend(list.clear)}>Clear search and filters</Button>}
    />
  );
}
