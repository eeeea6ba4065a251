import type { Posting } from '../accounting/rules.ts';
import { post } from '../accounting/service-post.ts';
import { type Ctx, transact } from '../context.ts';
import {
  type BillableCustomer,
  countBillable,
  lockBillable,
  markConnectionFee,
} from '../customers/service-billing.ts';
import { audit } from '../database/audit.ts';
import { runInStep } from '../database/bulk.ts';
import { commitWithoutWaiting } from '../database/commit.ts';
import { factsOf } from '../database/outbox.ts';
import { currentRate } from '../database/rates.ts';
import { actorName } from '../identity/actor.ts';
import { firstDay, formatMonth, type IsoMonth, monthOf } from '../kernel/dates.ts';
import { notFound } from '../kernel/errors.ts';
import { addCents, type Cents, sumOf, usdToSsp, ZERO } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import { invoiceIssued } from './postings.ts';
import * as invoices from './queries-invoices.ts';
import { findCredits } from './queries-payments.ts';
import * as runs from './queries-runs.ts';
import {
  billDateFor,
  nextRunDate,
  planRecurringInvoice,
  type RecurringPlan,
  recurringTerms,
  startLimitFor,
} from './rules.ts';
import type { AutomationStatus, BillingRun, Payment, RunResult } from './schema.ts';
import { takeInvoiceIds, takeInvoiceNumbers } from './service-numbers.ts';
import { BATCH, dryRun, monthToBill } from './service-preview.ts';
import { settleFromCredit } from './service-settlement.ts';

const RUN_HISTORY = 50;
const SILENT_MINUTES = 10;

export interface RunProgress {
  processed: number;
  total: number;
  generated: number;
}

export interface RunOptions {
  month?: IsoMonth;
  dryRun?: boolean;
  onProgress?: (progress: RunProgress) => void;
}

/** Runs that have told nothing since then were killed: a batch takes a second or two. */
function silentSince(ctx: Ctx): Date {
  return new Date(ctx.now.getTime() - SILENT_MINUTES * 60_000);
}

/**
 * Bills a month: one recurring invoice for each Active customer whose service has started and who has none
 * for it, posted and settled from the customer's credit, in batches that each commit (decision 4). Run
 * again, run twice at once, or killed and run again, it makes the same invoices: customers are locked and
 * looked at again before each batch, and the database allows one a month. `ctx` must not be in a transaction.
 * Amounts in US cents. @throws AppError rule for a month more than a year ahead or a locked month.
 */
