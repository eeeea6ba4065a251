import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { notFound } from '../../kernel/errors.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { limitOf, type Page } from '../../kernel/paging.ts';
import * as queries from './queries-balances.ts';
import { type AnnualLeave, balanceOf, partIn, warningOf, yearOf } from './rules.ts';
import {
  type CarryOver,
  type LeaveFacts,
  type LeaveOfYear,
  yearBalance,
} from './rules-balances.ts';
import type { BalanceFilter, LeaveBalance, LeaveType } from './schema.ts';

/** What the balances of an employee are computed from. */
export interface EmployeeLeave {
  facts: LeaveFacts;
  /** Hundredths of a day taken over into a year. */
  carriedInto: (year: number) => number;
  leave: LeaveOfYear[];
}

/** Reads what the balances of employees in the years from `from` to `to` are computed from, in the order of their ids. */
export async function leaveOfEmployees(
  ctx: Ctx,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, EmployeeLeave>> {
  if (ids.length === 0) return new Map();
  const employments = await queries.findEmployments(ctx.db, ids);
  const carried = groupedBy(
    await queries.findCarryOvers(ctx.db, ids, from, to),
    (row: CarryOver) => row.employeeId,
  );
  const leave = groupedBy(
    await queries.findLeaveOfYears(ctx.db, ids, from, to),
    (row) => row.employeeId,
  );
  return new Map(
    employments.map((facts) => {
      const rows = carried.get(facts.employeeId) ?? [];
      const carriedInto = (year: number) => rows.find((row) => row.year === year)?.hundredths ?? 0;
      return [
        facts.employeeId,
        { facts, carriedInto, leave: leave.get(facts.employeeId) ?? [] },
      ] as const;
    }),
  );
}

/** Employees of whom the balances are read at a time. */
const BATCH = 2000;

/** Runs through employees in batches, each with what the balances of `year` are computed from. */
export async function* eachBatch(
  ctx: Ctx,
  ids: readonly number[],
  year: number,
): AsyncGenerator<EmployeeLeave[]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const part = ids.slice(start, start + BATCH);
    yield [...(await leaveOfEmployees(ctx, part, year, year)).values()];
  }
}

function balanceIn(ctx: Ctx, year: number, employee: EmployeeLeave): LeaveBalance {
  const { facts, carriedInto, leave } = employee;
  return yearBalance(year, facts, carriedInto(year), leave, ctx.today);
}

/** The annual leave of an employee in a year, this year by default. @throws AppError notFound. */
export async function leaveBalanceOf(
  ctx: Ctx,
  employeeId: number,
  year = yearOf(ctx.today),
): Promise<LeaveBalance> {
  const found = (await leaveOfEmployees(ctx, [employeeId], year, year)).get(employeeId);
  return balanceIn(ctx, year, found ?? notFound('Employee', employeeId));
}

/** Sorted by the balance, which is computed for all employees that the list finds. */
async function sortedByBalance(
  ctx: Ctx,
  year: number,
  filter: BalanceFilter,
): Promise<Page<LeaveBalance>> {
  const all: LeaveBalance[] = [];
  const ids = await queries.findEmployedIn(ctx.db, year, filter);
  for await (const batch of eachBatch(ctx, ids, year))
    all.push(...batch.map((employee) => balanceIn(ctx, year, employee)));
  const direction = filter.sort?.startsWith('-') ? -1 : 1;
  all.sort(
    (one, other) => direction * (one.balance - other.balance) || one.employeeId - other.employeeId,
  );
  const { limit, offset } = limitOf(filter);
  const rows = all.slice(offset, offset + limit);
  return filter.total ? { rows, total: all.length } : { rows };
}

/** The annual leave of a year, this year by default, of everybody employed in it: by name by default. */
export async function listLeaveBalances(
  ctx: Ctx,
  filter: BalanceFilter,
): Promise<Page<LeaveBalance>> {
  const { year = yearOf(ctx.today), sort } = filter;
  if (sort === 'balance' || sort === '-balance') return sortedByBalance(ctx, year, filter);
  const { rows: ids, ...page } = await queries.findEmployedPage(ctx.db, year, { ...filter, sort });
  const found = await leaveOfEmployees(ctx, ids, year, year);
  return { ...page, rows: ids.map((id) => balanceIn(ctx, year, found.get(id)!)) };
}

type Asked = AnnualLeave & { id?: number; leaveType: LeaveType };

/**
 * What is left for a request in the years of its days, in hundredths: of annual leave, without the request itself. Empty
 * for other types.
 */
export function leftFor(
  { facts, carriedInto, leave }: EmployeeLeave,
  asked: Asked,
): { year: number; days: number; left: number; on: IsoDate }[] {
  if (asked.leaveType !== 'annual') return [];
  const others = leave.filter(({ id, leaveType }) => leaveType === 'annual' && id !== asked.id);
  const years = [...new Set([yearOf(asked.startDate), yearOf(asked.endDate)])];
  return years.map((year) => {
    const { days, to } = partIn(year, asked);
    return { year, days, on: to, left: balanceOf(year, facts, carriedInto(year), others, to) };
  });
}

/** The warnings of requests by their id: beyond the maximum of the type, and of pending ones beyond what is left. */
export async function warningsOf(
  ctx: Ctx,
  requests: readonly (Asked & { id: number; employeeId: number; status: string })[],
): Promise<Map<number, string>> {
  const waiting = requests.filter(
    ({ leaveType, status }) => leaveType === 'annual' && status === 'pending',
  );
  const years = waiting.flatMap(({ startDate, endDate }) => [yearOf(startDate), yearOf(endDate)]);
  const found = await leaveOfEmployees(
    ctx,
    [...new Set(waiting.map(({ employeeId }) => employeeId))],
    Math.min(...years),
    Math.max(...years),
  );
  return new Map(
    requests.map((request) => {
      const employee = request.status === 'pending' ? found.get(request.employeeId) : undefined;
      const left = employee ? leftFor(employee, request) : [];
      return [request.id, warningOf(request.leaveType, request.days, left)];
    }),
  );
}
