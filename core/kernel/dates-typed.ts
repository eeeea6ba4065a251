import { addDays, type IsoDate, isIsoDate, monthOf } from './dates.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const RELATIVE: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };

/** The longest text that is read as a date: 'Wednesday, 21 September 2026' and some spaces. */
const MAX_TYPED = 40;
/** Letters that identify a month: 'jun' and 'jul' differ in the third. */
const MIN_MONTH_LETTERS = 3;

const DAY_FIRST = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/;
const NAMED = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]?([a-z]{3,9})\.?,?(?:[ -]?(\d{4}|\d{2}))?$/;

function monthNamed(name: string): number | undefined {
  if (name.length < MIN_MONTH_LETTERS) return undefined;
  const at = MONTHS.findIndex(
    (month) => month.startsWith(name) || (month === 'september' && name === 'sept'),
  );
  return at < 0 ? undefined : at + 1;
}

function assemble(day: string, month: number, year: string | undefined, today: IsoDate) {
  const years = { 0: today.slice(0, 4), 2: `20${year}`, 4: year };
  const whole = years[(year?.length ?? 0) as 0 | 2 | 4];
  const text = `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(text) ? text : undefined;
}

/**
 * Parses a date as a person types it, the day always first: '21 Nov 2026', '21 nov', '21/11/2026', '21.11.26', '21/11',
 * '21' (of this month), 'today', 'yesterday', 'tomorrow', and '2026-11-21'. The default year is the current one.
 * Returns undefined for any other text.
 */
export function readTypedDate(text: string, today: IsoDate): IsoDate | undefined {
  if (text.length > MAX_TYPED) return undefined;
  const typed = text.trim().toLowerCase().replace(/ {2,}/g, ' ');
  if (isIsoDate(typed)) return typed;
  const days = RELATIVE[typed];
  if (days !== undefined && Object.hasOwn(RELATIVE, typed)) return addDays(today, days);
  if (/^\d{1,2}$/.test(typed)) {
    const date = `${monthOf(today)}-${typed.padStart(2, '0')}`;
    return isIsoDate(date) ? date : undefined;
  }
  const figures = DAY_FIRST.exec(typed);
  if (figures) return assemble(figures[1]!, Number(figures[2]), figures[3], today);
  const named = NAMED.exec(typed);
  const month = named && monthNamed(named[2]!);
  return named && month ? assemble(named[1]!, month, named[3], today) : undefined;
}
