import { holdOpeningDate } from '../../accounting/opening/service.ts';
import type { Posting } from '../../accounting/rules.ts';
import { post, postedEntryIds } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Created, Touched } from '../../kernel/imported.ts';
import { type Cents, usdToSsp, ZERO } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { createdInvoices, createdPayments } from '../import/service-created.ts';
import { watchDocuments } from '../import/service-touched.ts';
import { findOpenInvoices, invoices as invoiceRecords } from '../invoices/queries.ts';
import { insertInvoices, type NewInvoice } from '../invoices/queries-new.ts';
import {
  findCredits,
  insertPayments,
  type NewPayment,
  payments as paymentRecords,
} from '../payments/queries.ts';
import { settleFromCredit } from '../payments/service-settlement.ts';
import { invoiceIssued, invoiceReversed, paymentReceived, paymentReversed } from '../postings.ts';
import { receivableAccountFor } from '../rules.ts';
import { takeInvoiceIds } from '../service-numbers.ts';
import { markReplaced } from './queries.ts';
import {
  amountOf,
  OPENING_BALANCE,
  type OpeningDocument,
  openingDay,
  openingDueDate,
  openingLines,
} from './rules.ts';

/** An opening balance to post; `owedUsd` in US cents, negative for a credit, zero to remove only. */
export interface PlannedOpening {
  customer: CustomerRecord;
  owedUsd: Cents;
  number: string;
  notes: string;
  replaces?: OpeningDocument;
}

interface Terms {
  day: IsoDate;
  exchangeRate: Cents;
}

/**
 * Posts opening balances and removes those that they replace; reversals and new entries are dated the opening day, so
 * that the balances of that day are correct. Credits and debts of a customer settle each other as always. The accounts
 * must be locked. Returns the new documents and those touched.
 */
export async function postOpenings(
  tx: Ctx,
  openings: readonly PlannedOpening[],
): Promise<{ invoices: Created[]; payments: Created[]; touched: Touched }> {
  const customers = openings.map(({ customer }) => customer);
  const ids = customers.map(({ id }) => id);
  const touchedDocuments = await watchDocuments(tx, ids);
  const day = openingDay((await holdOpeningDate(tx))!);
  const terms = { day, exchangeRate: await currentRate(tx, 'standard', day) };
  const removed = [...(await cancelDebts(tx, openings)), ...(await reverseCredits(tx, openings))];
  const debts = await addDebts(
    tx,
    openings.filter(({ owedUsd }) => owedUsd > 0),
    terms,
  );
  const receipts = await addCredits(
    tx,
    openings.filter(({ owedUsd }) => owedUsd < 0),
    terms,
  );
  const credits = await findCredits(tx.db, ids);
  const settled =
    credits.length === 0
      ? []
      : await settleFromCredit(tx, credits, await findOpenInvoices(tx.db, ids, tx.today));
  await restoreSettled(tx, customers);
  await post(tx, [...removed, ...debts, ...receipts, ...settled]);
  const idsOf = (postings: readonly Posting[]) => postings.map(({ sourceId }) => sourceId!);
  const isSettled = settled.length > 0;
  return {
    invoices: await createdInvoices(tx, idsOf(debts), { paid: new Set(), isSettled }),
    payments: createdPayments(idsOf(receipts), settled),
    touched: await touchedDocuments(),
  };
}

/** The documents of a kind that are replaced, each with its customer. */
function replaced(openings: readonly PlannedOpening[], kind: OpeningDocument['kind']) {
  return openings.flatMap(({ customer, replaces }) =>
    replaces?.kind === kind ? [{ ...replaces, customer }] : [],
  );
}

