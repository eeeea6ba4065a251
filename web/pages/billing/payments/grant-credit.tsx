import { Dialog, DialogBody } from '@blueprintjs/core';
import { CustomerOfAddress } from './customer-of-address.tsx';
import { GrantCreditForm } from './grant-credit-form.tsx';

interface GrantCreditProps {
  /** The customer's number out of the address, SC003; '' where one is to be picked. */
  customer: string;
  onClose: () => void;
}

/** The Grant Credit dialog as the address asks for it. */
export function GrantCredit({ customer, onClose }: GrantCreditProps) {
  if (customer === '') return <GrantCreditForm onClose={onClose} />;
  return (
    <CustomerOfAddress
      customerId={customer}
      frame={(content) => (
        <Dialog isOpen title="Grant Credit" onClose={onClose}>
          <DialogBody>{content}</DialogBody>
        </Dialog>
      )}
    >
      {(found) => <GrantCreditForm customer={found} onClose={onClose} />}
    </CustomerOfAddress>
  );
}
