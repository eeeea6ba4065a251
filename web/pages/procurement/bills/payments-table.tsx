import {
  type SupplierPayment,
  supplierPaymentSorts,
} from '@nimule/core/procurement/payments/schema';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
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
  const actions = usePaymentActions();
  return (
    <RecordList
      operation="listSupplierPayments"
      label="Payments to suppliers"
      columns={columns}
      rowName="paymentId"
      list={{ sorts: supplierPaymentSorts, sort: '-paymentDate', prefix: LISTS.payments }}
      search="Search by number, supplier or reference"
      actions={actions}
      empty={{
        title: 'No payments to suppliers yet',
        description: 'They are recorded on a bill, or on a supplier in advance.',
      }}
    />
  );
}
