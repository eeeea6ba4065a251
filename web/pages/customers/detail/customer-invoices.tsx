import { type Invoice, invoiceSorts } from '@nimule/core/billing/invoices/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { recordPath } from '../../../app/paths.ts';
import { useList } from '../../../client/use-list.ts';
import { invoicePdfAction } from '../../../parts/documents.tsx';
import { InvoiceStatus } from '../../../parts/invoice-status.tsx';
import { dateColumn, idColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { BillingRecords } from './billing-records.tsx';
import { OF_DETAIL } from './links.ts';

const columns: readonly Column<Invoice>[] = [
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
export function CustomerInvoices({ customer }: { customer: Customer }) {
  const list = useListState({
    sorts: invoiceSorts,
    sort: '-billDate',
    prefix: `${OF_DETAIL}invoices-`,
  });
  return (
    <BillingRecords
      label={`Invoices of ${customer.name}`}
      columns={columns}
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
