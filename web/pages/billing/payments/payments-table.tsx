import {
  MOBILE_MONEY_CLERK,
  type Payment,
  paymentAccountLabels,
  paymentFilter,
  paymentSorts,
} from '@nimule/core/billing/payments/schema';
import type { IsoDate } from '@nimule/core/kernel/dates';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { PaymentThrough } from '../../../parts/payment-through.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { dateColumn, idColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { Money } from '../../../ui/values.tsx';
import { usePaymentActions } from './payment-actions.tsx';

const MONTHS_BACK = 36;

const columns: readonly Column<Payment>[] = [
  idColumn('receiptId', 'Receipt', { sortable: true }),
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusTag status={status} />,
    kind: 'tag',
    priority: 1,
  },
  customerColumn({ sortable: true }),
  dateColumn('paymentDate', 'Date', { sortable: true }),
  {
    id: 'account',
    header: 'Through',
    cell: (payment) => <PaymentThrough payment={payment} />,
    lesser: true,
  },
  moneyColumn('amountUsd', 'Amount', { ssp: 'amountSsp', sortable: true }),
  moneyColumn('unallocatedUsd', 'In advance', { dashForZero: true, priority: 4 }),
  {
    id: 'createdBy',
    header: 'Recorded by',
    cell: ({ createdBy }) => createdBy,
    priority: 4,
  },
];

const filtersOn = (day: IsoDate, clerks: readonly string[]) =>
  defineFilters(paymentFilter, {
    month: monthFilter('Month received', monthsAround(day, MONTHS_BACK)),
    from: { label: 'From day' },
    to: { label: 'To day' },
    account: {
      label: 'Payment account',
      all: 'All accounts',
      labels: { ...paymentAccountLabels, credit: 'Credits granted', credit_note: 'Credit notes' },
    },
    clerk: {
      label: 'Recorded by',
      all: 'Recorded by anyone',
      labels: (name) => (name === MOBILE_MONEY_CLERK ? 'nobody: mobile money' : name),
      options: [
        ...clerks.filter((name) => name !== MOBILE_MONEY_CLERK),
        ...clerks.filter((name) => name === MOBILE_MONEY_CLERK),
      ],
      takesAny: true,
    },
    status: { label: 'Status', all: 'Recorded and reversed' },
  });

/** The list of payments and credits. */
export function PaymentsTable({ onView }: { onView: (payment: Payment) => void }) {
  const clerks = useRead('paymentClerks').data?.clerks ?? [];
  const list = useListState({
    filters: filtersOn(today(), clerks),
    sorts: paymentSorts,
    sort: '-paymentDate',
    prefix: 'payments-',
  });
  const read = useList('listPayments', list);
  const sums = useRead('paymentSums', { query: list.filter }, { keepPrevious: true }).data;
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
        search="Search by receipt, reference, customer or telephone"
        tools={
          <ExportMenu
            operation="exportPayments"
            list={list}
            what="The payments of this list"
            label="Export the payments"
          />
        }
        sums={
          sums && {
            amountUsd: <Money usd={sums.amountUsd} ssp={sums.amountSsp} />,
            unallocatedUsd: <Money usd={sums.unallocatedUsd} />,
          }
        }
        actions={actions.of}
        onOpen={onView}
        empty={{
          title: 'No payments yet',
          description: "Record one with 'Record Payment' at the top of this page.",
        }}
        noMatch={{
          title: 'No payments found',
          description: 'No payments match your current search and filters.',
        }}
      />
      {actions.dialog}
    </>
  );
}
