import { useSearchParams } from 'react-router-dom';

/** Records that open in a drawer beside a list; in the address each has a parameter of this name: `?invoice=42`. */
export const recordKinds = ['invoice', 'payment'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The address as it stands, with the drawer of this record open, or none. */
export function withRecord(
  params: URLSearchParams,
  record: { kind: RecordKind; id: number } | undefined,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const kind of recordKinds) next.delete(kind);
  if (record) next.set(record.kind, String(record.id));
  return next;
}

/** The record of this kind whose drawer the address opens, and what opens and closes it. */
export function useShownRecord(kind: RecordKind) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(kind));
  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    show: (record: { id: number }) =>
      setParams((before) => withRecord(before, { kind, id: record.id })),
    hide: () => setParams((before) => withRecord(before, undefined)),
  };
}

const ADDING = 'add';

/** Whether the address opens the form for a new record of this kind (`?add=customer`), and what opens and closes it. */
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
    // In place of the entry in the history: a dialog that was closed is nothing to go back to.
    close: () => write(undefined, true),
  };
}
