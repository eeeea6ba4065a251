import { DatePicker } from '@blueprintjs/datetime';
import { type IsoDate, isIsoDate, makeDate } from '@nimule/core/kernel/dates';
import enGB from 'date-fns/locale/en-GB';
import './date-calendar.css';

interface DateCalendarProps {
  value: string;
  today: IsoDate;
  onPick: (date: IsoDate) => void;
}

/** Noon in the browser's time zone, which the library uses. */
function toLocal(date: string): Date {
  const [year, month, day] = date.split('-').map(Number);
  return new Date(year!, month! - 1, day, 12);
}

function toIso(date: Date): IsoDate {
  return makeDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** The calendar of a date input, in its own chunk because it is rarely opened. */
export function DateCalendar({ value, today, onPick }: DateCalendarProps) {
  const shown = isIsoDate(value) ? value : today;
  return (
    <DatePicker
      value={isIsoDate(value) ? toLocal(value) : null}
      initialMonth={toLocal(shown)}
      minDate={toLocal('2000-01-01')}
      maxDate={toLocal(`${Number(today.slice(0, 4)) + 1}-12-31`)}
      locale={enGB}
      canClearSelection={false}
      highlightCurrentDay
      onChange={(date, isUserChange) => {
        if (date && isUserChange) onPick(toIso(date));
      }}
    />
  );
}
