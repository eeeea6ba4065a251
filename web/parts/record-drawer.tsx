import { type ReactNode, useEffect } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { DetailDrawer } from '../ui/overlay/detail-drawer.tsx';
import type { RecordActions } from '../ui/overlay/dialogs.ts';
import { Loaded } from '../ui/states.tsx';
import type { Readable } from '../ui/table/readable.ts';
import { humanize } from '../ui/tags.tsx';

interface RecordDrawerProps<T> {
  /** 'invoice'. */
  noun: string;
  read: Readable<T>;
  /** 'INV-2026-000042', 'Juba Tea House'. */
  title: (record: T) => string;
  /** Title while loading; defaults to the noun. */
  provisionalTitle?: string;
  /** Small buttons next to the title, such as 'next record'. */
  titleActions?: ReactNode;
  /** Status and type. */
  subtitle: (record: T) => ReactNode;
  /** The actions of its list. */
  actions?: RecordActions<T>;
  /** Additional buttons. */
  buttons?: (record: T) => ReactNode;
  onClose: () => void;
  children: (record: T) => ReactNode;
}

/** Drawer that reads one record and shows its title, status, actions and content. */
export function RecordDrawer<T>(props: RecordDrawerProps<T>) {
  const { noun, read, title, subtitle, actions, buttons, onClose, children } = props;
  const { data } = read;
  // Deleted from here or by somebody else.
  const isGone = data !== undefined && read.error?.isNotFound === true;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  return (
    <>
      <DetailDrawer
        title={data === undefined ? (props.provisionalTitle ?? humanize(noun)) : title(data)}
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
