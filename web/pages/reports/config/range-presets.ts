import {
  addMonths,
  firstDay,
  type IsoDate,
  lastDay,
  makeDate,
  monthOf,
} from '@nimule/core/kernel/dates';
import type { DateRange } from '@nimule/core/reports/comprehensive/schema';

export interface RangePreset {
  label: string;
  range: DateRange;
}

/** The ranges that are asked for most. */
export function presetsOn(day: IsoDate): readonly RangePreset[] {
  const month = monthOf(day);
  const last = addMonths(month, -1);
  const year = Number(day.slice(0, 4));
  return [
    { label: 'This month', range: { startDate: firstDay(month), endDate: day } },
    { label: 'Last month', range: { startDate: firstDay(last), endDate: lastDay(last) } },
    {
      label: '12 months',
      range: { startDate: firstDay(addMonths(month, -12)), endDate: lastDay(last) },
    },
    { label: 'This year', range: { startDate: makeDate(year, 1, 1), endDate: day } },
    {
      label: 'Last year',
      range: { startDate: makeDate(year - 1, 1, 1), endDate: makeDate(year - 1, 12, 31) },
    },
  ];
}
