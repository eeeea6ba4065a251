import {
  acceptInput,
  type PaymentRequestDetail,
  refundInput,
} from '@nimule/core/mobile-money/schema';
import { localPhone } from '@nimule/core/kernel/phone';
import { amountText } from '../../../parts/mobile-money/request-words.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface RequestFormProps {
  request: PaymentRequestDetail;
  onClose: () => void;
}

/** '$2.00 from 0921 234 567'. */
function whatCame({ paid, currency, amount, phone }: PaymentRequestDetail): string {
  return `${amountText(currency, paid?.amount ?? amount)} from ${localPhone(paid?.phone || phone)}`;
}

/** Takes money that another telephone paid. */
export function AcceptForm({ request, onClose }: RequestFormProps) {
  const { id, what } = request;
  return (
    <RecordForm
      operation="acceptPaymentRequest"
      failure="Failed to accept the payment"
      title="Accept Payment"
      description={`${whatCame(request)} counts as the payment for ${what}.`}
      schema={acceptInput}
      initial={{ reason: '' }}
      send={(body) => ({ params: { id }, body })}
      done={({ documentNumber }) => toast('Payment accepted', documentNumber || what)}
      submitLabel="Accept payment"
      onClose={onClose}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        rows={2}
        help="Why the money is taken although it came otherwise than asked."
      />
    </RecordForm>
  );
}

/** Records that the money was given back by hand. */
export function RefundForm({ request, onClose }: RequestFormProps) {
  const { id, purpose, status } = request;
  const endsSession = purpose === 'wifi' && status === 'paid';
  return (
    <RecordForm
      operation="refundPaymentRequest"
      failure="Failed to record the refund"
      title="Refund Payment"
      description={`Give ${whatCame(request)} back by hand first; this records it.${endsSession ? ' The session ends with it.' : ''}`}
      schema={refundInput}
      initial={{ reason: '', reference: '' }}
      send={(body) => ({ params: { id }, body })}
      done={({ refund, currency }) =>
        toast('Refund recorded', refund ? amountText(currency, refund.amount) : '')
      }
      submitLabel="Record refund"
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} />
      <TextField name="reference" label="Reference" placeholder="Number of the transfer back" />
    </RecordForm>
  );
}
