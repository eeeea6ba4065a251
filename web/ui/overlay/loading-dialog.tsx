import { Dialog, DialogBody } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Loaded } from '../states.tsx';
import type { Readable } from '../table/reading.ts';

interface LoadingDialogProps<T> {
  /** The title of the form that it stands for. */
  title: string;
  /** What is read: 'customer'. */
  noun: string;
  read: Readable<T>;
  onClose: () => void;
  /** The form itself, with a dialog of its own. */
  children: (record: T) => ReactNode;
}

/** The dialog of a form whose record is still being read, or could not be; then the form itself. */
export function LoadingDialog<T>({ title, noun, read, onClose, children }: LoadingDialogProps<T>) {
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
