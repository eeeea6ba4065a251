import { type Actor, authorise, can } from '../../identity/actor.ts';
import {
  formatMonth,
  type IsoDate,
  type IsoMonth,
  isIsoMonth,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import { searchKey } from '../../kernel/text.ts';

/** The sources of entries whose single lines only those see who may see salaries (decision 44). */
export const PRIVATE_SOURCES = 'payroll.';

/** The source of the entry of a month, under which others see their sums. */
export const PRIVATE_MONTH = 'payroll';

export function isPrivateSource(source: string): boolean {
  return source.startsWith(PRIVATE_SOURCES);
}

/** The fewest people behind each line of what is shown to those who may not see pay (decision 67). */
export const FEWEST_PEOPLE = 5;

/** Said beside figures from which such entries are left out. */
export const LEFT_OUT_NOTE = 'Pay of fewer than five people is not included.';

/** What is said beside figures of the books to an actor who may not see pay; nothing to others. */
export function leftOutNote(actor: Actor): { note?: string } {
  return seesPrivateEntries(actor) ? {} : { note: LEFT_OUT_NOTE };
}

/**
 * Whether the actor sees such entries one by one; others see one entry a month, with the sums by account of those behind whose
 * lines enough people stand.
 */
export function seesPrivateEntries(actor: Actor): boolean {
  return can(actor, 'pay.read');
}

/** Refuses a single entry of such a source. @throws AppError forbidden without pay.read. */
export function authoriseSource(actor: Actor, source: string): void {
  if (isPrivateSource(source)) authorise(actor, 'pay.read');
}

/** Ids above those of entries stand for the entry of a month: its year and month follow. */
const MONTH_IDS = 900_000_000_000_000;

/** The id under which the private entries of a month are shown as one. */
export function privateMonthId(month: IsoMonth): number {
  return MONTH_IDS + Number(month.replace('-', ''));
}

/** The month of such an id; undefined for the id of an entry. */
export function privateMonthOf(id: number): IsoMonth | undefined {
  if (id <= MONTH_IDS) return undefined;
  const digits = String(id - MONTH_IDS).padStart(6, '0');
  const text = `${digits.slice(0, 4)}-${digits.slice(4)}`;
  return isIsoMonth(text) ? text : undefined;
}

const NUMBER = 'PAYROLL-';

/** The number under which they are shown: 'PAYROLL-2026-11'. */
export function privateMonthNumber(month: IsoMonth): string {
  return `${NUMBER}${month}`;
}

/** The month of such a number, given in upper case; undefined for other numbers. */
export function privateMonthOfNumber(number: string): IsoMonth | undefined {
  const text = number.startsWith(NUMBER) ? number.slice(NUMBER.length) : '';
  return isIsoMonth(text) ? text : undefined;
}

/** How the private entries of a month are shown as one; `today` while the month lasts. */
export function privateMonthTexts(month: IsoMonth, today: IsoDate) {
  return {
    number: privateMonthNumber(month),
    description: `Payroll of ${formatMonth(month)}`,
    date: month === monthOf(today) ? today : lastDay(month),
    source: PRIVATE_MONTH,
  };
}

/** Whether the entry of a month contains a searched text. */
export function privateMonthMatches(month: IsoMonth, q: string | undefined): boolean {
  const wanted = searchKey(q ?? '');
  const { number, description } = privateMonthTexts(month, lastDay(month));
  return [number, description].some((text) => searchKey(text).includes(wanted));
}
