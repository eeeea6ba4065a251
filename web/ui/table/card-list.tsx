import { Button } from '@blueprintjs/core';
import type { Page } from '@nimule/core/kernel/paging';
import { type ReactNode, useRef } from 'react';
import { ActionButton } from '../action-button.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Empty, ErrorState } from '../states.tsx';
import styles from './card-list.module.css';
import frameStyles from './data-table.module.css';
import type { DataTableProps } from './data-table.tsx';
import { DataTablePager } from './data-table-pager.tsx';
import {
  DataTableToolbar,
  type DataTableToolbarProps,
  NamedSelect,
} from './data-table-toolbar.tsx';

interface CardListProps<T>
  extends Pick<
    DataTableProps<T>,
    'label' | 'rowKey' | 'rowName' | 'read' | 'empty' | 'noMatch' | keyof DataTableToolbarProps
  > {
  /** The orders to choose from, as in the query: `{ value: '-hireDate', label: 'Newest first' }`. */
  sorts: readonly { value: string; label: string }[];
  card: (row: T) => ReactNode;
  /** Buttons at the bottom of each card. */
  actions: NonNullable<DataTableProps<T>['actions']>;
}

const SKELETON_CARDS = 8;

/** A list that the server searches, sorts and pages, each row as a card with its buttons. */
export function CardList<T>(props: CardListProps<T>) {
  const { label, read, list, search, tools, sorts } = props;
  const isEmpty = read.data?.rows.length === 0;
  // An empty page while refreshing may belong to the previous query.
  const page = isEmpty && read.isRefreshing ? undefined : read.data;
  const last = useRef<Page<T>>(undefined);
  if (page) last.current = page;
  const frame = useRef<HTMLElement>(null);
  return (
    <section ref={frame} tabIndex={-1} aria-label={label} className={frameStyles.frame} data-list>
      <DataTableToolbar
        label={label}
        list={list}
        search={search}
        add={props.add}
        tools={
          <>
            <NamedSelect
              label="Order"
              value={list.sort}
              options={sorts}
              onChange={(value) =>
                list.sortBy(
                  value.replace(/^-/, ''),
                  value.startsWith('-') ? 'descending' : 'ascending',
                )
              }
            />
            {tools}
          </>
        }
      />
      {read.error && !page ? (
        <ErrorState error={read.error} onRetry={read.refresh} />
      ) : page?.rows.length === 0 ? (
        <NoCards {...props} onRecover={() => frame.current?.focus({ preventScroll: true })} />
      ) : (
        <Cards {...props} rows={page?.rows} />
      )}
      {read.error && page && (
        <p className={styles.stale} role="status">
          This list could not be read again: {read.error.message}{' '}
          <Button size="small" onClick={read.refresh}>
            Try again
          </Button>
        </p>
      )}
      <DataTablePager
        label={label}
        list={list}
        page={page}
        previous={last.current}
        onRefresh={read.refresh}
        density={undefined}
      />
    </section>
  );
}

function Cards<T>(props: CardListProps<T> & { rows: readonly T[] | undefined }) {
  const { label, rows, rowKey, rowName, card, actions, read } = props;
  if (!rows)
    return (
      <div className={styles.cards} role="status">
        <span className="visually-hidden">{label}, loading</span>
        {Array.from({ length: SKELETON_CARDS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={index} className={styles.card}>
            <Skeleton height="108px" />
            <Skeleton height="30px" />
          </div>
        ))}
      </div>
    );
  return (
    <ul
      className={`${styles.cards} ${read.isRefreshing ? styles.refreshing : ''}`}
      aria-label={label}
      aria-busy={read.isRefreshing}
    >
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles.card}>
          {card(row)}
          <div className={styles.buttons}>
            {actions(row).map(({ label: text, icon, onClick, disabledReason }) => (
              <ActionButton
                key={text}
                size="small"
                icon={icon}
                aria-label={`${text} ${rowName(row)}`}
                disabledReason={disabledReason}
                onClick={onClick}
              >
                {text}
              </ActionButton>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function NoCards<T>({
  list,
  empty,
  noMatch,
  onRecover,
}: CardListProps<T> & { onRecover: () => void }) {
  const recover = (change: () => void) => () => {
    // The button is about to be removed.
    onRecover();
    change();
  };
  if (list.page > 1)
    return (
      <Empty
        title={`There is no page ${list.page}`}
        description="The list has become shorter."
        action={<Button onClick={recover(() => list.setPage(1))}>Go to the first page</Button>}
      />
    );
  if (!list.isFiltered) return <Empty {...empty} />;
  return (
    <Empty
      title={noMatch?.title ?? 'Nothing matches'}
      description={noMatch?.description ?? 'Nothing matches your current search and filters.'}
      action={<Button onClick={recover(list.clear)}>Clear search and filters</Button>}
    />
  );
}
