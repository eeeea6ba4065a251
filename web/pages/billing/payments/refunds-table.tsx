import { type Refund, refundSorts } from '@nimule/core/billing/refunds/schema';
import { useList } from '../../../client/use-list.ts';
import { customerColumn, RecordLink } from '../../../parts/record-links.tsx';
import {
  refundedThrough,
  refundReceiptAction,
  refundUsd,
} from '../../../parts/refunds/refund-words.tsx';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, idColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
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
  { id: 'reason', header: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi> },
  {
    id: 'amountUsd',
    header: 'Amount',
    kind: 'money',
    sortable: true,
    cell: (refund) => <Money usd={refundUsd(refund)} ssp={refund.amountSsp} />,
  },
  {
    id: 'createdBy',
    header: 'Recorded by',
    priority: 4,
    cell: ({ createdBy }) => <bdi>{createdBy}</bdi>,
  },
];

/** Credit that was paid out, newest first. */
export function RefundsTable() {
  const list = useListState({ sorts: refundSorts, sort: '-date', prefix: 'refunds-' });
  return (
    <DataTable
      label="Refunds"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ refundNumber }) => refundNumber}
      read={useList('listRefunds', list)}
      list={list}
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
