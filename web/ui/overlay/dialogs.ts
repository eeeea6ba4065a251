import { type ReactNode, useState } from 'react';
import type { RowAction } from '../table/row-actions.tsx';

/** Actions of a record, in a list and in its drawer. */
export interface RecordActions<T> {
  of: (record: T) => readonly RowAction[];
  /** The open dialog; render it once next to the list. */
  dialog: ReactNode;
}

type Dialogs<D> = { [N in keyof D]: (record: D[N], close: () => void) => ReactNode };

/**
 * Dialogs opened by the actions of a list, one at a time.
 * @example const dialogs = useDialogs({ edit: (user: User, close) => <EditUserForm user={user} onClose={close} /> });
 */
export function useDialogs<D extends Record<string, unknown>>(dialogs: Dialogs<D>) {
  const [shown, setShown] = useState<{ name: keyof D; record: D[keyof D] }>();
  return {
    open: <N extends keyof D>(name: N, record: D[N]) => setShown({ name, record }),
    dialog: shown && dialogs[shown.name](shown.record, () => setShown(undefined)),
  };
}
