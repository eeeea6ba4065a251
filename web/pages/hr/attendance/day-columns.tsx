import { Button, ButtonGroup, Intent } from '@blueprintjs/core';
import {
  type Attendance,
  type AttendanceStatus,
  attendanceStatuses,
} from '@nimule/core/hr/attendance/schema';
import { leaveTypeNames } from '@nimule/core/hr/leave/schema';
import { formatDate, type IsoDate } from '@nimule/core/kernel/dates';
import { decimalText } from '../../../parts/leave/leave-words.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { StatusTag, WarningTag } from '../../../ui/tags.tsx';
import { clockOf, isAfterDay, statusLabels } from './attendance-words.ts';
import styles from './attendance.module.css';
import type { DayRow, Mark } from './marking.tsx';

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

const intents: Readonly<Record<AttendanceStatus, Intent>> = {
  present: Intent.SUCCESS,
  late: Intent.WARNING,
  absent: Intent.DANGER,
};

interface MarksProps {
  row: DayRow;
  onMark: (status: AttendanceStatus) => void;
}

/** Present, late or absent: buttons, of which that of the day's mark is pressed; a tag for those who may not mark. */
function Marks({ row: { record, employeeName, leaveType }, onMark }: MarksProps) {
  const may = useMay();
  if (!may('hr.write')) {
    if (record) return <StatusTag status={record.status} />;
    return leaveType ? <StatusTag status="on leave" /> : <span className="quiet">Not marked</span>;
  }
  return (
    <ButtonGroup
      className={styles.marks ?? ''}
      aria-label={`Attendance of ${employeeName}`}
      role="group"
    >
      {attendanceStatuses.map((status) => {
        const isMark = record?.status === status;
        return (
          <Button
            key={status}
            size="small"
            aria-pressed={isMark}
            aria-label={`${statusLabels[status]}: ${employeeName}`}
            intent={isMark ? intents[status] : Intent.NONE}
            onClick={() => {
              // The same mark again would replace the time of the check-in.
              if (!isMark) onMark(status);
            }}
          >
            {statusLabels[status]}
          </Button>
        );
      })}
    </ButtonGroup>
  );
}
