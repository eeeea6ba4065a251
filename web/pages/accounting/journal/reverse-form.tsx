import { type JournalEntryDetail, reverseInput } from '@nimule/core/accounting/schema';
import { laterDate } from '@nimule/core/kernel/dates';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';

interface ReverseFormProps {
  entry: JournalEntryDetail;
  onClose: () => void;
}

/** Reverses an entry: the same lines with debits and credits swapped, and why. */
export function ReverseForm({ entry, onClose }: ReverseFormProps) {
  return (
    <RecordForm
      title={`Reverse ${entry.entryId}`}
      description="Posts the same lines with debits and credits swapped. Both entries stay in the books."
      operation="reverseJournalEntry"
      failure="The entry could not be reversed. Please try again."
      schema={reverseInput}
      initial={{ reason: '', date: laterDate(today(), entry.entryDate) }}
      send={(body) => ({ params: { id: entry.id }, body })}
      done={(reversal) =>
        toast('Entry reversed', `${entry.entryId} is reversed by ${reversal.entryId}.`)
      }
      submitLabel="Reverse entry"
      busyLabel="Reversing…"
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={500} />
      <DateField name="date" label="Date of the reversal" />
    </RecordForm>
  );
}
