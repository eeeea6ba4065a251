import { Button } from '@blueprintjs/core';
import type { Page } from '@nimule/core/kernel/paging';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Empty, ErrorState } from '../states.tsx';
import styles from './data-table.module.css';
import { type Column, columnsAt } from './data-table-column.ts';
import { DataTablePager } from './data-table-pager.tsx';
import { HeaderCell, Row, SkeletonRows, SumRow } from './data-table-rows.tsx';
import { DataTableToolbar, type DataTableToolbarProps } from './data-table-toolbar.tsx';
import { useDensity } from './density.ts';
import type { Readable } from './readable.ts';
import type { RowAction } from './row-actions.tsx';
import { FIT_CARDS, FIT_MENU, useFit } from './table-fit.ts';

export type { Column } from './data-table-column.ts';

interface EmptyText {
  title: string;
  description: ReactNode;
  action?: ReactElement;
}

export interface DataTableProps<T> extends DataTableToolbarProps {
  /** Accessible name. */
  label: string;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string | number;
  /** Short name of the row, for the labels of its actions. */
  rowName: (row: T) => string;
  read: Readable<Page<T>>;
  /** Shown if there are no rows at all. */
  empty: EmptyText;
  /** Shown if nothing matches search and filters; has a default. */
  noMatch?: Omit<EmptyText, 'action'>;
  actions?: (row: T) => readonly RowAction[];
  /** Click on a row; `actions` must have the same for the keyboard. */
  onOpen?: (row: T) => void;
  /**
   * Sums over all pages of the filtered list, by column id, shown in a sticky footer 'Total of N'. Undefined while not
   * known.
   */
  sums?: Readonly<Record<string, ReactNode>> | undefined;
}

const MAX_SKELETON_ROWS = 8;

/** Scrolls to the top of the list when the page changes. */
function useScrollToTop(frame: RefObject<HTMLElement | null>, page: number): void {
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
 * A list that the server searches, sorts and pages. Includes loading, empty and error states; on a phone each row is a
 * card.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, rowKey, rowName, read, list, actions, onOpen, sums } = props;
  // An empty page while refreshing may belong to the previous query.
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
  useScrollToTop(frame, list.page);
  const density = useDensity();
  const fit = useFit(frame, [rows, props.columns, density, sums]);
  const isCards = fit === FIT_CARDS;
  const columns = columnsAt(props.columns, fit);
  // For buttons that are removed by their own action: otherwise the focus is lost.
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
      data-list
    >
      <DataTableToolbar
        label={label}
        list={list}
        search={props.search}
        tools={props.tools}
        add={props.add}
      />
      {read.error && !rows ? (
        <ErrorState error={read.error} onRetry={read.refresh} />
      ) : rows?.length === 0 ? (
        <NoRows {...props} beyondLastPage={beyondLastPage} onRecover={keepFocus} />
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
                    isCard={isCards}
                    onOpen={onOpen}
                  />
                ))
              ) : (
                <SkeletonRows
                  columns={columns}
                  hasActions={actions !== undefined}
                  // As many and as high as the previous rows, to avoid a layout shift.
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
        // Keeps the pager, and the focus in it, while another page is loading or failed.
        previous={last.current}
        onRefresh={read.refresh}
        density={isCards ? undefined : density}
      />
    </section>
  );
}

interface NoRowsProps<T> extends DataTableProps<T> {
  beyondLastPage: boolean;
  /** Called before the button that is about to be removed shows rows again. */
  onRecover: () => void;
}

function NoRows<T>({ list, empty, noMatch, beyondLastPage, onRecover }: NoRowsProps<T>) {
  const recover = (change: () => void) => () => {
    onRecover();
    change();
  };
  if (beyondLastPage) {
    return (
      <Empty
        title={`There is no page ${list.page}`}
        description="The list has become shorter."
        action={<Button onClick={recover(() => list.setPage(1))}>Go to the first page</Button>}
      />
    );
  }
  if (!list.isFiltered) return <Empty {...empty} />;
  return (
    <Empty
      title={noMatch?.title ?? 'Nothing matches'}
      description={noMatch?.description ?? 'Nothing matches your current search and filters.'}
      action={<Button onClick={recover(list.clear)}>Clear search and filters</Button>}
    />
  );
}
