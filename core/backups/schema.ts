import { z } from 'zod';
import { instant } from '../kernel/dates.ts';

/** How many backups are kept (seeds/001 9). */
export const BACKUPS_KEPT = 30;
/** How many of the newest scheduled backups are kept whatever else is made. */
export const SCHEDULED_KEPT = 7;

export const backupTypes = ['manual', 'scheduled'] as const;
export type BackupType = (typeof backupTypes)[number];

/** `unverified`: it has not been restored for a comparison yet; `failed`: that showed differences or was not possible. */
const verifications = ['verified', 'unverified', 'failed'] as const;

/** A backup file (seeds/001 3). */
export const backup = z.object({
  filename: z.string(),
  created: instant,
  /** In MB, two decimals. */
  size: z.number(),
  type: z.enum(backupTypes),
  verification: z.enum(verifications),
  verifiedAt: instant.nullable(),
  /** What the last verification found, one sentence each. */
  problems: z.array(z.string()),
});
export type Backup = z.output<typeof backup>;

/** Jobs and outgoing messages stand still since a restore (decision 38). */
export const pause = z.object({
  since: instant,
  /** Who restored. */
  by: z.string(),
  /** The restored file. */
  filename: z.string(),
});
export type Pause = z.output<typeof pause>;

export const backupStats = z.object({
  totalBackups: z.number(),
  totalSizeMB: z.number(),
  lastBackup: instant.nullable(),
  /** The backup directory on the server. */
  directory: z.string(),
  /** A failed or missing night, or a copy that failed: a sentence for the user; null when all is well. */
  alert: z.string().nullable(),
  /** Where verified files are copied to; null without ISP_BACKUP_COPY. */
  copiedTo: z.string().nullable(),
  pause: pause.nullable(),
});
export type BackupStats = z.output<typeof backupStats>;

export const backupWorks = ['backup', 'verify', 'restore', 'move'] as const;
export type BackupWork = (typeof backupWorks)[number];

/** What is running in the backup directory, in any process. */
export const backupProgress = z.object({
  work: z.enum(backupWorks).nullable(),
  filename: z.string().nullable(),
  /** What it is doing now, as a sentence: 'Loading invoices (3 of 41 tables)'. */
  step: z.string(),
  /** From 0 to 100, or null where it cannot be known. */
  percent: z.number().nullable(),
  by: z.string(),
  startedAt: instant.nullable(),
});
export type BackupProgress = z.output<typeof backupProgress>;

export const backupParams = z.object({ filename: z.string().max(200) });
export const createdBackup = z.object({ filename: z.string(), size: z.number() });
export const backupMessage = z.object({ message: z.string() });

export const verifyResult = z.object({
  filename: z.string(),
  verified: z.boolean(),
  problems: z.array(z.string()),
  /** How many tables and rows were compared. */
  tables: z.number(),
  rows: z.number(),
  seconds: z.number(),
});
export type VerifyResult = z.output<typeof verifyResult>;
