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
import { type Insertions, type InvoiceTerms, prepareInsertions } from './queries-new-invoices.ts';
import { findCredits } from './queries-payments.ts';
import * as runs from './queries-runs.ts';
import {
  billDateFor,
  planRecurringInvoice,
  type RecurringPlan,
  recurringTerms,
  startLimitFor,
} from './rules.ts';
import type { Payment } from './schema-payments.ts';
import { takeInvoiceIds, takeInvoiceNumbers } from './service-numbers.ts';
import { settleFromCredit } from './service-settlement.ts';

/**
 * Customers a transaction: payments wait behind one batch at the most (architecture, bulk work). The next one is
 * planned while this one ends, so memory holds two of them.
 */
export const BATCH = 4000;

type Plan = RecurringPlan<BillableCustomer>;

/** What the invoices of a batch will be; its customers are locked, and marked where they pay for the connection. */
interface PlannedBatch {
  plans: readonly Plan[];
  /** One a plan, and what writes them. */
  invoices: readonly InvoiceTerms[];
  insertions: Insertions;
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

/** The run that a batch belongs to. */
interface Run {
  id: number;
  month: IsoMonth;
}

/** The batches of a month's run, one transaction each: the place is the customer's id after which it takes up. */
export function billingTurn(run: Run): Turn<number, PlannedBatch, MadeBatch> {
  return {
    open: (tx, afterId) => planBatch(tx, run, afterId),
    write: (tx, batch, onlyWaits) => writeBatch(tx, run, batch, onlyWaits),
    next: ({ nextAfterId }) => nextAfterId,
  };
}

async function planBatch(tx: Ctx, run: Run, afterId: number): Promise<PlannedBatch> {
  const { month } = run;
  await commitWithoutWaiting(tx.db);
  const locked = await lockBillable(tx, {
    month: firstDay(month),
    startedBy: startLimitFor(month, tx.today),
    afterId,
    limit: BATCH,
  });
  const first = locked[0]?.id ?? afterId;
  const last = locked.at(-1)?.id ?? afterId;
  // Another run may have billed some of them while this one waited for their locks: look again.
  const billed = await runs.findBilledCustomers(tx.db, month, first, last);
  const terms = recurringTerms(month, tx.today);
  const plans: Plan[] = [];
  let skipped = 0;
  for (const customer of locked) {
    if (billed.has(customer.id)) continue;
    const plan = planRecurringInvoice(customer, terms);
    if (plan) plans.push(plan);
    else skipped += 1;
  }
  const credits = await findCredits(
    tx.db,
    plans.map(({ customer }) => customer.id),
  );
  await markConnectionFee(tx, connectionFeesBilled(plans), true);
  const invoices = await invoicesOf(tx, run, plans);
  return {
    plans,
    invoices,
    insertions: prepareInsertions(invoices, { at: tx.now, by: actorName(tx.actor) }),
    skipped,
    credits,
    nextAfterId: locked.length < BATCH ? undefined : last,
  };
}

async function invoicesOf(tx: Ctx, run: Run, plans: readonly Plan[]): Promise<InvoiceTerms[]> {
  const billDate = billDateFor(run.month, tx.today);
  const billingMonth = firstDay(run.month);
  const rate = await currentRate(tx.db, 'standard', billDate);
  return plans.map((plan) => ({
    customerId: plan.customer.id,
    kind: 'recurring',
    billingMonth,
    runId: run.id,
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
  }));
}

async function writeBatch(
  tx: Ctx,
  run: Run,
  batch: PlannedBatch,
  onlyWaits: () => void,
): Promise<MadeBatch> {
  const { plans, skipped } = batch;
  const generated = plans.length;
  const revenue = sumOf(plans, ({ total }) => total);
  if (generated > 0) await issue(tx, batch, onlyWaits);
  await runs.addRunProgress(tx.db, run.id, {
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
  { plans, invoices, insertions, credits }: PlannedBatch,
  onlyWaits: () => void,
): Promise<void> {
  const firstId = await takeInvoiceIds(tx, invoices.length);
  const ids = invoices.map((_invoice, index) => firstId + index);
  const numbers = await takeInvoiceNumbers(
    tx,
    invoices.map(({ billDate }) => billDate),
  );
  let postings: Posting[] = [];
  await runInStep(tx.db, invoices.length, [
    ...insertions(ids, numbers),
    () => {
      postings = invoices.map((invoice, index) =>
        invoiceIssued({
          id: ids[index]!,
          invoiceNumber: numbers[index]!,
          customerId: invoice.customerId,
          customerName: plans[index]!.customer.name,
          billDate: invoice.billDate,
          receivableAccount: invoice.receivableAccount,
          revision: 1,
          lines: invoice.lines,
        }),
      );
      return undefined;
    },
  ]);
  const open = openAmong(invoices, ids, numbers, credits);
  const settled = await settleFromCredit(tx, credits, open);
  await post(tx, [...postings, ...settled], {
    meanwhile: () => factsOf(tx, 'invoice.issued', ids),
    onlyWaits,
  });
}

/** Of a batch's invoices those that a credit may settle; few customers have one. */
function openAmong(
  invoices: readonly InvoiceTerms[],
  ids: readonly number[],
  numbers: readonly string[],
  credits: readonly Payment[],
) {
  const holders = new Set(credits.map(({ customerId }) => customerId));
  return invoices.flatMap((invoice, index) => {
    if (!holders.has(invoice.customerId)) return [];
    const number = { id: ids[index]!, invoiceNumber: numbers[index]! };
    return [{ ...invoice, ...number, paid: ZERO, paymentAccount: null, paymentReference: '' }];
  });
}

function connectionFeesBilled(plans: readonly Plan[]): number[] {
  return plans
    .filter(({ lines }) => lines.some(({ kind }) => kind === 'connection'))
    .map(({ customer }) => customer.id);
}
