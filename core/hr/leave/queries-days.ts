import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { type LeaveStay, LONGEST_LEAVE } from './rules.ts';

/**
 * Pending and approved leave with a day between `from` and `to`. The last days lie in a range, because leave is bounded
 * in length: the index by last day is read from `from` to `LONGEST_LEAVE` days after `to`.
 */
export async function findLeaveBetween(
  db: Db,
  from: IsoDate,
  to: IsoDate,
  statuses: readonly ('pending' | 'approved')[],
  employeeIds?: readonly number[],
): Promise<LeaveStay[]> {
  let query = db
    .selectFrom('leave_requests')
    .select([
      'id',
      'employee_id as employeeId',
      sql<LeaveStay['leaveType']>`leave_type`.as('leaveType'),
      sql<IsoDate>`start_date`.as('startDate'),
      sql<IsoDate>`end_date`.as('endDate'),
      sql<LeaveStay['status']>`status`.as('status'),
    ])
    .where(sql<boolean>`status in ('pending', 'approved')`)
    .where(sql<boolean>`end_date between ${from} and ${addDays(to, LONGEST_LEAVE)}`)
    .where(sql<boolean>`start_date <= ${to}`)
    .orderBy(sql`employee_id, start_date`);
  if (statuses.length === 1) query = query.where(sql<boolean>`status = ${statuses[0]}`);
  if (employeeIds)
    query = query.where(sql<boolean>`employee_id = any(${arrayOf('bigint', employeeIds)})`);
  return query.execute();
}
