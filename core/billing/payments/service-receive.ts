import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import { holdOpeningDate } from '../../accounting/opening/service.ts';
import type { Posting } from '../../accounting/rules.ts';
import type { CashPlace } from '../../accounting/schema-money.ts';
import { post } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import { formatDate } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { addCents, subtractCents } from '../../kernel/money.ts';
import { audit } from '../../records/audit.ts';
import { writeOutbox } from '../../records/outbox.ts';
import { takeCash } from '../../till/service-cash.ts';
import { restoreSettled } from '../disconnect/service.ts';
import * as invoiceQueries from '../invoices/queries.ts';
import { partsInPounds } from '../invoices/rules-pounds.ts';
import { type OpenInvoiceRecord, openOf } from '../invoices/rules-record.ts';
import { takeReceiptNumbers } from '../service-numbers.ts';
import * as queries from './queries.ts';
import { moneyAccountOf } from './rules-accounts.ts';
import { type Allocation, allocate, allocationOrder } from './rules-settlement.ts';
import {
  type Payment,
  type PaymentAllocation,
  type PaymentDetail,
  type PaymentKind,
  type PaymentRefund,
  paymentDetail,
} from './schema.ts';
import { assertNewReference } from './service-reference.ts';
import { applyUses, postingsOfReceipts, totalOfParts } from './service-settlement.ts';

type Added =
  | 'receiptId'
  | 'customerId'
  | 'moneyAccount'
  | 'unallocatedUsd'
  | 'status'
  | 'createdAt'
  | 'createdBy';
/** A payment or credit to record, and the invoices that it settles first. */
export type Receipt = Omit<queries.NewPayment, Added | 'kind'> & {
  kind: 'payment' | 'credit' | 'credit_note';
  /** The account that a credit note debits: the revenue of its invoice. */
  revenueAccount?: string;
  /** The invoice of a credit note. */
  creditedInvoiceId?: number;
  chosen?: readonly number[];
  /** Where cash goes. */
  from?: CashPlace | undefined;
  /** Of a payment: that its reference is also another payment's was confirmed. */
  sameReference?: boolean | undefined;
};

/** A payment with its current or former allocations, in the order of `findAllocationsOfPayments`, and its refunds. */
export function detailOf(
  payment: Payment,
  parts: readonly Omit<PaymentAllocation, 'amountSsp'>[],
  refunds: readonly Omit<PaymentRefund, 'amountSsp'>[] = [],
): PaymentDetail {
  const usedUsd = addCents(totalOfParts(parts), totalOfParts(refunds));
  const keptUsd = subtractCents(payment.amountUsd, usedUsd);
  const amounts = [...parts, ...refunds].map(({ amountUsd }) => amountUsd);
  const inPounds = partsInPounds([...amounts, keptUsd], payment);
  const settled = parts.map(({ invoiceId, invoiceNumber, amountUsd }, index) => ({
    invoiceId,
    invoiceNumber,
    amountUsd,
    amountSsp: inPounds[index]!,
  }));
  const isReversed = payment.status === 'reversed';
  return {
    ...payment,
    allocations: isReversed ? [] : settled,
    reversedAllocations: isReversed ? settled : [],
    refunds: refunds.map((refund, index) => ({
      ...refund,
      amountSsp: inPounds[parts.length + index]!,
    })),
    keptUsd,
    keptSsp: inPounds[amounts.length]!,
  };
}

/** As `receiveUnposted`, and posts it. */
export async function receive(
  tx: Ctx,
  customer: CustomerRecord,
  receipt: Receipt,
): Promise<PaymentDetail> {
  const { payment, postings } = await receiveUnposted(tx, customer, receipt);
  await post(tx, postings);
  return payment;
}

const actions = {
  payment: 'payment.record',
  credit: 'credit.grant',
  credit_note: 'creditNote.issue',
} as const;

/**
 * Records a payment, credit or credit note on a locked account; all payments except imports go through here. Returns
 * the postings, which the caller posts once and last.
 * @throws AppError invalid for a chosen invoice that is not an open one of the customer; conflict for a reference that
 *   another payment has, unless `sameReference` confirms it; as `takeCash` for cash.
 */
