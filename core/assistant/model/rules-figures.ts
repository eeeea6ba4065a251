import { type IsoDate, isIsoDate } from '../../kernel/dates.ts';

/** Texts are bounded before they are read. */
const MAX_TEXT = 200_000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const ONES: Record<string, number> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
);
const TENS: Record<string, number> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);
const SCALES: Record<string, number> = {
  hundred: 100,
  thousand: 1000,
  k: 1000,
  million: 1_000_000,
  billion: 1_000_000_000,
};
/** What a number counts, so that 20 Mbps are neither 20 dollars nor 20 days. */
const UNITS = new Map<string, string>();
for (const [unit, words] of Object.entries({
  usd: 'dollar dollars usd bucks',
  ssp: 'pound pounds ssp',
  percent: 'percent',
  minute: 'minute minutes',
  hour: 'hour hours',
  day: 'day days',
  week: 'week weeks',
  month: 'month months',
  year: 'year years',
  number: 'cent cents mbps invoice invoices customer customers payment payments ticket tickets',
}))
  for (const word of words.split(' ')) UNITS.set(word, unit);
/** Words between a number and its unit: 'two working days', 'five hundred South Sudanese pounds'. */
const BETWEEN = new Set(
  'us u s american south sudanese working business calendar full whole more'.split(' '),
);
const COUNTED: ReadonlySet<string> = new Set(UNITS.values());
const MONEY_BEFORE = /(?:(\$|usd)|ssp) ?$/i;
const UNIT_AFTER =
  /^[ -]?(?:%|(?:(?:us|u\.s\.|american|south sudanese|working|business|calendar|full|whole|more) )?(dollars?|usd|bucks|pounds?|ssp|percent|per cent|minutes?|hours?|days?|weeks?|months?|years?)\b)/i;

/** A figure of a text: how it reads there, and what it is in any spelling. */
interface Figure {
  shown: string;
  key: string;
}

/** Digits of any script as 0 to 9, one dash, one blank. */
function plain(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00a0\u202f\u2009]/g, ' ');
}

