import { ChevronDownIcon, ChevronUpIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import type { CustomerList } from '../customer-table.tsx';

interface Neighbours {
  /** Shows the previous or next customer of the list; undefined if there is none. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/**
 * The previous and next customer in the filtered and sorted list, across pages. There are none for a customer who is not
 * on the current page of the list.
 */
export function useNeighbours(
  shown: string | null,
  { list, read }: CustomerList,
  show: (customerId: string) => void,
): Neighbours {
  const rows = read.data?.rows ?? [];
  const total = read.data?.total;
  const at = rows.findIndex(({ customerId }) => customerId === shown);
  // The first or last customer of another page that is loading.
  const [awaited, setAwaited] = useState<{ page: number; place: 0 | -1 }>();
  const arrived =
    awaited && list.page === awaited.page && at < 0 ? rows.at(awaited.place) : undefined;
  const latestShow = useRef(show);
  latestShow.current = show;
  useEffect(() => {
    if (!arrived) return;
    setAwaited(undefined);
    latestShow.current(arrived.customerId);
  }, [arrived]);

  const stepTo = (place: number) => {
    const row = rows[place];
    return row && (() => show(row.customerId));
  };
  const turnTo = (page: number, place: 0 | -1) => () => {
    setAwaited({ page, place });
    list.setPage(page);
  };
  if (shown === null || at < 0 || awaited) return { previous: undefined, next: undefined };
  const isFirst = at === 0;
  const isLast = at === rows.length - 1;
  const hasNextPage =
    rows.length === list.pageSize && (total === undefined || list.page * list.pageSize < total);
  return {
    previous: isFirst ? (list.page > 1 ? turnTo(list.page - 1, -1) : undefined) : stepTo(at - 1),
    next: isLast ? (hasNextPage ? turnTo(list.page + 1, 0) : undefined) : stepTo(at + 1),
  };
}

/** With Alt, because inputs and tabs use the plain arrow keys. */
const KEYS = { previous: 'Alt+ArrowUp', next: 'Alt+ArrowDown' };
const NOBODY = 'There is none in the list.';

/** Previous/next buttons with keyboard shortcuts. */
export function Steps({ neighbours }: { neighbours: Neighbours }) {
  const frame = useRef<HTMLSpanElement>(null);
  const latest = useRef(neighbours);
  latest.current = neighbours;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      // Not while a form is open over the detail.
      const dialog = frame.current?.closest('[role="dialog"]');
      if (!(event.target instanceof Node) || !dialog?.contains(event.target)) return;
      const { previous, next } = latest.current;
      const step =
        event.key === 'ArrowUp' ? previous : event.key === 'ArrowDown' ? next : undefined;
      if (!step) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const { previous, next } = neighbours;
  return (
    <span ref={frame}>
      <ActionButton
        variant="minimal"
        icon={<ChevronUpIcon />}
        aria-label="Previous customer"
        aria-keyshortcuts={KEYS.previous}
        tooltip="Previous customer (Alt+↑)"
        disabledReason={previous ? undefined : NOBODY}
        onClick={() => previous?.()}
      />
      <ActionButton
        variant="minimal"
        icon={<ChevronDownIcon />}
        aria-label="Next customer"
        aria-keyshortcuts={KEYS.next}
        tooltip="Next customer (Alt+↓)"
        disabledReason={next ? undefined : NOBODY}
        onClick={() => next?.()}
      />
    </span>
  );
}
