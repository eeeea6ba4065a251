import { useRead } from '../../../client/use-read.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { GrantCreditForm } from './grant-credit-form.tsx';

interface GrantCreditProps {
  /** Customer ID from the URL, SC003; '' to pick one. */
  customer: string;
  onClose: () => void;
}

/** The Grant Credit dialog opened by the URL. */
export function GrantCredit({ customer: customerId, onClose }: GrantCreditProps) {
  const read = useRead('lookupCustomer', { query: { customerId } }, { when: customerId !== '' });
  if (customerId === '') return <GrantCreditForm onClose={onClose} />;
  return (
    <LoadingDialog title="Grant Credit" noun="customer" read={read} onClose={onClose}>
      {(customer) => <GrantCreditForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
