import { z } from 'zod';
import { instant } from '../kernel/dates.ts';

/** The state of a job's latest period; 'interrupted' is a run whose process was killed. */
const jobStatuses = ['running', 'done', 'failed', 'interrupted'] as const;

export const job = z.object({
  name: z.string(),
  title: z.string(),
  schedule: z.string(),
  lastPeriod: z.string().nullable(),
  lastStatus: z.enum(jobStatuses).nullable(),
  /** The result of the last run, or its error. */
  lastSummary: z.string(),
  lastFinishedAt: instant.nullable(),
  /** True when the time of this period has come and the job is not done. */
  isDue: z.boolean(),
  /** True when it waits, due or not, until somebody resumes the jobs after a restore (decision 38). */
  isPaused: z.boolean(),
});
export type JobState = z.output<typeof job>;
export const jobParams = z.object({ name: z.string().max(60) });
export const jobResult = z.object({
  name: z.string(),
  period: z.string(),
  outcome: z.enum(['done', 'alreadyDone', 'running', 'paused']),
  summary: z.string(),
});
export type JobResult = z.output<typeof jobResult>;
