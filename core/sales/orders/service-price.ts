import { requestApproval, withdraw } from '../../approvals/service.ts';
import type { Ctx } from '../../context.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { formatUsd } from '../../kernel/money.ts';
import { belowListUsd, type LockedSale, linesBelowList } from './rules.ts';
import { changeSale, lockSale } from './service-record.ts';

const KIND = 'price_below_list';
/** A summary names this many lines. */
const NAMED = 3;

/** As `askForPrice`, for an order that may have asked before: its earlier request is withdrawn. */
export async function askAnewForPrice(tx: Ctx, sale: LockedSale, reason: string): Promise<void> {
  await withdraw(tx, KIND, sale.id);
  await askForPrice(tx, sale, reason);
}

/** Asks for the acceptance of an order's prices below the list's (approvals). The caller sets the order's `priceCheck`. */
export async function askForPrice(tx: Ctx, sale: LockedSale, reason: string): Promise<void> {
  const below = linesBelowList(sale.lines);
  if (below.length === 0) return;
  const named = below
    .slice(0, NAMED)
    .map(
      ({ quantity, description, unitPriceUsd, listPriceUsd }) =>
        `${quantity} x ${description} at ${formatUsd(unitPriceUsd)} instead of ${formatUsd(listPriceUsd)}`,
    );
  const more = below.length > NAMED ? ` and ${below.length - NAMED} more` : '';
  await requestApproval(tx, {
    kind: KIND,
    entity: 'salesOrder',
    entityId: sale.id,
    record: sale.orderNumber,
    summary: `Sale to ${sale.customerName}: ${named.join(', ')}${more}`,
    amountUsd: belowListUsd(sale.lines),
    reason,
  });
}

/** @throws AppError invalid for prices below the list's without a reason. */
export function assertReason(reason: string): void {
  if (reason === '')
    invalidField(
      'priceReason',
      'A price is below the list: say why. Another person must accept it.',
    );
}

/** Withdraws the request of an order that is given up. */
export async function withdrawPrice(tx: Ctx, { id, priceCheck }: LockedSale): Promise<void> {
  if (priceCheck === 'waiting') await withdraw(tx, KIND, id);
}

/** Locks an order before the request for its price is decided. @throws AppError notFound. */
export async function lockForPrice(tx: Ctx, id: number): Promise<void> {
  await lockSale(tx, id, undefined);
}

async function decided(tx: Ctx, id: number, priceCheck: 'accepted' | 'refused'): Promise<void> {
  const sale = await lockSale(tx, id, undefined);
  if (sale.priceCheck !== 'waiting')
    breaksRule('salesOrder.priceDecided', `The prices of ${sale.orderNumber} do not wait.`);
  await changeSale(
    tx,
    priceCheck === 'accepted' ? 'sale.acceptPrice' : 'sale.refusePrice',
    sale,
    { priceCheck },
    `Price below the list ${priceCheck}`,
  );
}

/** Accepts the prices of a waiting order, in the caller's transaction: it can be approved or confirmed. */
export function acceptPrice(tx: Ctx, id: number): Promise<void> {
  return decided(tx, id, 'accepted');
}

/** Refuses the prices of a waiting order, in the caller's transaction: they are changed, or the order is cancelled. */
export function refusePrice(tx: Ctx, id: number): Promise<void> {
  return decided(tx, id, 'refused');
}
