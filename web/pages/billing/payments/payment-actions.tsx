import { EyeOpenIcon, UndoIcon } from '@blueprintjs/icons';
import { type Payment, reversePaymentInput } from '@nimule/core/billing/payments/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { CashReturnField } from '../../../parts/cash-place.tsx';
import { receiptAction } from '../../../parts/documents.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';

/** Why a payment cannot be reversed, as far as a list knows; undefined if it can. */
export function reasonAgainst({ receiptId, status, kind }: Payment): string | undefined {
  if (status === 'reversed') return `${receiptId} is already reversed.`;
  if (kind === 'credit_note')
    return `${receiptId} is the credit note of goods that came back and cannot be reversed.`;
  return undefined;
}

/** Actions of a payment in the table and its drawer. */
export function usePaymentActions(onView?: (payment: Payment) => void): RecordActions<Payment> {
  const may = useMay();
  const { open, dialog } = useDialogs({
    reverse: (payment: Payment, close) => <ReversePaymentForm payment={payment} onClose={close} />,
  });
  return {
    of: (payment) => [
      ...(onView ? [{ label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(payment) }] : []),
      receiptAction(payment),
      ...(may('payment.record')
        ? [
            {
              label: 'Reverse',
              icon: <UndoIcon />,
              onClick: () => open('reverse', payment),
              destructive: true,
              disabledReason: reasonAgainst(payment),
            },
          ]
        : []),
    ],
    dialog,
  };
}

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
