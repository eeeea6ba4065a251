import { fixedPackages } from '@nimule/core/customers/schema';
import { toDecimal } from '@nimule/core/kernel/money';
import { RecordForm } from '../../parts/record-form.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { today } from '../../ui/today.ts';
import { CustomerFields, customerForm } from './customer-fields.tsx';

const [firstPackage] = fixedPackages;

/** The Add Customer dialog (seeds/000 5); the server assigns the customer ID. */
export function AddCustomerForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="createCustomer"
      failure="Failed to create customer. Please try again."
      title="Add Customer"
      description="The customer ID is given out when the customer is saved."
      schema={customerForm}
      initial={{
        name: '',
        type: 'individual',
        email: '',
        phone: '',
        contactBy: 'sms',
        refusesNews: false,
        location: 'Juba Central',
        address: '',
        packageType: firstPackage.name,
        bandwidth: String(firstPackage.bandwidth),
        monthlyFeeUsd: toDecimal(firstPackage.monthlyFee),
        connectionFeeUsd: '',
        otherExpensesUsd: '',
        serviceStartDate: today(),
        installationDate: '',
        nodeId: '',
        accessType: '',
        ipAddress: '',
        macAddress: '',
        deviceSerial: '',
        port: '',
      }}
      submitLabel="Add customer"
      busyLabel="Adding…"
      send={(body) => ({ body })}
      done={({ customerId, name }) => toast('Customer Added', `${customerId} ${name}`)}
      onClose={onClose}
      width={640}
    >
      <CustomerFields />
    </RecordForm>
  );
}