const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const two = (value: number | string) => String(value).padStart(2, '0');

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const ISO_DATE = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g;
const SLASHED = /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/g;
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\\b(?:,? (\\d{4})\\b)?`,
  'gi',
);
const MONTH_FIRST = new RegExp(
  `\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d)(?:,? (\\d{4})\\b)?`,
  'gi',
);
const MONTH_AND_YEAR = new RegExp(`\\b${MONTH},? (\\d{4})\\b`, 'gi');
const PHONE = /\+\d[\d ]{5,16}\d/g;
/** SC003, TKT-001, INV-2026-0001. */
const IDENTIFIER = /\b(?!USD|SSP|US)[A-Z]{1,5}-?\d[\w-]{0,30}/g;
const TIME = /\b(\d{1,2}):(\d{2})\b/g;
const NUMBER = /\d[\d,]{0,30}(?:\.\d{1,20})?/g;
const STEP = /^[ \t]{0,8}\d{1,2}[.)][ \t]/gm;
const WORDS = /[a-z]+/g;

/** Finds figures and takes them out of the text, so that none is read twice. */
function taken(
  text: string,
  pattern: RegExp,
  found: Figure[],
  keyOf: (match: RegExpMatchArray) => string | undefined,
): string {
  return text.replace(pattern, (...parts) => {
    const groups = parts.slice(
      0,
      parts.findIndex((part) => typeof part === 'number'),
    );
    const key = keyOf(groups as unknown as RegExpMatchArray);
    if (key === undefined) return groups[0] as string;
    found.push({ shown: (groups[0] as string).trim(), key });
    return ' ';
  });
}

/** '12 November' has no year: it is the day of a month. */
function dateKey(year: string | undefined, month: number, day: string): string | undefined {
  const monthDay = `${two(month)}-${two(day)}`;
  if (!isIsoDate(`${year ?? '2000'}-${monthDay}`)) return undefined;
  return year === undefined ? `day ${monthDay}` : `date ${year}-${monthDay}`;
}

/** The unit of the number that ends before word `at`; undefined where it has none. */
function unitOf(words: readonly string[], at: number): { unit: string; end: number } | undefined {
  let end = at;
  while (end - at < 3 && BETWEEN.has(words[end] ?? '')) end += 1;
  const unit = UNITS.get(words[end] ?? '');
  return unit === undefined ? undefined : { unit, end: end + 1 };
}

/** Numbers in words that count something: 'five hundred dollars', 'two working days', 'twenty-five percent'. */
function wordFigures(text: string, found: Figure[]): void {
  const words = text.toLowerCase().match(WORDS) ?? [];
  for (let at = 0; at < words.length; at += 1) {
    let value = 0;
    let end = at;
    while (end < words.length && end - at < 12) {
      const word = words[end]!;
      const one = ONES[word] ?? TENS[word];
      // 'A hundred dollars' begins with its scale.
      const scale = end > at || word.length > 1 ? SCALES[word] : undefined;
      if (one !== undefined) value += one;
      else if (scale !== undefined) value = Math.max(value, 1) * scale;
      else if (!(word === 'and' && end > at)) break;
      end += 1;
    }
    if (end === at) continue;
    const counted = unitOf(words, end);
    if (counted)
      found.push({
        shown: words.slice(at, counted.end).join(' '),
        key: `${counted.unit} ${value}`,
      });
    at = end - 1;
  }
}

/** What a number in digits counts, by the text before and after it. */
function unitAround(before: string, after: string): string {
  const money = MONEY_BEFORE.exec(before);
  if (money) return money[1] === undefined ? 'ssp' : 'usd';
  const match = UNIT_AFTER.exec(after);
  if (!match) return 'number';
  const word = match[1]?.toLowerCase();
  return word === undefined || word === 'per cent' ? 'percent' : UNITS.get(word)!;
}

/** Of the text around a number. */
const AROUND = 30;

function figuresOf(input: string): Figure[] {
  const found: Figure[] = [];
  let text = plain(input);
  text = taken(text, ISO_DATE, found, ([, y, m, d]) => dateKey(y, Number(m), d!));
  text = taken(text, SLASHED, found, ([, d, m, y]) => dateKey(y, Number(m), d!));
  text = taken(text, DAY_FIRST, found, ([, d, m, y]) => dateKey(y, monthOf(m!), d!));
  text = taken(text, MONTH_FIRST, found, ([, m, d, y]) => dateKey(y, monthOf(m!), d!));
  text = taken(text, MONTH_AND_YEAR, found, ([, m, y]) => `month ${y}-${two(monthOf(m!))}`);
  text = taken(text, PHONE, found, ([phone]) => `phone ${phone!.replace(/\D/g, '')}`);
  text = taken(text, IDENTIFIER, found, ([id]) => `id ${id!.toUpperCase()}`);
  text = taken(text, TIME, found, ([, h, m]) => `time ${two(h!)}:${m}`);
  text = text.replace(STEP, ' ');
  wordFigures(text, found);
  const scaled = /^ ?(thousand|k|million|billion)\b/i;
  for (const match of text.matchAll(NUMBER)) {
    const digits = match[0].replace(/,$/, '');
    const end = match.index + digits.length;
    const after = text.slice(end, end + AROUND);
    const [matched, name = ''] = scaled.exec(after) ?? [''];
    const value = Number(digits.replaceAll(',', '')) * (SCALES[name.toLowerCase()] ?? 1);
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    const unit = unitAround(before, after.slice(matched.length));
    found.push({ shown: digits, key: `${unit} ${value}` });
  }
  return found;
}

/** A whole date is also known by its day and by its month, and what counts something as a bare number. */
function knownKeys(figures: readonly Figure[]): Set<string> {
  const known = new Set<string>();
  for (const { key } of figures) {
    known.add(key);
    const [unit, value] = key.split(' ');
    if (COUNTED.has(unit!)) known.add(`number ${value}`);
    const date = key.startsWith('date ') ? (key.slice(5) as IsoDate) : undefined;
    if (date === undefined) continue;
    known.add(`day ${date.slice(5)}`);
    known.add(`month ${date.slice(0, 7)}`);
    known.add(`number ${Number(date.slice(0, 4))}`);
  }
  return known;
}

/**
 * Numbers, amounts, percentages, dates, times, telephone numbers and identifiers of a text that the facts do not hold, as they
 * read in the text; none where all are known. Amounts are compared by value: 1,250.00 is 1250. A number with a unit (money,
 * percent, a time) is known by one of the same unit. Numbers in words count where they count something ('two days'); the
 * numbers of steps at the beginning of a line do not.
 */
export function unknownFigures(text: string, facts: string): string[] {
  const known = knownKeys(figuresOf(facts));
  const unknown = figuresOf(text).filter(({ key }) => !known.has(key));
  return [...new Set(unknown.map(({ shown }) => shown))];
}
