import {
  DisableIcon,
  DocumentIcon,
  DollarIcon,
  EditIcon,
  EndorsedIcon,
  PlusIcon,
  PowerIcon,
} from '@blueprintjs/icons';
import { type Invoice, invoiceSorts } from '@nimule/core/billing/invoices/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { withPaymentDialog } from '../../../app/payment-dialog-url.ts';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { CustomerStatus, InvoiceStatus } from '../../../parts/billing-tags.tsx';
import { invoicePdfAction } from '../../../parts/documents.tsx';
import { History } from '../../../parts/history.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { NewTicketForm } from '../../../parts/tickets/new-ticket-form.tsx';
import { TicketList } from '../../../parts/tickets/ticket-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed, AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { dateColumn, idColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { humanize, Label } from '../../../ui/tags.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { Id } from '../../../ui/values.tsx';
import { EditCustomerForm } from '../edit-customer-form.tsx';
import { BillingRecords } from './billing-records.tsx';
import { CustomerLoans } from './customer-loans.tsx';
import { CustomerMessages } from './customer-messages.tsx';
import { CustomerPayments } from './customer-payments.tsx';
import { CustomerProfile } from './customer-profile.tsx';
import { CustomerStatement } from './customer-statement.tsx';
import { StatusDialog, statusChanges } from './customer-status-dialog.tsx';
import { CustomerSummary } from './customer-summary.tsx';
import styles from './detail.module.css';
import { OF_DETAIL, PART_OF_DETAIL } from './links.ts';

/** In its own chunk, which the list of customers does not wait for. */
const CustomerAccess = lazy(async () => ({
  default: (await import('../access/customer-access.tsx')).CustomerAccess,
}));

interface CustomerDetailProps {
  /** SC003, from the URL. */
  customerId: string;
  /** Previous/next buttons. */
  steps?: ReactNode;
  onEdit: (customer: Customer) => void;
  onClose: () => void;
}

/** Drawer of a customer; the URL also contains its selected tab. */
export function CustomerDetail({ customerId, steps, onEdit, onClose }: CustomerDetailProps) {
  const read = useRead('lookupCustomer', { query: { customerId } });
  return (
    <RecordDrawer
      noun="customer"
      read={read}
      title={({ name }) => name}
      provisionalTitle={customerId}
      titleActions={steps}
      subtitle={(customer) => <Identity customer={customer} />}
      buttons={(customer) => <Actions key={customer.id} customer={customer} onEdit={onEdit} />}
      onClose={onClose}
    >
      {(customer) => <Parts key={customer.id} customer={customer} />}
    </RecordDrawer>
  );
}

