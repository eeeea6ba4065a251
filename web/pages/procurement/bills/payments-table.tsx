import {
  type SupplierPayment,
  supplierPaymentSorts,
} from '@nimule/core/procurement/payments/schema';
import { useList } from '../../../client/use-list.ts';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { LISTS } from '../procurement-url.ts';
import { payingLabels } from '../procurement-words.ts';
import { usePaymentActions } from './payment-actions.tsx';

const columns: readonly Column<SupplierPayment>[] = [
  {
    id: 'paymentId',
    header: 'Payment',
    kind: 'id',
    priority: 1,
    sortable: true,
    cell: ({ paymentId }) => <span className="mono">{paymentId}</span>,
  },
  {
    id: 'supplierName',
    header: 'Supplier',
    cell: ({ supplierId, supplierName }) => (
      <RecordLink kind="supplier" id={supplierId} number={supplierName} isName />
    ),
  },
  dateColumn('paymentDate', 'Paid', { sortable: true }),
  {
    id: 'account',
    header: 'From',
    lesser: true,
    cell: ({ account, reference }) => (
      <TwoLines quiet={reference}>{payingLabels[account]}</TwoLines>
    ),
  },
  moneyColumn('advanceUsd', 'In advance', { dashForZero: true, lesser: true }),
  {
    id: 'amountUsd',
    header: 'Amount',
    kind: 'money',
    sortable: true,
    cell: ({ amount, amountUsd, currency }) => (
      <TwoLines align="right" quiet={currency === 'SSP' && amountText(amountUsd, 'USD')}>
        <span className="numeric">{amountText(amount, currency)}</span>
      </TwoLines>
    ),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'tag',
    cell: ({ reversedOn }) => <StatusTag status={reversedOn === null ? 'recorded' : 'reversed'} />,
  },
];

/** Payments to suppliers, newest first. */
export function SupplierPaymentsTable() {
  const list = useListState({
    sorts: supplierPaymentSorts,
    sort: '-paymentDate',
    prefix: LISTS.payments,
  });
  const read = useList('listSupplierPayments', list);
  const actions = usePaymentActions();
  return (
    <>
      <DataTable
        label="Payments to suppliers"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ paymentId }) => paymentId}
        read={read}
        list={list}
        search="Search by number, supplier or reference"
        actions={actions.of}
        empty={{
          title: 'No payments to suppliers yet',
          description: 'They are recorded on a bill, or on a supplier in advance.',
        }}
      />
      {actions.dialog}
    </>
  );
}
