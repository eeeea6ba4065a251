import { Button, Callout } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import {
  type AttendanceDay,
  attendanceQuery,
  attendanceStatuses,
} from '@nimule/core/hr/attendance/schema';
import { addDays, FIRST_DATE, type IsoDate, isIsoDate } from '@nimule/core/kernel/dates';
import { foldForSearch } from '@nimule/core/kernel/search';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { type Reading, useRead } from '../../../client/use-read.ts';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { pageOf, useListState } from '../../../ui/table/list-state.ts';
import { today } from '../../../ui/today.ts';
import { departmentFilter } from '../departments/department-filter.ts';
import { LISTS } from '../hr-url.ts';
import styles from './attendance.module.css';
import { dayColumns } from './day-columns.tsx';
import { MarkUnmarked } from './mark-unmarked.tsx';
import { type DayRow, useMarking } from './marking.tsx';

const DAY = 'day';

/** The shown day, in the URL; today by default, and never a day to come. */
function useDayShown() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(DAY) ?? '';
  const now = today();
  const date = isIsoDate(wanted) && wanted >= FIRST_DATE && wanted <= now ? wanted : now;
  const choose = (chosen: IsoDate) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (chosen === now) next.delete(DAY);
        else next.set(DAY, chosen);
        return next;
      },
      { replace: true },
    );
  return { date, choose };
}

const filterSchema = attendanceQuery.extend({
  state: z.enum(['all', ...attendanceStatuses, 'leave', 'unmarked']).optional(),
});

/** What the filter calls the state of an employee on the day. */
function stateOf({ record, leaveType }: DayRow): string {
  return record?.status ?? (leaveType ? 'leave' : 'unmarked');
}

/** The employees that search and filter leave, of an answer that holds all of a department. */
function useShownRows(read: Reading<AttendanceDay>, filter: Record<string, string | undefined>) {
  const { q, state } = filter;
  const rows = read.data?.rows;
  return useMemo(() => {
    const words = foldForSearch(q ?? '').split(/\s+/);
    return rows?.filter((row) => {
      const text = foldForSearch(`${row.employeeName} ${row.employeeNumber}`);
      const isNamed = words.every((word) => text.includes(word));
      return isNamed && (state === undefined || state === stateOf(row));
    });
  }, [rows, q, state]);
}

/** The staff of a day: who is present, late, absent, on leave or not marked. */
export function AttendanceDayView() {
  const { date, choose } = useDayShown();
  const employee = useShownRecord('employee');
  const { data: departments } = useRead('listDepartments');
  const filters = useMemo(
    () =>
      defineFilters(filterSchema, {
        departmentId: departmentFilter(departments),
        state: {
          label: 'Attendance',
          all: 'All',
          labels: { leave: 'On leave', unmarked: 'Not marked' },
        },
      }),
    [departments],
  );
  const list = useListState({
    filters,
    sort: 'employeeName',
    prefix: LISTS.attendance,
    pageSize: 50,
  });
  const departmentId = Number(list.filter.departmentId ?? 0);
  const read = useRead(
    'listAttendance',
    { query: { date, ...(departmentId > 0 ? { departmentId } : {}) } },
    { keepPrevious: true },
  );
  const rows = useShownRows(read, list.filter);
  const marking = useMarking(date, employee.show);
  const columns = dayColumns(date, marking.mark);
  return (
    <Stack>
      <div className={styles.dayBar}>
        <DayStepper date={date} onChoose={choose} />
        <Counts day={read.data} />
      </div>
      {read.data && read.data.holiday !== '' && (
        <Callout compact>Public holiday: {read.data.holiday}</Callout>
      )}
      <DataTable
        label="Attendance of the day"
        columns={columns}
        rowKey={({ employeeId }) => employeeId}
        rowName={({ employeeName }) => employeeName}
        read={{ ...read, data: rows && pageOf(rows, list) }}
        list={list}
        search="Search by name or number"
        tools={
          <MarkUnmarked day={read.data} departmentId={departmentId} departments={departments} />
        }
        actions={marking.actions.of}
        empty={{
          title: 'Nobody is employed on this day',
          description: 'Employees are shown from their hire date to their last day.',
        }}
        noMatch={{
          title: 'No employees found',
          description: 'No employees match your current search and filters.',
        }}
      />
      {marking.actions.dialog}
    </Stack>
  );
}

interface DayStepperProps {
  date: IsoDate;
  onChoose: (date: IsoDate) => void;
}

function DayStepper({ date, onChoose }: DayStepperProps) {
  const [typed, setTyped] = useState<string>(date);
  const [shown, setShown] = useState(date);
  if (shown !== date) {
    setShown(date);
    setTyped(date);
  }
  const isToday = date === today();
  return (
    <div className={styles.stepper}>
      <ActionButton
        icon={<ChevronLeftIcon />}
        aria-label="Previous day"
        tooltip="Previous day"
        onClick={() => onChoose(addDays(date, -1))}
      />
      <DateInput
        label="Day"
        aria-label="Day"
        className={styles.dayInput ?? ''}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          if (isIsoDate(next) && next >= FIRST_DATE && next <= today()) onChoose(next);
        }}
        onBlur={() => setTyped(date)}
      />
      <ActionButton
        icon={<ChevronRightIcon />}
        aria-label="Next day"
        tooltip="Next day"
        disabledReason={isToday ? 'Attendance is not kept for days to come.' : undefined}
        onClick={() => onChoose(addDays(date, 1))}
      />
      {!isToday && <Button onClick={() => onChoose(today())}>Today</Button>}
    </div>
  );
}

function Counts({ day }: { day: AttendanceDay | undefined }) {
  if (!day) return null;
  const { present, late, absent, onLeave, unmarked } = day;
  const counts = { present, late, absent, 'on leave': onLeave, 'not marked': unmarked };
  return (
    <p className={styles.counts} role="status" aria-label="Sums of the day">
      {Object.entries(counts).map(([name, count]) => (
        <span key={name}>
          <strong>{count}</strong> {name}
        </span>
      ))}
    </p>
  );
}
