import type { InvoiceDispute } from '@nimule/core/billing/disputes/schema';
import { Link } from 'react-router-dom';
import { recordPath } from '../../app/paths.ts';
import { TwoLines } from '../../ui/layout.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { DateText } from '../../ui/values.tsx';
import { outcomeLabel } from './dispute-words.ts';

const columns: readonly SmallColumn<InvoiceDispute>[] = [
  {
    header: 'Since',
    cell: ({ since, openedBy }) => (
      <TwoLines quiet={`by ${openedBy}`}>
        <DateText date={since} />
      </TwoLines>
    ),
  },
  {
    header: 'Reason',
    cell: ({ reason, note, ticketNumber }) => (
      <TwoLines quiet={note}>
        <span dir="auto">{reason}</span>{' '}
        {ticketNumber && (
          <Link to={recordPath('ticket', ticketNumber)} className="mono">
            {ticketNumber}
          </Link>
        )}
      </TwoLines>
    ),
  },
  {
    header: 'Outcome',
    cell: ({ outcome, decidedOn, decidedBy }) => (
      <TwoLines
        quiet={
          decidedOn && (
            <>
              <DateText date={decidedOn} /> by {decidedBy}
            </>
          )
        }
      >
        <StatusTag status={outcome ?? 'review'} label={outcomeLabel(outcome)} />
      </TwoLines>
    ),
    align: 'right',
  },
];

/** The disputes of an invoice, the latest first. */
export function DisputeList({ of, rows }: { of: string; rows: readonly InvoiceDispute[] }) {
  return (
    <SmallTable label={`Disputes of ${of}`} columns={columns} rows={rows} rowKey={({ id }) => id} />
  );
}
