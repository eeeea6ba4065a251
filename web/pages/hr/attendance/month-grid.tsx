import type { GridState } from '@nimule/core/hr/attendance/rules';
import { type AttendanceMonth, gridStates } from '@nimule/core/hr/attendance/schema';
import { formatDate, formatMonth, type IsoDate } from '@nimule/core/kernel/dates';
import { memo, useEffect, useRef } from 'react';
import { decimalText } from '../../../parts/leave/leave-words.tsx';
import { useGridKeys } from '../../../ui/table/grid-keys.ts';
import { today } from '../../../ui/today.ts';
import { type CalendarDay, daysIn } from '../leave/calendar-rows.ts';
import calendar from '../leave/leave.module.css';
import styles from './attendance.module.css';
import { stateLabels, stateLetters } from './attendance-words.ts';

type Employee = AttendanceMonth['employees'][number];

const totals = [
  { name: 'present', short: 'P', label: 'Days present' },
  { name: 'late', short: 'L', label: 'Days late' },
  { name: 'absent', short: 'A', label: 'Days absent' },
  { name: 'leave', short: 'V', label: 'Days on leave' },
  { name: 'totalHours', short: 'Hours', label: 'Hours' },
  { name: 'overtime', short: 'Over', label: 'Hours of overtime' },
] as const satisfies readonly { name: keyof Employee; short: string; label: string }[];

function dayClass({ isWeekend, holiday, date }: CalendarDay): string {
  return [
    calendar.day,
    holiday !== '' ? calendar.holiday : isWeekend ? calendar.weekend : '',
    date === today() ? calendar.today : '',
  ].join(' ');
}

interface MonthGridProps {
  attendance: AttendanceMonth;
  /** Opens a day that is not to come. */
  onOpen: ((employee: Employee, date: IsoDate) => void) | undefined;
}

/** Employees by days with totals. Arrow keys, Home, End, Page Up and Page Down move; Enter opens a day. */
export function MonthGrid({ attendance, onOpen }: MonthGridProps) {
  const days = daysIn(attendance);
  const { month, employees } = attendance;
  const scroller = useRef<HTMLElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const openCell = (cell: HTMLTableCellElement) => {
    const employee = employees[Number(cell.dataset.row)];
    const day = days[Number(cell.dataset.day)];
    if (employee && day && day.date <= today()) onOpen?.(employee, day.date);
  };
  const keys = useGridKeys(table, openCell);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new month is scrolled to its first day, this one to today
  useEffect(() => {
    const frame = scroller.current;
    const now = frame?.querySelector<HTMLElement>(`thead .${calendar.today}`);
    if (frame) frame.scrollLeft = now ? now.offsetLeft - frame.clientWidth / 2 : 0;
  }, [month]);
  return (
    <section ref={scroller} className={styles.gridScroll} aria-label="Days of the month">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between the days
        role="grid"
        aria-readonly={onOpen === undefined}
        className={`${calendar.calendar} ${styles.grid} ${onOpen ? styles.opens : ''}`}
        {...keys}
      >
        <caption className="visually-hidden">Attendance in {formatMonth(month)}</caption>
        <thead>
          <tr>
            <th scope="col" className={calendar.name}>
              Employee
            </th>
            {days.map((day) => (
              <th
                key={day.date}
                scope="col"
                className={dayClass(day)}
                title={day.holiday || day.weekday}
              >
                <span aria-hidden="true">{day.weekday.slice(0, 2)}</span>
                <span>{day.number}</span>
                {day.holiday !== '' && <span className="visually-hidden">, {day.holiday}</span>}
              </th>
            ))}
            {totals.map(({ name, short, label }) => (
              <th key={name} scope="col" className={styles.total} title={label} aria-label={label}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {employees.map((employee, row) => (
            <EmployeeRow key={employee.employeeId} employee={employee} row={row} month={month} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={calendar.name}>
              At work
            </th>
            {days.map(({ date }, at) => (
              <td key={date}>{atWork(employees, at) || ''}</td>
            ))}
            {totals.map(({ name }) => (
              <td key={name} className={styles.total}>
                {decimalText(sumOf(employees, name))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function atWork(employees: readonly Employee[], at: number): number {
  return employees.filter(({ days }) => days[at] === 'present' || days[at] === 'late').length;
}

/** Hours are summed in hundredths: 0.1 and 0.2 are not 0.30000000000000004. */
function sumOf(employees: readonly Employee[], name: (typeof totals)[number]['name']): number {
  return employees.reduce((sum, employee) => sum + Math.round(employee[name] * 100), 0) / 100;
}

interface EmployeeRowProps {
  employee: Employee;
  row: number;
  month: AttendanceMonth['month'];
}

/** Memoized: a month of 300 employees has more than 10,000 cells. */
const EmployeeRow = memo(function EmployeeRow({ employee, row, month }: EmployeeRowProps) {
  const days = daysIn({ month, holidays: [] });
  return (
    <tr>
      <th scope="row" className={calendar.name}>
        <span dir="auto">{employee.employeeName}</span>
        <span className="quiet">{employee.department}</span>
      </th>
      {days.map((day, at) => {
        const state = employee.days[at] ?? 'none';
        return (
          <td
            key={day.date}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
            role="gridcell"
            // The first cell can be reached with the Tab key; the grid's keys move it.
            tabIndex={row === 0 && at === 0 ? 0 : -1}
            data-row={row}
            data-day={at}
            className={`${day.isWeekend ? calendar.weekend : ''} ${styles[state] ?? ''}`}
            title={`${employee.employeeName}, ${formatDate(day.date)}: ${stateLabels[state]}`}
            aria-label={stateLabels[state]}
          >
            <span aria-hidden="true">{stateLetters[state]}</span>
          </td>
        );
      })}
      {totals.map(({ name }) => (
        <td
          key={name}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
          role="gridcell"
          tabIndex={-1}
          className={styles.total}
        >
          {employee[name] === 0 ? <span className="quiet">–</span> : decimalText(employee[name])}
        </td>
      ))}
    </tr>
  );
});

/** What the letters mean. */
export function MonthLegend({ mayCorrect }: { mayCorrect: boolean }) {
  const named = gridStates.filter((state): state is Exclude<GridState, 'none'> => state !== 'none');
  return (
    <p className={`quiet ${calendar.legend}`}>
      {named.map((state) => (
        <span key={state}>
          <span className={`${styles.sample} ${styles[state] ?? ''}`}>{stateLetters[state]}</span>{' '}
          {stateLabels[state].toLowerCase()}
        </span>
      ))}
      {mayCorrect && <span>A click or Enter on a day opens its correction.</span>}
    </p>
  );
}
