import type { ImportedInvoice, KnownInvoice } from './rules-import.ts';

/** The file says 'paid': a date says it too when the status is silent. */
export function saysPaid(row: ImportedInvoice): boolean {
  return row.status === 'paid' || (row.status === undefined && row.paidDate !== undefined);
}

/** A status that denies the payment of its own row: booked or not, money would be wrong. */
export function deniedPayment(row: ImportedInvoice): string | undefined {
  if (row.paidDate === undefined || saysPaid(row)) return undefined;
  return `status: The row says ${row.status} and tells of a payment on ${row.paidDate}. Correct one of them.`;
}

const PAID_OTHERWISE =
  'status: This invoice is paid already, with another date, account or reference, which an import does not change. Reverse that receipt in the portal.';

/** Whether the file tells of another payment than that which paid the invoice. */
function isPaidOtherwise(row: ImportedInvoice, known: KnownInvoice): boolean {
  if (known.status !== 'paid' || !saysPaid(row)) return false;
  const said = [
    [row.paidDate, known.paidDate],
    [row.paymentAccount, known.paymentAccount],
    [row.paymentReference, known.paymentReference],
  ];
  return said.some(([wanted, recorded]) => wanted && wanted !== recorded);
}

/** The columns of a payment that the row fills although it tells of none. */
function unusedColumns(row: ImportedInvoice, known: KnownInvoice | undefined): string[] {
  if (saysPaid(row)) return [];
  return (['paymentAccount', 'paymentReference'] as const).filter(
    (name) => row[name] && row[name] !== known?.[name],
  );
}

/** What the row says of a payment that was not taken, for the person who sent it. */
export function paymentNote(row: ImportedInvoice, known?: KnownInvoice): { note?: string } {
  if (known && isPaidOtherwise(row, known)) return { note: PAID_OTHERWISE };
  const unused = unusedColumns(row, known);
  if (unused.length === 0) return {};
  const were = unused.length === 1 ? 'was' : 'were';
  return { note: `status: The row is not paid; its ${unused.join(' and ')} ${were} not used.` };
}
