import { MoneyField } from '../ui/form/fields.tsx';
import { useBox } from '../ui/form/form.tsx';
import { useRateOn } from './rates.ts';

interface MoneyOnDayFieldProps {
  name: string;
  label: string;
  /** The field of the same form that holds the date whose rate applies. */
  day: string;
}

/** An amount in dollars, and beneath it its value in pounds at the rate of a date of the same form. */
export function MoneyOnDayField({ day, ...field }: MoneyOnDayFieldProps) {
  return <MoneyField {...field} rate={useRateOn(useBox(day))} />;
}
