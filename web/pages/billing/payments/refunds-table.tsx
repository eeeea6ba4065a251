import { type Refund, refundSorts } from '@nimule/core/billing/refunds/schema';
import { customerColumn, RecordLink } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import {
  refundedThrough,
  refundReceiptAction,
  refundUsd,
} from '../../../parts/refunds/refund-words.tsx';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, idColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { Money } from '../../../ui/values.tsx';

const columns: readonly Column<Refund>[] = [
  idColumn('refundNumber', 'Refund', { sortable: true }),
  customerColumn(),
  dateColumn('date', 'Date', { sortable: true }),
  {
    id: 'account',
    header: 'Through',
    lesser: true,
    cell: (refund) => <TwoLines quiet={refund.reference}>{refundedThrough(refund)}</TwoLines>,
  },
  {
    id: 'parts',
    header: 'Taken from',
    lesser: true,
    cell: ({ parts }) => (
      <Inline>
        {parts.map(({ paymentId, receiptId }) => (
          <RecordLink key={paymentId} kind="payment" id={paymentId} number={receiptId} />
        ))}
      </Inline>
    ),
  },
  textColumn('reason', 'Reason'),
  {
    id: 'amountUsd',
    header: 'Amount',
    kind: 'money',
    sortable: true,
    cell: (refund) => <Money usd={refundUsd(refund)} ssp={refund.amountSsp} />,
  },
  textColumn('createdBy', 'Recorded by', { priority: 4 }),
];

/** Credit that was paid out, newest first. */
export function RefundsTable() {
  return (
    <RecordList
      operation="listRefunds"
      label="Refunds"
      columns={columns}
      rowName="refundNumber"
      list={{ sorts: refundSorts, sort: '-date', prefix: 'refunds-' }}
      search="Search by refund, customer or telephone"
      actions={(refund) => [refundReceiptAction(refund)]}
      empty={{
        title: 'Nothing was refunded yet',
        description:
          "What a customer has in advance is paid out with 'Refund credit' in the customer's account.",
      }}
      noMatch={{ title: 'No refunds found', description: 'No refunds match your search.' }}
    />
  );
}
