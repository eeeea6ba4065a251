import { approvalLimitsInput } from '@nimule/core/approvals/schema-limits';
import { toDecimal } from '@nimule/core/kernel/money';
import { useRead } from '../../client/use-read.ts';
import { RecordForm } from '../../parts/record-form.tsx';
import { MoneyField } from '../../ui/form/fields.tsx';
import { LoadingDialog } from '../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

const TITLE = 'Limits';

/** The amounts of a day to one payee above which another person decides (decision 68). */
export function LimitsForm({ onClose }: { onClose: () => void }) {
  const read = useRead('approvalLimits');
  return (
    <LoadingDialog title={TITLE} noun="limits" read={read} onClose={onClose}>
      {(limits) => (
        <RecordForm
          operation="updateApprovalLimits"
          failure="Failed to save the limits."
          title={TITLE}
          description="What one person gives to one payee on one day is added up. More than this waits for another person."
          schema={approvalLimitsInput}
          initial={{
            expenseUsd: toDecimal(limits.expenseUsd),
            supplierPaymentUsd: toDecimal(limits.supplierPaymentUsd),
            advanceUsd: toDecimal(limits.advanceUsd),
            refundUsd: toDecimal(limits.refundUsd),
            grantUsd: toDecimal(limits.grantUsd),
          }}
          send={(body) => ({ body })}
          done={() => toast('Limits saved', 'They apply from now on.')}
          submitLabel="Save limits"
          busyLabel="Saving…"
          onClose={onClose}
        >
          <MoneyField name="expenseUsd" label="Expenses of a category" />
          <MoneyField name="supplierPaymentUsd" label="Payments to a supplier without a bill" />
          <MoneyField name="advanceUsd" label="Advances to an employee" />
          <MoneyField name="refundUsd" label="Refunds to a customer" />
          <MoneyField name="grantUsd" label="Credit granted to a customer" />
        </RecordForm>
      )}
    </LoadingDialog>
  );
}
