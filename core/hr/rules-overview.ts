import { addDays, type IsoDate } from '../kernel/dates.ts';
import { type Cents, sumToSsp, ZERO } from '../kernel/money.ts';
import type { HrOverview } from './schema.ts';

/** Counts and sums of employees, leave and payrolls. */
export interface HrFigures {
  /** Everybody who is not terminated. */
  total: number;
  active: number;
  /** US cents of the monthly salaries of the active. */
  salaries: Cents;
  pendingLeaves: number;
  payrollToApprove: number;
  payrollToPay: number;
  firstHire: IsoDate | null;
  /** Employed on the day before the last twelve months, and today. */
  before: number;
  now: number;
  /** Whose last day is in these twelve months, before today. */
  leavers: number;
}

/** The day before the twelve months that end today. */
export function yearBefore(today: IsoDate): IsoDate {
  return addDays(today, -365);
}

/**
 * Leavers of twelve months by the average of the employees at their beginning and now, in percent with one decimal. Null
 * before anybody was hired twelve months ago.
 */
function turnoverPercent(
  { firstHire, before, now, leavers }: Pick<HrFigures, 'firstHire' | 'before' | 'now' | 'leavers'>,
  today: IsoDate,
): number | null {
  if (firstHire === null || firstHire > yearBefore(today) || before + now === 0) return null;
  return Math.round((2000 * leavers) / (before + now)) / 10;
}

/** The answer of the overview; pounds at `rate`, SSP cents for one US dollar. Half cents of the average round up. */
export function toOverview(figures: HrFigures, rate: Cents, today: IsoDate): Required<HrOverview> {
  const { total, active, salaries } = figures;
  return {
    totalEmployees: total,
    activeEmployees: active,
    inactiveEmployees: total - active,
    pendingLeaves: figures.pendingLeaves,
    payrollToApprove: figures.payrollToApprove,
    payrollToPay: figures.payrollToPay,
    monthlyPayrollUsd: salaries,
    monthlyPayrollSsp: sumToSsp(salaries, rate),
    averageSalaryUsd: active === 0 ? ZERO : (Math.round(salaries / active) as Cents),
    turnoverPercent: turnoverPercent(figures, today),
  };
}
