import type { Customer } from '@nimule/core/customers/schema';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ModuleLinks } from '../../app/module-links.tsx';
import { titleOf } from '../../app/modules.ts';
import { useMay } from '../../ui/allowed.tsx';
import { Page } from '../../ui/page.tsx';
import { AddCustomerForm } from './add-customer-form.tsx';
import { CustomerCards } from './customer-cards.tsx';
import { CustomerDetail } from './customer-detail.tsx';
import { CustomerTable, useCustomerList } from './customer-table.tsx';
import styles from './customers.module.css';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { EditCustomerForm } from './edit-customer-form.tsx';
import {
  adding,
  isAdding,
  SHOWN_CUSTOMER,
  withCustomer,
  withNextCustomer,
  withoutCustomer,
} from './links.ts';
import { Steps, useNeighbours } from './neighbours.tsx';

type Open = { dialog: 'edit' | 'delete'; customer: Customer };

/** The Customer Management tab (seeds/000 2); a customer's detail stands in the address (decision 20). */
export function CustomersPage() {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const shown = params.get(SHOWN_CUSTOMER);
  const may = useMay();
  const customers = useCustomerList();
  const neighbours = useNeighbours(shown, customers, (customerId) =>
    // In place of the one before: going back leads out of the detail at once.
    setParams((before) => withNextCustomer(before, customerId), { replace: true }),
  );
  const close = () => setOpen(undefined);
  return (
    <Page title={titleOf('customers')} actions={<ModuleLinks from="customers" />}>
      <CustomerCards />
      <h2 className={styles.listTitle}>Customer Database</h2>
      <CustomerTable
        customers={customers}
        onAdd={() => setParams((before) => adding(before, true))}
        onView={({ customerId }) => setParams((before) => withCustomer(before, customerId))}
        onEdit={(customer) => setOpen({ dialog: 'edit', customer })}
        onDelete={(customer) => setOpen({ dialog: 'delete', customer })}
      />
      {shown && (
        <CustomerDetail
          customerId={shown}
          steps={<Steps neighbours={neighbours} />}
          onEdit={(customer) => setOpen({ dialog: 'edit', customer })}
          onClose={() => setParams(withoutCustomer)}
        />
      )}
      {isAdding(params) && may('customer.write') && (
        <AddCustomerForm
          onClose={() => setParams((before) => adding(before, false), { replace: true })}
        />
      )}
      {open?.dialog === 'edit' && <EditCustomerForm customer={open.customer} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeleteCustomerDialog customer={open.customer} onClose={close} />
      )}
    </Page>
  );
}
