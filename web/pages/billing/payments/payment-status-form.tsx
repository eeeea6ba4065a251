import { type Invoice, paymentStatusInput } from '@nimule/core/billing/invoices/schema';
import { paymentAccountLabels, paymentAccounts } from '@nimule/core/billing/payments/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { useEffect } from 'react';
import { CashPlaceField, CashReturnField } from '../../../parts/cash-place.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { sameReferenceQuestion } from '../../../parts/same-reference.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { useConfirmation } from '../../../ui/overlay/confirmation.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { readEditableInvoice } from '../invoices/read-invoice.ts';

interface PaymentStatusFormProps {
  invoice: Invoice;
  onClose: () => void;
}

const statusForm = paymentStatusInput.omit({ sameReference: true }).required({ paymentDate: true });
/** Changing a paid invoice to another status reverses its payments, which needs a reason. */
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
        read={() => readEditableInvoice(id)}
        initial={formValuesFor}
        settle={(_merged, current) => (current.status === 'paid' ? paymentValues(current) : {})}
        send={async (body, invoice) => {
          // A partly paid invoice keeps its payments.
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
        question={sameReferenceQuestion('Record it as well')}
        onClose={onClose}
      >
        {(invoice) => (
          <>
            <SelectField name="status" label="Payment status" options={statuses} />
            <PaidFields invoice={invoice} />
            {invoice.status === 'paid' && <ReversalReason invoice={invoice} />}
            <TextAreaField name="notes" label="Notes" />
          </>
        )}
      </RecordForm>
      {confirmation.dialog}
    </>
  );
}

function formValuesFor(invoice: Invoice) {
  return {
    status: invoice.status === 'cancelled' ? ('pending' as const) : invoice.status,
    ...paymentValues(invoice),
    reason: '',
    notes: invoice.notes,
    version: invoice.version,
  };
}

/** Shown when a paid invoice gets another status. */
function ReversalReason({ invoice }: { invoice: Invoice }) {
  if (useFieldValue('status') === 'paid') return null;
  return (
    <>
      <TextAreaField
        name="reason"
        label="Reason for the reversal"
        rows={2}
        help="It is kept with the payment and printed on its receipt."
      />
      <CashReturnField of={{ account: invoice.paymentAccount }} direction="out" />
    </>
  );
}

/** Payment fields: those recorded for a paid invoice, otherwise the defaults. */
function paymentValues(invoice: Invoice) {
  if (invoice.status !== 'paid')
    return { paymentAccount: 'cash' as const, paymentReference: '', paymentDate: today() };
  return {
    paymentAccount: invoice.paymentAccount ?? ('' as const),
    paymentReference: invoice.paymentReference,
    paymentDate: invoice.paidDate ?? today(),
  };
}

/** Payment fields, shown for 'paid' only; read-only once a payment is recorded. */
function PaidFields({ invoice }: { invoice: Invoice }) {
  const isRecorded = invoice.status === 'paid';
  const isPaid = useFieldValue('status') === 'paid';
  const hasDate = useFieldValue('paymentDate') !== '';
  const fill = useSetFields();
  // A hidden empty date would fail validation.
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
      {!isRecorded && <CashPlaceField direction="in" accountField="paymentAccount" />}
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

/** An invoice paid by credit has no payment account. */
function accountOptions({ status, paymentAccount }: Invoice) {
  const known = paymentAccounts.map((value) => ({ value, label: paymentAccountLabels[value] }));
  return status === 'paid' && !paymentAccount
    ? [{ value: '', label: 'None: paid by credit' }, ...known]
    : known;
}
