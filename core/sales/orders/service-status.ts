import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import {
  cancelOrderInvoice,
  invoiceFacts,
  issueOrderInvoice,
  type OrderInvoiceFacts,
} from '../../billing/orders/service.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import { invalidField } from '../../kernel/errors.ts';
import { goodsDelivered } from '../postings.ts';
import type { SaleStatusInput, SalesOrderDetail } from '../schema.ts';
import type { LockedSale } from './rules.ts';
import { actionTo, assertPossible } from './rules-actions.ts';
import { answerSale, getSale } from './service-list.ts';
import { withdrawPrice } from './service-price.ts';
import { changeSale, lockWithCustomer } from './service-record.ts';
import { lockItems, reserve, takeOut } from './service-stock.ts';

interface Step {
  sale: LockedSale;
  customer: CustomerRecord;
  input: SaleStatusInput;
}

/**
 * Leads an order to a status (seeds/002 4): approved; confirmed with its invoice; delivered with its goods; rejected or
 * cancelled, which releases its units. An order that has the status already stays as it is.
 * @throws AppError notFound; conflict for an outdated version; invalid for a missing reason or serial number; rule for what is
 *   not possible in its status, while a price below the list waits, and for units that are not in stock.
 */
export async function changeSaleStatus(
  ctx: Ctx,
  id: number,
  input: SaleStatusInput,
): Promise<SalesOrderDetail> {
  return transact(ctx, async (tx) => {
    const { sale, customer } = await lockWithCustomer(tx, id, input.version);
    if (sale.status === input.status) return getSale(tx, id);
    assertPossible(actionTo[input.status], sale);
    const done = await steps[input.status](tx, { sale, customer, input });
    const invoice = done.invoice ?? (await invoiceOf(tx, done.sale));
    await post(tx, done.postings);
    return answerSale(tx, done.sale, customer.customerId, invoice);
  });
}

/** An order after a step, and what the step posts. */
interface Done {
  sale: LockedSale;
  postings: Posting[];
  /** If the step has it in hand. */
  invoice?: OrderInvoiceFacts | undefined;
}

async function invoiceOf(tx: Ctx, { invoiceId }: LockedSale) {
  if (invoiceId === null) return undefined;
  return (await invoiceFacts(tx, [invoiceId])).get(invoiceId);
}

const steps: Record<SaleStatusInput['status'], (tx: Ctx, step: Step) => Promise<Done>> = {
  async approved(tx, { sale }) {
    const after = await changeSale(tx, 'sale.approve', sale, { status: 'approved' });
    return { sale: after, postings: [] };
  },
  async confirmed(tx, { sale, customer }) {
    const { invoice, postings } = await invoiceFor(tx, sale, customer);
    const invoiceId = invoice?.id ?? null;
    const after = await changeSale(tx, 'sale.confirm', sale, { status: 'confirmed', invoiceId });
    return { sale: after, postings, invoice };
  },
  delivered: (tx, { sale, input }) =>
    deliver(tx, sale, {
      units: input.units ?? [],
      receivedBy: input.receivedBy ?? '',
      fieldOf: (lineNo) =>
        `units.${(input.units ?? []).findIndex((unit) => unit.lineNo === lineNo)}.serials`,
    }),
  rejected: (tx, step) => close(tx, step, 'sale.reject'),
  cancelled: (tx, step) => close(tx, step, 'sale.cancel'),
};

/** Issues the invoice of an order, dated today at the order's rate; none if nothing is to be paid. */
export async function invoiceFor(
  tx: Ctx,
  { orderNumber, exchangeRate, lines, totalAmountUsd }: LockedSale,
  customer: CustomerRecord,
): Promise<{ invoice: OrderInvoiceFacts | undefined; postings: Posting[] }> {
  if (totalAmountUsd === 0) return { invoice: undefined, postings: [] };
  const { invoice, postings } = await issueOrderInvoice(tx, customer, {
    ...{ orderNumber, exchangeRate, date: tx.today, notes: '' },
    lines: lines.map(({ description, quantity, unitPriceUsd }) => ({
      ...{ description, quantity, unitPriceUsd },
    })),
  });
  return { invoice: { ...invoice, invoiceNumber: invoice.invoiceId }, postings };
}

interface Handover {
  units: readonly { lineNo: number; serials: readonly string[] }[];
  receivedBy: string;
  fieldOf(lineNo: number): string;
}

/** Hands over the goods of a confirmed order, whose stock leaves with its reservation. */
async function deliver(
  tx: Ctx,
  sale: LockedSale,
  { units, receivedBy, fieldOf }: Handover,
): Promise<Done> {
  const { lines, costUsd } = await takeOut(tx, sale, { units, fieldOf, isReserved: true });
  const deliveredBy = actorName(tx.actor);
  const changes = { status: 'delivered', deliveredOn: tx.today, receivedBy, deliveredBy } as const;
  const after = await changeSale(tx, 'sale.deliver', { ...sale, lines }, changes);
  return { sale: after, postings: goodsDelivered({ ...after, date: tx.today }, costUsd) };
}

/** Gives an order up: its units are free again, its invoice is cancelled, and what was paid is the customer's credit. */
async function close(
  tx: Ctx,
  { sale, input: { status, reason = '' } }: Step,
  action: string,
): Promise<Done> {
  if (reason === '') invalidField('reason', 'Enter the reason.');
  const postings =
    sale.invoiceId === null ? [] : await cancelOrderInvoice(tx, sale.invoiceId, reason);
  const held = await lockItems(tx, sale.lines);
  await withdrawPrice(tx, sale);
  const after = await changeSale(tx, action, sale, { status, closedReason: reason }, reason);
  await reserve(tx, { sale, revision: after.version, before: sale.lines, after: [], held });
  return { sale: after, postings };
}
