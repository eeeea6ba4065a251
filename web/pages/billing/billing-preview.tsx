import { HTMLSelect } from '@blueprintjs/core';
import type { AutomationStatus, BillingPreview, previewRow } from '@nimule/core/billing/schema';
import {
  addMonths,
  formatMonth,
  type IsoMonth,
  isoMonth,
  monthOf,
} from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { DateText } from '../../ui/values.tsx';
import styles from './billing.module.css';
import { monthOptions } from './business-days.ts';
import { CustomerLink } from './record-links.tsx';
import { type SmallColumn, SmallTable } from './small-table.tsx';

const count = new Intl.NumberFormat('en-US');

const columns: readonly SmallColumn<z.output<typeof previewRow>>[] = [
  {
    header: 'Customer',
    cell: ({ customerNumber, customerName }) => (
      <CustomerLink number={customerNumber} name={customerName} />
    ),
  },
  { header: 'Due', cell: ({ dueDate }) => <DateText date={dueDate} />, minor: true },
  { header: 'Amount', cell: ({ amountUsd }) => formatUsd(amountUsd), align: 'right' },
];

/** What a run would make today: this month while it is due, else the next (decision 4). */
export function BillingPreviewPanel({ status }: { status: AutomationStatus }) {
  const next = monthOf(status.nextRunDate);
  const [chosen, setChosen] = useState<IsoMonth>();
  const month = chosen ?? (status.shouldRun ? status.month : next);
  const preview = useRead('previewBilling', { query: { month } }, { keepPrevious: true });
  return (
    <Panel
      title="Preview of the next run"
      description="Computed now by the rule that the run follows; nothing is written."
      actions={
        <HTMLSelect
          aria-label="Month to preview"
          value={month}
          onChange={(event) => setChosen(isoMonth(event.target.value))}
          options={monthOptions([next, status.month, addMonths(status.month, -1)])}
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
  const { month, invoicesGenerated, totalRevenue, skipped, alreadyBilled, rows } = preview;
  if (invoicesGenerated === 0) {
    return (
      <Empty
        title={`Nothing to bill for ${formatMonth(month)}`}
        description={
          alreadyBilled > 0
            ? `All ${count.format(alreadyBilled)} billable customers have their invoice.`
            : 'No active customer whose service has started has anything to be charged.'
        }
      />
    );
  }
  return (
    <>
      <p className={styles.totals} role="status">
        <strong>
          {count.format(invoicesGenerated)} {invoicesGenerated === 1 ? 'invoice' : 'invoices'}
        </strong>{' '}
        for {formatMonth(month)}, <strong>{formatUsd(totalRevenue)}</strong> in total.{' '}
        <span className="quiet">
          {count.format(alreadyBilled)} already billed, {count.format(skipped)} skipped.
          {rows.length < invoicesGenerated && ` The first ${rows.length} are shown.`}
        </span>
      </p>
      <div className={styles.scroll}>
        <SmallTable
          label={`Invoices to be made for ${formatMonth(month)}`}
          columns={columns}
          rows={rows}
          rowKey={({ customerId }) => customerId}
        />
      </div>
    </>
  );
}
