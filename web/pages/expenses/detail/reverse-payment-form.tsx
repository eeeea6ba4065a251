import {
  type ExpenseDetail,
  type ExpensePayment,
  reverseExpensePayment,
} from '@nimule/core/expenses/schema';
import { CashReturnField } from '../../../parts/cash-place.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { amountText } from '../expense-words.ts';

interface ReversePaymentFormProps {
  expense: ExpenseDetail;
  payment: ExpensePayment;
  onClose: () => void;
}

/** Reverses a payment of an expense. */
export function ReversePaymentForm({ expense, payment, onClose }: ReversePaymentFormProps) {
  const { id, transactionId, location } = expense;
  return (
    <RecordForm
      operation="reverseExpensePayment"
      failure="Failed to reverse the payment."
      title="Reverse payment?"
      description={`The payment of ${amountText(payment)} to ${location} for ${transactionId} is taken back in the books, and the amount is owed again. The payment stays in the list, marked as reversed.`}
      schema={reverseExpensePayment}
      initial={{ reason: '' }}
      submitLabel="Reverse payment"
      busyLabel="Reversing…"
      destructive
      send={(body) => ({ params: { id, paymentId: payment.id }, body })}
      done={() => toast('Payment reversed', `${amountText(payment)} for ${transactionId}`)}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="It is kept with the payment." />
      <CashReturnField of={payment} direction="in" />
    </RecordForm>
  );
}
