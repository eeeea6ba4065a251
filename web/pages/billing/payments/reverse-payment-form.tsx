import { type Payment, reversePaymentInput } from '@nimule/core/billing/payments/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { CashReturnField } from '../../../parts/cash-place.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface ReversePaymentFormProps {
  payment: Payment;
  onClose: () => void;
}

/** Reverses a payment or a credit. */
export function ReversePaymentForm({ payment, onClose }: ReversePaymentFormProps) {
  const { id, receiptId, amountUsd, customerName, kind } = payment;
  return (
    <RecordForm
      operation="reversePayment"
      failure="Failed to reverse payment"
      title={`Reverse ${receiptId}?`}
      description={`The ${kind} of ${formatUsd(amountUsd)} for ${customerName} is taken back in the books as of today, and the invoices it settled are owed again. This cannot be undone; the receipt stays, marked as reversed, with what it had settled, who reversed it, when and why.`}
      schema={reversePaymentInput}
      initial={{ reason: '' }}
      submitLabel={`Reverse ${kind}`}
      busyLabel="Reversing…"
      destructive
      send={(body) => ({ params: { id }, body })}
      done={() => toast(kind === 'credit' ? 'Credit reversed' : 'Payment reversed', receiptId)}
      onClose={onClose}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        rows={2}
        help="It is kept with the payment and printed on its receipt."
      />
      <CashReturnField of={payment} direction="out" />
    </RecordForm>
  );
}
