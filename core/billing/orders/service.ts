import { leaf } from '../../accounting/chart.ts';
import { holdOpeningDate } from '../../accounting/opening/service.ts';
import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { breaksRule } from '../../kernel/errors.ts';
import {
  addCents,
  type Cents,
  cents,
  formatUsd,
  minCents,
  subtractCents,
  usdToSsp,
} from '../../kernel/money.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { closeDisputes } from '../disputes/service-close.ts';
import {
  findInvoicesById,
  findLines,
  keepPaidDate,
  updateSettlements,
} from '../invoices/queries.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import type { InvoiceStatus } from '../invoices/schema.ts';
import { getInvoiceRecord, issue } from '../invoices/service.ts';
import { cancelOfOrder } from '../invoices/service-corrections.ts';
import { findAllocationsOfInvoices } from '../payments/queries.ts';
import { settledStatus } from '../payments/rules-settlement.ts';
import type { PaymentDetail } from '../payments/schema.ts';
import { receiveUnposted } from '../payments/service-receive.ts';
import {
  latestDetails,
  releaseExcess,
  settleAccount,
  totalOfParts,
} from '../payments/service-settlement.ts';
import { defaultManualDueDate, displayStatus, revenueAccountOn } from '../rules.ts';

export { takePayment } from '../payments/service.ts';

/** A sales order to invoice; prices in US cents, `exchangeRate` in SSP cents per US dollar. */
export interface OrderToInvoice {
  /** SO-2026-0001. */
  orderNumber: string;
  /** The bill date. */
  date: IsoDate;
  exchangeRate: Cents;
  lines: readonly { description: string; quantity: number; unitPriceUsd: Cents }[];
  notes: string;
}

/**
 * Issues the invoice of a sales order on a locked account: kind 'equipment', due as an invoice made by hand, revenue on
 * 4410 (before the opening date on Opening Balances). It is settled from the customer's credit. The order's total must
 * be above zero. Returns the postings, which the caller posts together with its own, once and last.
 */
export async function issueOrderInvoice(
  tx: Ctx,
  customer: CustomerRecord,
  { orderNumber, date, exchangeRate, lines, notes }: OrderToInvoice,
): Promise<{ invoice: InvoiceRecord; postings: Posting[] }> {
  const account = revenueAccountOn(date, await holdOpeningDate(tx), leaf.equipmentSales);
  return issue(tx, customer, {
    kind: 'equipment',
    billDate: date,
    dueDate: defaultManualDueDate(date),
    status: 'pending',
    exchangeRate,
    description: `Equipment, order ${orderNumber}`,
    notes,
    lines: lines.map(({ description, quantity, unitPriceUsd }) => ({
      kind: 'equipment' as const,
      description,
      quantity,
      unitPriceUsd,
      amountUsd: cents(quantity * unitPriceUsd),
      account,
    })),
  });
}

/**
 * Cancels the invoice of a sales order. What was paid on it settles other open invoices or is the customer's credit.
 * Returns the postings, which the caller posts once and last.
 * @throws AppError notFound; rule if it is cancelled already.
 */
export function cancelOrderInvoice(tx: Ctx, invoiceId: number, reason: string): Promise<Posting[]> {
  return cancelOfOrder(tx, invoiceId, reason);
}

/**
 * Issues a credit note (CN-2026-000001) for goods of an order that came back, on a locked account, in US cents and at
 * the rate of its invoice. It debits the revenue account of the invoice and settles this invoice alone. What had paid the
 * goods is given back to the payments and credits that paid them, the latest first, and settles other invoices or stays
 * their credit (decision 64). Returns the postings, which the caller posts once and last.
 * @throws AppError notFound for the invoice; rule if it is cancelled, or of another kind, or if its amount less earlier
 *   credit notes is lower.
 */
