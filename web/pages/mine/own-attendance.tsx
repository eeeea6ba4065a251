import type { Attendance } from '@nimule/core/hr/attendance/schema';
import { dateInJuba, formatMonth, monthOf, timeInJuba } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { useRead } from '../../client/use-read.ts';
import { decimalText } from '../../parts/leave/leave-words.tsx';
import { MonthStepper, monthsAround } from '../../parts/months.tsx';
import { Inline, Stack, TwoLines } from '../../ui/layout.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { today } from '../../ui/today.ts';
import { DateText } from '../../ui/values.tsx';

const MONTHS_BACK = 24;
const NONE = <span className="quiet">–</span>;

function outOf({ checkOut, date }: Attendance) {
  if (!checkOut) return NONE;
  const time = timeInJuba(checkOut);
  return dateInJuba(checkOut) > date ? <TwoLines quiet="next day">{time}</TwoLines> : time;
}

const columns: readonly SmallColumn<Attendance>[] = [
  { header: 'Day', cell: ({ date }) => <DateText date={date} /> },
  { header: 'Attendance', cell: ({ status }) => <StatusTag status={status} /> },
  { header: 'In', cell: ({ checkIn }) => (checkIn ? timeInJuba(checkIn) : NONE) },
  { header: 'Out', cell: outOf },
  {
    header: 'Hours',
    align: 'right',
    cell: ({ totalHours, checkOut }) => (checkOut ? decimalText(totalHours) : NONE),
  },
  {
    header: 'Overtime',
    align: 'right',
    minor: true,
    cell: ({ overtime }) => (overtime > 0 ? decimalText(overtime) : NONE),
  },
  {
    header: 'Correction',
    minor: true,
    cell: ({ correctedBy, correctionReason }) =>
      correctedBy === '' ? null : (
        <span dir="auto">
          {correctedBy}: {correctionReason}
        </span>
      ),
  },
];

/** Own marks of a month with their sums. */
export function OwnAttendancePanel() {
  const [month, setMonth] = useState(() => monthOf(today()));
  const read = useRead('ownAttendance', { query: { month } }, { keepPrevious: true });
  return (
    <Panel
      title={`Attendance in ${formatMonth(month)}`}
      actions={
        <MonthStepper
          label="Month"
          months={monthsAround(today(), MONTHS_BACK)}
          value={month}
          onChoose={setMonth}
        />
      }
    >
      <Loaded read={read} loading="Loading your attendance…" lines={8}>
        {({ days, totalHours, overtime }) =>
          days.length === 0 ? (
            <Empty
              title="No days are marked in this month"
              description="Your attendance is marked by human resources."
            />
          ) : (
            <Stack>
              <Inline>
                <span>
                  <strong>{decimalText(totalHours)}</strong> hours
                </span>
                <span className="quiet">of them {decimalText(overtime)} overtime</span>
              </Inline>
              <SmallTable
                label={`Your attendance in ${formatMonth(month)}`}
                columns={columns}
                rows={days}
                rowKey={({ id }) => id}
              />
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}
