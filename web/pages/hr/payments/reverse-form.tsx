import { cashReversal } from '@nimule/core/hr/payroll/schema-payments';
import type { Currency } from '@nimule/core/kernel/money';
import type { CallInput } from '../../../client/call.ts';
import { CashReturnField } from '../../../parts/cash-place.tsx';
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
  /** What was paid or came in, where its cash moves; left out for salaries, which the safe pays. */
  of?: { account: string; currency: Currency };
  /** Where the cash goes. */
  direction?: 'in' | 'out';
  /** What happens with it. */
  description: string;
  onClose: () => void;
}

/** Reverses money that was paid, with a reason. */
export function ReverseForm({
  operation,
  id,
  number,
  of,
  direction = 'in',
  description,
  onClose,
}: ReverseFormProps) {
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
      {of && <CashReturnField of={of} direction={direction} />}
    </RecordForm>
  );
}
