import {
  type Cents,
  type Currency,
  formatSsp,
  formatUsd,
  parseAmount,
  sspToUsd,
  usdToSsp,
} from '@nimule/core/kernel/money';
import { FieldRow, MoneyField, SelectField } from '../ui/form/fields.tsx';
import { useFieldValue } from '../ui/form/form.tsx';
import { formatRate, useRateOn } from './rates.ts';

const currencies: readonly { value: Currency; label: string }[] = [
  { value: 'USD', label: 'US dollars (USD)' },
  { value: 'SSP', label: 'South Sudanese pounds (SSP)' },
];

/** The currency chosen in the field `currency` of the enclosing form. */
export function useChosenCurrency(): Currency {
  return useFieldValue('currency') === 'SSP' ? 'SSP' : 'USD';
}

/** The typed amount in dollars, converted as on the server; undefined while it or the rate is missing. */
export function useAmountInUsd(rate: Cents | undefined): Cents | undefined {
  const currency = useChosenCurrency();
  const typed = parseAmount(useFieldValue('amount'), currency);
  if (typed === undefined || currency === 'USD') return typed;
  return rate && sspToUsd(typed, rate);
}

/** '= SSP 5,000 (1 USD = 400 SSP)': an amount in the other currency. */
function worthOf(amountUsd: Cents | undefined, currency: Currency, rate: Cents | undefined) {
  if (amountUsd === undefined || rate === undefined) return undefined;
  const other = currency === 'SSP' ? formatUsd(amountUsd) : formatSsp(usdToSsp(amountUsd, rate));
  return `= ${other} (${formatRate(rate)})`;
}

interface AmountInCurrencyProps {
  /** Pounds for one dollar on the day of the document; undefined while it is loading. */
  rate: Cents | undefined;
  /** Those that can be chosen, if not both. */
  offered?: readonly Currency[];
}

/** The fields `amount` and `currency` side by side, with the value in the other currency below. */
export function AmountInCurrency({ rate, offered }: AmountInCurrencyProps) {
  const currency = useChosenCurrency();
  const worth = worthOf(useAmountInUsd(rate), currency, rate);
  return (
    <FieldRow>
      <MoneyField
        name="amount"
        label="Amount"
        currency={currency}
        {...(worth === undefined ? {} : { help: worth })}
      />
      <SelectField
        name="currency"
        label="Currency"
        options={currencies.filter(({ value }) => offered === undefined || offered.includes(value))}
      />
    </FieldRow>
  );
}

interface MoneyOnDateFieldProps {
  name: string;
  label: string;
  /** The field of the same form that holds the date whose rate applies. */
  date: string;
}

/** Amount in dollars, with its value in pounds at the rate of a date of the same form. */
export function MoneyOnDateField({ date, ...field }: MoneyOnDateFieldProps) {
  return <MoneyField {...field} rate={useRateOn(useFieldValue(date))} />;
}
