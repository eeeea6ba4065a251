import { formatDate } from '@nimule/core/kernel/dates';
import { rateInput, ratePurposes } from '@nimule/core/rates/schema';
import { useRead } from '../../../client/use-read.ts';
import { formatRate, ratePurposeLabels } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';

const rateForm = rateInput.required({ validFrom: true });

/** 'Update Rates' adds a dated rate and keeps earlier ones (decision 1). */
export function RateForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="updateRate"
      failure="Failed to update the rate"
      title="Update Rates"
      description="Invoices and payments of that day and later use the new rate. Documents that exist keep theirs as history; what is still open is asked for in pounds at the rate of the day."
      schema={rateForm}
      initial={{ purpose: 'standard', rate: '', validFrom: today(), note: '' }}
      submitLabel="Add rate"
      send={(body) => ({ body })}
      done={({ rate, validFrom }) =>
        toast('Rate updated', `${formatRate(rate)} from ${formatDate(validFrom)}`)
      }
      onClose={onClose}
    >
      <SelectField
        name="purpose"
        label="Purpose"
        options={ratePurposes.map((value) => ({ value, label: ratePurposeLabels[value] }))}
      />
      <FieldRow>
        <RateField />
        <DateField name="validFrom" label="Valid from" />
      </FieldRow>
      <TextField name="note" label="Note" placeholder="Where the rate comes from" />
    </RecordForm>
  );
}

/** The new rate, with that of today for comparison. */
function RateField() {
  const purpose = useFieldValue('purpose') === 'voucher' ? 'voucher' : 'standard';
  const current = useRead('currentRates').data?.[purpose];
  return (
    <MoneyField
      name="rate"
      label="Pounds for 1 USD"
      currency="SSP"
      {...(current ? { help: `Today: ${formatRate(current)}` } : {})}
    />
  );
}
