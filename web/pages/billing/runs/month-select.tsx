import { HTMLSelect } from '@blueprintjs/core';
import { type IsoMonth, isoMonth } from '@nimule/core/kernel/dates';
import { monthOptions } from './business-days.ts';

interface MonthSelectProps {
  /** What the month is for: 'Month to bill'. */
  label: string;
  /** In the order in which they are offered. */
  months: readonly IsoMonth[];
  value: IsoMonth;
  onChoose: (month: IsoMonth) => void;
}

/** A month for a panel to show or to work on. */
export function MonthSelect({ label, months, value, onChoose }: MonthSelectProps) {
  return (
    <HTMLSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(isoMonth(event.target.value))}
      options={monthOptions(months)}
    />
  );
}