function Identity({ customer }: { customer: Customer }) {
  return (
    <Inline>
      <Id value={customer.customerId} />
      <CustomerStatus customer={customer} />
      <Label>{humanize(customer.type)}</Label>
    </Inline>
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
  const may = useMay();
  const editing = useAdding('customer-change');
  const changing = useAdding('customer-status');
  const { customerId, status } = customer;
  const { pathname, search } = useLocation();
  // Dialogs opened by these links return here when closed.
  const state = { returnTo: `${pathname}${search}` };
  return (
    <>
      <Allowed to="payment.record">
        <LinkButton
          to={`?${withPaymentDialog(params, customerId)}`}
          state={state}
          icon={<DollarIcon />}
        >
          Record payment
        </LinkButton>
      </Allowed>
      <Allowed to="invoice.create">
        <LinkButton to={paths.newInvoice(customerId)} state={state} icon={<DocumentIcon />}>
          New invoice
        </LinkButton>
      </Allowed>
      <Allowed to="payment.record">
        <LinkButton to={paths.grantCredit(customerId)} state={state} icon={<EndorsedIcon />}>
          Grant credit
        </LinkButton>
      </Allowed>
      <AllowedOrDisabled to="customer.write">
        <ActionButton
          icon={status === 'Active' ? <DisableIcon /> : <PowerIcon />}
          onClick={changing.open}
        >
          {statusChanges[status].label}
        </ActionButton>
      </AllowedOrDisabled>
      <AllowedOrDisabled to="customer.write">
        <ActionButton icon={<EditIcon />} onClick={() => onEdit(customer)}>
          Edit
        </ActionButton>
      </AllowedOrDisabled>
      {changing.isOpen && may('customer.write') && (
        <StatusDialog customer={customer} onClose={changing.close} />
      )}
      {editing.isOpen && may('customer.write') && (
        <EditCustomerForm customer={customer} onClose={editing.close} />
      )}
    </>
  );
}

function Parts({ customer }: { customer: Customer }) {
  return (
    <>
      <CustomerSummary customer={customer} />
      <div className={styles.parts}>
        <UrlTabs
          label={`Parts of ${customer.customerId}`}
          param={PART_OF_DETAIL}
          tabs={[
            { id: 'profile', title: 'Profile', panel: <CustomerProfile customer={customer} /> },
            { id: 'invoices', title: 'Invoices', panel: <CustomerInvoices customer={customer} /> },
            { id: 'payments', title: 'Payments', panel: <CustomerPayments customer={customer} /> },
            {
              id: 'statement',
              title: 'Statement',
              panel: <CustomerStatement customer={customer} />,
            },
            { id: 'loans', title: 'Equipment', panel: <CustomerLoans customer={customer} /> },
            {
              id: 'access',
              title: 'Access',
              panel: (
                <Suspense fallback={<SkeletonBlock label="Loading access accounts" lines={4} />}>
                  <CustomerAccess customer={customer} />
                </Suspense>
              ),
            },
            { id: 'tickets', title: 'Tickets', panel: <CustomerTickets customer={customer} /> },
            { id: 'messages', title: 'Messages', panel: <CustomerMessages customer={customer} /> },
            {
              id: 'history',
              title: 'History',
              panel: <History of="customerHistory" id={customer.id} name={customer.customerId} />,
            },
          ]}
        />
      </div>
    </>
  );
}

const invoiceColumns: readonly Column<Invoice>[] = [
  idColumn('invoiceId', 'Invoice', { plain: true, sortable: true }),
  dateColumn('dueDate', 'Due', { sortable: true }),
  {
    id: 'status',
    header: 'Status',
    cell: (invoice) => <InvoiceStatus invoice={invoice} />,
    kind: 'tag',
    sortable: true,
    priority: 1,
  },
  moneyColumn('amountUsd', 'Amount', { ssp: 'amountSsp', sortable: true }),
  moneyColumn('openUsd', 'Open', { ssp: 'openSsp', dashForZero: true, sortable: true }),
];

/** The customer's invoices; Billing has the other actions. */
function CustomerInvoices({ customer }: { customer: Customer }) {
  const list = useListState({
    sorts: invoiceSorts,
    sort: '-billDate',
    prefix: `${OF_DETAIL}invoices-`,
  });
  return (
    <BillingRecords
      label={`Invoices of ${customer.name}`}
      columns={invoiceColumns}
      rowName={({ invoiceId }) => invoiceId}
      read={useList('listInvoices', list, { customerId: customer.id })}
      list={list}
      pathOf={(id) => recordPath('invoice', id)}
      pdfAction={invoicePdfAction}
      empty={{
        title: 'No invoices yet',
        description: 'The monthly run makes the first one; Billing can make one by hand.',
      }}
    />
  );
}

/** The tickets of the customer, and a form for a new one. */
function CustomerTickets({ customer }: { customer: Customer }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <TicketList
        label={`Tickets of ${customer.name}`}
        query={{ customerId: customer.id }}
        prefix={`${OF_DETAIL}tickets-`}
        tools={
          <AllowedOrDisabled to="ticket.write">
            <ActionButton icon={<PlusIcon />} onClick={() => setAdding(true)}>
              New Ticket
            </ActionButton>
          </AllowedOrDisabled>
        }
        empty="What the customer reports is listed here, once it has been opened as a ticket."
      />
      {isAdding && <NewTicketForm customer={customer} onClose={() => setAdding(false)} />}
    </>
  );
}
