import type { Payment } from '@nimule/core/billing/schema-payments';
import { ZERO } from '@nimule/core/kernel/money';
import { useList } from '../../client/use-list.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListState } from '../../ui/list-state.ts';
import { StatusTag } from '../../ui/tags.tsx';
import { DateText, Id, Money } from '../../ui/values.tsx';
import styles from './billing.module.css';
import { monthOptions, monthsAround, today } from './business-days.ts';
import { paidThrough, usePaymentActions } from './payment-actions.tsx';
import { CustomerLink } from './record-links.tsx';

const MONTHS_BACK = 36;

const columns: readonly Column<Payment>[] = [
  {
    id: 'receiptId',
    header: 'Receipt',
    cell: ({ receiptId }) => <Id value={receiptId} />,
    kind: 'id',
    priority: 1,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusTag status={status} />,
    kind: 'tag',
    priority: 1,
  },
  {
    id: 'customerName',
    header: 'Customer',
    cell: ({ customerNumber, customerName }) => (
      <CustomerLink number={customerNumber} name={customerName} />
    ),
  },
  {
    id: 'paymentDate',
    header: 'Date',
    cell: ({ paymentDate }) => <DateText date={paymentDate} />,
    kind: 'date',
  },
  {
    id: 'account',
    header: 'Through',
    cell: (payment) => (
      <span className={styles.twoLines}>
        {paidThrough(payment)}
        {payment.reference && <span className="quiet">{payment.reference}</span>}
      </span>
    ),
    lesser: true,
  },
  {
    id: 'amountUsd',
    header: 'Amount',
    cell: ({ amountUsd, amountSsp }) => <Money usd={amountUsd} ssp={amountSsp} />,
    kind: 'money',
  },
  {
    id: 'unallocatedUsd',
    header: 'In advance',
    cell: ({ unallocatedUsd }) =>
      unallocatedUsd === ZERO ? <span className="quiet">–</span> : <Money usd={unallocatedUsd} />,
    kind: 'money',
    priority: 4,
  },
  {
    id: 'createdBy',
    header: 'Recorded by',
    cell: ({ createdBy }) => createdBy,
    priority: 4,
  },
];

/** Payments and credits, newest first. */
export function PaymentsTable({ onView }: { onView: (payment: Payment) => void }) {
  const months = monthsAround(today(), MONTHS_BACK);
  const list = useListState({
    filters: { month: ['all', ...months] },
    sort: '-paymentDate',
    prefix: 'payments-',
  });
  const read = useList('listPayments', list);
  const actions = usePaymentActions(onView);
  return (
    <>
      <DataTable
        label="Payments"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ receiptId }) => receiptId}
        read={read}
        list={list}
        search="Search by receipt or customer"
        filters={[
          {
            name: 'month',
            label: 'Month received',
            options: [{ value: 'all', label: 'All months' }, ...monthOptions(months)],
          },
        ]}
        actions={actions.of}
        onOpen={onView}
        empty={{
          title: 'No payments yet',
          description: "Record one with 'Record Payment' at the top of this page.",
        }}
        noMatch={{
          title: 'No payments found',
          description: 'No payments match your current search and month.',
        }}
      />
      {actions.dialog}
    </>
  );
}
