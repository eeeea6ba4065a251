import { leftOutNote } from '../../accounting/private/rules.ts';
import { overdueBoundary } from '../../billing/rules.ts';
import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { firstDay, type IsoDate, laterDate, monthOf } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { daysOf, rangeBefore } from '../../kernel/periods.ts';
import { spendBetween } from '../../procurement/service-stats.ts';
import { currentRate } from '../../rates/service-current.ts';
import { getUptimeBetween } from '../network/service.ts';
import * as queries from './queries.ts';
import {
  billingAnalysisOf,
  customerMetricsOf,
  financialSummaryOf,
  hrAnalysisOf,
  type LedgerSums,
  oneDecimal,
  operationsAnalysisOf,
  procurementAnalysisOf,
  sectionPermissions,
  sectionsOf,
} from './rules.ts';
import { partsOf, privateMonthsOf, rangeOf } from './rules-range.ts';
import type { DateRange, Report, ReportRange, ReportType, SectionName } from './schema.ts';

/** seeds/002 9. */
const TOP_SUPPLIERS = 5;

/** The range of a report. @throws AppError invalid for dates in the wrong order, outside the years, or too far apart. */
export function reportRangeOf(ctx: Ctx, wanted: ReportRange): DateRange {
  const range = rangeOf(wanted, ctx.today);
  return 'message' in range ? invalidField(range.field, range.message) : range;
}

/** The customers of a range, the tickets resolved in it, and the uptime: for other screens. */
export async function figuresOfRange(ctx: Ctx, range: DateRange) {
  const counts = await queries.countCustomers(ctx.db, range);
  const { resolved, hours } = await queries.countResolved(ctx.db, range);
  return {
    counts,
    tickets: { resolved, hours: oneDecimal(hours) },
    uptime: await getUptimeBetween(ctx, range),
  };
}

/** The collection rate and amounts of invoices billed in a range. */
export async function billingOfRange(ctx: Ctx, range: DateRange, rate: Cents) {
  const counts = await queries.countInvoices(ctx.db, range, overdueBoundary(ctx.today));
  return billingAnalysisOf(counts, rate);
}

/** The sections of a type that the caller may see. */
export function visibleSections(ctx: Ctx, type: ReportType): SectionName[] {
  return sectionsOf[type].filter((name) => can(ctx.actor, sectionPermissions[name]));
}

/**
 * A comprehensive report (seeds/002 2 and 3): figures of a range in US cents, and in SSP cents at the standard rate of its
 * last day, of today if that is to come. Sections that the caller may not see are null and named in `hidden`; pay figures
 * are null without pay.read (decision 16), and payroll counts by whole
 * months in the financial figures (decision 44). @throws AppError as `reportRangeOf`; rule without a rate.
 */
export async function getReport(ctx: Ctx, type: ReportType, wanted: ReportRange): Promise<Report> {
  const range = reportRangeOf(ctx, wanted);
  const on = range.endDate < ctx.today ? range.endDate : ctx.today;
  const rate = await currentRate(ctx, 'standard', on);
  const visible = visibleSections(ctx, type);
  const report: Report = {
    type,
    dateRange: range,
    previousRange: rangeBefore(range),
    generatedAt: ctx.now,
    exchangeRate: rate,
    hidden: sectionsOf[type].filter((name) => !visible.includes(name)),
    ...leftOutNote(ctx.actor),
  };
  for (const name of sectionsOf[type])
    Object.assign(report, {
      [name]: visible.includes(name) ? await makers[name](ctx, range, rate) : null,
    });
  return report;
}

/**
 * The sections of a report that the caller sees, over the period that it is compared with; pounds are at the report's rate.
 */
export async function sectionsBefore(
  ctx: Ctx,
  { type, previousRange, exchangeRate }: Pick<Report, 'type' | 'previousRange' | 'exchangeRate'>,
): Promise<Partial<Pick<Report, SectionName>>> {
  const sections = {};
  for (const name of visibleSections(ctx, type))
    Object.assign(sections, { [name]: await makers[name](ctx, previousRange, exchangeRate) });
  return sections;
}

/** The first of the month in which the books have their first revenue; null without any. */
export async function booksBegan(ctx: Ctx): Promise<IsoDate | null> {
  const day = await queries.findFirstRevenue(ctx.db);
  return day && firstDay(monthOf(day));
}

/** The days of a range since the books began, which averages divide by; all of them if none is. */
export async function daysInBooks(ctx: Ctx, { startDate, endDate }: DateRange): Promise<number> {
  const began = await booksBegan(ctx);
  const first = began !== null && began <= endDate ? laterDate(startDate, began) : startDate;
  return daysOf({ startDate: first, endDate });
}

/** The months whose payroll counts in a range for the caller; undefined for one who sees pay. */
export function privateMonthsFor(ctx: Ctx, range: DateRange): queries.PrivateMonths {
  return can(ctx.actor, 'pay.read') ? undefined : privateMonthsOf(range, ctx.today);
}

/** Sums of the ledger over a range as the caller may see them; those of revenue are the same for everyone. */
function sumLedger(ctx: Ctx, range: DateRange): Promise<LedgerSums> {
  return queries.sumLedger(ctx.db, partsOf(range), privateMonthsFor(ctx, range));
}

type Maker<N extends SectionName> = (
  ctx: Ctx,
  range: DateRange,
  rate: Cents,
) => Promise<NonNullable<Report[N]>>;

const makers: { [N in SectionName]: Maker<N> } = {
  async financialSummary(ctx, range, rate) {
    const now = await sumLedger(ctx, range);
    const before = await sumLedger(ctx, rangeBefore(range));
    return financialSummaryOf(now, before, rate);
  },
  async customerMetrics(ctx, range, rate) {
    const counts = await queries.countCustomers(ctx.db, range);
    const { plans } = await sumLedger(ctx, range);
    return customerMetricsOf(counts, plans, await daysInBooks(ctx, range), rate);
  },
  billingAnalysis: billingOfRange,
  async hrAnalysis(ctx, range, rate) {
    const staff = await queries.countStaff(ctx.db, range);
    const { payroll } = await sumLedger(ctx, range);
    return hrAnalysisOf(staff, payroll, rate, can(ctx.actor, 'pay.read'));
  },
  async procurementAnalysis(ctx, range, rate) {
    const spend = await spendBetween(ctx, range.startDate, range.endDate);
    return procurementAnalysisOf(
      spend,
      await queries.findTopSuppliers(ctx.db, range, TOP_SUPPLIERS),
      rate,
    );
  },
  async operationsAnalysis(ctx, range, rate) {
    const counts = await queries.countOperations(ctx.db, range);
    return operationsAnalysisOf(counts, await getUptimeBetween(ctx, range), rate);
  },
};
