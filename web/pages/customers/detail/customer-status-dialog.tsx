import type { Customer, CustomerStatus } from '@nimule/core/customers/schema';
import { formatUsd, ZERO } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { DISCONNECT_RULE, IS_OVERDUE } from '../../../parts/disconnection.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

/** The status change offered for each status. */
export const statusChanges: Record<CustomerStatus, { to: CustomerStatus; label: string }> = {
  Active: { to: 'Suspended', label: 'Suspend' },
  Suspended: { to: 'Active', label: 'Restore' },
  Inactive: { to: 'Active', label: 'Reactivate' },
};

interface StatusDialogProps {
  customer: Customer;
  onClose: () => void;
}

/** Confirms a manual suspension or restoration and explains its effects. */
export function StatusDialog({ customer, onClose }: StatusDialogProps) {
  const { id, customerId, name, version } = customer;
  const { to, label } = statusChanges[customer.status];
  return (
    <OperationDialog
      operation="updateCustomer"
      input={{ params: { id }, body: { updates: { status: to }, version } }}
      failure="Failed to change the status."
      title={`${label} ${name}?`}
      confirmLabel={`${label} customer`}
      destructive={to === 'Suspended'}
      done={() =>
        toast(
          to === 'Suspended' ? 'Customer Suspended' : 'Customer Active Again',
          `${customerId} ${name}`,
        )
      }
      onClose={onClose}
    >
      {to === 'Suspended' ? (
        <OnSuspending customer={customer} />
      ) : (
        <OnRestoring customer={customer} />
      )}
    </OperationDialog>
  );
}

function OnSuspending({ customer }: { customer: Customer }) {
  return (
    <p>
      <strong>{customer.name}</strong> ({customer.customerId}) is marked Suspended by hand: the
      service is to be off, and the monthly run makes no invoice. What is owed stays owed. Paying
      does not restore the service by itself; somebody restores it here.
    </p>
  );
}

function OnRestoring({ customer }: { customer: Customer }) {
  const { data } = useRead('customerAccount', { params: { id: customer.id } });
  const overdue = data && data.overdueUsd > ZERO ? data.overdueUsd : undefined;
  const isPromised = customer.doNotDisconnectUntil !== null;
  return (
    <Stack>
      <p>
        <strong>{customer.name}</strong> ({customer.customerId}) is marked Active: the service is to
        be on, and the monthly run bills it again.
      </p>
      {overdue && (
        <p>
          {formatUsd(overdue)} is overdue. With an invoice {IS_OVERDUE}, the {DISCONNECT_RULE}{' '}
          suspends the customer again with the next daily check
          {isPromised
            ? ' after the promise to pay ends.'
            : ', unless a promise to pay is recorded.'}
        </p>
      )}
    </Stack>
  );
}
