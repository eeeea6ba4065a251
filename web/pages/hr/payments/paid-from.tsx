import { payAccounts } from '@nimule/core/hr/schema';
import { type Cents, formatSsp, formatUsd, usdToSsp } from '@nimule/core/kernel/money';
import { useChosenCurrency } from '../../../parts/amount-in-currency.tsx';
import { formatRate, useRateOn } from '../../../parts/rates.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { payByLabels } from '../hr-words.ts';

const accountOptions = payAccounts.map((value) => ({ value, label: payByLabels[value] }));
const currencyOptions = [
  { value: 'USD', label: 'US dollars (USD)' },
  { value: 'SSP', label: 'South Sudanese pounds (SSP)' },
];

interface PaidFromFieldsProps {
  /** The field of the date of the payment. */
  date: string;
  /** 'Paid into' where money comes in. */
  label?: string;
  /** Where the amount has a field for the currency beside it. */
  withoutCurrency?: boolean;
}

/** Account, currency, date and reference of money that is paid; cash is the safe's (decision 82). */
export function PaidFromFields({
  date,
  label = 'Paid from',
  withoutCurrency = false,
}: PaidFromFieldsProps) {
  return (
    <>
      <FieldRow>
        <SelectField name="account" label={label} options={accountOptions} />
        {!withoutCurrency && (
          <SelectField name="currency" label="Currency" options={currencyOptions} />
        )}
        <DateField name={date} label="Date" help="Today or earlier" />
      </FieldRow>
      <TextField name="reference" label="Reference" placeholder="Transfer or transaction number" />
    </>
  );
}

interface AmountNoteProps {
  /** 'To pay'. */
  label: string;
  /** The field of the date of the payment. */
  date: string;
  amountUsd: Cents;
}

/** An amount of the enclosing form, in pounds at the rate of its day if it is paid in pounds. */
export function AmountNote({ label, date, amountUsd }: AmountNoteProps) {
  const rate = useRateOn(useFieldValue(date));
  const isPounds = useChosenCurrency() === 'SSP';
  return (
    <p role="status">
      {label}: <strong className="numeric">{formatUsd(amountUsd)}</strong>
      {isPounds && rate !== undefined && (
        <span className="quiet">
          {' '}
          = {formatSsp(usdToSsp(amountUsd, rate))} ({formatRate(rate)})
        </span>
      )}
    </p>
  );
}
