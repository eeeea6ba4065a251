import type { ReactNode } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { DetailDrawer } from '../../ui/overlay/detail-drawer.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Readable } from '../../ui/table/reading.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';

interface RecordDrawerProps<T> {
  /** What is read, in lower case: it stands for the number until that is known. */
  kind: 'invoice' | 'payment';
  read: Readable<T>;
  /** INV-2026-000042, RCT-2026-000007. */
  number: (record: T) => string;
  status: (record: T) => ReactNode;
  /** What can be done with it, the same as in its list. */
  actions: { of: (record: T) => readonly RowAction[]; dialog: ReactNode };
  lines: number;
  onClose: () => void;
  children: (record: T) => ReactNode;
}

const titles = { invoice: 'Invoice', payment: 'Payment' } as const;

/** An invoice or a payment beside its list: number, status, what can be done with it, and its facts. */
export function RecordDrawer<T>(props: RecordDrawerProps<T>) {
  const { kind, read, number, status, actions, lines, onClose, children } = props;
  const { data } = read;
  return (
    <>
      <DetailDrawer
        title={data === undefined ? titles[kind] : number(data)}
        subtitle={data !== undefined && status(data)}
        actions={
          data !== undefined &&
          actions.of(data).map(({ label, icon, onClick, disabledReason }) => (
            <ActionButton key={label} icon={icon} disabledReason={disabledReason} onClick={onClick}>
              {label}
            </ActionButton>
          ))
        }
        onClose={onClose}
      >
        <Loaded read={read} loading={`Loading the ${kind}…`} lines={lines}>
          {children}
        </Loaded>
      </DetailDrawer>
      {actions.dialog}
    </>
  );
}
