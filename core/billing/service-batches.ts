import type { Posting } from '../accounting/rules.ts';
import { post } from '../accounting/service-post.ts';
import type { Ctx } from '../context.ts';
import {
  type BillableCustomer,
  lockBillable,
  markConnectionFee,
} from '../customers/service-billing.ts';
import { runInStep } from '../database/bulk.ts';
import { commitWithoutWaiting } from '../database/commit.ts';
import { factsOf } from '../database/outbox.ts';
import { currentRate } from '../database/rates.ts';
import { actorName } from '../identity/actor.ts';
import { firstDay, type IsoMonth } from '../kernel/dates.ts';
import { type Cents, sumOf, usdToSsp, ZERO } from '../kernel/money.ts';
import type { Turn } from '../turns.ts';
import { invoiceIssued } from './postings.ts';
import { insertionsOf, type NewInvoice } from './queries-new-invoices.ts';
import { findCredits } from './queries-payments.ts';
import * as runs from './queries-runs.ts';
import {
  billDateFor,
  planRecurringInvoice,
  type RecurringPlan,
  recurringTerms,
  startLimitFor,
} from './rules.ts';
import type { Payment } from './schema.ts';
import { takeInvoiceIds, takeInvoiceNumbers } from './service-numbers.ts';
import { settleFromCredit } from './service-settlement.ts';

/** Customers a transaction: payments wait behind one batch at the most (architecture, bulk work). */
export const BATCH = 5000;

type Plan = RecurringPlan<BillableCustomer>;

/** What the invoices of a batch will be; its customers are locked. */
interface PlannedBatch {
  plans: readonly Plan[];
  /** Customers whose total is zero. */
  skipped: number;
  /** The credit that the customers have. */
  credits: readonly Payment[];
  /** Where the next batch takes up; undefined after the last one. */
  nextAfterId: number | undefined;
}

export interface MadeBatch {
  generated: number;
  skipped: number;
  revenue: Cents;
}

/** The batches of a month's run, one transaction each: the place is the customer's id after which it takes up. */
export function billingTurn(month: IsoMonth, runId: number): Turn<number, PlannedBatch, MadeBatch> {
  return {
    open: (tx, afterId) => planBatch(tx, month, afterId),
    write: (tx, batch) => writeBatch(tx, batch, month, runId),
    next: ({ nextAfterId }) => nextAfterId,
  };
}

async function planBatch(tx: Ctx, month: IsoMonth, afterId: number): Promise<PlannedBatch> {
  await commitWithoutWaiting(tx.db);
  const locked = await lockBillable(tx, {
    month: firstDay(month),
    startedBy: startLimitFor(month, tx.today),
    afterId,
    limit: BATCH,
  });
  const [first, last] = [locked[0], locked.at(-1)];
  if (!first || !last) return { plans: [], skipped: 0, credits: [], nextAfterId: undefined };
  // Another run may have billed some of them while this one waited for their locks: look again.
  const billed = await runs.findBilledCustomers(tx.db, month, first.id, last.id);
  const terms = recurringTerms(month, tx.today);
  const plans: Plan[] = [];
  let skipped = 0;
  for (const customer of locked) {
    if (billed.has(customer.id)) continue;
    const plan = planRecurringInvoice(customer, terms);
    if (plan) plans.push(plan);
    else skipped += 1;
  }
  const customerIds = plans.map(({ customer }) => customer.id);
  const credits = await findCredits(tx.db, customerIds);
  return { plans, skipped, credits, nextAfterId: locked.length < BATCH ? undefined : last.id };
}

async function writeBatch(
  tx: Ctx,
  batch: PlannedBatch,
  month: IsoMonth,
  runId: number,
): Promise<MadeBatch> {
  const { plans, skipped } = batch;
  const generated = plans.length;
  const revenue = sumOf(plans, ({ total }) => total);
  if (generated > 0) await issue(tx, batch, month, runId);
  await runs.addRunProgress(tx.db, runId, {
    processed: generated + skipped,
    generated,
    skipped,
    revenue,
    at: tx.clock(),
  });
  return { generated, skipped, revenue };
}

/** Writes a batch of planned invoices: documents, then the counter, then one posting call (lock order). */
async function issue(
  tx: Ctx,
  { plans, credits }: PlannedBatch,
  month: IsoMonth,
  runId: number,
): Promise<void> {
  const billDate = billDateFor(month, tx.today);
  const billingMonth = firstDay(month);
  const rate = await currentRate(tx.db, 'standard', billDate);
  const firstId = await takeInvoiceIds(tx, plans.length);
  const numbers = await takeInvoiceNumbers(
    tx,
    plans.map(() => billDate),
  );
  const made = plans.map(
    (plan, index): NewInvoice => ({
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
    ...insertionsOf(made, { at: tx.now, by: actorName(tx.actor) }),
    () => {
      postings = made.map((invoice, index) => postingOf(invoice, plans[index]!.customer.name));
      return undefined;
    },
  ]);
  await markConnectionFee(tx, connectionFeesBilled(plans), true);
  const settled = await settleFromCredit(tx, credits, openAmong(made, credits));
  const ids = made.map(({ id }) => id);
  await post(tx, [...postings, ...settled], () => factsOf(tx, 'invoice.issued', ids));
}

function postingOf(invoice: NewInvoice, customerName: string): Posting {
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
function openAmong(made: readonly NewInvoice[], credits: readonly Payment[]) {
  const holders = new Set(credits.map(({ customerId }) => customerId));
  return made
    .filter(({ customerId }) => holders.has(customerId))
    .map((invoice) => ({ ...invoice, paid: ZERO, paymentAccount: null, paymentReference: '' }));
}

function connectionFeesBilled(plans: readonly Plan[]): number[] {
  return plans
    .filter(({ lines }) => lines.some(({ kind }) => kind === 'connection'))
    .map(({ customer }) => customer.id);
}
