import { useRead } from '../../../client/use-read.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { GrantCreditForm } from './grant-credit-form.tsx';

interface GrantCreditProps {
  /** The customer's number out of the address, SC003; '' where one is to be picked. */
  customer: string;
  onClose: () => void;
}

/** The Grant Credit dialog as the address asks for it. */
export function GrantCredit({ customer: customerId, onClose }: GrantCreditProps) {
  const read = useRead('lookupCustomer', { query: { customerId } }, { when: customerId !== '' });
  if (customerId === '') return <GrantCreditForm onClose={onClose} />;
  return (
    <LoadingDialog title="Grant Credit" noun="customer" read={read} onClose={onClose}>
      {(customer) => <GrantCreditForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
