import { Dialog, DialogBody } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Loaded } from '../states.tsx';
import type { Readable } from '../table/readable.ts';
import { useReturnFocus } from './return-focus.ts';

interface LoadingDialogProps<T> {
  title: string;
  /** 'customer'. */
  noun: string;
  read: Readable<T>;
  onClose: () => void;
  /** The form, with its own dialog. */
  children: (record: T) => ReactNode;
}

/** Shows a dialog while the record of a form is loading or failed to load, then the form. */
export function LoadingDialog<T>({ title, noun, read, onClose, children }: LoadingDialogProps<T>) {
  // The form takes the place of this dialog, and does not see what has opened it.
  useReturnFocus();
  if (read.data !== undefined) return children(read.data);
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <DialogBody>
        <Loaded
          read={read}
          loading={`Loading the ${noun}…`}
          failed={`The ${noun} could not be loaded`}
          lines={6}
        >
          {() => null}
        </Loaded>
      </DialogBody>
    </Dialog>
  );
}
