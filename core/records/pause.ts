import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { Db } from '../database/connect.ts';
import { saveSetting } from '../database/settings.ts';
import { dateInJuba, formatDate } from '../kernel/dates.ts';
import { AppError } from '../kernel/errors.ts';

/** Jobs and outgoing messages stand still since a backup was restored, until somebody resumes them (decision 38). */
export interface Pause {
  since: Date;
  /** Who restored. */
  by: string;
  /** The restored file. */
  filename: string;
}

/** The row of `settings`. */
const PAUSE = 'pause';

/** A condition for statements that must do nothing while paused. */
export const isPaused = sql<boolean>`exists (select 1 from settings where name = ${PAUSE})`;

/** The pause; undefined when jobs run as usual. */
export async function getPause(db: Db): Promise<Pause | undefined> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('name', '=', PAUSE)
    .executeTakeFirst();
  if (!row) return undefined;
  const { by, filename } = row.value as unknown as Record<string, unknown>;
  return { since: row.updated_at, by: String(by), filename: String(filename) };
}

/** Pauses; an earlier pause is replaced. */
export async function setPause(tx: Ctx, { since, by, filename }: Pause): Promise<void> {
  await saveSetting(tx.db, PAUSE, { since, by, filename }, since);
}

/** Resumes. Returns false if nothing was paused. */
export async function clearPause(tx: Ctx): Promise<boolean> {
  const result = await tx.db.deleteFrom('settings').where('name', '=', PAUSE).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** 'Jobs are paused since the backup … was restored on 22 Nov 2026 by Grace Lado. Resume them under …'. */
export function pauseText({ since, by, filename }: Pause): string {
  return `Jobs are paused since the backup ${filename} was restored on ${formatDate(dateInJuba(since))} by ${by}. Resume them under Backup & Security or with isp backups resume.`;
}

/** @throws AppError rule jobs.paused in a pause after a restore. */
export async function assertNotPaused({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const pause = await getPause(db);
  if (pause) throw jobsPaused(pause);
}

/** The refusal of what must wait until somebody resumes. */
export function jobsPaused(pause: Pause): AppError {
  return new AppError('rule', 'jobs.paused', pauseText(pause));
}
