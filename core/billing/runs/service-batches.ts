import { post } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import { markConnectionFee } from '../../customers/service-billing.ts';
import { type Identities, takePredicted } from '../../database/counters.ts';
import { isUniqueViolation, NumberConflict } from '../../database/errors.ts';
import { actorName } from '../../identity/actor.ts';
import { firstDay, type IsoDate, type IsoMonth } from '../../kernel/dates.ts';
import { type Cents, sumOf, usdToSsp } from '../../kernel/money.ts';
import type { PipelineStep } from '../../pipeline.ts';
import { currentRate } from '../../rates/service-current.ts';
import { writeOutbox } from '../../records/outbox.ts';
import { insertInvoices, type NewInvoice } from '../invoices/queries-new.ts';
import { unsettled } from '../invoices/rules-record.ts';
import { findCredits } from '../payments/queries.ts';
import type { Payment } from '../payments/schema.ts';
import { settleFromCredit } from '../payments/service-settlement.ts';
import { type InvoiceFacts, invoiceIssued } from '../postings.ts';
import {
  billDateFor,
  planRecurringInvoice,
  type RecurringPlan,
  recurringTerms,
  startLimitFor,
} from '../rules.ts';
import { foreseeInvoiceIdentities, takeInvoiceIdentities } from '../service-numbers.ts';
import * as runs from './queries.ts';
import { type BillableCustomer, lockBillable } from './service-billable.ts';

/**
 * Customers per transaction, including those not billed: payments wait for two batches at most (architecture, bulk
 * work). The next batch is written while this one is posted, so memory holds two of them.
 */
export const BATCH = 2000;

type Plan = RecurringPlan<BillableCustomer>;

/** The fields needed to insert and to post an invoice. */
type IssuedInvoice = NewInvoice & InvoiceFacts;

/** Invoices that are inserted but not yet posted; their customers are locked. */
interface OpenedBatch {
  invoices: readonly IssuedInvoice[];
  identities: Identities;
  /** Whether the ids and numbers are computed ahead and still have to be taken from the counters. */
  isForeseen: boolean;
  /** Customers whose total is zero. */
  skipped: number;
  /** Payments of these customers with credit left. */
  credits: readonly Payment[];
  /** The id after which the next batch starts; undefined after the last one. */
  nextAfterId: number | undefined;
}

export interface MadeBatch {
  generated: number;
  skipped: number;
  revenueUsd: Cents;
}

/** The run that a batch belongs to. */
export interface Run {
  id: number;
  month: IsoMonth;
  /** The opening date if it lies within the month (decision 45). */
  billedUntil: IsoDate | null;
}

/** The batches of a run, one transaction each; the position is the last customer id of the batch before. */
export function billingTurn(run: Run): PipelineStep<number, OpenedBatch, MadeBatch> {
  return {
    open: (tx, afterId, before) => openBatch(tx, run, afterId, before),
    write: (tx, batch) => finishBatch(tx, run, batch),
    next: ({ nextAfterId }) => nextAfterId,
  };
}

/**
 * Locks customers, plans their invoices and inserts them. While the previous batch is not yet committed, their
 * numbers are computed ahead of the counters, so that both batches can be processed at the same time.
 */
async function openBatch(
  tx: Ctx,
  run: Run,
  afterId: number,
  before: OpenedBatch | undefined,
): Promise<OpenedBatch> {
  const { plans, skipped, nextAfterId } = await planBatch(tx, run, afterId);
  const credits = await findCredits(
    tx.db,
    plans.map(({ customer }) => customer.id),
  );
  await markConnectionFee(tx, connectionFeesBilled(plans));
  const billDate = billDateFor(run.month, tx.today);
  const billDates = plans.map(() => billDate);
  const foreseen = before && foreseeInvoiceIdentities(before.identities, billDates);
  const identities = foreseen ?? (await takeInvoiceIdentities(tx, billDates));
  const invoices = await invoicesOf(tx, run, billDate, plans, identities);
  const made = { at: tx.now, by: actorName(tx.actor) };
  await insertInvoices(tx.db, invoices, made).catch((error: unknown) => {
    throw foreseen && isUniqueViolation(error) ? new NumberConflict({ cause: error }) : error;
  });
  const isForeseen = foreseen !== undefined;
  return { invoices, identities, isForeseen, skipped, credits, nextAfterId };
}

async function planBatch(tx: Ctx, { month, billedUntil }: Run, afterId: number) {
  const { customers, upToId, nextAfterId } = await lockBillable(tx, {
    month: firstDay(month),
    startedBy: startLimitFor(month, tx.today),
    billedUntil,
    afterId,
    size: BATCH,
  });
  // Another run may have billed some of them while this one waited for the locks.
  const billed = await runs.findBilledCustomers(tx.db, month, afterId, upToId);
  const terms = recurringTerms(month, tx.today);
  const plans: Plan[] = [];
  let skipped = 0;
  for (const customer of customers) {
    if (billed.has(customer.id)) continue;
    const plan = planRecurringInvoice(customer, terms);
    if (plan) plans.push(plan);
    else skipped += 1;
  }
  return { plans, skipped, nextAfterId };
}

async function invoicesOf(
  tx: Ctx,
  run: Run,
  billDate: IsoDate,
  plans: readonly Plan[],
  { ids, numbers }: Identities,
): Promise<IssuedInvoice[]> {
  const billingMonth = firstDay(run.month);
  const exchangeRate = await currentRate(tx, 'standard', billDate);
  return plans.map((plan, index) => ({
    id: ids[index]!,
    invoiceId: numbers[index]!,
    customerId: plan.customer.id,
    customerName: plan.customer.name,
    kind: 'recurring',
    billingMonth,
    runId: run.id,
    billDate,
    dueDate: plan.dueDate,
    status: 'pending',
    amountUsd: plan.amountUsd,
    exchangeRate,
    amountSsp: usdToSsp(plan.amountUsd, exchangeRate),
    description: plan.description,
    notes: '',
    packageName: plan.packageName,
    postingRevision: 1,
    receivableAccount: plan.receivableAccount,
    lines: plan.lines,
  }));
}

/** Settles the invoices of a batch from credit and posts them; posting comes last (lock order). */
async function finishBatch(tx: Ctx, run: Run, batch: OpenedBatch): Promise<MadeBatch> {
  const { invoices, identities, skipped } = batch;
  if (batch.isForeseen) await takePredicted(tx.db, identities);
  const generated = invoices.length;
  const revenueUsd = sumOf(invoices, ({ amountUsd }) => amountUsd);
  await writeOutbox(tx, 'invoice.issued', identities.ids);
  const settled = await settleFromCredit(tx, batch.credits, invoicesOfCreditHolders(batch));
  await runs.addRunProgress(tx.db, run.id, {
    processed: generated + skipped,
    generated,
    skipped,
    revenueUsd,
    at: tx.clock(),
  });
  await post(tx, [...invoices.map(invoiceIssued), ...settled]);
  return { generated, skipped, revenueUsd };
}

/** The invoices of a batch whose customers have credit. */
function invoicesOfCreditHolders({ invoices, credits }: OpenedBatch) {
  const holders = new Set(credits.map(({ customerId }) => customerId));
  return invoices.filter(({ customerId }) => holders.has(customerId)).map(unsettled);
}

function connectionFeesBilled(plans: readonly Plan[]): number[] {
  return plans
    .filter(({ lines }) => lines.some(({ kind }) => kind === 'connection'))
    .map(({ customer }) => customer.id);
}
