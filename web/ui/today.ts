import { dateInJuba, type IsoDate } from '@nimule/core/kernel/dates';

/** Today in Juba, whatever the time zone of the browser. */
export function today(): IsoDate {
  return dateInJuba(new Date());
}
