import { type DrawerParameter, drawerParameters } from '@nimule/core/reports/kinds/schema';
import { useContext } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AddressNow } from '../ui/form/unsaved-changes.tsx';

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

/** The query of the last rendering, and what changes the query of now: a navigation of the same event is kept. */
function useQuery() {
  const [params] = useSearchParams();
  const addressNow = useContext(AddressNow);
  const navigate = useNavigate();
  const change = (
    next: (before: URLSearchParams) => URLSearchParams | undefined,
    options: { replace?: boolean } = {},
  ) => {
    const { pathname, search } = addressNow();
    const changed = next(new URLSearchParams(search));
    if (changed) void navigate({ pathname, search: `${changed}` }, options);
  };
  return { params, change };
}

/** The record of this kind that is open by the URL, with functions to open and close it. */
export function useShownRecord(kind: DrawerParameter) {
  const { params, change } = useQuery();
  const id = Number(params.get(kind));
  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    show: (record: { id: number }) =>
      change((before) => withRecord(before, { kind, id: record.id })),
    hide: () => change((before) => withRecord(before, undefined)),
  };
}

/** As `useShownRecord`, for records that are named by their number in the URL: `?ticket=TKT-001`. */
export function useShownNumber(kind: DrawerParameter) {
  const { params, change } = useQuery();
  return {
    number: params.get(kind) || undefined,
    show: (number: string) => change((before) => withRecord(before, { kind, id: number })),
    hide: () => change((before) => withRecord(before, undefined)),
  };
}

const ADDING = 'add';

/** Whether the form for a new record is open by the URL (`?add=customer`), with functions to open and close it. */
export function useAdding(kind: string) {
  const { params, change } = useQuery();
  return {
    isOpen: params.get(ADDING) === kind,
    open: () =>
      change((before) => {
        before.set(ADDING, kind);
        return before;
      }),
    // Replaces the history entry, so that back does not reopen the dialog; leaves an address that the form has led to.
    close: () =>
      change(
        (before) => {
          if (before.get(ADDING) !== kind) return undefined;
          before.delete(ADDING);
          return before;
        },
        { replace: true },
      ),
  };
}
