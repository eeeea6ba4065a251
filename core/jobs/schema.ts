import { z } from 'zod';

export const job = z.object({
  name: z.string(),
  title: z.string(),
  schedule: z.string(),
  lastPeriod: z.string().nullable(),
  lastStatus: z.string().nullable(),
  lastSummary: z.string(),
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
