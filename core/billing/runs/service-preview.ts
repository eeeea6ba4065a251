import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import { openingDate } from '../../accounting/opening/service.ts';
import { listMonths } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import {
  addMonths,
  firstDay,
  formatDate,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { addCents, sumToSsp, usdToSsp, ZERO } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import {
  billDateFor,
  planRecurringInvoice,
  type RecurringPlan,
  recurringTerms,
  startLimitFor,
} from '../rules.ts';
import { isMonthDone } from './queries.ts';
import { countBillable } from './queries-billable.ts';
import type { BillingPreview, RunResult } from './schema.ts';
import { BATCH } from './service-batches.ts';
import { type BillableCustomer, findBillable } from './service-billable.ts';

const PREVIEW_ROWS = 100;
/** A later month is probably a mistyped year. */
const MAX_MONTHS_AHEAD = 3;

/** The given month, or the current one. @throws AppError rule for a month more than 3 ahead. */
export function monthToBill(ctx: Ctx, month: IsoMonth | undefined): IsoMonth {
  const current = monthOf(ctx.today);
  if (month && month > addMonths(current, MAX_MONTHS_AHEAD)) {
    breaksRule('billing.monthTooFar', `${formatMonth(month)} lies too far ahead to be billed.`);
  }
  return month ?? current;
}

/** Whether the invoices of a month would be dated before the opening date: a former system has billed it (decision 45). */
export async function isBilledElsewhere(ctx: Ctx, month: IsoMonth): Promise<boolean> {
  return isBeforeOpening(billDateFor(month, ctx.today), await openingDate(ctx));
}

/**
 * The month that the next monthly run bills: this one until a run of it has ended, unless a former system has billed it,
 * and then the next.
 */
export async function nextMonthToBill(ctx: Ctx): Promise<IsoMonth> {
  const month = monthOf(ctx.today);
  const isBilled = (await isBilledElsewhere(ctx, month)) || (await isMonthDone(ctx.db, month));
  return isBilled ? addMonths(month, 1) : month;
}

/**
 * The opening date if it lies within the month: customers with an imported invoice of the days before it are not billed
 * again; else null.
 * @throws AppError rule for a month before the opening date.
 */
export async function billedUntil(ctx: Ctx, month: IsoMonth): Promise<IsoDate | null> {
  const opening = await openingDate(ctx);
  if (isBeforeOpening(billDateFor(month, ctx.today), opening)) {
    breaksRule(
      'billing.beforeOpening',
      `The books begin on ${formatDate(opening!)}. ${formatMonth(month)} was billed in the former system.`,
    );
  }
  return opening !== null && opening > firstDay(month) && opening <= lastDay(month)
    ? opening
    : null;
}

/** Computes the invoices of a run in batches, with the same rule and without writing. */
async function plan(
  ctx: Ctx,
  month: IsoMonth,
  until: IsoDate | null,
  each: (plan: RecurringPlan<BillableCustomer>) => void,
): Promise<{ skipped: number }> {
  let skipped = 0;
  const terms = recurringTerms(month, ctx.today);
  const startedBy = startLimitFor(month, ctx.today);
  const query = { month: firstDay(month), startedBy, billedUntil: until, size: BATCH };
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const batch = await findBillable(ctx, { ...query, afterId });
    for (const customer of batch.customers) {
      const planned = planRecurringInvoice(customer, terms);
      if (planned) each(planned);
      else skipped += 1;
    }
    afterId = batch.nextAfterId;
  }
  return { skipped };
}

/**
 * Previews the next run: all totals and the first 100 rows (decision 4). Amounts in US cents, and in SSP cents at the
 * rate that the invoices would have today. @throws AppError rule for a month before the opening date.
 */
export async function previewBilling(ctx: Ctx, wanted?: IsoMonth): Promise<BillingPreview> {
  const month = monthToBill(ctx, wanted);
  const until = await billedUntil(ctx, month);
  const startedBy = startLimitFor(month, ctx.today);
  const counts = await countBillable(ctx.db, firstDay(month), startedBy, until);
  const exchangeRate = await currentRate(ctx, 'standard', billDateFor(month, ctx.today));
  const preview: Omit<BillingPreview, 'totalRevenueSsp'> = {
    month,
    exchangeRate,
    invoicesGenerated: 0,
    totalRevenue: ZERO,
    skipped: 0,
    alreadyBilled: counts.billable - counts.unbilled,
    rows: [],
  };
  const { skipped } = await plan(ctx, month, until, ({ customer, amountUsd, dueDate }) => {
    preview.invoicesGenerated += 1;
    preview.totalRevenue = addCents(preview.totalRevenue, amountUsd);
    if (preview.rows.length < PREVIEW_ROWS) {
      preview.rows.push({
        customerId: customer.id,
        customerNumber: customer.customerId,
        customerName: customer.name,
        amountUsd,
        amountSsp: usdToSsp(amountUsd, exchangeRate),
        dueDate,
      });
    }
  });
  const totalRevenueSsp = sumToSsp(preview.totalRevenue, exchangeRate);
  return { ...preview, totalRevenueSsp, skipped };
}

/** The preview in the form of a run result. @throws AppError rule for a month that is locked in the books. */
export async function dryRun(ctx: Ctx, month: IsoMonth): Promise<RunResult> {
  const state = (await listMonths(ctx)).find((one) => one.month === month);
  if (state?.isLocked) {
    breaksRule(
      'month.locked',
      `${formatMonth(month)} is locked in the books. Unlock it to bill it.`,
    );
  }
  const { invoicesGenerated, totalRevenue, skipped, alreadyBilled } = await previewBilling(
    ctx,
    month,
  );
  return {
    runId: null,
    month,
    dryRun: true,
    invoicesGenerated,
    totalRevenue,
    skipped,
    alreadyBilled,
  };
}
