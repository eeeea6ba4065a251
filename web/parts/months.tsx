import { ButtonGroup, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import {
  addMonths,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  isoMonth,
  monthOf,
} from '@nimule/core/kernel/dates';
import { ActionButton } from '../ui/action-button.tsx';
import type { FilterDefinition } from '../ui/table/filters.ts';

/** Months, newest first: `ahead` future ones, the current one and `back` past ones. */
export function monthsAround(day: IsoDate, back: number, ahead = 0): IsoMonth[] {
  const month = monthOf(day);
  return Array.from({ length: back + ahead + 1 }, (_, index) => addMonths(month, ahead - index));
}

/** Filter of a list by month. */
export function monthFilter(label: string, months: readonly IsoMonth[]): FilterDefinition {
  const labels = (month: string) => formatMonth(isoMonth(month));
  return { label, all: 'All months', labels, options: months };
}

interface MonthSelectProps {
  /** What the month is for: 'Month to bill'. */
  label: string;
  months: readonly IsoMonth[];
  value: IsoMonth;
  onChoose: (month: IsoMonth) => void;
}

export function MonthSelect({ label, months, value, onChoose }: MonthSelectProps) {
  return (
    <HTMLSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(isoMonth(event.target.value))}
      options={months.map((month) => ({ value: month, label: formatMonth(month) }))}
    />
  );
}

/** As `MonthSelect`, with buttons for the month before and after. */
export function MonthStepper({ label, months, value, onChoose }: MonthSelectProps) {
  const step = (by: number) => {
    const next = addMonths(value, by);
    const outside = months.includes(next) ? undefined : 'This month cannot be shown.';
    return { disabledReason: outside, onClick: () => onChoose(next) };
  };
  return (
    <ButtonGroup>
      <ActionButton
        icon={<ChevronLeftIcon />}
        aria-label="Previous month"
        tooltip="Previous month"
        {...step(-1)}
      />
      <MonthSelect label={label} months={months} value={value} onChoose={onChoose} />
      <ActionButton
        icon={<ChevronRightIcon />}
        aria-label="Next month"
        tooltip="Next month"
        {...step(1)}
      />
    </ButtonGroup>
  );
}