async function cancelDebts(tx: Ctx, openings: readonly PlannedOpening[]): Promise<Posting[]> {
  const debts = replaced(openings, 'debt');
  if (debts.length === 0) return [];
  const ids = debts.map(({ id }) => id);
  const invoices = await invoiceRecords.lockMany(tx.db, ids);
  const entries = await postedEntryIds(tx, 'invoice', ids);
  await invoiceRecords.updateMany(
    tx.db,
    ids.map((id) => ({ id, status: 'cancelled' as const })),
    ['status'],
  );
  await markReplaced(tx.db, 'invoices', ids);
  const customers = new Map(debts.map(({ id, customer }) => [id, customer]));
  return invoices.map((invoice) => {
    const customerName = customers.get(invoice.id)!.name;
    const facts = { ...invoice, customerName, lines: openingLines(invoice.amountUsd) };
    return invoiceReversed(facts, invoice.billDate, entries.get(invoice.id)!);
  });
}

async function reverseCredits(tx: Ctx, openings: readonly PlannedOpening[]): Promise<Posting[]> {
  const credits = replaced(openings, 'credit');
  if (credits.length === 0) return [];
  await paymentRecords.updateMany(
    tx.db,
    credits.map(({ id }) => ({
      id,
      status: 'reversed' as const,
      reversedDate: tx.today,
      reversedAt: tx.now,
      reversedBy: actorName(tx.actor),
      reversalReason: 'Corrected by an import of opening balances',
      unallocatedUsd: ZERO,
    })),
    ['status', 'reversedDate', 'reversedAt', 'reversedBy', 'reversalReason', 'unallocatedUsd'],
  );
  await markReplaced(
    tx.db,
    'payments',
    credits.map(({ id }) => id),
  );
  return credits.flatMap(({ id, number, owedUsd, date, customer }) => {
    const amountUsd = amountOf(owedUsd);
    const payment = {
      id,
      receiptId: number,
      customerId: customer.id,
      customerName: customer.name,
      paymentDate: date,
      kind: 'opening',
      currency: 'USD',
      moneyAccount: null,
      amountUsd,
      amountSsp: ZERO,
      unallocatedUsd: amountUsd,
      version: 1,
    } as const;
    return paymentReversed(payment, [], date);
  });
}

async function addDebts(
  tx: Ctx,
  openings: readonly PlannedOpening[],
  { day, exchangeRate }: Terms,
): Promise<Posting[]> {
  if (openings.length === 0) return [];
  const firstId = await takeInvoiceIds(tx, openings.length);
  const invoices = openings.map(
    ({ customer, number, owedUsd, notes }, index): NewInvoice => ({
      id: firstId + index,
      invoiceId: number,
      customerId: customer.id,
      kind: 'opening',
      billingMonth: null,
      runId: null,
      billDate: day,
      dueDate: openingDueDate(day, tx.today),
      status: 'pending',
      amountUsd: owedUsd,
      exchangeRate,
      amountSsp: usdToSsp(owedUsd, exchangeRate),
      description: OPENING_BALANCE,
      notes,
      packageName: null,
      receivableAccount: receivableAccountFor(customer.type),
      lines: openingLines(owedUsd),
    }),
  );
  await insertInvoices(tx.db, invoices, { at: tx.now, by: actorName(tx.actor) });
  return invoices.map((invoice, index) => {
    const customerName = openings[index]!.customer.name;
    return invoiceIssued({ ...invoice, customerName, postingRevision: 1 });
  });
}

async function addCredits(
  tx: Ctx,
  openings: readonly PlannedOpening[],
  { day, exchangeRate }: Terms,
): Promise<Posting[]> {
  if (openings.length === 0) return [];
  const received = openings.map(({ customer, number, owedUsd, notes }): NewPayment => {
    const amountUsd = amountOf(owedUsd);
    return {
      receiptId: number,
      customerId: customer.id,
      kind: 'opening',
      paymentDate: day,
      account: null,
      moneyAccount: null,
      currency: 'USD',
      amountUsd,
      amountSsp: usdToSsp(amountUsd, exchangeRate),
      exchangeRate,
      unallocatedUsd: amountUsd,
      reference: '',
      notes,
      status: 'recorded',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    };
  });
  const ids = await insertPayments(tx.db, received);
  return received.map((payment, index) => {
    const customerName = openings[index]!.customer.name;
    return paymentReceived({ ...payment, id: ids[index]!, customerName, version: 1 }, []).receipt;
  });
}
