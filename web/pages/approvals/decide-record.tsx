import type { WaitingItem } from '@nimule/core/reports/approvals/schema';
import { useRead } from '../../client/use-read.ts';
import { DecideLeaveForm, type LeaveAction } from '../../parts/leave/decide-leave-form.tsx';
import { ApproveBatchDialog, ApprovePayrollDialog } from '../../parts/payroll/approve-dialogs.tsx';
import { LoadingDialog } from '../../ui/overlay/loading-dialog.tsx';

/** What can be done here with a record that waits by its own status; the others are decided on their page. */
export const recordActions: Readonly<
  Partial<Record<WaitingItem['kind'], readonly ('approve' | 'reject')[]>>
> = {
  leave_request: ['reject', 'approve'],
  payroll: ['approve'],
  payroll_batch: ['approve'],
};

interface DecideRecordProps {
  item: WaitingItem;
  action: 'approve' | 'reject';
  onClose: () => void;
}

/** Decides on a record with the dialog of its own module. */
export function DecideRecord({ item, action, onClose }: DecideRecordProps) {
  const { kind, entityId: id } = item;
  // Only records wait by a status of their own.
  if (id === null) return null;
  if (kind === 'leave_request') return <DecideLeave id={id} action={action} onClose={onClose} />;
  if (kind === 'payroll') return <ApprovePayroll id={id} onClose={onClose} />;
  return <ApproveBatch id={id} onClose={onClose} />;
}

interface DialogProps {
  id: number;
  onClose: () => void;
}

function DecideLeave({ id, action, onClose }: DialogProps & { action: LeaveAction }) {
  const read = useRead('getLeaveRequest', { params: { id } });
  return (
    <LoadingDialog title="Leave request" noun="leave request" read={read} onClose={onClose}>
      {(request) => <DecideLeaveForm action={action} request={request} onClose={onClose} />}
    </LoadingDialog>
  );
}

function ApprovePayroll({ id, onClose }: DialogProps) {
  const read = useRead('getPayroll', { params: { id } });
  return (
    <LoadingDialog title="Payroll" noun="payroll" read={read} onClose={onClose}>
      {(payroll) => <ApprovePayrollDialog payroll={payroll} onClose={onClose} />}
    </LoadingDialog>
  );
}

function ApproveBatch({ id, onClose }: DialogProps) {
  const read = useRead('getPayrollBatch', { params: { id } });
  return (
    <LoadingDialog title="Month of payroll" noun="month of payroll" read={read} onClose={onClose}>
      {(batch) => <ApproveBatchDialog batch={batch} onClose={onClose} />}
    </LoadingDialog>
  );
}
