import {
  DocumentIcon,
  DollarIcon,
  EditIcon,
  EnvelopeIcon,
  EyeOpenIcon,
  TickIcon,
  UndoIcon,
} from '@blueprintjs/icons';
import { type Payroll, reversePayrollInput } from '@nimule/core/hr/payroll/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { useCompany } from '../../../client/company.ts';
import { savePdf } from '../../../parts/documents.tsx';
import { WRITTEN } from '../../../parts/messages/message-words.ts';
import { MailNotice } from '../../../parts/messages/unsent-notice.tsx';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { ApprovePayrollDialog } from '../../../parts/payroll/approve-dialogs.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { PayDialog } from '../payments/pay-dialog.tsx';
import { EditPayroll } from './process-payroll.tsx';

interface DialogProps {
  payroll: Payroll;
  onClose: () => void;
}

/** What the server says may be done with a payroll now, and its documents, with the dialogs. */
export function usePayrollActions() {
  const may = useMay();
  const { show } = useShownRecord('payroll');
  const { open, dialog } = useDialogs({
    edit: (payroll: Payroll, close) => <EditPayroll payroll={payroll} onClose={close} />,
    approve: (payroll: Payroll, close) => (
      <ApprovePayrollDialog payroll={payroll} onClose={close} />
    ),
    pay: (payroll: Payroll, close) => (
      <PayDialog
        title={`Pay ${payroll.payrollNumber}`}
        description={`${payroll.employeeName}, ${payroll.payPeriod}: ${formatUsd(payroll.netPay)}.`}
        what={{ payrollIds: [payroll.id] }}
        amountUsd={payroll.netPay}
        onClose={close}
      />
    ),
    reverse: (payroll: Payroll, close) => <ReverseForm payroll={payroll} onClose={close} />,
    email: (payroll: Payroll, close) => <EmailDialog payroll={payroll} onClose={close} />,
  });
  const of = (payroll: Payroll): RowAction[] => {
    const { id, payrollNumber, actions } = payroll;
    return [
      ...(actions.includes('edit')
        ? [{ label: 'Edit', icon: <EditIcon />, onClick: () => open('edit', payroll) }]
        : []),
      ...(actions.includes('approve')
        ? [
            {
              label: 'Approve',
              icon: <TickIcon />,
              onClick: () => open('approve', payroll),
              prominent: true,
              isGrave: true,
            },
          ]
        : []),
      ...(actions.includes('pay')
        ? [
            {
              label: 'Pay',
              icon: <DollarIcon />,
              onClick: () => open('pay', payroll),
              prominent: true,
              isGrave: true,
            },
          ]
        : []),
      {
        label: 'Payslip PDF',
        icon: <DocumentIcon />,
        onClick: () => savePdf('payslipPdf', { params: { id } }, `payslip-${payrollNumber}.pdf`),
      },
      ...(may('payroll.run') && (payroll.status === 'approved' || payroll.status === 'paid')
        ? [
            {
              label: 'E-mail payslip',
              icon: <EnvelopeIcon />,
              onClick: () => open('email', payroll),
            },
          ]
        : []),
      ...(actions.includes('reverse')
        ? [
            {
              label: 'Reverse',
              icon: <UndoIcon />,
              onClick: () => open('reverse', payroll),
              destructive: true,
            },
          ]
        : []),
    ];
  };
  const view = (payroll: Payroll) => show(payroll);
  const ofRow = (payroll: Payroll): RowAction[] => [
    { label: 'View', icon: <EyeOpenIcon />, onClick: () => view(payroll) },
    ...of(payroll),
  ];
  return { of, ofRow, view, dialog };
}

function EmailDialog({ payroll, onClose }: DialogProps) {
  const { id, payrollNumber, employeeName } = payroll;
  const company = useCompany();
  return (
    <OperationDialog
      operation="emailPayslip"
      input={{ params: { id } }}
      failure="Failed to e-mail the payslip."
      title={`E-mail the payslip ${payrollNumber}?`}
      confirmLabel="Send e-mail"
      done={() =>
        toast(
          company?.sendsMail === false ? WRITTEN : 'Payslip Sent',
          `${payrollNumber} to ${employeeName}`,
        )
      }
      onClose={onClose}
    >
      <Stack>
        <MailNotice />
        <p>
          The payslip is sent as a PDF to the e-mail address of {employeeName}, and to nobody else.
        </p>
      </Stack>
    </OperationDialog>
  );
}

const reverseForm = reversePayrollInput.omit({ version: true });

function ReverseForm({ payroll, onClose }: DialogProps) {
  const { id, version, payrollNumber, employeeName, payPeriod, status } = payroll;
  const books =
    status === 'processed' ? 'It is not in the books.' : 'Its entry is reversed in the books.';
  return (
    <RecordForm
      operation="reversePayroll"
      failure="Failed to reverse the payroll."
      title={`Reverse ${payrollNumber}?`}
      description={`${employeeName}, ${payPeriod}. ${books} It stays in the list as reversed, and its days can be processed again.`}
      schema={reverseForm}
      initial={{ reason: '', date: '' }}
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={() => toast('Payroll Reversed', `${payrollNumber}, ${employeeName}`)}
      submitLabel="Reverse payroll"
      busyLabel="Reversing…"
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="It is kept with the payroll." />
      {status !== 'processed' && (
        <DateField name="date" label="Date" help="Of the reversing entry; today if left blank" />
      )}
    </RecordForm>
  );
}
