import type { Payroll, PayrollBatch } from '@nimule/core/hr/payroll/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { counted } from '../../ui/counted.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { OperationDialog } from '../operation-dialog.tsx';

interface ApprovePayrollDialogProps {
  payroll: Payroll;
  onClose: () => void;
}

/** Approves a payroll, which posts it. */
export function ApprovePayrollDialog({ payroll, onClose }: ApprovePayrollDialogProps) {
  const { id, version, payrollNumber, employeeName, payPeriod, netPay } = payroll;
  return (
    <OperationDialog
      operation="approvePayroll"
      input={{ params: { id }, body: { version } }}
      failure="Failed to approve the payroll."
      title={`Approve ${payrollNumber}?`}
      confirmLabel="Approve payroll"
      done={(after) =>
        toast(
          'Payroll Approved',
          after.status === 'paid'
            ? `${payrollNumber}: nothing is to be paid.`
            : `${payrollNumber}: ${formatUsd(after.netPay)} to be paid.`,
        )
      }
      onClose={onClose}
    >
      {employeeName}, {payPeriod}: {formatUsd(netPay)} net. It is posted to the books and cannot be
      edited afterwards, only reversed.
    </OperationDialog>
  );
}

interface ApproveBatchDialogProps {
  batch: PayrollBatch;
  onClose: () => void;
}

/** Approves what others processed of a batch. */
export function ApproveBatchDialog({ batch, onClose }: ApproveBatchDialogProps) {
  const { id, version, batchNumber, month, processed, netUsd } = batch;
  return (
    <OperationDialog
      operation="approvePayrollBatch"
      input={{ params: { id }, body: { version } }}
      failure="Failed to approve the payrolls."
      title={`Approve ${batchNumber}?`}
      confirmLabel="Approve payrolls"
      done={({ approved, own }) =>
        toast(
          'Payroll Approved',
          `${counted(approved, 'payroll')} approved.${own === 0 ? '' : ` ${counted(own, 'payroll')} of your own must be approved by another person.`}`,
        )
      }
      onClose={onClose}
    >
      {counted(processed, 'payroll')} of {formatMonth(month)} that nobody has approved yet are
      posted to the books. Those that you processed or changed yourself stay for another person. The
      net pay of the whole batch is {formatUsd(netUsd)}.
    </OperationDialog>
  );
}
