import { Classes } from '@blueprintjs/core';
import { DollarIcon, EditIcon } from '@blueprintjs/icons';
import type { Customer } from '@nimule/core/customers/schema';
import { Link, useSearchParams } from 'react-router-dom';
import { recordingPayment } from '../../app/recording-address.ts';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Allowed, AllowedOrDisabled } from '../../ui/allowed.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Loaded } from '../../ui/states.tsx';
import { inWords, Label, StatusTag } from '../../ui/tags.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { Id } from '../../ui/values.tsx';
import { CustomerAccountPanel } from './customer-account.tsx';
import { CustomerInvoices } from './customer-invoices.tsx';
import { CustomerPayments } from './customer-payments.tsx';
import { CustomerProfile } from './customer-profile.tsx';
import { CustomerStatement } from './customer-statement.tsx';
import styles from './customers.module.css';
import { OF_DETAIL } from './links.ts';

interface CustomerDetailProps {
  /** SC003, as it stands in the address. */
  customerId: string;
  onEdit: (customer: Customer) => void;
  onClose: () => void;
}

/** One customer whole, beside the list; its part on show is in the address too. */
export function CustomerDetail({ customerId, onEdit, onClose }: CustomerDetailProps) {
  const read = useRead('lookupCustomer', { query: { customerId } });
  const customer = read.data;
  return (
    <DetailDrawer
      title={customer?.name ?? customerId}
      subtitle={customer && <Identity customer={customer} />}
      actions={customer && <Actions customer={customer} onEdit={onEdit} />}
      onClose={onClose}
    >
      <Loaded
        read={read}
        loading="Loading the customer…"
        failed="The customer could not be loaded"
        lines={8}
      >
        {(loaded) => <Parts customer={loaded} />}
      </Loaded>
    </DetailDrawer>
  );
}

function Identity({ customer }: { customer: Customer }) {
  return (
    <span className={styles.identity}>
      <Id value={customer.customerId} />
      <StatusTag status={customer.status} />
      <Label>{inWords(customer.type)}</Label>
    </span>
  );
}

function Actions({
  customer,
  onEdit,
}: {
  customer: Customer;
  onEdit: (customer: Customer) => void;
}) {
  const [params] = useSearchParams();
  return (
    <>
      <Allowed to="payment.record">
        <Link
          to={{ search: `?${recordingPayment(params, customer.customerId)}` }}
          className={Classes.BUTTON}
        >
          <DollarIcon />
          <span>Record payment</span>
        </Link>
      </Allowed>
      <AllowedOrDisabled to="customer.write" reason="Your role does not allow editing customers.">
        <ActionButton icon={<EditIcon />} onClick={() => onEdit(customer)}>
          Edit
        </ActionButton>
      </AllowedOrDisabled>
    </>
  );
}

function Parts({ customer }: { customer: Customer }) {
  return (
    <>
      <CustomerAccountPanel customer={customer} />
      <div className={styles.parts}>
        <UrlTabs
          label={`Parts of ${customer.customerId}`}
          param={`${OF_DETAIL}part`}
          tabs={[
            { id: 'profile', title: 'Profile', panel: <CustomerProfile customer={customer} /> },
            { id: 'invoices', title: 'Invoices', panel: <CustomerInvoices customer={customer} /> },
            { id: 'payments', title: 'Payments', panel: <CustomerPayments customer={customer} /> },
            {
              id: 'statement',
              title: 'Statement',
              panel: <CustomerStatement customer={customer} />,
            },
          ]}
        />
      </div>
    </>
  );
}
