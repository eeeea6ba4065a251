import { approvalLimitsInput } from '@nimule/core/approvals/schema-limits';
import { SettingsDialog } from '../../parts/settings.tsx';
import { MoneyField } from '../../ui/form/fields.tsx';

/** The amounts of a day to one payee above which another person decides (decision 68). */
export function LimitsForm({ onClose }: { onClose: () => void }) {
  return (
    <SettingsDialog
      title="Limits"
      noun="limits"
      description="What one person gives to one payee on one day is added up. More than this waits for another person."
      read="approvalLimits"
      write="updateApprovalLimits"
      schema={approvalLimitsInput}
      saved="They apply from now on."
      onClose={onClose}
    >
      <MoneyField name="expenseUsd" label="Expenses of a category" />
      <MoneyField name="supplierPaymentUsd" label="Payments to a supplier without a bill" />
      <MoneyField name="advanceUsd" label="Advances to an employee" />
      <MoneyField name="refundUsd" label="Refunds to a customer" />
      <MoneyField name="grantUsd" label="Credit granted to a customer" />
    </SettingsDialog>
  );
}
