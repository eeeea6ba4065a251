import type {
  AutomationStatus,
  BillingPreview,
  previewRow,
} from '@nimule/core/billing/runs/schema';
import { formatMonth, type IsoMonth, monthOf } from '@nimule/core/kernel/dates';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import type { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { MonthSelect } from '../../../parts/months.tsx';
import { CustomerLink } from '../../../parts/record-links.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText, Money } from '../../../ui/values.tsx';
import { billableMonths } from './billable-months.ts';

const columns: readonly SmallColumn<z.output<typeof previewRow>>[] = [
  {
    header: 'Customer',
    cell: ({ customerNumber, customerName }) => (
      <CustomerLink number={customerNumber} name={customerName} />
    ),
  },
  { header: 'Due', cell: ({ dueDate }) => <DateText date={dueDate} />, minor: true },
  {
    header: 'Amount',
    cell: ({ amountUsd, amountSsp }) => <Money usd={amountUsd} ssp={amountSsp} />,
    align: 'right',
  },
];

interface BillingPreviewPanelProps {
  status: AutomationStatus;
  /** Selected month; default: this month if it is due, otherwise the next. */
  chosen: IsoMonth | undefined;
  onChoose: (month: IsoMonth) => void;
}

/** Invoices that a run would create today (decision 4). */
export function BillingPreviewPanel({ status, chosen, onChoose }: BillingPreviewPanelProps) {
  const next = monthOf(status.nextRunDate);
  const month = chosen ?? (status.shouldRun ? status.month : next);
  const preview = useRead('previewBilling', { query: { month } }, { keepPrevious: true });
  return (
    <Panel
      title="Preview of the next run"
      description="Computed now by the rule that the run follows; nothing is written."
      actions={
        <MonthSelect
          label="Month to preview"
          months={[next, ...billableMonths(status.month)]}
          value={month}
          onChoose={onChoose}
        />
      }
    >
      <Loaded read={preview} loading="Computing the next run…" lines={6}>
        {(data) => <Preview preview={data} />}
      </Loaded>
    </Panel>
  );
}

function Preview({ preview }: { preview: BillingPreview }) {
  const { month, invoicesGenerated, totalRevenue, totalRevenueSsp } = preview;
  const { skipped, alreadyBilled, rows } = preview;
  if (invoicesGenerated === 0) {
    return (
      <Empty
        title={`Nothing to bill for ${formatMonth(month)}`}
        description={
          alreadyBilled > 0
            ? `All ${numberText(alreadyBilled)} billable customers have their invoice.`
            : 'No active customer whose service has started has anything to be charged.'
        }
      />
    );
  }
  return (
    <Stack>
      <p className="numeric" role="status">
        <strong>
          {numberText(invoicesGenerated)} {invoicesGenerated === 1 ? 'invoice' : 'invoices'}
        </strong>{' '}
        of {formatMonth(month)} for <strong>{formatUsd(totalRevenue)}</strong> (
        {formatSspSum(totalRevenueSsp)}).{' '}
        <span className="quiet">
          {numberText(alreadyBilled)} already billed, {numberText(skipped)} skipped.
          {rows.length < invoicesGenerated && ` The first ${rows.length} are shown.`}
        </span>
      </p>
      <SmallTable
        label={`Invoices to be made for ${formatMonth(month)}`}
        columns={columns}
        rows={rows}
        rowKey={({ customerId }) => customerId}
        scrolls
      />
    </Stack>
  );
}
