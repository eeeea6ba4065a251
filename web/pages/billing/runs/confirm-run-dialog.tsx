import { billDateFor, dueDateFor } from '@nimule/core/billing/rules';
import type { AutomationStatus } from '@nimule/core/billing/runs/schema';
import { formatDate, formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { today } from '../../../ui/today.ts';

interface ConfirmRunDialogProps {
  status: AutomationStatus;
  month: IsoMonth;
  /** Starts the run; the dialog does not wait for it. */
  onRun: () => void;
  onClose: () => void;
}

/** Confirms a run; shows month, number of invoices and total. */
export function ConfirmRunDialog({ status, month, onRun, onClose }: ConfirmRunDialogProps) {
  const { activeRun } = status;
  const preview = useRead('previewBilling', { query: { month } });
  return (
    <ConfirmDialog
      title={`Bill ${formatMonth(month)}?`}
      confirmLabel={`Bill ${formatMonth(month)}`}
      disabledReason={
        preview.data?.invoicesGenerated === 0 ? 'There is no invoice to make.' : undefined
      }
      onConfirm={async () => {
        // Not awaited: the page shows the progress.
        onRun();
      }}
      onClose={onClose}
    >
      <Loaded read={preview} loading="Counting what there is to bill…" lines={2}>
        {({ invoicesGenerated, totalRevenue, totalRevenueSsp, skipped, alreadyBilled }) => (
          <>
            {invoicesGenerated === 0 ? (
              <p>Every billable customer has an invoice for {formatMonth(month)}; none is made.</p>
            ) : (
              <p>
                <strong>{numberText(invoicesGenerated)}</strong>{' '}
                {invoicesGenerated === 1 ? 'invoice' : 'invoices'} of {formatMonth(month)} for{' '}
                <strong>{formatUsd(totalRevenue)}</strong> ({formatSspSum(totalRevenueSsp)}){' '}
                {invoicesGenerated === 1 ? 'is' : 'are'} made and posted.
              </p>
            )}
            {invoicesGenerated > 0 && month !== status.month && <MissedMonthDates month={month} />}
            <p className="quiet">
              {numberText(alreadyBilled)} already billed
              {skipped > 0 && `, ${numberText(skipped)} skipped because there is nothing to charge`}
              . No customer is billed twice.
            </p>
          </>
        )}
      </Loaded>
      {activeRun && (
        <p className="quiet">
          Another run by {activeRun.actorName} is under way; each customer still gets one invoice.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Bill date and due date of invoices for a missed month. */
function MissedMonthDates({ month }: { month: IsoMonth }) {
  return (
    <p>
      They carry the date {formatDate(billDateFor(month, today()))} and are due on{' '}
      {formatDate(dueDateFor(month, today()))}.
    </p>
  );
}
