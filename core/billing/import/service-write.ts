import { post } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, usdToSsp } from '../../kernel/money.ts';
import { invoices as invoiceRecords } from '../invoices/queries.ts';
import { insertInvoices, type NewInvoice } from '../invoices/queries-new.ts';
import { type OpenInvoiceRecord, unsettled } from '../invoices/rules-record.ts';
import { invoiceIssued } from '../postings.ts';
import { planRevenueAccountFor, receivableAccountFor, revenueAccountOn } from '../rules.ts';
import { skipInvoiceNumbers, takeInvoiceIds } from '../service-numbers.ts';
import {
  changeableFields,
  type ImportedInvoice,
  type ImportedInvoices,
  type ImportPlan,
  type PlannedChange,
  type PlannedInvoice,
  type PlannedPayment,
} from './rules-types.ts';
import { createdInvoices, createdPayments } from './service-created.ts';
import {
  addPayments,
  applyCredits,
  type Paid,
  restoreSuspended,
  settleRecorded,
} from './service-payments.ts';
import { watchDocuments } from './service-touched.ts';

/** What the books hold of the rows. */
export interface Found {
  /** Customer number → id, of those that exist. */
  customers: Map<string, number>;
  accounts: Map<number, CustomerRecord>;
  invoices: Map<string, OpenInvoiceRecord>;
}

export interface Terms {
  rates: ReadonlyMap<IsoDate, Cents>;
  /** The opening date of the books; null if none is set. */
  opening: IsoDate | null;
}

/** Writes new and changed invoices with their payments, and posts them. Returns what is new, and what was touched. */
export async function write(
  tx: Ctx,
  rows: readonly ImportedInvoice[],
  plans: readonly ImportPlan[],
  found: Found,
  { rates, opening }: Terms,
): Promise<ImportedInvoices['made']> {
  const paid: Paid[] = [];
  const planned: {
    number: string;
    plan: PlannedInvoice;
    payment?: PlannedPayment;
    settledBy?: readonly number[];
  }[] = [];
  const changes: (PlannedChange & { id: number; customerId: number })[] = [];
  plans.forEach((plan, index) => {
    const number = rows[index]!.invoiceId;
    if (plan.outcome === 'created') {
      planned.push({
        number,
        plan: plan.invoice,
        payment: plan.payment,
        settledBy: plan.settledBy,
      });
    }
    if (plan.outcome !== 'updated') return;
    const known = found.invoices.get(number)!;
    if (plan.change) changes.push({ id: known.id, customerId: known.customerId, ...plan.change });
    if (plan.payment) {
      const { status, dueDate } = plan.change ?? known;
      paid.push({ invoice: { ...known, status, dueDate }, payment: plan.payment });
    }
  });
  const touchedDocuments = await watchDocuments(
    tx,
    [...found.accounts.keys()],
    changes.map(({ id }) => id),
  );
  const invoices = await addInvoices(tx, planned, found, { rates, opening });
  planned.forEach(({ payment }, index) => {
    if (payment) paid.push({ invoice: unsettled(invoices[index]!), payment });
  });
  await invoiceRecords.updateMany(tx.db, changes, changeableFields);
  const received = await addPayments(tx, paid, found.accounts, rates);
  const matched = await settleRecorded(
    tx,
    planned.flatMap(({ settledBy = [] }, index) =>
      settledBy.map((paymentId) => ({ invoiceId: invoices[index]!.id, paymentId })),
    ),
    invoices,
  );
  const settled = [...matched, ...(await applyCredits(tx, invoices))];
  const touched = [...paid.map(({ invoice }) => invoice), ...changes];
  await restoreSuspended(
    tx,
    found.accounts,
    touched.map(({ customerId }) => customerId),
  );
  await post(tx, [
    ...invoices.map((invoice) => {
      const customerName = found.accounts.get(invoice.customerId)!.name;
      return invoiceIssued({ ...invoice, customerName, postingRevision: 1 });
    }),
    ...received,
    ...settled,
  ]);
  const isPaid = new Set(paid.map(({ invoice }) => invoice.id));
  const paymentIds = received.flatMap(({ source, sourceId }) =>
    source === 'payment' ? [sourceId!] : [],
  );
  const ids = invoices.map(({ id }) => id);
  return {
    invoices: await createdInvoices(tx, ids, { paid: isPaid, isSettled: settled.length > 0 }),
    payments: createdPayments(paymentIds, [...received, ...settled]),
    touched: await touchedDocuments(),
  };
}

async function addInvoices(
  tx: Ctx,
  planned: readonly { number: string; plan: PlannedInvoice }[],
  { customers, accounts }: Found,
  { rates, opening }: Terms,
): Promise<NewInvoice[]> {
  if (planned.length === 0) return [];
  const firstId = await takeInvoiceIds(tx, planned.length);
  const invoices = planned.map(({ number, plan }, index): NewInvoice => {
    const customer = accounts.get(customers.get(plan.customerId)!)!;
    const exchangeRate = rates.get(plan.billDate)!;
    const account = revenueAccountOn(plan.billDate, opening, planRevenueAccountFor(customer.type));
    return {
      ...plan,
      id: firstId + index,
      invoiceId: number,
      customerId: customer.id,
      kind: 'imported',
      billingMonth: null,
      runId: null,
      exchangeRate,
      amountSsp: usdToSsp(plan.amountUsd, exchangeRate),
      packageName: null,
      receivableAccount: receivableAccountFor(customer.type),
      lines: plan.lines.map((line) => ({ kind: 'service', ...line, account })),
    };
  });
  await insertInvoices(tx.db, invoices, { at: tx.now, by: actorName(tx.actor) });
  await skipInvoiceNumbers(
    tx,
    invoices.map(({ invoiceId }) => invoiceId),
  );
  return invoices;
}
