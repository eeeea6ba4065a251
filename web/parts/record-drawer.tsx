import type { ReactNode } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { DetailDrawer } from '../ui/overlay/detail-drawer.tsx';
import type { RecordActions } from '../ui/overlay/dialogs.ts';
import { Loaded } from '../ui/states.tsx';
import type { Readable } from '../ui/table/reading.ts';
import { inWords } from '../ui/tags.tsx';

interface RecordDrawerProps<T> {
  /** What is read, in lower case: 'invoice'. */
  noun: string;
  read: Readable<T>;
  /** INV-2026-000042, 'Juba Tea House'. */
  title: (record: T) => string;
  /** Stands for the title until that is known; the noun without it. */
  provisionalTitle?: string;
  /** Small buttons in the title's line: what leads to the next record. */
  titleActions?: ReactNode;
  /** Beneath the title: status and type. */
  subtitle: (record: T) => ReactNode;
  /** What can be done with it, the same as in its list. */
  actions?: RecordActions<T>;
  /** Buttons that no list has. */
  buttons?: (record: T) => ReactNode;
  onClose: () => void;
  children: (record: T) => ReactNode;
}

/** One record beside its list: title, status, what can be done with it, and what is known of it. */
export function RecordDrawer<T>(props: RecordDrawerProps<T>) {
  const { noun, read, title, subtitle, actions, buttons, onClose, children } = props;
  const { data } = read;
  return (
    <>
      <DetailDrawer
        title={data === undefined ? (props.provisionalTitle ?? inWords(noun)) : title(data)}
        titleActions={props.titleActions}
        subtitle={data !== undefined && subtitle(data)}
        actions={
          data !== undefined && (
            <>
              {actions?.of(data).map(({ label, icon, onClick, disabledReason }) => (
                <ActionButton
                  key={label}
                  icon={icon}
                  disabledReason={disabledReason}
                  onClick={onClick}
                >
                  {label}
                </ActionButton>
              ))}
              {buttons?.(data)}
            </>
          )
        }
        onClose={onClose}
      >
        <Loaded
          read={read}
          loading={`Loading the ${noun}…`}
          failed={`The ${noun} could not be loaded`}
          lines={8}
        >
          {children}
        </Loaded>
      </DetailDrawer>
      {actions?.dialog}
    </>
  );
}
