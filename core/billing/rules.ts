import { leaf } from '../accounting/chart.ts';
import { isBeforeOpening } from '../accounting/opening/rules.ts';
import type { CustomerType } from '../customers/schema.ts';
import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  firstDay,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  lastDay,
  laterDate,
  monthOf,
} from '../kernel/dates.ts';
import {
  addCents,
  type Cents,
  minCents,
  scaleCents,
  subtractCents,
  sumOf,
  ZERO,
} from '../kernel/money.ts';
import {
  DUE_DAY,
  DUE_DAYS_AFTER_MANUAL,
  type InvoiceStatus,
  MIN_DAYS_TO_PAY,
  NEARING_OVERDUE_DAYS,
  OVERDUE_DAYS,
} from './invoices/schema.ts';

export interface StatusFacts {
  status: InvoiceStatus;
  dueDate: IsoDate;
}

export interface Aging {
  /** The status that every screen, filter and statistic shows (decision 2). */
  status: InvoiceStatus;
  /** Of an unsettled invoice; zero before its due date and for paid or cancelled ones. */
  daysPastDue: number;
  /** 10 to 14 days past due (seeds/000 4). */
  nearingOverdue: boolean;
}

/** Displayed status and days past due of an invoice today. Lists call it for each row. */
export function agingOf({ status, dueDate }: StatusFacts, today: IsoDate): Aging {
  const isOpen = status === 'pending' || status === 'overdue';
  const daysPastDue = isOpen && dueDate < today ? daysBetween(dueDate, today) : 0;
  const isLate = daysPastDue >= OVERDUE_DAYS;
  return {
    status: status === 'pending' && isLate ? 'overdue' : status,
    daysPastDue,
    nearingOverdue: status === 'pending' && !isLate && daysPastDue >= NEARING_OVERDUE_DAYS,
  };
}

/** The status that every screen, filter and statistic shows (decision 2). */
export function displayStatus(invoice: StatusFacts, today: IsoDate): InvoiceStatus {
  return agingOf(invoice, today).status;
}

/** A pending invoice due on this day or earlier is overdue (decision 2). */
export function overdueBoundary(today: IsoDate): IsoDate {
  return addDays(today, -OVERDUE_DAYS);
}

/** A pending invoice due on this day or earlier is at least nearing overdue. */
export function nearingBoundary(today: IsoDate): IsoDate {
  return addDays(today, -NEARING_OVERDUE_DAYS);
}

/**
 * The bill date of a month's invoices: today in the current month; the last day of a past month, so that
 * the revenue is booked in the month it was earned in; the first day of a future month.
 */
export function billDateFor(month: IsoMonth, today: IsoDate): IsoDate {
  if (monthOf(today) === month) return today;
  return monthOf(today) > month ? lastDay(month) : firstDay(month);
}

/** The 15th of the month, or 14 days after the invoice is made if that is later (decision 4). */
export function dueDateFor(month: IsoMonth, today: IsoDate): IsoDate {
  return laterDate(dayOfMonth(month, DUE_DAY), addDays(today, MIN_DAYS_TO_PAY));
}

/** Customers whose service started by this day are included in the month's run: today for the current month (decision 4). */
export function startLimitFor(month: IsoMonth, today: IsoDate): IsoDate {
  return billDateFor(month, today);
}

/** The manual form's default: the 15th of this month, or of the next when today is past it (seeds/000 5). */
export function defaultManualDueDate(today: IsoDate): IsoDate {
  const due = dayOfMonth(monthOf(today), DUE_DAY);
  return today > due ? dayOfMonth(addMonths(monthOf(today), 1), DUE_DAY) : due;
}

/** The due date that the manual form shows after an invoice was created (seeds/000 5). */
export function dueDateAfterManual(today: IsoDate): IsoDate {
  return addDays(today, DUE_DAYS_AFTER_MANUAL);
}

/** The next run of the job: the 1st of next month (seeds/000 4). */
export function nextRunDate(today: IsoDate): IsoDate {
  return firstDay(addMonths(monthOf(today), 1));
}

export interface LinePlan {
  kind: 'subscription' | 'connection' | 'other' | 'service' | 'additional' | 'equipment';
  description: string;
  amountUsd: Cents;
  account: string;
  /** Of equipment alone. */
  quantity?: number | null;
  unitPriceUsd?: Cents | null;
}

export function receivableAccountFor(type: CustomerType): string {
  return type === 'business' ? leaf.corporateReceivable : leaf.residentialReceivable;
}

export function planRevenueAccountFor(type: CustomerType): string {
  return type === 'business' ? leaf.corporatePlans : leaf.residentialPlans;
}

/** Revenue of days before these books was earned in other ones (decision 45). */
export function revenueAccountOn(
  billDate: IsoDate,
  openingDate: IsoDate | null,
  account: string,
): string {
  return isBeforeOpening(billDate, openingDate) ? leaf.openingBalances : account;
}

