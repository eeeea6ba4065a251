import { formatDate, formatMonth, type IsoDate, monthOf } from '../../kernel/dates.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { InvoiceStatus } from '../invoices/schema.ts';
import { displayStatus } from '../rules.ts';
import type { ImportedInvoice, ImportFacts, KnownInvoice, PlannedPayment } from './rules-types.ts';

/** Why a payment in the file cannot be recorded on an existing invoice; undefined if it can. */
export function paymentRefusal(
  payment: PlannedPayment,
  known: KnownInvoice,
  facts: ImportFacts,
): string | undefined {
  const reversed = known.reversedPayments.find(
    ({ paymentDate }) => paymentDate === payment.paymentDate,
  );
  if (reversed) {
    return `status: Receipt ${reversed.receiptId} of ${formatDate(payment.paymentDate)} was reversed. If the money did come in, record it in the portal.`;
  }
  // Earlier money settles the invoice on the day it is booked, or today if that month is locked.
  const [then, now] = [monthOf(known.since), monthOf(facts.today)];
  if (
    payment.paymentDate >= known.since ||
    !facts.lockedMonths.has(then) ||
    !facts.lockedMonths.has(now)
  )
    return undefined;
  return `paidDate: It would settle the invoice in ${formatMonth(then)} or ${formatMonth(now)}, which are locked in the books.`;
}

/** Why the row contradicts an existing invoice in a way that an import does not change. */
export function invoiceConflict(row: ImportedInvoice, known: KnownInvoice): string | undefined {
  if (row.customerId !== undefined && row.customerId !== known.customerNumber) {
    return `customerId: Invoice ${row.invoiceId} belongs to ${known.customerNumber}; an import does not move it.`;
  }
  if (row.amountUsd !== undefined && row.amountUsd !== known.amountUsd) {
    return `amountUsd: Invoice ${row.invoiceId} stands at ${formatUsd(known.amountUsd)}. Correct it in the portal, so that its posting is corrected too.`;
  }
  if (row.billDate !== undefined && row.billDate !== known.billDate) {
    return `billDate: Invoice ${row.invoiceId} is dated ${formatDate(known.billDate)}; an import does not change that.`;
  }
  if (row.status === 'cancelled' && known.status !== 'cancelled') {
    return `status: Cancel invoice ${row.invoiceId} in the portal, so that its posting is reversed too.`;
  }
  return undefined;
}

/** The file may set or clear a manual 'overdue'; an invoice that is displayed as overdue by its due date keeps its status. */
export function statusOf(row: ImportedInvoice, known: KnownInvoice, today: IsoDate): InvoiceStatus {
  if (row.status !== 'pending' && row.status !== 'overdue') return known.status;
  if (known.status !== 'pending' && known.status !== 'overdue') return known.status;
  return row.status === displayStatus(known, today) ? known.status : row.status;
}
