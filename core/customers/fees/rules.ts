import { currencyName, plainAmount } from '../../kernel/currencies.ts';
import {
  addMonths,
  firstDay,
  formatDate,
  type IsoDate,
  type IsoMonth,
} from '../../kernel/dates.ts';
import { type Cents, cents, formatUsd, MAX_CENTS } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { FLEXIBLE_PLAN, fixedPackage, type PackageName, packageNamed } from '../schema.ts';
import type { Frequency, ImportedFee } from './schema.ts';

/** The months between two invoices; missing for what is no number of whole months. */
const MONTHS: Readonly<Partial<Record<Frequency, number>>> = {
  monthly: 1,
  'every 2 months': 2,
  'every 3 months': 3,
  'every 4 months': 4,
  'every 6 months': 6,
  yearly: 12,
  'every 2 years': 24,
  'every 3 years': 36,
};

const NO_FREQUENCY =
  'frequency: Say how often it is invoiced: map a column, or set one for all rows (frequency=monthly).';
const ONCE = 'frequency: It is invoiced once, and is no monthly fee.';
const NO_AMOUNT = 'amountUsd: The row has no amount.';

/** A recurring invoice as a fee a month, in the currency of the file. */
export interface MonthlyPart {
  row: ImportedFee;
  monthly: Cents;
  /** The months that the amount of the file is for. */
  months: number;
  /** The amount of one invoice. */
  amount: Cents;
}

/** What a recurring invoice is a month, in cents of its currency; or why it is no monthly fee, with the name of the field. */
export function monthlyOf(row: Partial<ImportedFee>): MonthlyPart | { problem: string } {
  const { amountUsd, frequency, interval = 1, priceQuantity = 1 } = row;
  if (amountUsd === undefined) return { problem: NO_AMOUNT };
  if (frequency === undefined) return { problem: NO_FREQUENCY };
  if (frequency === 'once') return { problem: ONCE };
  const unit = MONTHS[frequency];
  if (unit === undefined)
    return {
      problem: `frequency: It is invoiced ${frequency}, which is no number of months: customers are billed by the month here. Agree on a monthly fee, and enter it.`,
    };
  const months = unit * interval;
  const amount = amountUsd * priceQuantity;
  if (amount > MAX_CENTS) return { problem: 'priceQuantity: The amount is too large.' };
  if (amount % months !== 0)
    return {
      problem: `amountUsd: ${plainAmount(cents(amount))} for ${months} months is no whole number of cents a month. Enter the monthly fee by hand.`,
    };
  return {
    row: row as ImportedFee,
    monthly: cents(amount / months),
    months,
    amount: cents(amount),
  };
}

const sameNumber = (number: string) =>
  `number: Two rows of the customer have the number ${number} and different amounts. Map amountUsd to the amount of the whole recurring invoice, or say another number column.`;

/** The recurring invoices of one customer that count. */
export interface CountedParts {
  parts: MonthlyPart[];
  /** The plans that they name; a row that repeats one names no second one. */
  plans: string[];
  /** The number of rows that repeat one of them. */
  repeated: number;
  /** The number of those that have ended. */
  ended: number;
}

/** The recurring invoices of one customer that count on a day, or why there is no fee, with the name of the field. */
export function countedParts(
  rows: readonly ImportedFee[],
  today: IsoDate,
): CountedParts | { problem: string } {
  const parts: MonthlyPart[] = [];
  const plans: string[] = [];
  const byNumber = new Map<string, MonthlyPart>();
  let [repeated, ended] = [0, 0];
  for (const row of rows) {
    if (row.endDate !== undefined && row.endDate < today) {
      ended += 1;
      continue;
    }
    const part = monthlyOf(row);
    if ('problem' in part) return part;
    const key = searchKey(row.number ?? '');
    const known = key === '' ? undefined : byNumber.get(key);
    if (known) {
      const isSame = known.monthly === part.monthly && known.row.currency === row.currency;
      if (!isSame) return { problem: sameNumber(row.number!) };
      repeated += 1;
      const isOther = searchKey(known.row.plan ?? '') !== searchKey(row.plan ?? '');
      if (row.plan && isOther) plans.push(row.plan);
      continue;
    }
    if (key !== '') byNumber.set(key, part);
    if (row.plan) plans.push(row.plan);
    parts.push(part);
  }
  if (parts.length === 0) {
    const last = rows.flatMap(({ endDate }) => endDate ?? []).sort();
    return { problem: `endDate: It ended on ${formatDate(last.at(-1)!)}, so there is no fee.` };
  }
  return { parts, plans, repeated, ended };
}

/** 'Akol Traders: 50.00 + 20.00', for a message. */
export function partsText(who: string, parts: readonly MonthlyPart[]): string {
  const MOST = 5;
  const named = parts.slice(0, MOST).map(({ monthly }) => plainAmount(monthly));
  const more = parts.length > MOST ? ` and ${parts.length - MOST} more` : '';
  return `${who}: ${named.join(' + ')}${more}`;
}

/** 'Deng Hotel: 300.00 for 3 months', for a message. */
export function divisionText(who: string, { amount, months, row }: MonthlyPart): string {
  const name = currencyName(row.currency);
  return `${who}: ${name === 'USD' ? '' : `${name} `}${plainAmount(amount)} for ${months} months`;
}

/** What a customer is to have of a fee and the plans that a file names for it. */
export interface FeeTerms {
  packageType: PackageName;
  monthlyFeeUsd: Cents;
}

/**
 * The package of a fee: the fixed one that the file names if it has exactly that fee, else the Flexible Plan. `note` tells
 * of a fixed one whose fee is another.
 */
export function termsOf(
  fee: Cents,
  plans: readonly (string | undefined)[],
): FeeTerms & { note?: string } {
  const [plan, other] = plans;
  const named = plan === undefined || other !== undefined ? undefined : packageNamed(plan);
  const fixed = named && fixedPackage(named);
  if (named && fixed?.monthlyFee === fee) return { packageType: named, monthlyFeeUsd: fee };
  const note = fixed
    ? `plan: The fee of ${named} is ${formatUsd(fixed.monthlyFee)} and that of the file another; the customer has a ${FLEXIBLE_PLAN} with that of the file.`
    : undefined;
  return { packageType: FLEXIBLE_PLAN, monthlyFeeUsd: fee, ...(note !== undefined && { note }) };
}

/**
 * Whether the former system would have issued its next invoice later than in the month that the next run here bills: the
 * customer has paid ahead, and is billed each month from now on.
 */
export function isPaidAhead({ nextDate }: Pick<ImportedFee, 'nextDate'>, next: IsoMonth): boolean {
  return nextDate !== undefined && nextDate >= firstDay(addMonths(next, 1));
}
