import { type DrawerParameter, drawerParameters } from '@nimule/core/reports/kinds/schema';
import { useSearchParams } from 'react-router-dom';

/** Prefix of the query parameters of lists in a record's drawer, which end with it. */
export const OF_RECORD = 'of-';

/** The query with the drawer of this record open, or closed. */
export function withRecord(
  params: URLSearchParams,
  record: { kind: DrawerParameter; id: number | string } | undefined,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const kind of drawerParameters) next.delete(kind);
  for (const name of params.keys()) if (name.startsWith(OF_RECORD)) next.delete(name);
  if (record) next.set(record.kind, String(record.id));
  return next;
}

/** The record of this kind that is open by the URL, with functions to open and close it. */
export function useShownRecord(kind: DrawerParameter) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(kind));
  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    show: (record: { id: number }) =>
      setParams((before) => withRecord(before, { kind, id: record.id })),
    hide: () => setParams((before) => withRecord(before, undefined)),
  };
}

/** As `useShownRecord`, for records that are named by their number in the URL: `?ticket=TKT-001`. */
export function useShownNumber(kind: DrawerParameter) {
  const [params, setParams] = useSearchParams();
  return {
    number: params.get(kind) || undefined,
    show: (number: string) => setParams((before) => withRecord(before, { kind, id: number })),
    hide: () => setParams((before) => withRecord(before, undefined)),
  };
}

const ADDING = 'add';

/** Whether the form for a new record is open by the URL (`?add=customer`), with functions to open and close it. */
export function useAdding(kind: string) {
  const [params, setParams] = useSearchParams();
  const write = (value: string | undefined, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(ADDING);
        if (value !== undefined) next.set(ADDING, value);
        return next;
      },
      { replace },
    );
  return {
    isOpen: params.get(ADDING) === kind,
    open: () => write(kind, false),
    // Replaces the history entry, so that back does not reopen the dialog.
    close: () => write(undefined, true),
  };
}
