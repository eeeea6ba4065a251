import type { AttendanceMonth } from '@nimule/core/hr/attendance/schema';
import { formatMonth, type IsoDate } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { MonthTools, useMonthShown } from '../month-shown.tsx';
import { DayCorrection } from './correction-form.tsx';
import { MonthGrid, MonthLegend } from './month-grid.tsx';

type Employee = AttendanceMonth['employees'][number];

/** The attendance of a month, employees by days. A day opens its correction. */
export function AttendanceMonthView() {
  const mayCorrect = useMay()('hr.write');
  const shown = useMonthShown('attendance-');
  const read = useRead('attendanceMonth', { query: shown.query }, { keepPrevious: true });
  const { open, dialog } = useDialogs({
    correct: ([employee, date]: [Employee, IsoDate], close) => (
      <DayCorrection employee={employee} date={date} onClose={close} />
    ),
  });
  const { month, departmentId } = shown.query;
  const filter = {
    month,
    departmentId: departmentId === undefined ? undefined : String(departmentId),
  };
  return (
    <Panel
      title={`Attendance in ${formatMonth(shown.month)}`}
      flush
      actions={
        <>
          <MonthTools shown={shown} />
          <ExportMenu
            operation="exportAttendanceMonth"
            list={{ filter, sort: '' }}
            what="The days of this month"
            label="Export the month"
          />
        </>
      }
    >
      <Loaded read={read} loading="Loading the month…" lines={10}>
        {(answer) =>
          answer.employees.length === 0 ? (
            <Empty
              title={`Nobody was employed in ${formatMonth(answer.month)}`}
              description="Employees are shown from their hire date to their last day."
            />
          ) : (
            <>
              <MonthGrid
                attendance={answer}
                onOpen={
                  mayCorrect ? (employee, date) => open('correct', [employee, date]) : undefined
                }
              />
              <MonthLegend mayCorrect={mayCorrect} />
            </>
          )
        }
      </Loaded>
      {dialog}
    </Panel>
  );
}
