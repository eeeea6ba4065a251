import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type { Refund } from '@nimule/core/billing/refunds/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { useRead } from '../../../client/use-read.ts';
import { saveRefundPdf } from '../../../parts/documents.tsx';
import { refundedThrough, refundUsd } from '../../../parts/refunds/refund-words.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText, Money } from '../../../ui/values.tsx';

const MOST_SHOWN = 50;

const columns: readonly SmallColumn<Refund>[] = [
  {
    header: 'Refund',
    cell: ({ refundNumber, date }) => (
      <TwoLines quiet={<DateText date={date} />}>
        <span className="mono">{refundNumber}</span>
      </TwoLines>
    ),
  },
  {
    header: 'Through',
    minor: true,
    cell: (refund) => <TwoLines quiet={refund.reference}>{refundedThrough(refund)}</TwoLines>,
  },
  { header: 'Reason', minor: true, cell: ({ reason }) => <bdi>{reason}</bdi> },
  {
    header: 'Amount',
    align: 'right',
    cell: (refund) => <Money usd={refundUsd(refund)} ssp={refund.amountSsp} />,
  },
  {
    header: 'Receipt',
    align: 'right',
    cell: ({ id, refundNumber }) => (
      <Button
        variant="minimal"
        icon={<DownloadIcon />}
        aria-label={`Download receipt ${refundNumber}`}
        onClick={() => saveRefundPdf({ refundId: id, refundNumber })}
      />
    ),
  },
];

/** The latest refunds of a customer; nothing for a customer without any. */
export function CustomerRefunds({ customer }: { customer: Customer }) {
  const read = useRead('listRefunds', {
    query: { customerId: customer.id, sort: '-date', pageSize: MOST_SHOWN },
  });
  if (read.error && !read.data) {
    return (
      <ErrorState
        error={read.error}
        onRetry={read.refresh}
        title="The refunds could not be loaded"
      />
    );
  }
  if (!read.data || read.data.rows.length === 0) return null;
  return (
    <Panel title="Refunds" description="Credit that was paid out.">
      <SmallTable
        label={`Refunds of ${customer.name}`}
        columns={columns}
        rows={read.data.rows}
        rowKey={({ id }) => id}
        scrolls={read.data.rows.length > 8}
      />
    </Panel>
  );
}
