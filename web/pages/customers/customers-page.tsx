import type { Customer } from '@nimule/core/customers/schema';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Page } from '../../ui/page.tsx';
import { AddCustomerForm } from './add-customer-form.tsx';
import { CustomerCards } from './customer-cards.tsx';
import { CustomerDetail } from './customer-detail.tsx';
import { CustomerTable } from './customer-table.tsx';
import styles from './customers.module.css';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { EditCustomerForm } from './edit-customer-form.tsx';
import { SHOWN_CUSTOMER, withCustomer, withoutCustomer } from './links.ts';

type Open = { dialog: 'add' } | { dialog: 'edit' | 'delete'; customer: Customer };

/** The Customer Management tab (seeds/000 2); a customer's detail stands in the address (decision 20). */
export function CustomersPage() {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const shown = params.get(SHOWN_CUSTOMER);
  const close = () => setOpen(undefined);
  return (
    <Page title="Customer Management">
      <CustomerCards />
      <h2 className={styles.listTitle}>Customer Database</h2>
      <CustomerTable
        onAdd={() => setOpen({ dialog: 'add' })}
        onView={({ customerId }) => setParams((before) => withCustomer(before, customerId))}
        onEdit={(customer) => setOpen({ dialog: 'edit', customer })}
        onDelete={(customer) => setOpen({ dialog: 'delete', customer })}
      />
      {shown && (
        <CustomerDetail
          key={shown}
          customerId={shown}
          onEdit={(customer) => setOpen({ dialog: 'edit', customer })}
          onClose={() => setParams(withoutCustomer)}
        />
      )}
      {open?.dialog === 'add' && <AddCustomerForm onClose={close} />}
      {open?.dialog === 'edit' && <EditCustomerForm customer={open.customer} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeleteCustomerDialog customer={open.customer} onClose={close} />
      )}
    </Page>
  );
}
