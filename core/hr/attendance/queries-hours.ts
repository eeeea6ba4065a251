import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';

/** Overtime of employees on the days from `from` to `to`; employees without any are left out. */
export async function sumOvertime(
  db: Db,
  employeeIds: readonly number[],
  from: IsoDate,
  to: IsoDate,
): Promise<{ employeeId: number; hundredths: number }[]> {
  // Reads of each employee only the days that count; both columns are those of one index.
  const { rows } = await sql<{ employeeId: number; hundredths: number }>`
    select a.employee_id as "employeeId", sum(a.overtime_hundredths)::int as hundredths
    from ${eachId(employeeIds)} cross join lateral (
      select employee_id, overtime_hundredths from attendance
      where employee_id = k.id and day between ${from} and ${to} offset 0) a
    where a.overtime_hundredths > 0
    group by a.employee_id`.execute(db);
  return rows;
}
