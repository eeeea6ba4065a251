import { useRead } from '../../../client/use-read.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { RefundForm } from './refund-form.tsx';

interface RefundCreditProps {
  /** Customer ID from the URL, SC003; '' to pick one. */
  customer: string;
  onClose: () => void;
}

/** The Refund Credit dialog opened by the URL. */
export function RefundCredit({ customer: customerId, onClose }: RefundCreditProps) {
  const read = useRead('lookupCustomer', { query: { customerId } }, { when: customerId !== '' });
  if (customerId === '') return <RefundForm onClose={onClose} />;
  return (
    <LoadingDialog title="Refund Credit" noun="customer" read={read} onClose={onClose}>
      {(customer) => <RefundForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
