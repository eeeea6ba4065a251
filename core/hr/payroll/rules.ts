import type { ApprovalFact } from '../../approvals/schema.ts';
import {
  addMonths,
  daysBetween,
  firstDay,
  formatDate,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import {
  addCents,
  type Cents,
  cents,
  formatSsp,
  formatUsd,
  minCents,
  scaleCents,
  sspToUsd,
  subtractCents,
  sumOf,
  usdToSsp,
  ZERO,
} from '../../kernel/money.ts';
import type { HrSettings } from '../schema.ts';
import type { Payroll } from './schema.ts';
import type { PayrollRate } from './schema-rates.ts';

/** Rates are hundredths of a percent. */
const WHOLE = 10_000;

/** What decides tax and social security. */
export type RateRule = Pick<
  PayrollRate,
  'taxKind' | 'taxCurrency' | 'brackets' | 'socialPoints' | 'employerPoints'
>;

/** The typed amounts of a payroll, in US cents. */
export interface PayForm {
  baseSalary: Cents;
  overtime?: Cents | undefined;
  bonus?: Cents | undefined;
  deductions?: Cents | undefined;
  advances?: Cents | undefined;
  socialSecurity?: Cents | undefined;
  tax?: Cents | undefined;
}

export interface Exemptions {
  isTaxExempt: boolean;
  isSocialExempt: boolean;
}

/** The amounts of a payroll in US cents; they add up to the cent. */
export type Pay = Pick<
  Payroll,
  | 'baseSalary'
  | 'overtime'
  | 'bonus'
  | 'grossPay'
  | 'deductions'
  | 'advances'
  | 'socialSecurity'
  | 'tax'
  | 'totalDeductions'
  | 'netPay'
  | 'employerSocialSecurity'
  | 'isTaxTyped'
  | 'isSocialSecurityTyped'
>;

/** `points` hundredths of a percent of an amount, rounded half away from zero. */
function shareOf(amount: Cents, points: number): Cents {
  return scaleCents(amount, points, WHOLE);
}

/** The tax of an amount by brackets, both in the currency of the brackets; the parts are added before rounding. */
function taxByBrackets(amount: Cents, { taxKind, brackets }: RateRule): Cents {
  if (taxKind === 'whole') {
    const reached = brackets.findLast(({ fromAmount }) => fromAmount <= amount);
    return shareOf(amount, reached?.points ?? 0);
  }
  const inPoints = brackets.reduce((sum, { fromAmount, points }, index) => {
    const above = brackets[index + 1]?.fromAmount ?? amount;
    const part = Math.max(0, Math.min(amount, above) - fromAmount);
    return sum + BigInt(part) * BigInt(points);
  }, 0n);
  return cents(Number((inPoints * 2n + BigInt(WHOLE)) / BigInt(2 * WHOLE)));
}

/**
 * Income tax of gross pay in US cents (decision 12). Brackets in pounds are applied to the pay in pounds at `exchangeRate`
 * (SSP cents for one US dollar). Rounded half away from zero; never above the gross pay.
 */
export function taxOf(grossPay: Cents, rate: RateRule, exchangeRate: Cents): Cents {
  if (rate.taxCurrency === 'USD') return taxByBrackets(grossPay, rate);
  const inPounds = taxByBrackets(usdToSsp(grossPay, exchangeRate), rate);
  return minCents(sspToUsd(inPounds, exchangeRate), grossPay);
}

/** Social security of gross pay, the employee's part, in US cents. */
function socialOf(grossPay: Cents, rate: RateRule): Cents {
  return shareOf(grossPay, rate.socialPoints);
}

/**
 * The amounts of a payroll from what was typed (seeds/001 5): gross = base + overtime + bonus; tax and social security that
 * are zero or blank are computed, or zero for an exempt employee; net = gross less tax, social security, repaid advances
 * and other deductions. The net may be below zero, which the service refuses. The employer's share is paid beside it.
 */
export function computePay(
  form: PayForm,
  rate: RateRule,
  exchangeRate: Cents,
  { isTaxExempt, isSocialExempt }: Exemptions,
): Pay {
  const { baseSalary, overtime = ZERO, bonus = ZERO, deductions = ZERO, advances = ZERO } = form;
  const grossPay = addCents(baseSalary, overtime, bonus);
  const isTaxTyped = (form.tax ?? ZERO) > 0;
  const isSocialSecurityTyped = (form.socialSecurity ?? ZERO) > 0;
  const ownTax = isTaxExempt ? ZERO : taxOf(grossPay, rate, exchangeRate);
  const ownSocial = isSocialExempt ? ZERO : socialOf(grossPay, rate);
  const tax = isTaxTyped ? form.tax! : ownTax;
  const socialSecurity = isSocialSecurityTyped ? form.socialSecurity! : ownSocial;
  const totalDeductions = addCents(deductions, advances, socialSecurity, tax);
  return {
    ...{ baseSalary, overtime, bonus, grossPay, deductions, advances, socialSecurity, tax },
    totalDeductions,
    netPay: subtractCents(grossPay, totalDeductions),
    employerSocialSecurity: isSocialExempt ? ZERO : shareOf(grossPay, rate.employerPoints),
    isTaxTyped,
    isSocialSecurityTyped,
  };
}

// Periods

/** A longer period is taken for a typing error. */
export const MAX_PERIOD_DAYS = 366;

/** The months that a period touches. */
function monthsOf(start: IsoDate, end: IsoDate): IsoMonth[] {
  const months: IsoMonth[] = [];
  for (let month = monthOf(start); month <= monthOf(end); month = addMonths(month, 1))
    months.push(month);
  return months;
}

/** The days from `from` to `to`, both included; 0 if they end before they begin. */
function daysFrom(from: IsoDate, to: IsoDate): number {
  return Math.max(0, daysBetween(from, to) + 1);
}

const later = (one: IsoDate, other: IsoDate) => (one > other ? one : other);
const earlier = (one: IsoDate, other: IsoDate) => (one < other ? one : other);

/**
 * The base salary of a period in US cents: of each calendar month the monthly salary × days employed in the period / days of
 * the month, rounded half away from zero. The last day of work is paid; null if none is known.
 */
export function proratedBase(
  monthly: Cents,
  hireDate: IsoDate,
  lastDayOfWork: IsoDate | null,
  start: IsoDate,
  end: IsoDate,
): Cents {
  const from = later(start, hireDate);
  const to = lastDayOfWork === null ? end : earlier(end, lastDayOfWork);
  return sumOf(monthsOf(start, end), (month) => {
    const [first, last] = [firstDay(month), lastDay(month)];
    const days = daysFrom(later(first, from), earlier(last, to));
    return scaleCents(monthly, days, daysFrom(first, last));
  });
}

/** Pay of overtime in US cents: hundredths of hours × monthly salary / working hours of a month × percent. */
export function overtimePay(
  monthly: Cents,
  hundredths: number,
  { monthHours, overtimePercent }: Pick<HrSettings, 'monthHours' | 'overtimePercent'>,
): Cents {
  return scaleCents(monthly, hundredths * overtimePercent, monthHours * 100 * 100);
}

/** 'November 2026' for a whole month, else '10 Nov 2026 – 20 Nov 2026'. */
export function payPeriodOf(start: IsoDate, end: IsoDate): string {
  const month = monthOf(start);
  if (start === firstDay(month) && end === lastDay(month)) return formatMonth(month);
  return start === end ? formatDate(start) : `${formatDate(start)} – ${formatDate(end)}`;
}

// Advances

/** What an advance and its plan say, in US cents. */
export interface OpenAdvance {
  id: number;
  amountUsd: Cents;
  repaidUsd: Cents;
  instalmentUsd: Cents;
  firstMonth: IsoMonth;
}

export const openOf = ({ amountUsd, repaidUsd }: Pick<OpenAdvance, 'amountUsd' | 'repaidUsd'>) =>
  subtractCents(amountUsd, repaidUsd);

function instalmentOf(advance: OpenAdvance, month: IsoMonth): Cents {
  return advance.firstMonth > month ? ZERO : minCents(advance.instalmentUsd, openOf(advance));
}

/**
 * What a payroll of a month takes of the open advances of its employee: one instalment of each that has begun, less what
 * other payrolls of the month take (`ofMonth`), at most what is open after `planned` of other payrolls that are not approved.
 * US cents.
 */
export function instalmentsDue(
  advances: readonly OpenAdvance[],
  month: IsoMonth,
  planned: Cents = ZERO,
  ofMonth: Cents = ZERO,
): Cents {
  const instalments = sumOf(advances, (advance) => instalmentOf(advance, month));
  const due = subtractCents(instalments, ofMonth);
  const open = subtractCents(sumOf(advances, openOf), planned);
  return due <= 0 || open <= 0 ? ZERO : minCents(due, open);
}

/**
 * How a repaid amount is spread over the open advances: the instalments of the month first, then what is left on the oldest.
 * Undefined if less is open than the amount.
 */
export function spreadOver(
  advances: readonly OpenAdvance[],
  amount: Cents,
  month: IsoMonth,
): { id: number; amountUsd: Cents }[] | undefined {
  const taken = new Map<number, Cents>();
  let left = amount;
  const take = (advance: OpenAdvance, most: Cents) => {
    const before = taken.get(advance.id) ?? ZERO;
    const part = minCents(left, minCents(most, subtractCents(openOf(advance), before)));
    if (part > 0) taken.set(advance.id, addCents(before, part));
    left = subtractCents(left, part);
  };
  const oldest = [...advances].sort((one, other) => one.id - other.id);
  for (const advance of oldest) take(advance, instalmentOf(advance, month));
  for (const advance of oldest) take(advance, openOf(advance));
  if (left > 0) return undefined;
  return [...taken].map(([id, amountUsd]) => ({ id, amountUsd }));
}

/** The monthly instalment of an advance in US cents; the last one is what is left. */
export function instalmentFor(amount: Cents, instalments: number): Cents {
  return cents(Math.ceil(amount / instalments));
}

/**
 * The instalments that a payroll of a batch takes: those due, at most what is left of the pay, so that its net is not below
 * zero.
 */
export function advancesWithin(
  due: Cents,
  pay: Pick<Pay, 'grossPay' | 'tax' | 'socialSecurity'>,
): Cents {
  const left = pay.grossPay - pay.tax - pay.socialSecurity;
  return left <= 0 ? ZERO : minCents(due, cents(left));
}

// Rates

/** 1250 hundredths of a percent are '12.5%'. */
const percentText = (points: number) => `${points / 100}%`;

/** What the person who decides on new rates is told. */
export function rateFacts({
  validFrom,
  taxKind,
  taxCurrency,
  brackets,
  socialPoints,
  employerPoints = 0,
}: Pick<RateRule, 'taxKind' | 'taxCurrency' | 'brackets' | 'socialPoints'> & {
  validFrom?: IsoDate | undefined;
  employerPoints?: number | undefined;
}): ApprovalFact[] {
  const format = taxCurrency === 'SSP' ? formatSsp : formatUsd;
  const steps = brackets.map(
    ({ fromAmount, points }) => `from ${format(fromAmount)} ${percentText(points)}`,
  );
  const tax = taxKind === 'flat' ? percentText(brackets[0]!.points) : steps.join(', ');
  return [
    { label: 'From', text: validFrom ? formatDate(validFrom) : 'the day of the approval' },
    { label: 'Tax', text: tax },
    { label: 'Social security', text: percentText(socialPoints) },
    { label: "Employer's share", text: percentText(employerPoints) },
  ];
}

/** Why brackets are refused; undefined if they are in order. */
export function bracketsProblem({
  taxKind,
  taxCurrency,
  brackets,
}: Pick<RateRule, 'taxKind' | 'taxCurrency' | 'brackets'>): string | undefined {
  if (taxKind === 'flat' && (brackets.length !== 1 || taxCurrency !== 'USD'))
    return 'A flat tax has one rate and no currency of its own.';
  if (brackets[0]?.fromAmount !== 0) return 'The first bracket must begin at zero.';
  const rises = brackets.every(
    ({ fromAmount }, index) => index === 0 || fromAmount > brackets[index - 1]!.fromAmount,
  );
  return rises ? undefined : 'Each bracket must begin above the one before.';
}
