import type { Customer } from '@nimule/core/customers/schema';
import { toDecimal } from '@nimule/core/kernel/money';
import { call } from '../../client/call.ts';
import { DISCONNECT_RULE } from '../../parts/disconnection.ts';
import { RecordForm } from '../../parts/record-form.tsx';
import { formValuesOf } from '../../ui/form/form.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { changesOf } from './changes.ts';
import { CustomerFields, customerForm } from './customer-fields.tsx';
import { termsOf } from './packages.ts';

interface EditCustomerFormProps {
  customer: Customer;
  onClose: () => void;
}

function formValuesFor(customer: Customer) {
  return {
    ...formValuesOf(customerForm, customer),
    monthlyFeeUsd: toDecimal(customer.monthlyFeeUsd),
    connectionFeeUsd: toDecimal(customer.connectionFeeUsd),
    otherExpensesUsd: toDecimal(customer.otherExpensesUsd),
  };
}

/** The Edit Customer dialog; sends the changed fields and the version (seeds/000 7). */
export function EditCustomerForm({ customer, onClose }: EditCustomerFormProps) {
  const { id } = customer;
  return (
    <RecordForm
      title="Edit Customer"
      description={({ customerId }) => (
        <>
          <strong>{customerId}</strong>. Invoices that were made already keep their amounts.
        </>
      )}
      operation="updateCustomer"
      failure="Failed to update customer. Please try again."
      schema={customerForm}
      record={customer}
      read={() => call('getCustomer', { params: { id } })}
      initial={formValuesFor}
      // A fixed package determines bandwidth and fee, whoever chose it.
      settle={({ packageType = '' }) => termsOf(packageType) ?? {}}
      send={(typed, current) => ({
        params: { id },
        body: { id, updates: changesOf(current, typed), version: current.version },
      })}
      done={({ customerId, name }) => toast('Customer Updated', `${customerId} ${name}`)}
      submitLabel="Save customer"
      onClose={onClose}
      width={640}
    >
      {({ suspendedByRule, nodeName }) => (
        <CustomerFields
          nodeName={nodeName}
          status={
            suspendedByRule
              ? {
                  help: `Suspended by the ${DISCONNECT_RULE}. A status set here is yours, not the rule’s.`,
                }
              : {}
          }
        />
      )}
    </RecordForm>
  );
}
