import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { takePayment } from '../../billing/orders/service.ts';
import type { PaymentDetail } from '../../billing/payments/schema.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { actorName, authorise } from '../../identity/actor.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { type Cents, formatSsp, formatUsd, usdToSsp } from '../../kernel/money.ts';
import { goodsDelivered } from '../postings.ts';
import type { CounterSale, CounterSaleInput, SalesOrderDetail } from '../schema.ts';
import { linesBelowList } from './rules.ts';
import { insertSale } from './service.ts';
import { saleLines } from './service-lines.ts';
import { answerSale, getSale } from './service-list.ts';
import { auditSale, changeSale } from './service-record.ts';
import { invoiceFor } from './service-status.ts';
import { lockItems, takeOut } from './service-stock.ts';

/**
 * Sells at the counter in one transaction: the order, its invoice, the goods out of stock and, with `payment`, the money.
 * What is not paid stays open on the invoice, which the customer's credit settles first.
 * @throws AppError notFound for the customer; forbidden for a payment without the permission to record one; invalid for
 *   wrong serial numbers, and more money than is to be paid; rule for a price below the list's, which another person must
 *   accept, for too little in stock, and for cash without the till that the company requires.
 */
export async function sellAtCounter(ctx: Ctx, input: CounterSaleInput): Promise<CounterSale> {
  if (input.payment) authorise(ctx.actor, 'payment.record');
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    const lines = await saleLines(tx, input.items);
    const below = linesBelowList(lines)[0];
    if (below)
      breaksRule(
        'salesOrder.priceBelowList',
        `${formatUsd(below.unitPriceUsd)} for ${below.description} is below the list's ${formatUsd(below.listPriceUsd)}, which another person must accept. Make a sales order instead; it can be sold when the price is accepted.`,
      );
    const held = await lockItems(tx, lines);
    const fields = { deliveryDate: null, deliveryAddress: '', notes: input.notes ?? '' };
    const sale = await insertSale(tx, { customer, lines, ...fields, isCounterSale: true });
    await auditSale(tx, { action: 'sale.create', after: sale });
    const { invoice, postings } = await invoiceFor(tx, sale, customer);
    const { lines: delivered, costUsd } = await takeOut(tx, sale, {
      units: sale.lines.map(({ lineNo }) => ({
        lineNo,
        serials: input.items[lineNo - 1]!.serials ?? [],
      })),
      isReserved: false,
      held,
      fieldOf: (lineNo) => `items.${lineNo - 1}.serials`,
    });
    const by = actorName(tx.actor);
    const after = await changeSale(
      tx,
      'sale.counter',
      { ...sale, lines: delivered },
      {
        ...{ status: 'delivered', deliveredOn: tx.today, deliveredBy: by },
        invoiceId: invoice?.id ?? null,
        receivedBy: input.receivedBy ?? customer.name,
      },
    );
    const unpaid = answerSale(tx, after, customer.customerId, invoice);
    const { payment, posted } = await paid(tx, customer, unpaid, input.payment);
    const order = payment ? await getSale(tx, sale.id) : unpaid;
    const goods = goodsDelivered({ ...after, date: tx.today }, costUsd);
    await post(tx, [...postings, ...goods, ...posted]);
    return { order, payment };
  });
}

type Wanted = CounterSaleInput['payment'];

/** Takes the money for the invoice of a sale; nothing if the customer's credit has paid it. */
async function paid(
  tx: Ctx,
  customer: CustomerRecord,
  { invoiceId, openUsd, exchangeRate }: SalesOrderDetail,
  wanted: Wanted,
): Promise<{ payment: PaymentDetail | null; posted: Posting[] }> {
  if (!wanted || invoiceId === null || openUsd === 0) return { payment: null, posted: [] };
  const { currency = 'USD', account = 'cash', reference = '', from, sameReference } = wanted;
  const due = currency === 'SSP' ? usdToSsp(openUsd, exchangeRate) : openUsd;
  const amount = wanted.amount ?? due;
  assertNotMore(amount, due, currency);
  const { payment, postings } = await takePayment(tx, customer, {
    ...{ amount, currency, account, reference, from, sameReference },
    invoiceIds: [invoiceId],
  });
  return { payment, posted: postings };
}

function assertNotMore(amount: Cents, due: Cents, currency: 'USD' | 'SSP'): void {
  if (amount <= due) return;
  const text = currency === 'SSP' ? formatSsp(due) : formatUsd(due);
  invalidField('payment.amount', `To be paid are ${text}. Give back what is above as change.`);
}
