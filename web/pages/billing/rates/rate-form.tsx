import { formatDate } from '@nimule/core/kernel/dates';
import { rateInput, ratePurposes } from '@nimule/core/rates/schema';
import { useMutation } from '../../../client/use-mutation.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../runs/business-days.ts';
import { rateInWords, ratePurposeLabels } from './rates.ts';

const rateForm = rateInput.required({ validFrom: true });

/** 'Update Rates' adds a dated row; the rows before it stay (decision 1). */
export function RateForm({ onClose }: { onClose: () => void }) {
  const update = useMutation('updateRate', { failure: 'Failed to update the rate' });
  return (
    <FormDialog
      title="Update Rates"
      description="Invoices and payments of that day and later use the new rate. Documents that exist keep theirs."
      schema={rateForm}
      initial={{ purpose: 'standard', rate: '', validFrom: today(), note: '' }}
      submitLabel="Add rate"
      submitError={update.error}
      onSubmit={async (input) => {
        const { rate, validFrom } = await update.run({ body: input });
        toast('Rate updated', `${rateInWords(rate)} from ${formatDate(validFrom)}`);
      }}
      onClose={onClose}
    >
      <SelectField
        name="purpose"
        label="Purpose"
        options={ratePurposes.map((value) => ({ value, label: ratePurposeLabels[value] }))}
      />
      <FieldRow>
        <MoneyField name="rate" label="Pounds for 1 USD" currency="SSP" placeholder="400" />
        <DateField name="validFrom" label="Valid from" />
      </FieldRow>
      <TextField name="note" label="Note" placeholder="Where the rate comes from" />
    </FormDialog>
  );
}
