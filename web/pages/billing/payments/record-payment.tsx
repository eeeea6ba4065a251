import { useRead } from '../../../client/use-read.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';

interface RecordPaymentProps {
  /** Customer ID from the URL, SC003; '' to pick one. */
  payer: string;
  onClose: () => void;
}

/** The Record Payment dialog opened by the URL. */
export function RecordPayment({ payer, onClose }: RecordPaymentProps) {
  const query = { customerId: payer };
  const read = useRead('lookupCustomer', { query }, { when: payer !== '' });
  if (payer === '') return <RecordPaymentForm onClose={onClose} />;
  return (
    <LoadingDialog title="Record Payment" noun="customer" read={read} onClose={onClose}>
      {(customer) => <RecordPaymentForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