export async function receiveUnposted(
  tx: Ctx,
  customer: CustomerRecord,
  { chosen, revenueAccount, from, sameReference, ...receipt }: Receipt,
): Promise<{ payment: PaymentDetail; postings: Posting[] }> {
  const kind = await kindOn(tx, receipt);
  if (receipt.kind === 'payment') await assertNewReference(tx, { ...receipt, sameReference });
  const open = await invoiceQueries.findOpenInvoices(tx.db, [customer.id], tx.today);
  const unknown = chosen?.find((id) => !open.some((invoice) => invoice.id === id));
  if (unknown !== undefined)
    invalidField('invoiceIds', `Invoice ${unknown} is not an open invoice of this customer.`);
  const { allocations, rest } = allocate(
    receipt.amountUsd,
    allocationOrder(open, chosen).map((invoice) => ({ id: invoice.id, openUsd: openOf(invoice) })),
  );
  const [receiptId] = await takeReceiptNumbers(tx, receipt.kind, [receipt.paymentDate]);
  const [stored] = await queries.payments.insertMany(tx.db, [
    {
      ...receipt,
      kind,
      moneyAccount: revenueAccount ?? moneyAccountOf({ ...receipt, kind }),
      receiptId: receiptId!,
      customerId: customer.id,
      unallocatedUsd: rest,
      status: 'recorded',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    } as const,
  ]);
  const { customerId: customerNumber, name: customerName } = customer;
  const payment = { ...stored!, customerNumber, customerName };
  const uses = allocations.map((allocation) => ({ paymentId: payment.id, ...allocation }));
  const parts = await applyUses(tx, uses, open, [payment]);
  const [received, ...taken] = await postingsOfReceipts(tx, [payment], parts);
  const cash = { kind: 'payment', reference: payment.receiptId, from } as const;
  const postings = [await takeCash(tx, received!, cash), ...taken];
  await restoreSettled(tx, [customer]);
  await writeOutbox(tx, 'payment.recorded', [payment.id]);
  // Each posting after that of the receipt changed its credit, which increased its version.
  const version = payment.version + postings.length - 1;
  const detail = detailOf({ ...payment, version }, settledAmong(open, allocations));
  await auditPayment(tx, actions[receipt.kind], { after: detail, note: ` of ${customer.name}` });
  return { payment: detail, postings };
}

/**
 * The kind of a payment on its day (decision 45).
 * @throws AppError invalid for a credit before the opening date, whose cost belongs to earlier books.
 */
async function kindOn(tx: Ctx, { kind, paymentDate }: Receipt): Promise<PaymentKind> {
  const openingDate = await holdOpeningDate(tx);
  if (!isBeforeOpening(paymentDate, openingDate)) return kind;
  if (kind === 'payment') return 'before_opening';
  // Its invoice is booked against Opening Balances too.
  if (kind === 'credit_note') return kind;
  const opening = formatDate(openingDate!);
  return invalidField(
    'date',
    `The books begin on ${opening}. A credit is granted on that day or later.`,
  );
}

export function auditPayment(
  tx: Ctx,
  action: string,
  { note, ...line }: { before?: PaymentDetail; after: PaymentDetail; note: string },
): Promise<void> {
  const { id, receiptId } = line.after;
  const subject = { action, entity: 'payment', entityId: id, summary: `${receiptId}${note}` };
  return audit(tx, { ...subject, schema: paymentDetail, ...line });
}

/** The settled amounts of open invoices, in the order of the invoices. */
function settledAmong(open: readonly OpenInvoiceRecord[], allocations: readonly Allocation[]) {
  const amounts = new Map(allocations.map(({ invoiceId, amountUsd }) => [invoiceId, amountUsd]));
  return open.flatMap(({ id, invoiceId: invoiceNumber }) => {
    const amountUsd = amounts.get(id);
    return amountUsd === undefined ? [] : [{ invoiceId: id, invoiceNumber, amountUsd }];
  });
}
