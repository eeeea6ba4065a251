import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Holiday } from './schema.ts';

export type HolidayRecord = Holiday & { createdAt: Date };

export const holidays = defineRecord<'public_holidays', HolidayRecord>('public_holidays', {
  id: 'id bigint',
  date: 'holiday_date date',
  name: 'name text',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  version: 'version int',
});

/** Public holidays from `from` to `to`, by date. */
export function findHolidays(db: Db, from: IsoDate, to: IsoDate): Promise<HolidayRecord[]> {
  return db
    .selectFrom('public_holidays')
    .select(holidays.list())
    .where(sql<boolean>`holiday_date between ${from} and ${to}`)
    .orderBy('holiday_date')
    .execute();
}
