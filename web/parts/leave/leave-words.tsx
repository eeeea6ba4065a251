import { leaveTypeNames, leaveTypes } from '@nimule/core/hr/leave/schema';
import type { IsoDate } from '@nimule/core/kernel/dates';
import { DateText } from '../../ui/values.tsx';

const upToHundredths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** '12.25'. */
export function decimalText(number: number): string {
  return upToHundredths.format(number);
}

/** '1 day', '12.25 days'. */
export function daysText(days: number): string {
  return `${decimalText(days)} ${days === 1 ? 'day' : 'days'}`;
}

export const leaveTypeOptions = leaveTypes.map((value) => ({
  value,
  label: leaveTypeNames[value],
}));

/** '2 Nov 2026 – 6 Nov 2026', or the only day. */
export function LeavePeriod({ startDate, endDate }: { startDate: IsoDate; endDate: IsoDate }) {
  if (startDate === endDate) return <DateText date={startDate} />;
  return (
    <span>
      <DateText date={startDate} /> – <DateText date={endDate} />
    </span>
  );
}
