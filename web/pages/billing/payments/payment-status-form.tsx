import { type Invoice, paymentStatusInput } from '@nimule/core/billing/invoices/schema';
import { paymentAccountLabels, paymentAccounts } from '@nimule/core/billing/payments/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { useEffect } from 'react';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useBox, useFill } from '../../../ui/form/form.tsx';
import { useConfirmation } from '../../../ui/overlay/confirmation.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { readToChange } from '../invoices/read-invoice.ts';

interface PaymentStatusFormProps {
  invoice: Invoice;
  onClose: () => void;
}

const statusForm = paymentStatusInput.required({ paymentDate: true });
/** Setting a paid invoice back reverses its payments, which needs a reason. */
const paidForm = statusForm.refine(({ status, reason }) => status === 'paid' || reason, {
  path: ['reason'],
  message: 'The reason is required.',
});

const statuses = [
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'overdue', label: 'Overdue' },
];

/** The payment dialog (seeds/000 4, decision 5): 'paid' records a payment for what is open. */
export function PaymentStatusForm({ invoice: opened, onClose }: PaymentStatusFormProps) {
  const confirmation = useConfirmation();
  const { id } = opened;
  return (
    <>
      <RecordForm
        title="Update Payment Status"
        description={({ invoiceId, customerName, openUsd, amountUsd }) => (
          <>
            <strong>{invoiceId}</strong> of {customerName}: {formatUsd(openUsd)} of{' '}
            {formatUsd(amountUsd)} is open.
          </>
        )}
        operation="updatePaymentStatus"
        failure="Failed to update payment status"
        schema={({ status }) => (status === 'paid' ? paidForm : statusForm)}
        record={opened}
        read={() => readToChange(id)}
        initial={boxesFor}
        settle={(_merged, current) => (current.status === 'paid' ? recorded(current) : {})}
        send={async (body, invoice) => {
          // One paid in part keeps its payments: there the status is a label.
          if (body.status !== 'paid' && invoice.status === 'paid') {
            await confirmation.ask({
              title: `Reverse what was paid on ${invoice.invoiceId}?`,
              text: `Setting it to ${body.status} reverses the payments of ${formatUsd(invoice.paidUsd)} on it. The receipts stay, marked as reversed, and the amount is owed again.`,
              confirmLabel: 'Reverse payments',
            });
          }
          return { params: { id }, body };
        }}
        done={({ invoiceId, status }) =>
          toast('Payment status updated', `${invoiceId} is ${status}.`)
        }
        submitLabel="Update status"
        onClose={onClose}
      >
        {(invoice) => (
          <>
            <SelectField name="status" label="Payment status" options={statuses} />
            <PaidFields invoice={invoice} />
            {invoice.status === 'paid' && <ReversalReason />}
            <TextAreaField name="notes" label="Notes" />
          </>
        )}
      </RecordForm>
      {confirmation.dialog}
    </>
  );
}

function boxesFor(invoice: Invoice) {
  return {
    status: invoice.status === 'cancelled' ? ('pending' as const) : invoice.status,
    ...recorded(invoice),
    reason: '',
    notes: invoice.notes,
    version: invoice.version,
  };
}

/** Asked where a paid invoice is set back. */
function ReversalReason() {
  if (useBox('status') === 'paid') return null;
  return (
    <TextAreaField
      name="reason"
      label="Reason for the reversal"
      rows={2}
      help="It is kept with the payment and printed on its receipt."
    />
  );
}

/** What a paid invoice was paid with; the next payment begins with nothing of the one before it. */
function recorded(invoice: Invoice) {
  if (invoice.status !== 'paid')
    return { paymentAccount: 'cash' as const, paymentReference: '', paymentDate: today() };
  return {
    paymentAccount: invoice.paymentAccount ?? ('' as const),
    paymentReference: invoice.paymentReference,
    paymentDate: invoice.paidDate ?? today(),
  };
}

/** What a payment is known by; asked only for 'paid', and shown as it was recorded once there is one. */
function PaidFields({ invoice }: { invoice: Invoice }) {
  const isRecorded = invoice.status === 'paid';
  const isPaid = useBox('status') === 'paid';
  const hasDate = useBox('paymentDate') !== '';
  const fill = useFill();
  // What is not asked for must not stand in the way.
  useEffect(() => {
    if (!isPaid && !hasDate) fill({ paymentDate: today() });
  });
  if (!isPaid) return null;
  return (
    <>
      <FieldRow>
        <SelectField
          name="paymentAccount"
          label="Payment account"
          options={accountOptions(invoice)}
          disabled={isRecorded}
        />
        <DateField name="paymentDate" label="Payment date" disabled={isRecorded} />
      </FieldRow>
      <TextField
        name="paymentReference"
        label="Payment reference"
        placeholder={isRecorded ? undefined : 'Receipt, transfer or transaction number'}
        disabled={isRecorded}
        help={
          isRecorded
            ? 'As it was recorded. Set the invoice back to pending to correct it.'
            : `A payment of ${formatUsd(invoice.openUsd)} is recorded.`
        }
      />
    </>
  );
}

/** Credit is no account: an invoice that credit paid was recorded with none. */
function accountOptions({ status, paymentAccount }: Invoice) {
  const known = paymentAccounts.map((value) => ({ value, label: paymentAccountLabels[value] }));
  return status === 'paid' && !paymentAccount
    ? [{ value: '', label: 'None: paid by credit' }, ...known]
    : known;
}
