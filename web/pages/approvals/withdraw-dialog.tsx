import { OperationDialog } from '../../parts/operation-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import type { Decidable } from './decide-form.tsx';

/** Withdraws what the user has asked for. */
export function WithdrawDialog({ item, onClose }: { item: Decidable; onClose: () => void }) {
  const { approvalId, record, summary } = item;
  return (
    <OperationDialog
      operation="withdrawApproval"
      input={{ params: { id: approvalId } }}
      failure="Failed to withdraw the request."
      title={`Withdraw ${record}?`}
      confirmLabel="Withdraw"
      done={() => toast('Withdrawn', record)}
      onClose={onClose}
    >
      {summary}. Nothing of it was done, and nobody decides on it any more.
    </OperationDialog>
  );
}
