import type { Customer } from '@nimule/core/customers/schema';
import { useSearchParams } from 'react-router-dom';
import { ModuleLinks } from '../../app/modules/module-links.tsx';
import { titleOf } from '../../app/modules.ts';
import { useAdding } from '../../parts/shown-record.ts';
import { useMay } from '../../ui/allowed.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { Page } from '../../ui/page.tsx';
import { AddCustomerForm } from './add-customer-form.tsx';
import { CustomerCards } from './customer-cards.tsx';
import { CustomerTable, useCustomerList } from './customer-table.tsx';
import styles from './customers.module.css';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { CustomerDetail } from './detail/customer-detail.tsx';
import { SHOWN_CUSTOMER, withCustomer, withNextCustomer, withoutCustomer } from './detail/links.ts';
import { Steps, useNeighbours } from './detail/neighbours.tsx';
import { EditCustomerForm } from './edit-customer-form.tsx';

/** The Customer Management tab (seeds/000 2); the URL contains the open customer (decision 20). */
export function CustomersPage() {
  const [params, setParams] = useSearchParams();
  const shown = params.get(SHOWN_CUSTOMER);
  const may = useMay();
  const adding = useAdding('customer');
  const neighbours = useNeighbours(shown, useCustomerList(), (customerId) =>
    // Replaces the history entry: back closes the detail.
    setParams((before) => withNextCustomer(before, customerId), { replace: true }),
  );
  const dialogs = useDialogs({
    edit: (customer: Customer, close) => <EditCustomerForm customer={customer} onClose={close} />,
    delete: (customer: Customer, close) => (
      <DeleteCustomerDialog customer={customer} onClose={close} />
    ),
  });
  return (
    <Page title={titleOf('customers')} actions={<ModuleLinks from="customers" />}>
      <CustomerCards />
      <h2 className={styles.listTitle}>Customer Database</h2>
      <CustomerTable
        onAdd={adding.open}
        onView={({ customerId }) => setParams((before) => withCustomer(before, customerId))}
        onEdit={(customer) => dialogs.open('edit', customer)}
        onDelete={(customer) => dialogs.open('delete', customer)}
      />
      {shown && (
        <CustomerDetail
          customerId={shown}
          steps={<Steps neighbours={neighbours} />}
          onEdit={(customer) => dialogs.open('edit', customer)}
          onClose={() => setParams(withoutCustomer)}
        />
      )}
      {adding.isOpen && may('customer.write') && <AddCustomerForm onClose={adding.close} />}
      {dialogs.dialog}
    </Page>
  );
}
