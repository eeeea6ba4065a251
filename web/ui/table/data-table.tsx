import { Button } from '@blueprintjs/core';
import type { Page } from '@nimule/core/kernel/paging';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Empty, ErrorState } from '../states.tsx';
import styles from './data-table.module.css';
import { type Column, columnsAt } from './data-table-column.ts';
import { DataTablePager } from './data-table-pager.tsx';
import { HeaderCell, Row, SkeletonRows, SumRow } from './data-table-rows.tsx';
import { DataTableToolbar } from './data-table-toolbar.tsx';
import { useDensity } from './density.ts';
import type { ListState } from './list-state.ts';
import type { Readable } from './reading.ts';
import type { RowAction } from './row-actions.tsx';
import { FIT_CARDS, FIT_MENU, useFit } from './table-fit.ts';

export type { Column } from './data-table-column.ts';

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
  /** Buttons at the end of the toolbar: Export, Add. */
  tools?: ReactNode;
  actions?: (row: T) => readonly RowAction[];
  /** A click on the row; offer the same as an action, for the keyboard. */
  onOpen?: (row: T) => void;
  /**
   * What the server summed over all pages of the list as it is searched and filtered, by the id of the column: a last
   * line, 'Total of N', that stays in sight. Undefined while it is not known.
   */
  sums?: Readonly<Record<string, ReactNode>> | undefined;
}

const MAX_SKELETON_ROWS = 8;

/** Another page of the list begins at its top, whoever turned to it: a button below, or the way back. */
function useTopOfPage(frame: RefObject<HTMLElement | null>, page: number): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const element = frame.current;
    if (element && element.getBoundingClientRect().top < 0)
      element.scrollIntoView({ block: 'start' });
  }, [page, frame]);
}

/**
 * A list that the server searches, sorts and pages. Loading, emptiness and failure are its own, so no
 * screen can forget them; on a phone each row becomes a card.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, rowKey, rowName, read, list, actions, onOpen, sums } = props;
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
  useTopOfPage(frame, list.page);
  const density = useDensity();
  const fit = useFit(frame, [rows, props.columns, density, sums]);
  const isCards = fit === FIT_CARDS;
  const columns = columnsAt(props.columns, fit);
  // For a button that goes with what it mends: the focus would fall to the top of the page.
  const keepFocus = () => frame.current?.focus({ preventScroll: true });
  const retry = () => {
    keepFocus();
    read.refresh();
  };
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={label}
      className={`${styles.frame} ${styles[density]}`}
      data-fit={fit}
    >
      <DataTableToolbar list={list} search={props.search} tools={props.tools} />
      {read.error && !rows ? (
        <ErrorState error={read.error} onRetry={read.refresh} />
      ) : rows?.length === 0 ? (
        <NoRows {...props} beyondLastPage={beyondLastPage} onMended={keepFocus} />
      ) : (
        <div>
          <table
            className={`${styles.table} ${isCards ? styles.cards : ''}`}
            aria-busy={read.isLoading || read.isRefreshing}
          >
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
              {rows ? (
                rows.map((row) => (
                  <Row
                    key={rowKey(row)}
                    row={row}
                    columns={columns}
                    rowName={rowName}
                    actions={actions}
                    isNarrow={fit >= FIT_MENU && !isCards}
                    onOpen={onOpen}
                  />
                ))
              ) : (
                <SkeletonRows
                  columns={columns}
                  hasActions={actions !== undefined}
                  // In place of other rows, as many and as high: the page does not jump.
                  count={last.current?.rows.length || Math.min(list.pageSize, MAX_SKELETON_ROWS)}
                  height={rowHeight.current}
                />
              )}
            </tbody>
            {sums && (
              <SumRow
                columns={columns}
                hasActions={actions !== undefined}
                sums={sums}
                total={(page ?? last.current)?.total}
              />
            )}
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
        density={isCards ? undefined : density}
      />
    </section>
  );
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
