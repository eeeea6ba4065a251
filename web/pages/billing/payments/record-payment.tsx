import { Dialog, DialogBody } from '@blueprintjs/core';
import { useRead } from '../../../client/use-read.ts';
import { Loaded } from '../../../ui/states.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';

interface RecordPaymentProps {
  /** The customer's number out of the address, SC003; '' where one is to be picked. */
  payer: string;
  onClose: () => void;
}

/** The Record Payment dialog as the address asks for it. */
export function RecordPayment({ payer, onClose }: RecordPaymentProps) {
  if (payer === '') return <RecordPaymentForm onClose={onClose} />;
  return <RecordPaymentOf payer={payer} onClose={onClose} />;
}

/** The form once it is known who pays; until then it is told in its place how that goes. */
function RecordPaymentOf({ payer, onClose }: RecordPaymentProps) {
  const read = useRead('lookupCustomer', { query: { customerId: payer } });
  if (read.data) return <RecordPaymentForm customer={read.data} onClose={onClose} />;
  return (
    <Dialog isOpen title="Record Payment" onClose={onClose}>
      <DialogBody>
        <Loaded
          read={read}
          loading="Loading the customer…"
          failed="The customer could not be loaded"
          lines={6}
        >
          {() => null}
        </Loaded>
      </DialogBody>
    </Dialog>
  );
}
