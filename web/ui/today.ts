import { dateInJuba, type IsoDate } from '@nimule/core/kernel/dates';

/** Today in Juba, independent of the browser's time zone. */
export function today(): IsoDate {
  return dateInJuba(new Date());
}
