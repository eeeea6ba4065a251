import { Dialog, DialogBody } from '@blueprintjs/core';
import { useRead } from '../client/use-read.ts';
import { Loaded } from '../ui/states.tsx';
import { PromiseForm } from './promise-form.tsx';

interface PromiseDialogProps {
  /** The internal id. */
  customerId: number;
  onClose: () => void;
}

/** The promise form of a customer of whom a list knows the id alone. */
export function PromiseDialog({ customerId, onClose }: PromiseDialogProps) {
  const read = useRead('getCustomer', { params: { id: customerId } });
  if (read.data) return <PromiseForm customer={read.data} onClose={onClose} />;
  return (
    <Dialog isOpen title="Do Not Disconnect" onClose={onClose}>
      <DialogBody>
        <Loaded
          read={read}
          loading="Loading the customer…"
          failed="The customer could not be loaded"
          lines={4}
        >
          {() => null}
        </Loaded>
      </DialogBody>
    </Dialog>
  );
}
