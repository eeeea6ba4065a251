import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { assertDateAllowed, firstDay } from '../../kernel/dates.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import * as queries from './queries.ts';
import { type LeaveRow, toLeaveRequest } from './rules.ts';
import { leaveRefusal } from './rules-actions.ts';
import { type LeaveExport, type LeaveFilter, type LeaveRequest, leaveActions } from './schema.ts';
import { warningsOf } from './service-balances.ts';
import { callerOf, othersOf } from './service-caller.ts';

/** Rows with their warnings and what the caller may do. */
async function complete(ctx: Ctx, rows: readonly LeaveRow[]): Promise<LeaveRequest[]> {
  const warnings = await warningsOf(ctx, rows);
  const caller = callerOf(ctx);
  const hasOther = othersOf(ctx, caller);
  const requests: LeaveRequest[] = [];
  for (const row of rows) {
    const other = await hasOther(row);
    const actions = leaveActions.filter(
      (action) => !leaveRefusal(action, row, caller, other, ctx.today),
    );
    requests.push(toLeaveRequest(row, warnings.get(row.id) ?? '', actions));
  }
  return requests;
}

/** @throws AppError invalid for a month before 2000 or more than a year ahead, in which nobody has leave. */
function assertMonth(ctx: Ctx, { month }: Pick<LeaveFilter, 'month'>): void {
  if (month) assertDateAllowed('month', firstDay(month), ctx.today);
}

/**
 * Leave requests, the latest first day first by default; the total is counted only on request.
 * @throws AppError invalid for a month before 2000 or more than a year ahead.
 */
export async function listLeaveRequests(
  ctx: Ctx,
  filter: LeaveFilter,
): Promise<Page<LeaveRequest>> {
  assertMonth(ctx, filter);
  const { rows, ...page } = await queries.findLeave(ctx.db, filter);
  return { ...page, rows: await complete(ctx, rows) };
}

/** A leave request. @throws AppError notFound. */
export async function getLeaveRequest(ctx: Ctx, id: number): Promise<LeaveRequest> {
  const row = (await queries.getLeave(ctx.db, id)) ?? notFound('Leave request', id);
  return (await complete(ctx, [row]))[0]!;
}

/** How many requests wait for a decision. */
export function countPendingLeave(ctx: Ctx): Promise<number> {
  return queries.countPending(ctx.db);
}

/** A request that waits, and why the caller may not decide on it; '' if they may. */
export interface WaitingLeave {
  row: LeaveRow;
  refusal: string;
}

/** At most `limit` requests that wait for a decision, oldest first, for the list of approvals. */
export async function leaveWaiting(ctx: Ctx, limit: number): Promise<WaitingLeave[]> {
  const caller = callerOf(ctx);
  const hasOther = othersOf(ctx, caller);
  const waiting: WaitingLeave[] = [];
  for (const row of await queries.findPending(ctx.db, limit)) {
    const refusal = leaveRefusal('approve', row, caller, await hasOther(row), ctx.today);
    waiting.push({ row, refusal: refusal?.message ?? '' });
  }
  return waiting;
}

/** Requests read at a time by an export. */
const BATCH = 1000;

const columns: readonly Column<LeaveRequest>[] = [
  { header: 'employeeNumber', kind: 'text', value: (row) => row.employeeNumber, width: 14 },
  { header: 'employeeName', kind: 'text', value: (row) => row.employeeName, width: 28 },
  { header: 'department', kind: 'text', value: (row) => row.department },
  { header: 'leaveType', kind: 'text', value: (row) => row.leaveTypeName, width: 18 },
  { header: 'startDate', kind: 'date', value: (row) => row.startDate },
  { header: 'endDate', kind: 'date', value: (row) => row.endDate },
  { header: 'daysRequested', kind: 'integer', value: (row) => row.daysRequested },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 12 },
  { header: 'reason', kind: 'text', value: (row) => row.reason, width: 40 },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 40 },
  { header: 'requestDate', kind: 'date', value: (row) => row.requestDate },
  { header: 'requestedBy', kind: 'text', value: (row) => row.requestedBy },
  { header: 'approvedBy', kind: 'text', value: (row) => row.approvedBy },
  { header: 'approvalDate', kind: 'date', value: (row) => row.approvalDate },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). @throws AppError as `listLeaveRequests`. */
export async function exportLeaveRequests(ctx: Ctx, query: LeaveExport): Promise<FileAnswer> {
  assertMonth(ctx, query);
  const { format = 'xlsx' } = query;
  const file = { name: `leave-requests-${ctx.today}`, sheetName: 'Leave requests', format };
  async function* rows() {
    for await (const batch of queries.streamLeave(ctx.db, query, BATCH))
      yield batch.map((row) => toLeaveRequest(row, '', []));
  }
  return exportFile(file, columns, rows());
}
