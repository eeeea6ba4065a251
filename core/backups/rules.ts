import { BUSINESS_TIME_ZONE } from '../kernel/dates.ts';
import { BACKUPS_KEPT, type BackupType, SCHEDULED_KEPT } from './schema.ts';

/** Names are bounded before they are matched. */
const LONGEST_NAME = 60;
const NAME = /^nimule-(\d{8})-(\d{6})(?:-(\d{1,3}))?-(manual|scheduled)\.sql$/;

export interface BackupName {
  filename: string;
  /** Local time in Juba, 'YYYYMMDD-HHMMSS': sorts by time. */
  at: string;
  type: BackupType;
}

/**
 * The parts of a backup's file name, or undefined for any other name: nothing else in the directory is opened, listed
 * or deleted.
 */
export function parseBackupName(filename: string): BackupName | undefined {
  if (filename.length > LONGEST_NAME) return undefined;
  const match = NAME.exec(filename);
  if (!match) return undefined;
  const [, date, time, number, type] = match;
  if (Number.isNaN(createdAtOf({ at: `${date}-${time}` }).getTime())) return undefined;
  return {
    filename,
    at: `${date}-${time}${number ? `-${number.padStart(3, '0')}` : ''}`,
    type: type as BackupType,
  };
}

/**
 * The file name of a backup: nimule-20261122-020000-scheduled.sql. `localTime` is 'YYYY-MM-DD HH:MM:SS' in Juba; `number`
 * distinguishes backups of one second.
 */
export function backupName(localTime: string, type: BackupType, number = 0): string {
  const digits = localTime.replaceAll(/[-:]/g, '').replace(' ', '-');
  return `nimule-${digits}${number > 0 ? `-${number}` : ''}-${type}.sql`;
}

export interface KeptBackup {
  filename: string;
  type: BackupType;
  verified: boolean;
}

/**
 * The backups to delete, given all of them from the newest to the oldest: those after the newest 30, but never the
 * newest one, the newest verified one, or one of the seven newest scheduled ones (seeds/001 9).
 */
export function backupsToPrune(newestFirst: readonly KeptBackup[]): string[] {
  const scheduled = newestFirst.filter(({ type }) => type === 'scheduled').slice(0, SCHEDULED_KEPT);
  const lastVerified = newestFirst.find(({ verified }) => verified);
  const kept = new Set([...newestFirst.slice(0, BACKUPS_KEPT), ...scheduled, lastVerified]);
  return newestFirst.filter((one) => !kept.has(one)).map(({ filename }) => filename);
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: BUSINESS_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** 'YYYY-MM-DD HH:MM:SS' in Juba. */
export function jubaTime(instant: Date): string {
  return clock.format(instant);
}

/** When a backup was made, by its name. Juba is two hours ahead of UTC since 2021. */
export function createdAtOf({ at }: Pick<BackupName, 'at'>): Date {
  const part = (from: number, to: number) => at.slice(from, to);
  return new Date(
    `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}T${part(9, 11)}:${part(11, 13)}:${part(13, 15)}+02:00`,
  );
}

/** A night without a backup is reported after this many hours. */
export const NIGHT_LIMIT_HOURS = 26;

/** Words such as NAME=value or NAME='a value' before a command of the shell. */
const ASSIGNMENTS = /^(?:[A-Za-z_]\w*=(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])*\s+)*/s;
const PLAIN_WORD = /^[\w./~+-]+$/;

/** The name of a command (at most 1000 characters) that may be shown: its variables and arguments may be passwords. */
export function nameCommand(command: string): string {
  const word = command.replace(ASSIGNMENTS, '').split(/\s/)[0]!;
  return PLAIN_WORD.test(word) ? word : 'another place, by a command';
}
