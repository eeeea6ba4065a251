import type { Customer } from '@nimule/core/customers/schema';
import { toDecimal } from '@nimule/core/kernel/money';
import { call } from '../../client/call.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { DISCONNECT_RULE } from '../../parts/disconnection.ts';
import { boxesOf } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useRecord } from '../../ui/form/stale-record.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { changesOf } from './changes.ts';
import { CustomerFields, customerForm } from './customer-fields.tsx';
import { termsOf } from './packages.ts';

interface EditCustomerFormProps {
  customer: Customer;
  onClose: () => void;
}

function boxesFor(customer: Customer) {
  return {
    ...boxesOf(customerForm, customer),
    monthlyFeeUsd: toDecimal(customer.monthlyFeeUsd),
    connectionFeeUsd: toDecimal(customer.connectionFeeUsd),
    otherExpensesUsd: toDecimal(customer.otherExpensesUsd),
  };
}

/** The Edit Customer dialog: sends what was changed and the version that was read (seeds/000 7). */
export function EditCustomerForm({ customer: opened, onClose }: EditCustomerFormProps) {
  const update = useMutation('updateCustomer', {
    failure: 'Failed to update customer. Please try again.',
  });
  const { id } = opened;
  const { record: customer, reload } = useRecord(opened, () =>
    call('getCustomer', { params: { id } }),
  );
  const { customerId, version } = customer;
  return (
    <FormDialog
      title="Edit Customer"
      description={
        <>
          <strong>{customerId}</strong>. Invoices that were made already keep their amounts.
        </>
      }
      schema={customerForm}
      initial={boxesFor(opened)}
      reload={async () => ({
        boxes: boxesFor(await reload()),
        // A fixed package brings its own terms, whoever chose it.
        settled: ({ packageType = '' }) => termsOf(packageType) ?? {},
      })}
      submitLabel="Save customer"
      submitError={update.error}
      onSubmit={async (input) => {
        const updates = changesOf(customer, input);
        const after = await update.run({ params: { id }, body: { id, updates, version } });
        toast('Customer Updated', `${after.customerId} ${after.name}`);
      }}
      onClose={onClose}
      width={640}
    >
      <CustomerFields
        status={
          customer.suspendedByRule
            ? {
                help: `Suspended by the ${DISCONNECT_RULE}. A status set here is yours, not the rule’s.`,
              }
            : {}
        }
      />
    </FormDialog>
  );
}
