import {
  MOBILE_MONEY_CLERK,
  type Payment,
  paymentAccountLabels,
  paymentFilter,
  paymentSorts,
} from '@nimule/core/billing/payments/schema';
import type { IsoDate } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { PaymentThrough } from '../../../parts/billing-tags.tsx';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import {
  dateColumn,
  idColumn,
  moneyColumn,
  statusColumn,
  textColumn,
} from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { today } from '../../../ui/today.ts';
import { Money } from '../../../ui/values.tsx';
import { usePaymentActions } from './payment-actions.tsx';

const MONTHS_BACK = 36;

const columns: readonly Column<Payment>[] = [
  idColumn('receiptId', 'Receipt', { sortable: true }),
  statusColumn(),
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
  textColumn('createdBy', 'Recorded by', { priority: 4 }),
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
  const actions = usePaymentActions(onView);
  return (
    <RecordList
      operation="listPayments"
      label="Payments"
      many="payments"
      columns={columns}
      rowName="receiptId"
      list={{
        filters: filtersOn(today(), clerks),
        sorts: paymentSorts,
        sort: '-paymentDate',
        prefix: 'payments-',
      }}
      search="Search by receipt, reference, customer or telephone"
      exports={{ operation: 'exportPayments', label: 'Export the payments' }}
      sums={{
        operation: 'paymentSums',
        cells: (sums) => ({
          amountUsd: <Money usd={sums.amountUsd} ssp={sums.amountSsp} />,
          unallocatedUsd: <Money usd={sums.unallocatedUsd} />,
        }),
      }}
      actions={actions}
      onOpen={onView}
      empty={{
        title: 'No payments yet',
        description: "Record one with 'Record Payment' at the top of this page.",
      }}
    />
  );
}
