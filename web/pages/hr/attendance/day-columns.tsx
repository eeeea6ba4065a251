import type { Attendance } from '@nimule/core/hr/attendance/schema';
import { leaveTypeNames } from '@nimule/core/hr/leave/schema';
import { formatDate, type IsoDate } from '@nimule/core/kernel/dates';
import { decimalText } from '../../../parts/leave/leave-words.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { WarningTag } from '../../../ui/tags.tsx';
import styles from './attendance.module.css';
import { clockOf, isAfterDay } from './attendance-words.ts';
import type { DayRow, Mark } from './marking.tsx';
import { Marks } from './marks.tsx';

/** The columns of a day; the marks are buttons for those who may change them. */
export function dayColumns(date: IsoDate, mark: Mark): readonly Column<DayRow>[] {
  return [
    {
      id: 'employeeName',
      header: 'Employee',
      priority: 1,
      cell: ({ employeeName, department, leaveType }) => (
        <TwoLines
          quiet={
            leaveType ? (
              <span className={styles.away}>{leaveTypeNames[leaveType]}</span>
            ) : (
              department
            )
          }
        >
          <strong dir="auto">{employeeName}</strong>
        </TwoLines>
      ),
    },
    {
      id: 'status',
      header: 'Attendance',
      kind: 'tag',
      priority: 1,
      cell: (row) => <Marks row={row} onMark={(status) => mark(row, status)} />,
    },
    { id: 'checkIn', header: 'In', kind: 'date', cell: checkIn },
    {
      id: 'checkOut',
      header: 'Out',
      kind: 'date',
      cell: ({ record }) => checkOut(record, date),
    },
    {
      id: 'totalHours',
      header: 'Hours',
      kind: 'count',
      cell: ({ record }) => (record?.checkOut ? decimalText(record.totalHours) : null),
    },
    {
      id: 'overtime',
      header: 'Overtime',
      kind: 'count',
      lesser: true,
      cell: ({ record }) => (record && record.overtime > 0 ? decimalText(record.overtime) : null),
    },
    {
      id: 'notes',
      header: 'Notes',
      priority: 3,
      lesser: true,
      cell: ({ record }) => record && <NotesCell record={record} />,
    },
  ];
}

function checkIn({ record, openFrom }: DayRow) {
  if (!openFrom) return record?.checkIn ? clockOf(record.checkIn) : null;
  return (
    <TwoLines
      quiet={
        <span className={styles.away}>
          in since {formatDate(openFrom.date)}, {clockOf(openFrom.checkIn)}
        </span>
      }
    >
      {clockOf(record?.checkIn ?? null)}
    </TwoLines>
  );
}

function checkOut(record: Attendance | null, date: IsoDate) {
  if (!record?.checkOut) return null;
  return isAfterDay(record.checkOut, date) ? (
    <TwoLines quiet="next day">{clockOf(record.checkOut)}</TwoLines>
  ) : (
    clockOf(record.checkOut)
  );
}

function NotesCell({ record }: { record: Attendance }) {
  const { notes, correctedBy, correctionReason } = record;
  return (
    <>
      {correctedBy !== '' && (
        <WarningTag reason={`${correctedBy}: ${correctionReason}`}>corrected</WarningTag>
      )}{' '}
      <span dir="auto">{notes}</span>
    </>
  );
}
