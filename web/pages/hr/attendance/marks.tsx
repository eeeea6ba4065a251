import { Button, ButtonGroup, Intent } from '@blueprintjs/core';
import { type AttendanceStatus, attendanceStatuses } from '@nimule/core/hr/attendance/schema';
import { useMay } from '../../../ui/allowed.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import styles from './attendance.module.css';
import { statusLabels } from './attendance-words.ts';
import type { DayRow } from './marking.tsx';

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
export function Marks({ row: { record, employeeName, leaveType }, onMark }: MarksProps) {
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
