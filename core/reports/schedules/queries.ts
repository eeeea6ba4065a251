import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import {
  type LastDelivery,
  MAX_PROPOSED,
  type ReportRecipient,
  type ReportSchedule,
} from './schema.ts';

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
  lines: 'with_lines boolean',
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

/** Two users who add schedules at once, and the limit of their number, wait for each other. */
const SCHEDULES_LOCK = 4_401;

export async function lockSchedules(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SCHEDULES_LOCK}::int, 0)`.execute(db);
}

export interface NewDelivery extends DateRange {
  scheduleId: number;
  recipients: readonly string[];
  /** The user who has it sent once more; null for the job, which sends a period once. */
  sentBy: string | null;
  at: Date;
}

/** Records what is queued, and returns its id; undefined if the job has queued this period before. */
export async function insertDelivery(
  db: Db,
  { scheduleId, startDate, endDate, recipients, sentBy, at }: NewDelivery,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into report_deliveries (schedule_id, start_date, end_date, recipients, sent_by, queued_at)
    values (${scheduleId}, ${startDate}::date, ${endDate}::date, ${arrayOf('text', recipients)}, ${sentBy}, ${at})
    on conflict do nothing
    returning id`.execute(db);
  return rows[0]?.id;
}

/** The event of the e-mail of a delivery to a recipient, which is queued once. */
export function eventOf(schedule: number, delivery: number, recipient: string): string {
  return `report ${schedule} ${delivery} for ${recipient}`;
}

/** What became of the e-mails of the last delivery of each of these schedules, by schedule. */
export async function findLastDeliveries(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, LastDelivery>> {
  const event = sql`'report ' || d.schedule_id || ' ' || d.id || ' for ' || r.recipient`;
  const { rows } = await sql<LastDelivery & { scheduleId: number }>`
    select k.id as "scheduleId", d.start_date as "startDate", d.end_date as "endDate", d.queued_at as "queuedAt",
      d.sent_by as "sentBy", m.sent, m.waiting, m.failed, m.written, m.error
    from unnest(${arrayOf('bigint', ids)}) k (id)
    cross join lateral (
      select * from report_deliveries where schedule_id = k.id order by id desc limit 1
    ) d
    cross join lateral (
      select count(*) filter (where status in ('sent', 'delivered'))::int as sent,
        count(*) filter (where status in ('queued', 'claimed', 'sending'))::int as waiting,
        count(*) filter (where status in ('failed', 'unknown', 'cancelled'))::int as failed,
        count(*) filter (where status = 'written')::int as written,
        coalesce(max(error) filter (where status not in ('sent', 'delivered')), '') as error
      from unnest(d.recipients) r (recipient)
      cross join lateral (
        select * from messages where type = 'report' and event = ${event} and channel = 'email' offset 0
      ) e
    ) m`.execute(db);
  return new Map(rows.map(({ scheduleId, ...delivery }) => [scheduleId, delivery]));
}

/** Names and e-mail addresses of active users, by name. */
export function findRecipients(db: Db): Promise<ReportRecipient[]> {
  return db
    .selectFrom('users')
    .select(['full_name as name', 'email'])
    .where('is_active', '=', true)
    .where('email', '<>', '')
    .orderBy('full_name')
    .orderBy('id')
    .limit(MAX_PROPOSED)
    .execute();
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
