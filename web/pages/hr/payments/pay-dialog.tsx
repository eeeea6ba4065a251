import { payrollPaymentInput } from '@nimule/core/hr/payroll/schema-payments';
import type { Cents } from '@nimule/core/kernel/money';
import type { CallInput } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { counted } from '../../../ui/counted.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { AmountNote, PaidFromFields } from './paid-from.tsx';

const form = payrollPaymentInput
  .omit({ month: true, batchId: true, payrollIds: true, payBy: true, payrolls: true })
  .required({ currency: true, paymentDate: true });

type What = Pick<
  CallInput<'createPayrollPayment'>['body'],
  'month' | 'batchId' | 'payrollIds' | 'payBy' | 'payrolls'
>;

interface PayDialogProps {
  title: string;
  description: string;
  /** Which payrolls: those of a month, of a batch, or named ones. */
  what: What;
  /** null or left out where the user may not see it, or where it is not known. */
  amountUsd?: Cents | null;
  onClose: () => void;
}

/** Pays approved payrolls. */
export function PayDialog({ title, description, what, amountUsd, onClose }: PayDialogProps) {
  return (
    <RecordForm
      operation="createPayrollPayment"
      failure="Failed to record the payment."
      title={title}
      description={description}
      schema={form}
      initial={{
        account: what.payBy ?? 'bank',
        currency: 'USD',
        paymentDate: today(),
        reference: '',
        notes: '',
      }}
      send={(typed) => ({ body: { ...what, ...typed } })}
      done={({ paymentNumber, payrolls }) =>
        toast('Payment Recorded', `${paymentNumber}: ${counted(payrolls, 'payroll')} paid`)
      }
      submitLabel="Record payment"
      busyLabel="Recording…"
      onClose={onClose}
    >
      <PaidFromFields date="paymentDate" />
      {amountUsd !== undefined && amountUsd !== null && (
        <AmountNote label="To pay" date="paymentDate" amountUsd={amountUsd} />
      )}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </RecordForm>
  );
}
