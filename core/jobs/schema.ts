import { z } from 'zod';
import { instant } from '../kernel/dates.ts';

/** How a job stands in its latest period; 'interrupted' is a run whose process went away. */
export const jobStatuses = ['running', 'done', 'failed', 'interrupted'] as const;

export const job = z.object({
  name: z.string(),
  title: z.string(),
  schedule: z.string(),
  lastPeriod: z.string().nullable(),
  lastStatus: z.enum(jobStatuses).nullable(),
  /** What the last run did, or why it failed. */
  lastSummary: z.string(),
  lastFinishedAt: instant.nullable(),
  /** True when this period's time has come and the job has not been done for it. */
  isDue: z.boolean(),
});
export type JobState = z.output<typeof job>;
export const jobParams = z.object({ name: z.string().max(60) });
export const jobResult = z.object({
  name: z.string(),
  period: z.string(),
  outcome: z.enum(['done', 'alreadyDone', 'running']),
  summary: z.string(),
});
export type JobResult = z.output<typeof jobResult>;
