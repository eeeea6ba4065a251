import { Button } from '@blueprintjs/core';
import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { type PayrollRate, taxKinds } from '@nimule/core/hr/payroll/schema-rates';
import { payCurrencies } from '@nimule/core/hr/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { toDecimal } from '@nimule/core/kernel/money';
import { useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import {
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { pointsIn, taxKindLabels } from './rate-words.ts';

const percent = z.string().refine((text) => pointsIn(text) !== undefined, {
  message: 'Enter a percentage from 0 to 100 with at most two decimals.',
});
const form = z.object({
  validFrom: z.string(),
  taxKind: z.enum(taxKinds),
  taxCurrency: z.enum(payCurrencies),
  brackets: z.object({ fromAmount: z.string(), percent }).array(),
  social: percent,
  employer: percent,
  note: z.string().max(500, 'The note is too long: at most 500 characters.').optional(),
});
type RateValues = z.input<typeof form>;

const asText = (points: number) => String(points / 100);

function valuesOf(latest: PayrollRate | undefined): RateValues {
  return {
    validFrom: today(),
    taxKind: latest?.taxKind ?? 'flat',
    taxCurrency: latest?.taxCurrency ?? 'USD',
    brackets: (latest?.brackets ?? []).map(({ fromAmount, points }) => ({
      fromAmount: toDecimal(fromAmount),
      percent: asText(points),
    })),
    social: asText(latest?.socialPoints ?? 0),
    employer: asText(latest?.employerPoints ?? 0),
    note: '',
  };
}

function bodyOf({ brackets, social, employer, note = '', ...typed }: RateValues) {
  const isFlat = typed.taxKind === 'flat';
  return {
    ...typed,
    note,
    taxCurrency: isFlat ? ('USD' as const) : typed.taxCurrency,
    brackets: (isFlat ? brackets.slice(0, 1) : brackets).map(
      ({ fromAmount, percent: rate }, index) => ({
        fromAmount: index === 0 ? '0' : fromAmount,
        points: pointsIn(rate)!,
      }),
    ),
    socialPoints: pointsIn(social)!,
    employerPoints: pointsIn(employer)!,
  };
}

interface RateFormProps {
  /** The form begins with these. */
  latest: PayrollRate | undefined;
  onClose: () => void;
}

/** Adds rates from a day on. */
export function RateForm({ latest, onClose }: RateFormProps) {
  return (
    <RecordForm
      operation="addPayrollRate"
      failure="Failed to add the rates."
      title="Add rates"
      description="For payrolls whose last day is on or after this date. Rates cannot be changed afterwards, only followed by others."
      schema={form}
      initial={valuesOf(latest)}
      send={(typed) => ({ body: bodyOf(typed) as never })}
      done={({ validFrom }) => toast('Rates Added', `From ${formatDate(validFrom)}`)}
      submitLabel="Add rates"
      onClose={onClose}
      toastsFields
      width={640}
    >
      <FieldRow>
        <DateField name="validFrom" label="From" />
        <NumberField name="social" label="Social security" unit="%" isDecimal />
        <NumberField name="employer" label="Employer's share" unit="%" isDecimal />
      </FieldRow>
      <TaxFields />
      <TextAreaField name="note" label="Note" rows={2} />
    </RecordForm>
  );
}

function TaxFields() {
  const isFlat = useFieldValue('taxKind') === 'flat';
  const currency = useFieldValue('taxCurrency') === 'SSP' ? 'SSP' : 'USD';
  const { fields, append, remove } = useFieldArray({ name: 'brackets' });
  const shown = isFlat ? fields.slice(0, 1) : fields;
  return (
    <FieldGroup legend="Income tax">
      <SelectField
        name="taxKind"
        label="How it is computed"
        options={taxKinds.map((value) => ({ value, label: taxKindLabels[value] }))}
      />
      {!isFlat && (
        <SelectField
          name="taxCurrency"
          label="Currency of the brackets"
          options={[
            { value: 'USD', label: 'US dollars (USD)' },
            { value: 'SSP', label: 'South Sudanese pounds (SSP) at the rate of the day' },
          ]}
        />
      )}
      {shown.map(({ id }, index) => (
        <FieldRow key={id}>
          {!isFlat && (
            <MoneyField
              name={`brackets.${index}.fromAmount`}
              label={`Pay a month from, bracket ${index + 1}`}
              currency={currency}
              disabled={index === 0}
            />
          )}
          <NumberField
            name={`brackets.${index}.percent`}
            label={isFlat ? 'Rate' : `Rate, bracket ${index + 1}`}
            unit="%"
            isDecimal
          />
          {!isFlat && index > 0 && (
            <Button
              variant="minimal"
              icon={<TrashIcon />}
              aria-label={`Remove bracket ${index + 1}`}
              onClick={() => remove(index)}
            />
          )}
        </FieldRow>
      ))}
      {!isFlat && (
        <Button icon={<PlusIcon />} onClick={() => append({ fromAmount: '', percent: '' })}>
          Add bracket
        </Button>
      )}
    </FieldGroup>
  );
}
