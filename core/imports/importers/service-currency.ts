import type { Ctx } from '../../context.ts';
import { atGivenRate, currencyName, isInDollars, plainAmount } from '../../kernel/currencies.ts';
import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { type Cents, cents, sspToUsd, toDecimal, usdToSsp } from '../../kernel/money.ts';
import type { RatePurpose } from '../../rates/schema.ts';
import { ratesOn } from '../../rates/service-current.ts';
import type { FieldNote, ImportTotal, Least } from '../fields/rules.ts';
import { limitProblem } from '../fields/rules-currency.ts';
import { type Written, writtenAt } from './service-importer.ts';

/** How the amounts of one type of file become dollars. */
export interface CurrencyRules<Row> {
  /** The amounts of a row, the one that its document tells first. */
  amounts: Readonly<Partial<Record<keyof Row & string, Least>>>;
  /** The day whose official rate converts pounds; undefined without one. */
  dayOf(row: Row): IsoDate | undefined;
  /** The day in the words of the note. */
  day: string;
  /** The rate of pounds; the standard one by default. */
  purpose?: RatePurpose;
  /** What is told of a row in pounds whose amounts come back otherwise, as pounds at the same rate. */
  tell?(row: Row, back: (field: keyof Row & string) => Cents): FieldNote[];
  /** The row with its amounts in dollars; `note` is for the document: 'KES 13,000.00 at 129.50'. */
  withOrigin?(row: Row, note: string, convert: (amount: Cents) => Cents): Row;
}

interface InDollars<Row> {
  found: { row: Row; index: number }[];
  errors: { index: number; message: string }[];
  notes: (FieldNote & { index: number })[];
  /** Whether a row is in another currency. */
  isConverted: boolean;
}

const hundred = cents(100);

/** How the rates of pounds are called. */
const RATES: Readonly<Record<RatePurpose, string>> = {
  standard: 'official rate',
  voucher: 'voucher rate',
};

interface Rate {
  convert(amount: Cents): Cents;
  /** What dollars are in pounds at the rate; undefined for other currencies. */
  back?(amount: Cents): Cents;
  text: string;
  told: string;
}

function rateFor<Row>(
  currency: string,
  rates: ReadonlyMap<IsoDate, Cents>,
  day: IsoDate | undefined,
  { day: dayName, purpose = 'standard' }: CurrencyRules<Row>,
): Rate | { problem: string } {
  const name = currencyName(currency);
  if (name !== 'SSP') {
    const sample = atGivenRate(hundred, currency);
    if (!sample) return { problem: `currency: No rate is given for ${name}.` };
    const text = currency.slice(name.length + ' at '.length);
    return {
      convert: (amount) => atGivenRate(amount, currency)!.amountUsd,
      text,
      told: `currency: The amounts are in ${name} and were converted at ${text} for one dollar.`,
    };
  }
  if (day === undefined) return { problem: `currency: Pounds need the ${dayName}.` };
  const rate = rates.get(day);
  if (rate === undefined)
    return { problem: `currency: No exchange rate is known for ${formatDate(day)}.` };
  return {
    convert: (amount) => sspToUsd(amount, rate),
    back: (amount) => usdToSsp(amount, rate),
    text: plainAmount(rate),
    told: `currency: The amounts are in pounds and were converted at the ${RATES[purpose]} of the ${dayName}.`,
  };
}

/**
 * Turns the amounts of rows into US dollars (decision 103): pounds at the official rate of their day, others at the rate
 * that their currency carries, rounded half away from zero. Rows whose amounts are none then are refused.
 */
export async function inDollars<Row extends { currency?: string }>(
  ctx: Ctx,
  rows: readonly Row[],
  rules: CurrencyRules<Row>,
): Promise<InDollars<Row>> {
  const amounts = Object.entries(rules.amounts) as [keyof Row & string, Least][];
  const inPounds = rows.filter(({ currency }) => currency === 'SSP');
  const days = [...new Set(inPounds.flatMap((row) => rules.dayOf(row) ?? []))];
  const rates: ReadonlyMap<IsoDate, Cents> =
    days.length === 0 ? new Map() : await ratesOn(ctx, rules.purpose ?? 'standard', days);
  const result: InDollars<Row> = { found: [], errors: [], notes: [], isConverted: false };
  for (const [index, row] of rows.entries()) {
    const { currency } = row;
    const rate = isInDollars(currency)
      ? undefined
      : rateFor(currency!, rates, rules.dayOf(row), rules);
    if (rate && 'problem' in rate) {
      result.errors.push({ index, message: rate.problem });
      continue;
    }
    const given = amounts.filter(([name]) => row[name] !== undefined);
    const changed: Row = rate ? { ...row } : row;
    const problems: string[] = [];
    for (const [name, least] of given) {
      const said = row[name] as Cents;
      const amount = rate ? rate.convert(said) : said;
      const problem = limitProblem(name, least, amount, toDecimal(said));
      if (problem) problems.push(problem);
      if (rate) (changed as Record<string, unknown>)[name] = amount;
    }
    if (problems.length > 0) {
      result.errors.push({ index, message: problems.join(' ') });
      continue;
    }
    if (!rate) {
      result.found.push({ row, index });
      continue;
    }
    result.isConverted = true;
    delete changed.currency;
    const [first] = given;
    if (first) result.notes.push({ index, message: rate.told });
    const { back } = rate;
    if (back && rules.tell)
      for (const note of rules.tell(row, (name) => back(changed[name] as Cents)))
        result.notes.push({ index, ...note });
    const total = first === undefined ? undefined : (row[first[0]] as Cents);
    const note =
      total === undefined ? '' : `${currencyName(currency)} ${plainAmount(total)} at ${rate.text}`;
    const { convert } = rate;
    result.found.push({ row: rules.withOrigin?.(changed, note, convert) ?? changed, index });
  }
  return result;
}

/** Writes rows in dollars with `write`; the values of the totals in the file are those of the converted rows. */
export async function writeInDollars<Row extends { currency?: string }>(
  tx: Ctx,
  rows: readonly Row[],
  rules: CurrencyRules<Row>,
  totals: readonly ImportTotal<Row>[],
  /** Also takes the same rows as the file has them: these are the same objects where a batch is written again. */
  write: (rows: readonly Row[], ofFile: readonly Row[]) => Promise<Written>,
): Promise<Written> {
  const { found, errors, notes, isConverted } = await inDollars(tx, rows, rules);
  const converted = found.map(({ row }) => row);
  const ofFile = found.map(({ index }) => rows[index]!);
  const written = await write(converted, ofFile);
  const fileValues = isConverted
    ? converted.map((row) => valuesOf(totals, row))
    : written.fileValues;
  const all = writtenAt(rows.length, found, errors, {
    ...written,
    ...(fileValues && { fileValues }),
  });
  return { ...all, notes: [...notes, ...all.notes] };
}

function valuesOf<Row>(
  totals: readonly ImportTotal<Row>[],
  row: Row,
): Readonly<Record<string, number>> {
  const values = totals.flatMap(({ key, of }) => {
    const value = of(row);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(values);
}

/** Amounts of the lines of a document, converted each; the document is their sum. */
export function convertedLines<Line extends { amountUsd: Cents }>(
  lines: readonly Line[],
  convert: (amount: Cents) => Cents,
): Line[] {
  return lines.map((line) => ({ ...line, amountUsd: convert(line.amountUsd) }));
}
