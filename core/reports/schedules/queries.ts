import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import type { ReportSchedule } from './schema.ts';

/** A row of the table report_schedules. */
export interface ScheduleRecord extends Omit<ReportSchedule, 'title' | 'nextOn'> {
  sendsFrom: IsoDate;
}

export const schedules = defineRecord<'report_schedules', ScheduleRecord>('report_schedules', {
  id: 'id bigint',
  report: 'report text',
  format: 'format text',
  every: 'every text',
  recipients: 'recipients text[]',
  ownerId: 'owner_id bigint',
  ownerName: 'owner_name text',
  isActive: 'is_active boolean',
  stoppedReason: 'stopped_reason text',
  sendsFrom: 'sends_from date',
  lastStart: 'last_start date',
  lastEnd: 'last_end date',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  version: 'version int',
});

/** All scheduled reports, active ones first, in the order in which they were made. */
export function findSchedules(db: Db): Promise<ScheduleRecord[]> {
  return db
    .selectFrom('report_schedules')
    .select(schedules.list())
    .orderBy('is_active', 'desc')
    .orderBy('id')
    .execute();
}

export function findSchedulesById(db: Db, ids: readonly number[]): Promise<ScheduleRecord[]> {
  return db
    .selectFrom('report_schedules')
    .select(schedules.list())
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .execute();
}

/** Records that a period is queued; false if it was before. */
export async function insertDelivery(
  db: Db,
  scheduleId: number,
  { startDate, endDate }: DateRange,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into report_deliveries (schedule_id, start_date, end_date, queued_at)
    values (${scheduleId}, ${startDate}::date, ${endDate}::date, ${at})
    on conflict do nothing`.execute(db);
  return numAffectedRows > 0n;
}

/** Records the last period, which is no change by a user: the version stays. */
export async function setLastPeriod(
  db: Db,
  scheduleId: number,
  { startDate, endDate }: DateRange,
): Promise<void> {
  await sql`
    update report_schedules set last_start = ${startDate}::date, last_end = ${endDate}::date
    where id = ${scheduleId}`.execute(db);
}

export async function deleteSchedule(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report_schedules').where('id', '=', id).execute();
}
