import type { IsoDate } from '../../kernel/dates.ts';
import { type AnnualLeave, accruedIn, type Employment, lastOfYear, partIn } from './rules.ts';
import type { LeaveBalance, LeaveType } from './schema.ts';

/** An employee, as far as leave is concerned. */
export interface LeaveFacts extends Employment {
  employeeId: number;
  employeeNumber: string;
  employeeName: string;
}

/** Annual leave taken over into a year, in hundredths of a day. */
export interface CarryOver {
  employeeId: number;
  year: number;
  hundredths: number;
}

/** Pending or approved leave of any type with its days. */
export interface LeaveOfYear extends AnnualLeave {
  id: number;
  employeeId: number;
  leaveType: LeaveType;
  status: 'pending' | 'approved';
}

/** The annual leave of an employee in a year, as it is on `today`. */
export function yearBalance(
  year: number,
  facts: LeaveFacts,
  carriedOver: number,
  leave: readonly LeaveOfYear[],
  today: IsoDate,
): LeaveBalance {
  const sums = { taken: 0, planned: 0, pending: 0 };
  const others: Record<string, number> = {};
  for (const one of leave) {
    const { days, from } = partIn(year, one);
    if (days === 0) continue;
    const isTaken = one.status === 'approved' && from <= today;
    if (one.leaveType === 'annual')
      sums[one.status === 'pending' ? 'pending' : isTaken ? 'taken' : 'planned'] += days;
    else if (isTaken) others[one.leaveType] = (others[one.leaveType] ?? 0) + days;
  }
  const accrued = accruedIn(year, facts, today);
  const { employeeId, employeeNumber, employeeName } = facts;
  return {
    ...{ employeeId, employeeNumber, employeeName, year },
    carriedOver: carriedOver / 100,
    accrued: accrued / 100,
    accruedByYearEnd: accruedIn(year, facts, lastOfYear(year)) / 100,
    ...sums,
    balance: (carriedOver + accrued - (sums.taken + sums.planned) * 100) / 100,
    others,
  };
}

/**
 * What an employee takes over into the next year, in hundredths of a day: what is left at the end of the year when all
 * approved leave is counted, but not more than the company allows and not below zero.
 */
export function carryOverOf(
  year: number,
  facts: LeaveFacts,
  carriedOver: number,
  leave: readonly LeaveOfYear[],
  mostDays: number,
): number {
  const used = leave
    .filter(({ leaveType, status }) => leaveType === 'annual' && status === 'approved')
    .reduce((sum, one) => sum + partIn(year, one).days, 0);
  const left = carriedOver + accruedIn(year, facts, lastOfYear(year)) - used * 100;
  return Math.max(0, Math.min(mostDays * 100, left));
}
