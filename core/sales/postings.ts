import { leaf } from '../accounting/chart.ts';
import { credit, debit, type Posting } from '../accounting/rules.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';

interface GoodsFacts {
  /** Of the order, or of the return. */
  id: number;
  date: IsoDate;
  orderNumber: string;
  customerName: string;
}

/** Goods of an order that left the stock at their cost in US cents: 5210 / 1410. Nothing for goods without value. */
export function goodsDelivered(
  { id, date, orderNumber, customerName }: GoodsFacts,
  costUsd: Cents,
): Posting[] {
  if (costUsd === 0) return [];
  const description = `Delivery of ${orderNumber}, ${customerName}`;
  const lines = [debit(leaf.equipmentCost, costUsd), credit(leaf.equipmentInventory, costUsd)];
  const source = 'sales.delivery';
  return [{ date, description, reference: orderNumber, source, sourceId: id, revision: 1, lines }];
}

/** Goods that came back, at what they had cost: 1410 / 5210. `id` is that of the return. */
export function goodsReturned(
  { id, date, orderNumber, customerName }: GoodsFacts,
  costUsd: Cents,
): Posting[] {
  if (costUsd === 0) return [];
  const description = `Goods returned of ${orderNumber}, ${customerName}`;
  const lines = [debit(leaf.equipmentInventory, costUsd), credit(leaf.equipmentCost, costUsd)];
  const source = 'sales.return';
  return [{ date, description, reference: orderNumber, source, sourceId: id, revision: 1, lines }];
}
