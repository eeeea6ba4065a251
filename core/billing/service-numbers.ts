import type { Ctx } from '../context.ts';
import { skipNumbers, takeNumbers, takeYearlyNumbers } from '../database/counters.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { counterOfInvoice } from './rules-import.ts';

/** Ids of new invoices: the first of `count`. Taken before their numbers (lock order by the counters' names). */
export function takeInvoiceIds(tx: Ctx, count = 1): Promise<number> {
  return takeNumbers(tx.db, 'invoice', count);
}

/** `INV-2026-000001` and on, by the year of each bill date (decision 7). */
export function takeInvoiceNumbers(tx: Ctx, billDates: readonly IsoDate[]): Promise<string[]> {
  return takeYearlyNumbers(tx.db, 'invoice', 'INV', billDates);
}

/** Imported numbers of our own kind are skipped over (decision 7), counters in the order of their names. */
export async function skipInvoiceNumbers(
  tx: Ctx,
  invoiceNumbers: readonly string[],
): Promise<void> {
  const highest = new Map<string, number>();
  for (const invoiceNumber of invoiceNumbers) {
    const counter = counterOfInvoice(invoiceNumber);
    if (!counter) continue;
    highest.set(counter.year, Math.max(counter.value, highest.get(counter.year) ?? 0));
  }
  for (const [year, value] of [...highest].sort()) {
    await skipNumbers(tx.db, `invoice:${year}`, value);
  }
}

/** `RCT-2026-000001` for payments, `CR-2026-000001` for credits granted, by the year of each date. */
export function takeReceiptNumbers(
  tx: Ctx,
  kind: 'payment' | 'credit',
  dates: readonly IsoDate[],
): Promise<string[]> {
  return kind === 'credit'
    ? takeYearlyNumbers(tx.db, 'credit', 'CR', dates)
    : takeYearlyNumbers(tx.db, 'receipt', 'RCT', dates);
}
