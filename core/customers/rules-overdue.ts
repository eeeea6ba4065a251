import { addDays, type IsoDate } from '../kernel/dates.ts';
import { OVERDUE_DAYS } from './schema-overdue.ts';

/** A pending invoice due on this day or earlier is overdue (decision 2). */
export function overdueBoundary(today: IsoDate): IsoDate {
  return addDays(today, -OVERDUE_DAYS);
}
