import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { changedFields } from '../../database/record.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed } from '../../kernel/dates.ts';
import { currentRate } from '../../rates/service-current.ts';
import type { SaleInput, SalesOrderDetail, SaleUpdate } from '../schema.ts';
import * as queries from './queries.ts';
import { sales } from './queries.ts';
import {
  type LockedSale,
  linesBelowList,
  type ReadLine,
  SALES_ORDERS,
  type SaleRecord,
  totalsOf,
} from './rules.ts';
import { assertPossible } from './rules-actions.ts';
import { type NewLine, saleLines } from './service-lines.ts';
import { answerSale, getSale } from './service-list.ts';
import { askAnewForPrice, askForPrice, assertReason } from './service-price.ts';
import { auditSale, lockSale } from './service-record.ts';
import { lockItems, reserve } from './service-stock.ts';

interface NewSale
  extends Pick<SaleRecord, 'deliveryDate' | 'deliveryAddress' | 'notes' | 'isCounterSale'> {
  customer: CustomerRecord;
  lines: readonly NewLine[];
}

/**
 * Inserts a pending order with its lines, dated today at the standard rate of today, sold by who is signed in (decision
 * 28: what a client sends of these is ignored). Reserves and audits nothing. The stock of its items is locked before.
 */
export async function insertSale(
  tx: Ctx,
  { customer, lines, ...fields }: NewSale,
): Promise<LockedSale> {
  const exchangeRate = await currentRate(tx, 'standard', tx.today);
  const totals = totalsOf(lines, exchangeRate);
  const [orderNumber] = await takeYearlyNumbers(tx.db, SALES_ORDERS, [tx.today]);
  const by = actorName(tx.actor);
  const made = await sales.insert(
    tx.db,
    {
      ...fields,
      ...totals,
      ...{ exchangeRate, orderNumber: orderNumber!, orderDate: tx.today, status: 'pending' },
      customerId: customer.id,
      salesPersonId: tx.actor.kind === 'staff' ? tx.actor.userId : null,
      ...{ salesPersonName: by, createdBy: by, createdAt: tx.now },
      priceCheck: linesBelowList(lines).length > 0 ? 'waiting' : 'none',
    },
    { updated_at: ['timestamptz', () => tx.now] },
  );
  const own = lines.map((line): ReadLine => ({ ...line, orderId: made.id }));
  await queries.insertLines(tx.db, own);
  return { ...made, customerName: customer.name, lines: own };
}

/**
 * Makes a pending sales order and reserves its units (seeds/002 5). A price below the list's needs a reason and waits for
 * another person's acceptance.
 * @throws AppError notFound for the customer; invalid for equipment that does not exist, and a price below the list's
 *   without a reason; rule 'Insufficient stock! Available: N'.
 */
export async function createSale(ctx: Ctx, input: SaleInput): Promise<SalesOrderDetail> {
  const { deliveryDate = null, deliveryAddress = '', notes = '', priceReason = '' } = input;
  if (deliveryDate) assertDateAllowed('deliveryDate', deliveryDate, ctx.today);
  return transact(ctx, async (tx) => {
    const customer = await getCustomerRecord(tx, input.customerId);
    const lines = await saleLines(tx, input.items);
    if (linesBelowList(lines).length > 0) assertReason(priceReason);
    const held = await lockItems(tx, lines);
    const fields = { deliveryDate, deliveryAddress, notes, isCounterSale: false };
    const sale = await insertSale(tx, { customer, lines, ...fields });
    await reserve(tx, { sale, revision: sale.version, before: [], after: sale.lines, held });
    await auditSale(tx, { action: 'sale.create', after: sale });
    await askForPrice(tx, sale, priceReason);
    return answerSale(tx, sale, customer.customerId);
  });
}

const compared = ({ equipmentId, quantity, unitPriceUsd, listPriceUsd }: NewLine) => ({
  ...{ equipmentId, quantity, unitPriceUsd, listPriceUsd },
});

function isOther(before: readonly ReadLine[], after: readonly NewLine[]): boolean {
  return (
    before.length !== after.length ||
    after.some((line, place) => changedFields(before[place]!, compared(line)).length > 0)
  );
}

/** What the update changes of the order itself. */
async function headerChanges(
  tx: Ctx,
  before: LockedSale,
  { customerId, deliveryDate, deliveryAddress, notes }: SaleUpdate,
): Promise<{ changes: Partial<SaleRecord>; customerName: string }> {
  if (deliveryDate && deliveryDate !== before.deliveryDate)
    assertDateAllowed('deliveryDate', deliveryDate, tx.today);
  const { customerName } = before;
  const customer =
    customerId === undefined || customerId === before.customerId
      ? { name: customerName }
      : await getCustomerRecord(tx, customerId);
  const sent = { customerId, deliveryDate, deliveryAddress, notes };
  const changes = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  );
  return { changes, customerName: customer.name };
}

/**
 * Changes a pending order; its lines are replaced and their units reserved anew. Changed lines with a price below the
 * list's wait for an acceptance, also if earlier ones were accepted; so do prices of an order that gets another customer,
 * and refused ones that are sent with a new reason.
 * @throws AppError notFound; conflict for an outdated version; rule for an order that is not pending, and 'Insufficient
 *   stock! Available: N'; otherwise as `createSale`.
 */
export async function updateSale(
  ctx: Ctx,
  id: number,
  { version, ...input }: SaleUpdate,
): Promise<SalesOrderDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockSale(tx, id, version);
    assertPossible('edit', before);
    const { priceReason = '' } = input;
    const { changes, customerName } = await headerChanges(tx, before, input);
    const sent = input.items ? await saleLines(tx, input.items, before.lines) : before.lines;
    const isChanged = isOther(before.lines, sent);
    const isBelow = linesBelowList(sent).length > 0;
    // An acceptance is for a price to one customer.
    const isMoved = (input.customerId ?? before.customerId) !== before.customerId;
    const asksAgain = before.priceCheck === 'refused' && priceReason !== '';
    const asks = isChanged || (isBelow && (isMoved || asksAgain));
    if (asks) {
      if (isBelow) assertReason(priceReason);
      changes.priceCheck = isBelow ? 'waiting' : 'none';
    }
    const totals = isChanged ? totalsOf(sent, before.exchangeRate) : {};
    if (!isChanged && changedFields<SaleRecord>(before, changes).length === 0)
      return getSale(tx, id);
    const held = isChanged ? await lockItems(tx, [...before.lines, ...sent]) : undefined;
    const row = await sales.update(
      tx.db,
      before,
      { ...changes, ...totals },
      { updated_at: tx.now },
    );
    const lines = isChanged ? sent.map((line) => ({ ...line, orderId: id })) : before.lines;
    const after = { ...before, ...row, version: before.version + 1, customerName, lines };
    if (row.version === before.version) await queries.raiseVersion(tx.db, id, tx.now);
    if (held) {
      await queries.deleteLines(tx.db, id);
      await queries.insertLines(tx.db, lines);
      const revision = after.version;
      await reserve(tx, { sale: after, revision, before: before.lines, after: lines, held });
    }
    await auditSale(tx, { action: 'sale.update', before, after });
    if (asks) await askAnewForPrice(tx, after, priceReason);
    return getSale(tx, id);
  });
}
