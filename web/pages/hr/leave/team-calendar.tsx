import { type LeaveCalendar, leaveTypeNames, leaveTypes } from '@nimule/core/hr/leave/schema';
import { formatDate, formatMonth } from '@nimule/core/kernel/dates';
import { Link, useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { withRecord } from '../../../parts/shown-record.ts';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { today } from '../../../ui/today.ts';
import { MonthTools, useMonthShown } from '../month-shown.tsx';
import { type CalendarDay, daysIn, runsOf, shortNames } from './calendar-rows.ts';
import styles from './leave.module.css';

const MONTHS_AHEAD = 12;

/** Who is away, or has asked to be, on which days of a month. */
export function TeamCalendar() {
  const shown = useMonthShown('calendar-');
  const read = useRead('leaveCalendar', { query: shown.query }, { keepPrevious: true });
  return (
    <Panel
      title={`Team calendar of ${formatMonth(shown.month)}`}
      flush
      actions={<MonthTools shown={shown} ahead={MONTHS_AHEAD} />}
    >
      <Loaded read={read} loading="Loading the calendar…" lines={8}>
        {(calendar) =>
          calendar.employees.length === 0 ? (
            <Empty
              title={`Nobody is away in ${formatMonth(calendar.month)}`}
              description="Pending and approved leave is shown here by day."
            />
          ) : (
            <>
              <Grid calendar={calendar} />
              <Legend />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function dayClass({ isWeekend, holiday, date }: CalendarDay): string {
  return [
    styles.day,
    holiday !== '' ? styles.holiday : isWeekend ? styles.weekend : '',
    date === today() ? styles.today : '',
  ].join(' ');
}

function Grid({ calendar }: { calendar: LeaveCalendar }) {
  const [params] = useSearchParams();
  const days = daysIn(calendar);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that arrow keys scroll it
    <section className={styles.scroll} aria-label="Days of the month" tabIndex={0}>
      <table className={styles.calendar}>
        <caption className="visually-hidden">Leave in {formatMonth(calendar.month)}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
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
          </tr>
        </thead>
        <tbody>
          {calendar.employees.map((row) => (
            <tr key={row.employeeId}>
              <th scope="row" className={styles.name}>
                <span dir="auto" title={row.employeeName}>
                  {row.employeeName}
                </span>
                <span className="quiet">{row.department}</span>
              </th>
              {runsOf(days, row).map(({ day, length, leave }) =>
                leave ? (
                  <td key={day.date} colSpan={length} className={styles.away}>
                    <Link
                      to={{ search: `?${withRecord(params, { kind: 'leave', id: leave.id })}` }}
                      className={leave.status === 'pending' ? styles.pending : styles.approved}
                      title={`${leaveTypeNames[leave.leaveType]}, ${leave.status}, ${formatDate(leave.startDate)} to ${formatDate(leave.endDate)}`}
                      aria-label={`${leaveTypeNames[leave.leaveType]} of ${row.employeeName}, ${leave.status}, ${formatDate(leave.startDate)} to ${formatDate(leave.endDate)}`}
                    >
                      {length < 5 ? shortNames[leave.leaveType] : leaveTypeNames[leave.leaveType]}
                    </Link>
                  </td>
                ) : (
                  <td key={day.date} className={dayClass(day)} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Legend() {
  return (
    <p className={`quiet ${styles.legend}`}>
      <span>
        <span className={`${styles.approved} ${styles.sample}`} aria-hidden="true" /> approved
      </span>
      <span>
        <span className={`${styles.pending} ${styles.sample}`} aria-hidden="true" /> pending
      </span>
      <span>
        <span className={`${styles.holiday} ${styles.sample}`} aria-hidden="true" /> public holiday
      </span>
      {leaveTypes.map((type) => (
        <span key={type}>
          <strong>{shortNames[type]}</strong> {leaveTypeNames[type]}
        </span>
      ))}
    </p>
  );
}
