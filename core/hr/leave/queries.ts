import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  countRows,
  inBatches,
  orderOf,
  pageOf,
  type Sorts,
  withTotal,
} from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import { addDays, firstDay, lastDay } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import { type LeaveRecord, type LeaveRow, LONGEST_LEAVE, leaveSearchText } from './rules.ts';
import type { LeaveFilter, LeaveSort } from './schema.ts';

export const leaveRequests = defineRecord<'leave_requests', LeaveRecord>('leave_requests', {
  id: 'id bigint',
  employeeId: 'employee_id bigint',
  leaveType: 'leave_type text',
  startDate: 'start_date date',
  endDate: 'end_date date',
  days: 'days int',
  daysNextYear: 'days_next_year int',
  reason: 'reason text',
  notes: 'notes text',
  status: 'status text',
  requestDate: 'request_date date',
  requestedBy: 'requested_by text',
  requestedById: 'requested_by_id bigint',
  decidedBy: 'decided_by text',
  decidedById: 'decided_by_id bigint',
  decidedAt: 'decided_at timestamptz',
  approvalDate: 'approval_date date',
  decisionNotes: 'decision_notes text',
  isSole: 'is_sole boolean',
  cancelledBy: 'cancelled_by text',
  cancelledAt: 'cancelled_at timestamptz',
  createdAt: 'created_at timestamptz',
  version: 'version int',
});

/** The employee of a request `r`. */
const employeeOf = sql`cross join lateral ${byKey('employees', 'id', 'r.employee_id')} e
  cross join lateral ${byKey('departments', 'id', 'e.department_id')} d`;
const columns = sql`${leaveRequests.listText('r')}, e.employee_number as "employeeNumber",
  e.first_name || ' ' || e.last_name as "employeeName", d.name as department, e.user_id as "userId"`;

const sorts: Sorts<LeaveSort> = {
  keys: {
    startDate: 'r.start_date',
    requestDate: 'r.request_date',
    // Begins with the name.
    employeeName: 'r.search_text',
    daysRequested: 'r.days',
  },
  unique: 'r.id',
  first: { column: 'startDate', descending: true },
};

function found(db: Db, filter: LeaveFilter) {
  const { status = 'all', leaveType = 'all', employeeId, departmentId, month, q } = filter;
  let query = db.selectFrom('leave_requests as r');
  if (status !== 'all') query = query.where('r.status', '=', status);
  if (leaveType !== 'all') query = query.where('r.leave_type', '=', leaveType);
  if (employeeId !== undefined) query = query.where('r.employee_id', '=', employeeId);
  if (departmentId !== undefined)
    query = query.where((eb) =>
      eb(
        'r.employee_id',
        'in',
        eb.selectFrom('employees').select('id').where('department_id', '=', departmentId),
      ),
    );
  if (month)
    query = query
      .where('r.start_date', '>', addDays(firstDay(month), -LONGEST_LEAVE))
      .where('r.start_date', '<=', lastDay(month))
      .where('r.end_date', '>=', firstDay(month));
  return q ? query.where(matchesSearch(sql`r.search_text`, q)) : query;
}

/** One page of the filtered list, the latest first day first by default. */
export async function findLeave(db: Db, filter: LeaveFilter): Promise<Page<LeaveRow>> {
  const page = pageOf(found(db, filter).selectAll('r'), sorts, filter);
  const { rows } = await sql<LeaveRow>`select ${columns} from (${page}) r ${employeeOf}
    order by ${orderOf(sorts, filter.sort)}`.execute(db);
  return withTotal(rows, filter, () => countRows(found(db, filter)));
}

/** The whole filtered, sorted list, `size` requests at a time. */
export async function* streamLeave(
  db: Db,
  filter: LeaveFilter,
  size: number,
): AsyncGenerator<LeaveRow[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('r.id').orderBy(order).execute();
  yield* inBatches(
    matches.map(({ id }) => id),
    size,
    async (part) => {
      const { rows } = await sql<LeaveRow>`select ${columns} from ${eachId(part)}
        cross join lateral ${byKey('leave_requests', 'id', 'k.id')} r ${employeeOf}`.execute(db);
      return rows;
    },
  );
}

async function readSome(db: Db, source: RawBuilder<unknown>): Promise<LeaveRow[]> {
  const { rows } = await sql<LeaveRow>`select ${columns} from ${source} r ${employeeOf}
    order by r.id`.execute(db);
  return rows;
}

export async function getLeave(db: Db, id: number): Promise<LeaveRow | undefined> {
  return (await readSome(db, byKey('leave_requests', 'id', sql`${id}`)))[0];
}

/** At most `limit` pending requests, oldest first. */
export function findPending(db: Db, limit: number): Promise<LeaveRow[]> {
  return readSome(
    db,
    sql`(select * from leave_requests where status = 'pending' order by id limit ${limit})`,
  );
}

export function countPending(db: Db): Promise<number> {
  return countRows(db.selectFrom('leave_requests').where('status', '=', 'pending'));
}

/** Writes the search texts of employees' requests again, after changes of their names. */
export async function renameEmployees(
  db: Db,
  employees: readonly { id: number; employeeName: string; employeeNumber: string }[],
): Promise<void> {
  const byId = new Map(employees.map((employee) => [employee.id, employee]));
  const { rows } = await sql<Pick<LeaveRecord, 'id' | 'employeeId' | 'reason'>>`
    select r.id, r.employee_id as "employeeId", r.reason
    from ${eachId([...byId.keys()])} cross join lateral ${byKey('leave_requests', 'employee_id', 'k.id')} r
    order by r.id`.execute(db);
  if (rows.length === 0) return;
  const source = rowsOf(rows, {
    id: ['bigint', ({ id }) => id],
    search_text: [
      'text',
      ({ employeeId, reason }) => leaveSearchText({ ...byId.get(employeeId)!, reason }),
    ],
  });
  await sql`update leave_requests r set search_text = n.search_text from (${source}) n
    where r.id = n.id and r.search_text <> n.search_text`.execute(db);
}
