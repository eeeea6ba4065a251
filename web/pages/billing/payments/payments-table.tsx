import { Button } from '@blueprintjs/core';
import { CaretDownIcon, ExportIcon } from '@blueprintjs/icons';
import {
  type Payment,
  paymentAccountLabels,
  paymentAccounts,
  paymentSorts,
} from '@nimule/core/billing/payments/schema';
import { ZERO } from '@nimule/core/kernel/money';
import { exportFormats } from '@nimule/core/kernel/paging';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { type ListState, useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, Id, Money } from '../../../ui/values.tsx';
import styles from '../billing.module.css';
import { exportPayments } from '../documents.ts';
import { CustomerLink } from '../record-links.tsx';
import { monthOptions, monthsAround, today } from '../runs/business-days.ts';
import { paidThrough, usePaymentActions } from './payment-actions.tsx';

const MONTHS_BACK = 36;

const columns: readonly Column<Payment>[] = [
  {
    id: 'receiptId',
    header: 'Receipt',
    cell: ({ receiptId }) => <Id value={receiptId} />,
    sortable: true,
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
    sortable: true,
  },
  {
    id: 'paymentDate',
    header: 'Date',
    cell: ({ paymentDate }) => <DateText date={paymentDate} />,
    kind: 'date',
    sortable: true,
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
    sortable: true,
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

const accountOptions = [
  { value: 'all', label: 'All accounts' },
  ...paymentAccounts.map((value) => ({ value, label: paymentAccountLabels[value] })),
  { value: 'credit', label: 'Credits granted' },
];

const statusOptions = [
  { value: 'all', label: 'Recorded and reversed' },
  { value: 'recorded', label: 'Recorded' },
  { value: 'reversed', label: 'Reversed' },
];

const exportLabels = { xlsx: 'Excel workbook (.xlsx)', csv: 'Text file (.csv)' } as const;

/** The payments as they are filtered and sorted, all pages of them, as a file. */
function ExportPayments({ list }: { list: Pick<ListState, 'filter' | 'sort'> }) {
  return (
    <ActionMenu
      label="Export the payments"
      actions={exportFormats.map((format) => ({
        label: exportLabels[format],
        onClick: () => exportPayments(format, { ...list.filter, sort: list.sort }),
      }))}
    >
      <Button icon={<ExportIcon />} endIcon={<CaretDownIcon />}>
        Export
      </Button>
    </ActionMenu>
  );
}

/** Payments and credits, newest first. */
export function PaymentsTable({ onView }: { onView: (payment: Payment) => void }) {
  const months = monthsAround(today(), MONTHS_BACK);
  const list = useListState({
    filters: {
      month: ['all', ...months],
      from: 'text',
      to: 'text',
      account: accountOptions.map(({ value }) => value),
      clerk: 'text',
      status: statusOptions.map(({ value }) => value),
    },
    sorts: paymentSorts,
    sort: '-paymentDate',
    prefix: 'payments-',
  });
  const read = useList('listPayments', list);
  const sums = useRead('paymentSums', { query: list.filter }, { keepPrevious: true }).data;
  const clerks = useRead('paymentClerks').data?.clerks ?? [];
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
        filters={[
          {
            name: 'month',
            label: 'Month received',
            options: [{ value: 'all', label: 'All months' }, ...monthOptions(months)],
          },
          { name: 'from', label: 'From day' },
          { name: 'to', label: 'To day' },
          { name: 'account', label: 'Payment account', options: accountOptions },
          {
            name: 'clerk',
            label: 'Recorded by',
            options: [
              { value: '', label: 'Recorded by anyone' },
              ...clerks.map((name) => ({ value: name, label: name })),
            ],
          },
          { name: 'status', label: 'Status', options: statusOptions },
        ]}
        tools={<ExportPayments list={list} />}
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
