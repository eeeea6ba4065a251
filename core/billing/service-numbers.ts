import type { Ctx } from '../context.ts';
import {
  type Identities,
  predictIdentities,
  skipNumbers,
  takeIdentities,
  takeNumbers,
  takeYearlyNumbers,
} from '../database/counters.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { counterOfInvoice } from './import/rules.ts';
import { CREDIT_NOTES, CREDITS, INVOICES, RECEIPTS, REFUNDS } from './queries-numbers.ts';

/** Reserves `count` ids for new invoices that already have numbers; returns the first id. */
export function takeInvoiceIds(tx: Ctx, count: number): Promise<number> {
  return takeNumbers(tx.db, INVOICES.counter, count);
}

/** Reserves ids and numbers, `INV-2026-000001` and so on, by the year of each bill date (decision 7). */
export function takeInvoiceIdentities(tx: Ctx, billDates: readonly IsoDate[]): Promise<Identities> {
  return takeIdentities(tx.db, INVOICES, billDates);
}

/** The ids and numbers that follow `before`, whose transaction is not yet committed; call `takePredicted` afterwards. */
export function foreseeInvoiceIdentities(
  before: Identities,
  billDates: readonly IsoDate[],
): Identities | undefined {
  return predictIdentities(before, INVOICES, billDates);
}

/** Advances the counters past imported numbers of our own format (decision 7), in the order of the counter names. */
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

const RECEIPTS_BY_KIND = { payment: RECEIPTS, credit: CREDITS, credit_note: CREDIT_NOTES } as const;

/**
 * `RCT-2026-000001` for payments, `CR-2026-000001` for credits granted, `CN-2026-000001` for credit notes, by the year
 * of each date.
 */
export function takeReceiptNumbers(
  tx: Ctx,
  kind: keyof typeof RECEIPTS_BY_KIND,
  dates: readonly IsoDate[],
): Promise<string[]> {
  return takeYearlyNumbers(tx.db, RECEIPTS_BY_KIND[kind], dates);
}

/** `RF-2026-000001`, by the year of the refund. */
export async function takeRefundNumber(tx: Ctx, date: IsoDate): Promise<string> {
  return (await takeYearlyNumbers(tx.db, REFUNDS, [date]))[0]!;
}
