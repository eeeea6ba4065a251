import { useRead } from '../client/use-read.ts';
import { LoadingDialog } from '../ui/overlay/loading-dialog.tsx';
import { PromiseForm } from './promise-form.tsx';

interface PromiseDialogProps {
  /** The internal id. */
  customerId: number;
  onClose: () => void;
}

/** Loads a customer and opens the promise form. */
export function PromiseDialog({ customerId, onClose }: PromiseDialogProps) {
  const read = useRead('getCustomer', { params: { id: customerId } });
  return (
    <LoadingDialog title="Do Not Disconnect" noun="customer" read={read} onClose={onClose}>
      {(customer) => <PromiseForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