export async function runBilling(ctx: Ctx, options: RunOptions = {}): Promise<RunResult> {
  const month = monthToBill(ctx, options.month);
  if (options.dryRun) return dryRun(ctx, month);
  const counts = await countBillable(ctx, firstDay(month), startLimitFor(month, ctx.today));
  await runs.abandonSilentRuns(ctx.db, silentSince(ctx), ctx.now);
  const runId = await runs.insertRun(ctx.db, {
    month,
    at: ctx.now,
    actorName: actorName(ctx.actor),
    total: counts.unbilled,
  });
  try {
    const made = await billBatches(ctx, month, runId, counts.unbilled, options.onProgress);
    await transact(ctx, async (tx) => {
      await runs.finishRun(tx.db, runId, 'done', tx.clock(), '');
      await audit(tx, {
        action: 'billing.run',
        entity: 'billingRun',
        entityId: runId,
        summary: `Billed ${formatMonth(month)}: ${made.generated} invoices`,
        after: {
          month,
          generated: made.generated,
          revenueCents: made.revenue,
          skipped: made.skipped,
        },
      });
    });
    return {
      runId,
      month,
      dryRun: false,
      invoicesGenerated: made.generated,
      totalRevenue: made.revenue,
      skipped: made.skipped,
      alreadyBilled: counts.billable - counts.unbilled,
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    await runs.finishRun(ctx.db, runId, 'failed', ctx.clock(), text).catch(() => {});
    throw error;
  }
}

interface Batch {
  lastId: number;
  found: number;
  generated: number;
  skipped: number;
  revenue: Cents;
}

async function billBatches(
  ctx: Ctx,
  month: IsoMonth,
  runId: number,
  total: number,
  onProgress: RunOptions['onProgress'],
): Promise<{ generated: number; skipped: number; revenue: Cents }> {
  const sum = { generated: 0, skipped: 0, revenue: ZERO };
  let processed = 0;
  for (let afterId = 0; ; ) {
    const batch = await transact(ctx, (tx) => billBatch(tx, month, runId, afterId));
    sum.generated += batch.generated;
    sum.skipped += batch.skipped;
    sum.revenue = addCents(sum.revenue, batch.revenue);
    processed += batch.generated;
    onProgress?.({ processed: Math.min(processed, total), total, generated: sum.generated });
    if (batch.found < BATCH) return sum;
    afterId = batch.lastId;
  }
}

async function billBatch(tx: Ctx, month: IsoMonth, runId: number, afterId: number): Promise<Batch> {
  await commitWithoutWaiting(tx.db);
  const locked = await lockBillable(tx, {
    month: firstDay(month),
    startedBy: startLimitFor(month, tx.today),
    afterId,
    limit: BATCH,
  });
  const [first, last] = [locked[0], locked.at(-1)];
  if (!first || !last)
    return { lastId: afterId, found: 0, generated: 0, skipped: 0, revenue: ZERO };
  // Another run may have billed some of them while this one waited for their locks: look again.
  const billed = await runs.findBilledCustomers(tx.db, month, first.id, last.id);
  const terms = recurringTerms(month, tx.today);
  const plans: RecurringPlan<BillableCustomer>[] = [];
  let skipped = 0;
  for (const customer of locked) {
    if (billed.has(customer.id)) continue;
    const plan = planRecurringInvoice(customer, terms);
    if (plan) plans.push(plan);
    else skipped += 1;
  }
  const revenue = sumOf(plans, ({ total }) => total);
  if (plans.length > 0) await issue(tx, plans, month, runId);
  await runs.addRunProgress(tx.db, runId, {
    processed: plans.length + skipped,
    generated: plans.length,
    skipped,
    revenue,
    at: tx.clock(),
  });
  return { lastId: last.id, found: locked.length, generated: plans.length, skipped, revenue };
}

/** Writes a batch of planned invoices: documents, then the counter, then one posting call (lock order). */
async function issue(
  tx: Ctx,
  plans: readonly RecurringPlan<BillableCustomer>[],
  month: IsoMonth,
  runId: number,
): Promise<void> {
  const customerIds = plans.map(({ customer }) => customer.id);
  const credits = await findCredits(tx.db, customerIds);
  const billDate = billDateFor(month, tx.today);
  const billingMonth = firstDay(month);
  const rate = await currentRate(tx.db, 'standard', billDate);
  const firstId = await takeInvoiceIds(tx, plans.length);
  const numbers = await takeInvoiceNumbers(
    tx,
    plans.map(() => billDate),
  );
  const made = plans.map(
    (plan, index): invoices.NewInvoice => ({
      id: firstId + index,
      invoiceNumber: numbers[index]!,
      customerId: plan.customer.id,
      kind: 'recurring',
      billingMonth,
      runId,
      billDate,
      dueDate: plan.dueDate,
      status: 'pending',
      amount: plan.total,
      rate,
      ssp: usdToSsp(plan.total, rate),
      description: plan.description,
      notes: '',
      receivableAccount: plan.receivableAccount,
      lines: plan.lines,
    }),
  );
  let postings: Posting[] = [];
  await runInStep(tx.db, made.length, [
    ...invoices.insertionsOf(made, { at: tx.now, by: actorName(tx.actor) }),
    () => {
      postings = made.map((invoice, index) => postingOf(invoice, plans[index]!.customer.name));
      return factsOf(
        tx,
        'invoice.issued',
        made.map(({ id }) => id),
      );
    },
  ]);
  await markConnectionFee(tx, connectionFeesBilled(plans), true);
  const settled = await settleFromCredit(tx, credits, openAmong(made, credits));
  await post(tx, [...postings, ...settled]);
}

function postingOf(invoice: invoices.NewInvoice, customerName: string): Posting {
  return invoiceIssued({
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    customerId: invoice.customerId,
    customerName,
    billDate: invoice.billDate,
    receivableAccount: invoice.receivableAccount,
    revision: 1,
    lines: invoice.lines,
  });
}

/** Of a batch's invoices those that a credit may settle; few customers have one. */
function openAmong(made: readonly invoices.NewInvoice[], credits: readonly Payment[]) {
  const holders = new Set(credits.map(({ customerId }) => customerId));
  return made
    .filter(({ customerId }) => holders.has(customerId))
    .map((invoice) => ({ ...invoice, paid: ZERO, paymentAccount: null, paymentReference: '' }));
}

function connectionFeesBilled(plans: readonly RecurringPlan<BillableCustomer>[]): number[] {
  return plans
    .filter(({ lines }) => lines.some(({ kind }) => kind === 'connection'))
    .map(({ customer }) => customer.id);
}

/** Ready to run while a billable customer lacks this month's invoice (seeds/000 4, decision 4). */
export async function getAutomationStatus(ctx: Ctx): Promise<AutomationStatus> {
  const month = monthOf(ctx.today);
  const counts = await countBillable(ctx, firstDay(month), startLimitFor(month, ctx.today));
  const history = await runs.findRuns(ctx.db, RUN_HISTORY, silentSince(ctx));
  return {
    shouldRun: counts.unbilled > 0,
    month,
    billable: counts.billable,
    billed: counts.billable - counts.unbilled,
    nextRunDate: nextRunDate(ctx.today),
    lastRun: history.find(({ status }) => status !== 'running') ?? null,
    activeRun: history.find(({ status }) => status === 'running') ?? null,
  };
}

export async function listBillingRuns(ctx: Ctx): Promise<Page<BillingRun>> {
  return { rows: await runs.findRuns(ctx.db, RUN_HISTORY, silentSince(ctx)) };
}

/** @throws AppError notFound. */
export async function getBillingRun(ctx: Ctx, id: number): Promise<BillingRun> {
  return (await runs.getRun(ctx.db, id, silentSince(ctx))) ?? notFound('Billing run', id);
}
