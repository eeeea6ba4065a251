import { Callout, Intent } from '@blueprintjs/core';
import { ShieldIcon } from '@blueprintjs/icons';
import type { Customer } from '@nimule/core/customers/schema';
import { DeleteDialog } from '../../parts/operation-dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

interface DeleteCustomerDialogProps {
  customer: Customer;
  onClose: () => void;
}

const titles = { deleted: 'Customer Deleted', deactivated: 'Customer Deactivated' } as const;

/** Confirms a deletion or, for customers who are not Inactive, a deactivation (decision 18). */
export function DeleteCustomerDialog({ customer, onClose }: DeleteCustomerDialogProps) {
  const { id, customerId, name, status } = customer;
  const isPermanent = status === 'Inactive';
  return (
    <DeleteDialog
      operation="deleteCustomer"
      id={id}
      failure="Failed to delete customer. Customer may have active billing records or support tickets."
      title={isPermanent ? `Delete ${customerId} for good?` : `Delete ${customerId}?`}
      confirmLabel={isPermanent ? 'Delete customer' : 'Deactivate customer'}
      done={({ outcome, message }) => toast(titles[outcome], message)}
      onClose={onClose}
    >
      <Stack>
        <p>
          {isPermanent ? (
            <>
              <strong>{name}</strong> ({customerId}) is removed for good. This cannot be undone. A
              customer with invoices, support tickets or equipment on loan is not removed.
            </>
          ) : (
            <>
              <strong>{name}</strong> ({customerId}) is {status} and becomes Inactive: the service
              ends and nothing more is billed. An edit can make the customer Active again.
            </>
          )}
        </p>
        {/* The library's own title would skip heading levels. */}
        <Callout compact intent={Intent.WARNING} icon={<ShieldIcon />}>
          <p>
            <strong>Data protection notice</strong>
          </p>
          {isPermanent
            ? `The record of ${name}, with address, phone number and e-mail address, is removed. The audit log, which nobody can change, keeps what was deleted and by whom.`
            : `The personal data of ${name} stay on record with the invoices and payments, which the books must keep.`}
        </Callout>
      </Stack>
    </DeleteDialog>
  );
}
