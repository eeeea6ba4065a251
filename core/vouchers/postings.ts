import { isPoundAccount, leaf } from '../accounting/chart.ts';
import { credit, debit, inPounds, type Posting, type PostingLine } from '../accounting/rules.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, cents } from '../kernel/money.ts';

/** A sale as it is posted. Amounts are of one voucher: US cents that the books hold for it, and its piastres. */
export interface BatchFacts {
  id: number;
  batchNumber: string;
  bundleName: string;
  moneyAccount: string;
  valueUsd: Cents;
  priceSsp: Cents;
}

function moneyLine(
  side: typeof debit,
  { moneyAccount, valueUsd, priceSsp }: BatchFacts,
  quantity: number,
): PostingLine {
  const line = side(moneyAccount, cents(valueUsd * quantity));
  return isPoundAccount(moneyAccount) ? inPounds(line, cents(priceSsp * quantity)) : line;
}

const countText = (quantity: number) => (quantity === 1 ? '1 voucher' : `${quantity} vouchers`);

/** Money against what is owed for unused vouchers (decision 35). */
export function vouchersSold(batch: BatchFacts, quantity: number, date: IsoDate): Posting {
  return {
    date,
    description: `${countText(quantity)} sold, ${batch.bundleName}`,
    reference: batch.batchNumber,
    ...{ source: 'voucher.sale', sourceId: batch.id, revision: 1 },
    lines: [
      moneyLine(debit, batch, quantity),
      credit(leaf.unusedVouchers, cents(batch.valueUsd * quantity)),
    ],
  };
}

/** What is no longer owed becomes revenue. */
function earned(batch: BatchFacts, quantity: number): PostingLine[] {
  const amount = cents(batch.valueUsd * quantity);
  return [debit(leaf.unusedVouchers, amount), credit(leaf.vouchers, amount)];
}

/** The voucher of a line of the sale is activated: its price is earned. */
export function voucherActivated(
  batch: BatchFacts,
  voucher: { id: number; lineNo: number },
  date: IsoDate,
): Posting {
  return {
    date,
    description: `Voucher ${voucher.lineNo} of ${batch.batchNumber} activated, ${batch.bundleName}`,
    reference: batch.batchNumber,
    ...{ source: 'voucher.activation', sourceId: voucher.id, revision: 1 },
    lines: earned(batch, 1),
  };
}

/** Unused vouchers of a sale have lapsed: nothing is owed for them any more (decision 43). */
export function vouchersLapsed(batch: BatchFacts, quantity: number, date: IsoDate): Posting {
  return {
    date,
    description: `${countText(quantity)} lapsed unused, ${batch.bundleName}`,
    reference: batch.batchNumber,
    ...{ source: 'voucher.lapse', sourceId: batch.id, revision: 1 },
    lines: earned(batch, quantity),
  };
}

/** Unused vouchers are taken back, and their money is given back at the rate of their sale. */
export function vouchersVoided(
  batch: BatchFacts,
  { id, quantity }: { id: number; quantity: number },
  date: IsoDate,
): Posting {
  return {
    date,
    description: `${countText(quantity)} taken back, ${batch.bundleName}`,
    reference: batch.batchNumber,
    ...{ source: 'voucher.void', sourceId: id, revision: 1 },
    lines: [
      debit(leaf.unusedVouchers, cents(batch.valueUsd * quantity)),
      moneyLine(credit, batch, quantity),
    ],
  };
}
