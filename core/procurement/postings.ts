import { leaf } from '../accounting/chart.ts';
import {
  credit,
  debit,
  type Posting,
  type PostingLine,
  withoutEmpty,
} from '../accounting/rules.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { addCents, type Cents, cents, subtractCents, sumOf, ZERO } from '../kernel/money.ts';

/** A goods receipt, or goods that went back. */
export interface GoodsFacts {
  id: number;
  receiptId: string;
  date: IsoDate;
  poNumber: string;
  supplierId: number;
  supplierName: string;
}

export interface GoodsLineFacts {
  /** The expense account of a line; null for equipment. */
  accountCode: string | null;
  /** US cents at the order's price and rate. */
  valueUsd: Cents;
  /** Of equipment that went back: what it was worth in stock, at average cost. */
  costUsd?: Cents;
}

/** One sum for each account, in order of first appearance. */
function sums(
  lines: readonly GoodsLineFacts[],
  amountOf: (line: GoodsLineFacts) => Cents,
): Map<string, Cents> {
  const amounts = new Map<string, Cents>();
  for (const line of lines) {
    const account = line.accountCode ?? leaf.equipmentInventory;
    amounts.set(account, addCents(amounts.get(account) ?? ZERO, amountOf(line)));
  }
  return amounts;
}

function postingOf(
  { receiptId, poNumber, supplierName, id, date }: GoodsFacts,
  { source, words, lines }: { source: string; words: string; lines: PostingLine[] },
): Posting[] {
  const kept = withoutEmpty(lines);
  // Goods without a price have no value in the books.
  if (kept.length < 2) return [];
  const description = `${words} ${receiptId}, ${poNumber}, ${supplierName}`;
  return [
    { date, description, reference: receiptId, source, sourceId: id, revision: 1, lines: kept },
  ];
}

/** Goods that came: inventory, or the expense account of the line, against goods received and not invoiced. */
export function goodsReceived(receipt: GoodsFacts, lines: readonly GoodsLineFacts[]): Posting[] {
  const total = sumOf(lines, ({ valueUsd }) => valueUsd);
  const debits = [...sums(lines, ({ valueUsd }) => valueUsd)].map(([account, amount]) =>
    debit(account, amount),
  );
  const owed = { ...credit(leaf.goodsNotInvoiced, total), supplierId: receipt.supplierId };
  return postingOf(receipt, {
    source: 'goods.receipt',
    words: 'Goods receipt',
    lines: [...debits, owed],
  });
}

/**
 * Goods that went back: what was received is owed no more, at the order's price; equipment leaves the stock at its average
 * cost, and what the two differ by is a price difference.
 */
export function goodsReturned(receipt: GoodsFacts, lines: readonly GoodsLineFacts[]): Posting[] {
  const total = sumOf(lines, ({ valueUsd }) => valueUsd);
  const costOf = ({ costUsd, valueUsd }: GoodsLineFacts) => costUsd ?? valueUsd;
  const credits = [...sums(lines, costOf)].map(([account, amount]) => credit(account, amount));
  const difference = subtractCents(total, sumOf(lines, costOf));
  return postingOf(receipt, {
    source: 'goods.return',
    words: 'Return of goods',
    lines: [
      { ...debit(leaf.goodsNotInvoiced, total), supplierId: receipt.supplierId },
      ...credits,
      difference > 0
        ? credit(leaf.priceDifferences, difference)
        : debit(leaf.priceDifferences, cents(0 - difference)),
    ],
  });
}
