import { MoneyField } from '../ui/form/fields.tsx';
import { useFieldValue } from '../ui/form/form.tsx';
import { useRateOn } from './rates.ts';

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
