import { DocumentIcon, DollarIcon, EyeOpenIcon, ListIcon, TickIcon } from '@blueprintjs/icons';
import type { PayrollBatch } from '@nimule/core/hr/payroll/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { savePdf } from '../../../parts/documents.tsx';
import { ApproveBatchDialog } from '../../../parts/payroll/approve-dialogs.tsx';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { LISTS, useShowTab } from '../hr-url.ts';
import { PayDialog } from '../payments/pay-dialog.tsx';

/** What is done with the payrolls of a batch together, with the dialogs. */
export function useBatchActions() {
  const refusal = useRefusal();
  const showTab = useShowTab();
  const { show } = useShownRecord('payroll-batch');
  const { open, dialog } = useDialogs({
    approve: (batch: PayrollBatch, close) => <ApproveBatchDialog batch={batch} onClose={close} />,
    pay: (batch: PayrollBatch, close) => (
      <PayDialog
        title={`Pay ${batch.batchNumber}`}
        description={`${counted(batch.approved, 'approved payroll')} of ${formatMonth(batch.month)}.`}
        what={{ batchId: batch.id, payrolls: batch.approved }}
        onClose={close}
      />
    ),
  });
  const of = (batch: PayrollBatch): RowAction[] => [
    ...(batch.processed > 0
      ? [
          {
            label: 'Approve',
            icon: <TickIcon />,
            onClick: () => open('approve', batch),
            disabledReason: refusal('payroll.approve'),
            prominent: true,
            isGrave: true,
          },
        ]
      : []),
    ...(batch.approved > 0
      ? [
          {
            label: 'Pay',
            icon: <DollarIcon />,
            onClick: () => open('pay', batch),
            disabledReason: refusal('payment.record'),
            prominent: true,
            isGrave: true,
          },
        ]
      : []),
    {
      label: 'Payslips PDF',
      icon: <DocumentIcon />,
      onClick: () =>
        savePdf(
          'payrollBatchPdf',
          { params: { id: batch.id } },
          `payslips-${batch.batchNumber}.pdf`,
        ),
    },
    {
      label: 'Payrolls',
      icon: <ListIcon />,
      onClick: () =>
        showTab('payroll', { 'pay-part': 'payrolls', [`${LISTS.payroll}batchId`]: `${batch.id}` }),
    },
  ];
  const view = (batch: PayrollBatch) => show(batch);
  const ofRow = (batch: PayrollBatch): RowAction[] => [
    { label: 'View', icon: <EyeOpenIcon />, onClick: () => view(batch) },
    ...of(batch),
  ];
  return { of, ofRow, view, dialog };
}
