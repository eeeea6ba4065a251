import { HTMLSelect } from '@blueprintjs/core';
import { type IsoMonth, isIsoMonth, isoMonth, monthOf } from '@nimule/core/kernel/dates';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../client/use-read.ts';
import { MonthStepper, monthsAround } from '../../parts/months.tsx';
import { today } from '../../ui/today.ts';

const MONTHS_BACK = 24;

export interface MonthShown {
  month: IsoMonth;
  choose: (month: IsoMonth) => void;
  /** '' for all. */
  department: string;
  chooseDepartment: (id: string) => void;
  /** The query of an operation that answers a month. */
  query: { month: IsoMonth; departmentId?: number };
}

/** Month and department of a view, in the URL with this prefix; this month and all departments by default. */
export function useMonthShown(prefix: string): MonthShown {
  const [params, setParams] = useSearchParams();
  const thisMonth = monthOf(today());
  const wanted = params.get(`${prefix}month`) ?? '';
  const department = params.get(`${prefix}department`) ?? '';
  const write = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(prefix + name);
        else next.set(prefix + name, value);
        return next;
      },
      { replace: true },
    );
  const month = isIsoMonth(wanted) ? isoMonth(wanted) : thisMonth;
  const departmentId = Number(department);
  return {
    month,
    choose: (chosen) => write('month', chosen === thisMonth ? '' : chosen),
    department,
    chooseDepartment: (id) => write('department', id),
    query: { month, ...(departmentId > 0 ? { departmentId } : {}) },
  };
}

interface MonthToolsProps {
  shown: MonthShown;
  /** Months to come that are offered. */
  ahead?: number;
}

/** Chooses department and month. */
export function MonthTools({ shown, ahead = 0 }: MonthToolsProps) {
  const departments = useRead('listDepartments');
  return (
    <>
      <HTMLSelect
        aria-label="Department"
        value={shown.department}
        onChange={(event) => shown.chooseDepartment(event.target.value)}
        options={[
          { value: '', label: 'All departments' },
          ...(departments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <MonthStepper
        label="Month"
        months={monthsAround(today(), MONTHS_BACK, ahead)}
        value={shown.month}
        onChoose={shown.choose}
      />
    </>
  );
}
