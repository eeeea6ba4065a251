import { cashReversal } from '@nimule/core/hr/payroll/schema-payments';
import type { CallInput } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

type ReverseOperation =
  | 'reversePayrollPayment'
  | 'reverseRemittance'
  | 'reverseAdvance'
  | 'reverseRepayment';

interface ReverseFormProps {
  operation: ReverseOperation;
  id: number;
  /** PYP-2026-0001, or 'the repayment of …'. */
  number: string;
  /** What happens with it. */
  description: string;
  onClose: () => void;
}

/** Reverses money of pay, with a reason. Its cash is the safe's (decision 82). */
export function ReverseForm({ operation, id, number, description, onClose }: ReverseFormProps) {
  return (
    <RecordForm
      operation={operation}
      failure={`Failed to reverse ${number}.`}
      title={`Reverse ${number}?`}
      description={`${description} It stays in the list as reversed.`}
      schema={cashReversal}
      initial={{ reason: '', date: '' }}
      send={(body) => ({ params: { id }, body }) as CallInput<ReverseOperation>}
      done={() => toast('Reversed', number)}
      submitLabel="Reverse"
      busyLabel="Reversing…"
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="It is kept with the record." />
      <DateField name="date" label="Date" help="Of the reversing entry; today if left blank" />
    </RecordForm>
  );
}
