import { z } from 'zod';
import { instant } from '../../kernel/dates.ts';
import { pagingQuery } from '../../kernel/paging.ts';

export const historyQuery = pagingQuery(['at']).pick({ page: true, pageSize: true, total: true });
export type HistoryQuery = z.output<typeof historyQuery>;

/** The displayed value of a field before and after; null if empty. */
export const historyChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type HistoryChange = z.output<typeof historyChange>;

/** One line of a record's history, as displayed text. */
export const historyLine = z.object({
  /** Unique within the record's history. */
  id: z.string(),
  at: instant,
  who: z.string(),
  what: z.string(),
  changes: z.array(historyChange),
});
export type HistoryLine = z.output<typeof historyLine>;
