import { fixedPackages } from '@nimule/core/customers/schema';
import { dateInJuba } from '@nimule/core/kernel/dates';
import { toDecimal } from '@nimule/core/kernel/money';
import { useMutation } from '../../client/use-mutation.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { CustomerFields, customerForm } from './customer-fields.tsx';

const [firstPackage] = fixedPackages;

/** The Add Customer dialog (seeds/000 5): the customer ID is given out by the server. */
export function AddCustomerForm({ onClose }: { onClose: () => void }) {
  const create = useMutation('createCustomer', {
    failure: 'Failed to create customer. Please try again.',
  });
  return (
    <FormDialog
      title="Add Customer"
      description="The customer ID is given out when the customer is saved."
      schema={customerForm}
      initial={{
        name: '',
        type: 'individual',
        email: '',
        phone: '',
        location: 'Juba Central',
        address: '',
        packageType: firstPackage.name,
        bandwidth: String(firstPackage.bandwidth),
        monthlyFeeUsd: toDecimal(firstPackage.monthlyFee),
        connectionFeeUsd: '',
        otherExpensesUsd: '',
        serviceStartDate: dateInJuba(new Date()),
        installationDate: '',
      }}
      submitLabel="Add customer"
      busyLabel="Adding…"
      submitError={create.error}
      onSubmit={async (input) => {
        const { customerId, name } = await create.run({ body: input });
        toast('Customer Added', `${customerId} ${name}`);
      }}
      onClose={onClose}
      width={640}
    >
      <CustomerFields />
    </FormDialog>
  );
}
