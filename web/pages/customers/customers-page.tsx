import { Callout, Intent } from '@blueprintjs/core';
import { ShieldIcon } from '@blueprintjs/icons';
import type { Customer } from '@nimule/core/customers/schema';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { useSearchParams } from 'react-router-dom';
import { ModuleLinks } from '../../app/modules/module-links.tsx';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { DeleteDialog } from '../../parts/operation-dialog.tsx';
import { useAdding } from '../../parts/shown-record.ts';
import { useMay } from '../../ui/allowed.tsx';
import { numberText } from '../../ui/counted.ts';
import { Stack } from '../../ui/layout.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Page } from '../../ui/page.tsx';
import { Figures } from '../../ui/stat-card.tsx';
import { AddCustomerForm } from './add-customer-form.tsx';
import { CustomerTable, useCustomerList } from './customer-table.tsx';
import styles from './customers.module.css';
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

/** The four figures above the list (seeds/000 2, decision 9). */
function CustomerCards() {
  return (
    <Figures
      title="Customers in figures"
      read={useRead('customerStats')}
      figures={[
        {
          title: 'Total Customers',
          value: ({ total }) => numberText(total),
          subtitle: 'of every status',
        },
        {
          title: 'Active Connections',
          value: ({ active }) => numberText(active),
          subtitle: 'customers whose status is Active',
        },
        {
          title: 'Total Revenue (USD)',
          value: ({ totalRevenueUsd }) => formatUsd(totalRevenueUsd),
          subtitle: ({ totalRevenueSsp }) => (
            <>
              monthly fees of Active customers,{' '}
              <span className="unbroken">{formatSspSum(totalRevenueSsp)}</span>
            </>
          ),
        },
        {
          title: 'Locations Served',
          value: ({ locations }) => numberText(locations),
          subtitle: 'with at least one customer',
        },
      ]}
    />
  );
}

interface DeleteCustomerDialogProps {
  customer: Customer;
  onClose: () => void;
}

const outcomeTitles = { deleted: 'Customer Deleted', deactivated: 'Customer Deactivated' } as const;

/** Confirms a deletion or, for customers who are not Inactive, a deactivation (decision 18). */
function DeleteCustomerDialog({ customer, onClose }: DeleteCustomerDialogProps) {
  const { id, customerId, name, status } = customer;
  const isPermanent = status === 'Inactive';
  return (
    <DeleteDialog
      operation="deleteCustomer"
      id={id}
      failure="Failed to delete customer. Customer may have active billing records or support tickets."
      title={isPermanent ? `Delete ${customerId} for good?` : `Delete ${customerId}?`}
      confirmLabel={isPermanent ? 'Delete customer' : 'Deactivate customer'}
      done={({ outcome, message }) => toast(outcomeTitles[outcome], message)}
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