export interface Billable {
  type: CustomerType;
  packageType: string;
  monthlyFeeUsd: Cents;
  otherExpensesUsd: Cents;
  connectionFeeUsd: Cents;
  connectionFeeBilled: boolean;
}

/** The values shared by all invoices made today for a month. */
export interface RecurringTerms {
  monthName: string;
  dueDate: IsoDate;
}

export function recurringTerms(month: IsoMonth, today: IsoDate): RecurringTerms {
  return { monthName: formatMonth(month), dueDate: dueDateFor(month, today) };
}

/**
 * The lines of a customer's invoice for a month: the monthly fee, other expenses, and the connection fee
 * once (decision 4). No lines: the total is zero and the customer is skipped.
 */
function recurringLines(customer: Billable, { monthName }: RecurringTerms): LinePlan[] {
  const lines: LinePlan[] = [];
  if (customer.monthlyFeeUsd > 0) {
    lines.push({
      kind: 'subscription',
      description: `${customer.packageType}, ${monthName}`,
      amountUsd: customer.monthlyFeeUsd,
      account: planRevenueAccountFor(customer.type),
    });
  }
  if (customer.otherExpensesUsd > 0) {
    lines.push({
      kind: 'other',
      description: `Other services, ${monthName}`,
      amountUsd: customer.otherExpensesUsd,
      account: leaf.otherServices,
    });
  }
  if (customer.connectionFeeUsd > 0 && !customer.connectionFeeBilled) {
    lines.push({
      kind: 'connection',
      description: 'Connection fee',
      amountUsd: customer.connectionFeeUsd,
      account: leaf.connectionFees,
    });
  }
  return lines;
}

/** The package name of an invoice; null if no line is a subscription. */
export function packageOf(lines: readonly LinePlan[], name: string | null): string | null {
  return lines.some(({ kind }) => kind === 'subscription') ? name : null;
}

export function totalOf(lines: readonly LinePlan[]): Cents {
  return sumOf(lines, (line) => line.amountUsd);
}

/**
 * The lines of an invoice after its total was corrected. An increase is added to the first line that is not the
 * connection fee, or to a new line (`fallback`) if there is none; a decrease is taken from the lines in order, from
 * the connection fee last.
 */
export function correctedLines(
  lines: readonly LinePlan[],
  total: Cents,
  fallback: LinePlan,
): LinePlan[] {
  const difference = subtractCents(total, totalOf(lines));
  return difference > 0
    ? raisedLines(lines, difference, fallback)
    : loweredLines(lines, subtractCents(ZERO, difference));
}

function raisedLines(lines: readonly LinePlan[], more: Cents, fallback: LinePlan): LinePlan[] {
  const first = lines.findIndex(({ kind }) => kind !== 'connection');
  if (first === -1) return [...lines, { ...fallback, amountUsd: more }];
  return lines.map((line, index) =>
    index === first ? { ...line, amountUsd: addCents(line.amountUsd, more) } : line,
  );
}

function loweredLines(lines: readonly LinePlan[], less: Cents): LinePlan[] {
  let left = less;
  const lower = (line: LinePlan): LinePlan => {
    const taken = minCents(line.amountUsd, left);
    left = subtractCents(left, taken);
    return { ...line, amountUsd: subtractCents(line.amountUsd, taken) };
  };
  const isFee = ({ kind }: LinePlan) => kind === 'connection';
  const lowered = lines.map((line) => (isFee(line) ? line : lower(line)));
  return lowered
    .map((line) => (isFee(line) ? lower(line) : line))
    .filter(({ amountUsd }) => amountUsd > 0);
}

/** Gross margin in percent with one decimal; zero without revenue. */
export function marginPercent(profit: Cents, revenue: Cents): number {
  return revenue === 0 ? 0 : scaleCents(profit, 1000, revenue) / 10;
}

export interface RecurringPlan<C> {
  customer: C;
  lines: LinePlan[];
  amountUsd: Cents;
  dueDate: IsoDate;
  description: string;
  packageName: string | null;
  receivableAccount: string;
}

/** Plans a customer's invoice for a month as of today; undefined if its total is zero (decision 4). */
export function planRecurringInvoice<C extends Billable>(
  customer: C,
  terms: RecurringTerms,
): RecurringPlan<C> | undefined {
  const lines = recurringLines(customer, terms);
  if (lines.length === 0) return undefined;
  return {
    customer,
    lines,
    amountUsd: totalOf(lines),
    dueDate: terms.dueDate,
    description: `${customer.packageType} Monthly Internet Service, ${terms.monthName}`,
    packageName: packageOf(lines, customer.packageType),
    receivableAccount: receivableAccountFor(customer.type),
  };
}
