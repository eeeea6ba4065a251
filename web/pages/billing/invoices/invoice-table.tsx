import { Tag } from '@blueprintjs/core';
import { UnlockIcon } from '@blueprintjs/icons';
import { type Invoice, invoiceFilter, invoiceSorts } from '@nimule/core/billing/invoices/schema';
import type { IsoDate } from '@nimule/core/kernel/dates';
import { InvoiceStatus } from '../../../parts/billing-tags.tsx';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { dateColumn, idColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { today } from '../../../ui/today.ts';
import { EmailMonthButton } from './email-month.tsx';
import { useInvoiceActions } from './invoice-actions.tsx';
import styles from './invoice-table.module.css';

const MONTHS_BACK = 36;
/** The CLI can bill months in advance. */
const MONTHS_AHEAD = 2;

const filtersOn = (day: IsoDate) =>
  defineFilters(invoiceFilter, {
    status: {
      label: 'Status',
      labels: { nearing: 'Nearing overdue', notCancelled: 'Not cancelled' },
      options: ['pending', 'nearing', 'overdue', 'disputed', 'paid', 'cancelled', 'notCancelled'],
    },
    month: monthFilter('Month billed', monthsAround(day, MONTHS_BACK, MONTHS_AHEAD)),
    from: { label: 'Billed from', onlyIfSet: true },
    to: { label: 'Billed until', onlyIfSet: true },
  });

const columns: readonly Column<Invoice>[] = [
  idColumn('invoiceId', 'Invoice', { sortable: true }),
  {
    id: 'status',
    header: 'Status',
    cell: (invoice) => <InvoiceStatus invoice={invoice} />,
    kind: 'tag',
    sortable: true,
    priority: 1,
  },
  customerColumn({ sortable: true }),
  dateColumn('billDate', 'Billed', { sortable: true, priority: 4 }),
  dateColumn('dueDate', 'Due', { lesser: true, sortable: true }),
  moneyColumn('amountUsd', 'Amount', { ssp: 'amountSsp', sortable: true }),
  moneyColumn('openUsd', 'Open', {
    ...{ ssp: 'openSsp', dashForZero: true, sortable: true },
    // Of most invoices it is the amount or nothing, as the status says.
    lesser: true,
  }),
];

/** The list of invoices. */
export function InvoiceTable({ onView }: { onView: (invoice: Invoice) => void }) {
  const actions = useInvoiceActions(onView);
  return (
    <RecordList
      operation="listInvoices"
      label="Invoices"
      many="invoices"
      columns={columns}
      rowName="invoiceId"
      list={{ filters: filtersOn(today()), sorts: invoiceSorts, sort: '-billDate' }}
      search="Search by invoice or customer"
      tools={
        <>
          <PaymentControls />
          <EmailMonthButton />
        </>
      }
      actions={actions}
      onOpen={onView}
      empty={{
        title: 'No invoices yet',
        description: 'Run the monthly billing under Automation, or make one under Manual invoice.',
      }}
    />
  );
}

/** Shows that the user may record payments (seeds/000 6). */
function PaymentControls() {
  return (
    <Allowed to="payment.record">
      <span className={styles.controls}>
        <Tag minimal round icon={<UnlockIcon size={12} />}>
          Payment Controls Enabled
        </Tag>
      </span>
    </Allowed>
  );
}