export async function creditNote(
  tx: Ctx,
  customer: CustomerRecord,
  input: { invoiceId: number; date: IsoDate; amountUsd: Cents; reason: string },
): Promise<{ note: PaymentDetail; postings: Posting[] }> {
  const invoice = await getInvoiceRecord(tx, input.invoiceId);
  const { invoiceId, exchangeRate } = invoice;
  if (invoice.kind !== 'equipment' || invoice.customerId !== customer.id)
    breaksRule('creditNote.invoice', `${invoiceId} is not the invoice of a sale to this customer.`);
  if (invoice.status === 'cancelled')
    breaksRule('invoice.cancelled', 'A cancelled invoice takes no credit notes.');
  const allocations = await findAllocationsOfInvoices(tx.db, [invoice.id]);
  const creditedUsd = totalOfParts(
    allocations.filter(({ creditedInvoiceId }) => creditedInvoiceId === invoice.id),
  );
  const leftUsd = subtractCents(invoice.amountUsd, creditedUsd);
  if (input.amountUsd > leftUsd) {
    const amounts = `${formatUsd(input.amountUsd)} of ${formatUsd(leftUsd)}`;
    breaksRule('creditNote.amount', `A credit note cannot exceed its invoice: ${amounts}.`);
  }
  const released = await makeRoom(tx, invoice, input.amountUsd);
  if (addCents(invoice.paidUsd, input.amountUsd) >= invoice.amountUsd)
    await closeDisputes(tx, [invoice], { outcome: 'upheld', note: 'Its goods came back.' });
  const [line] = await findLines(tx.db, invoice.id);
  const { payment, postings } = await receiveUnposted(tx, customer, {
    kind: 'credit_note',
    paymentDate: input.date,
    account: null,
    currency: 'USD',
    amountUsd: input.amountUsd,
    amountSsp: usdToSsp(input.amountUsd, exchangeRate),
    exchangeRate,
    reference: '',
    notes: input.reason,
    revenueAccount: line!.account,
    creditedInvoiceId: invoice.id,
    chosen: [invoice.id],
  });
  // It was paid on the day of its payment, not of its credit note.
  if (invoice.paidDate) await keepPaidDate(tx.db, invoice.id, invoice.paidDate);
  const settled = await settleAccount(tx, customer.id);
  await restoreSettled(tx, [customer]);
  return { note: payment, postings: [...released, ...postings, ...settled] };
}

/** Frees an amount of an invoice, so that a credit note can settle it. */
async function makeRoom(tx: Ctx, invoice: InvoiceRecord, amountUsd: Cents): Promise<Posting[]> {
  const paidUsd = minCents(invoice.paidUsd, subtractCents(invoice.amountUsd, amountUsd));
  const released = await releaseExcess(tx, invoice, paidUsd);
  if (released.length === 0) return [];
  const left = await findAllocationsOfInvoices(tx.db, [invoice.id]);
  await updateSettlements(tx.db, [
    {
      ...{ id: invoice.id, paidUsd, paidDate: null },
      status: settledStatus({ ...invoice, paidUsd }),
      ...(left.some(({ account }) => account) ? latestDetails(left) : paidThrough(invoice)),
    },
  ]);
  return released;
}

/** How an invoice was paid, kept where goods of all of its payments came back. */
function paidThrough({ paymentAccount, paymentReference }: InvoiceRecord) {
  return { paymentAccount, paymentReference };
}

/** What a sales order shows of its invoice; amounts in US cents, the status as displayed today (decision 2). */
export interface OrderInvoiceFacts {
  id: number;
  /** INV-2026-000001. */
  invoiceNumber: string;
  status: InvoiceStatus;
  amountUsd: Cents;
  paidUsd: Cents;
  dueDate: IsoDate;
}

/** The facts of invoices by their ids, in one query. */
export async function invoiceFacts(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, OrderInvoiceFacts>> {
  if (ids.length === 0) return new Map();
  const found = await findInvoicesById(ctx.db, ids);
  return new Map(
    found.map((invoice) => {
      const { id, invoiceId: invoiceNumber, amountUsd, paidUsd, dueDate } = invoice;
      const status = displayStatus(invoice, ctx.today);
      return [id, { id, invoiceNumber, status, amountUsd, paidUsd, dueDate }];
    }),
  );
}
