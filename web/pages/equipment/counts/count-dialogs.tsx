import { formatUsd } from '@nimule/core/kernel/money';
import { type StockCountDetail, stockCountSubmit } from '@nimule/core/stock/schema';
import { call } from '../../../client/call.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { counted } from '../../../ui/counted.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface CountDialogProps {
  count: StockCountDetail;
  onClose: () => void;
}

const submitForm = stockCountSubmit.pick({ reason: true });

function consequence({ items, counted: done, differences, differenceUsd }: StockCountDetail) {
  const left = items - done;
  const rest = left > 0 ? ` ${counted(left, 'item')} not counted stay as they are.` : '';
  if (differences === 0)
    return `All counted quantities are as expected: the count is closed at once.${rest}`;
  return `${counted(differences, 'difference')} worth ${formatUsd(differenceUsd)}: another person has to accept them before they are posted.${rest}`;
}

/** Asks another person to accept the differences. */
export function SubmitCountForm({ count, onClose }: CountDialogProps) {
  const { id, countId } = count;
  return (
    <RecordForm
      operation="submitStockCount"
      failure="Failed to submit the stock count."
      title={`Submit ${countId}`}
      description={consequence}
      schema={submitForm}
      record={count}
      read={(): Promise<StockCountDetail> => call('getStockCount', { params: { id } })}
      initial={{ reason: '' }}
      send={({ reason }, { version }) => ({ params: { id }, body: { reason, version } })}
      done={({ status }) =>
        toast(
          'Stock Count Submitted',
          status === 'posted' ? `${countId} is closed.` : `${countId} waits for acceptance.`,
        )
      }
      submitLabel="Submit count"
      busyLabel="Submitting…"
      onClose={onClose}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        rows={2}
        help="Why it was counted, and what explains the differences."
      />
    </RecordForm>
  );
}

export function CancelCountDialog({ count: { id, countId, status }, onClose }: CountDialogProps) {
  return (
    <OperationDialog
      operation="cancelStockCount"
      input={{ params: { id } }}
      failure="Failed to cancel the stock count."
      title={`Cancel ${countId}?`}
      confirmLabel="Cancel count"
      cancelLabel="Keep count"
      destructive
      done={() => toast('Stock Count Cancelled', countId)}
      onClose={onClose}
    >
      <p>
        The count is given up and cannot be continued. The stock stays as it is.
        {status === 'waiting' && ' The request to accept its differences is withdrawn.'}
      </p>
    </OperationDialog>
  );
}
