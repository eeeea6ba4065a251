import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { AttendanceRecord } from './rules.ts';
import type { AttendanceStatus } from './schema.ts';

export const attendance = defineRecord<'attendance', AttendanceRecord>('attendance', {
  id: 'id bigint',
  employeeId: 'employee_id bigint',
  date: 'day date',
  status: 'status text',
  checkIn: 'check_in timestamptz',
  checkOut: 'check_out timestamptz',
  totalHundredths: 'total_hundredths int',
  overtimeHundredths: 'overtime_hundredths int',
  notes: 'notes text',
  markedAt: 'marked_at timestamptz',
  markedBy: 'marked_by text',
  correctedAt: 'corrected_at timestamptz',
  correctedBy: 'corrected_by text',
  correctionReason: 'correction_reason text',
  version: 'version int',
});

/** The attendance of days from `from` to `to`, both included, by employee and day. */
export function findBetween(
  db: Db,
  from: IsoDate,
  to: IsoDate,
  employeeId?: number,
): Promise<AttendanceRecord[]> {
  let query = db
    .selectFrom('attendance')
    .select(attendance.list())
    .where(sql<boolean>`day between ${from} and ${to}`)
    .orderBy('employee_id')
    .orderBy('day');
  if (employeeId !== undefined) query = query.where('employee_id', '=', employeeId);
  return query.execute();
}

/** The record of an employee's day, locked. */
export function lockDay(
  db: Db,
  employeeId: number,
  date: IsoDate,
): Promise<AttendanceRecord | undefined> {
  return db
    .selectFrom('attendance')
    .select(attendance.list())
    .where('employee_id', '=', employeeId)
    .where('day', '=', date)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type NewRecord = Omit<AttendanceRecord, 'id' | 'version'>;

/** Inserts a record; undefined if the day has one, also of another transaction. */
export async function insertDay(db: Db, row: NewRecord): Promise<AttendanceRecord | undefined> {
  const rows = await sql<AttendanceRecord>`
    insert into attendance (employee_id, day, status, check_in, check_out, total_hundredths, overtime_hundredths, notes, marked_at,
      marked_by, corrected_at, corrected_by, correction_reason)
    values (${row.employeeId}, ${row.date}, ${row.status}, ${row.checkIn}, ${row.checkOut}, ${row.totalHundredths},
      ${row.overtimeHundredths}, ${row.notes}, ${row.markedAt}, ${row.markedBy}, ${row.correctedAt}, ${row.correctedBy},
      ${row.correctionReason})
    on conflict on constraint attendance_once do nothing
    returning ${attendance.listText('attendance')}`.execute(db);
  return rows.rows[0];
}

/** Marks those of the employees who have no mark on the day. Answers how many were marked. */
export async function insertMarks(
  db: Db,
  employeeIds: readonly number[],
  mark: { date: IsoDate; status: AttendanceStatus; checkIn: Date | null; at: Date; by: string },
): Promise<number> {
  const rows = await sql`
    insert into attendance (employee_id, day, status, check_in, marked_at, marked_by)
    select id, ${mark.date}::date, ${mark.status}, ${mark.checkIn}::timestamptz, ${mark.at}::timestamptz, ${mark.by}
    from unnest(${arrayOf('bigint', employeeIds)}) id order by id
    on conflict on constraint attendance_once do nothing returning id`.execute(db);
  return rows.rows.length;
}
