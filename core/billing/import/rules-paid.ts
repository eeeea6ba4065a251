import { type Cents, formatUsd, subtractCents, ZERO } from '../../kernel/money.ts';
import type { ImportedInvoice, KnownInvoice } from './rules-types.ts';

/** Whether the row says 'paid'; a paid date without status and amount means the same. */
export function isMarkedPaid(
  row: Pick<ImportedInvoice, 'status' | 'paidAmountUsd' | 'paidDate'>,
): boolean {
  return (
    row.status === 'paid' ||
    (row.status === undefined && row.paidAmountUsd === undefined && row.paidDate !== undefined)
  );
}

/** Whether the row says that the invoice was paid fully or in part. */
function hasPayment(row: ImportedInvoice): boolean {
  const hasAmountOnly = row.status === undefined && (row.paidAmountUsd ?? ZERO) > 0;
  return isMarkedPaid(row) || row.status === 'partial' || hasAmountOnly;
}

/** The row without its payment. */
export function withoutPayment(row: ImportedInvoice): ImportedInvoice {
  const { paidAmountUsd, paidDate, paymentAccount, paymentReference, status, ...rest } = row;
  return status === 'paid' || status === 'partial' ? rest : { ...rest, status };
}

/** Why the status of a row contradicts its paid date or paid amount; undefined if it does not. */
export function paidDateConflict(row: ImportedInvoice): string | undefined {
  if (hasPayment(row)) return undefined;
  const said = row.status === undefined ? '$0.00 paid' : row.status;
  if (row.paidDate !== undefined)
    return `status: The row says ${said} and tells of a payment on ${row.paidDate}. Correct one of them.`;
  if ((row.paidAmountUsd ?? ZERO) > 0)
    return `status: The row says ${said} and tells of ${formatUsd(row.paidAmountUsd!)} paid. Correct one of them; what is paid in part has the status partial.`;
  return undefined;
}

/**
 * The amount that the row says was paid on an invoice of `amount`, in US cents; undefined without a payment; a message
 * if status and amounts contradict each other.
 */
export function statedPayment(
  row: ImportedInvoice,
  amount: Cents,
): Cents | { message: string } | undefined {
  if (!hasPayment(row)) return undefined;
  const said = row.paidAmountUsd;
  if (said === undefined || said === ZERO) {
    if (row.status === 'partial')
      return { message: 'paidAmountUsd: A partly paid invoice needs the amount that was paid.' };
    return said === undefined ? amount : wrongAmount(row, said, amount);
  }
  const isRight =
    row.status === 'partial'
      ? said < amount
      : row.status === 'paid'
        ? said === amount
        : said <= amount;
  return isRight ? said : wrongAmount(row, said, amount);
}

function wrongAmount(row: ImportedInvoice, said: Cents, amount: Cents): { message: string } {
  const [paid, all] = [formatUsd(said), formatUsd(amount)];
  return {
    message:
      row.status === undefined
        ? `paidAmountUsd: The row tells of ${paid} paid, and the invoice is of ${all}.`
        : `paidAmountUsd: The row says ${row.status} and tells of ${paid} paid of ${all}. Correct one of them.`,
  };
}

/**
 * The part of the stated amount that is not yet recorded on the existing invoice, in US cents. A further partial payment
 * of a partly paid invoice is refused with a message, because the same money could be recorded twice.
 */
export function unrecordedAmount(
  row: ImportedInvoice,
  stated: Cents,
  known: Pick<KnownInvoice, 'amountUsd' | 'paidUsd'>,
): Cents | { message: string } {
  if (known.paidUsd >= stated) return ZERO;
  if (stated === known.amountUsd) return subtractCents(known.amountUsd, known.paidUsd);
  if (known.paidUsd === ZERO) return stated;
  return {
    message: `paidAmountUsd: ${formatUsd(known.paidUsd)} of invoice ${row.invoiceId} is paid here, and the file says ${formatUsd(stated)}. If more came in, record it in the portal.`,
  };
}

const PAID_DIFFERENTLY =
  'status: This invoice is paid already, with another date, account or reference, which an import does not change. Reverse that receipt in the portal.';

/** Whether date, account or reference differ from the payment that is recorded. */
function isPaidDifferently(row: ImportedInvoice, known: KnownInvoice): boolean {
  if (known.status !== 'paid' || !isMarkedPaid(row)) return false;
  const said = [
    [row.paidDate, known.paidDate],
    [row.paymentAccount, known.paymentAccount],
    [row.paymentReference, known.paymentReference],
  ];
  return said.some(([wanted, recorded]) => wanted && wanted !== recorded);
}

/** The payment columns that are filled although the row has no payment. */
function unusedColumns(row: ImportedInvoice, known: KnownInvoice | undefined): string[] {
  if (hasPayment(row)) return [];
  return (['paymentAccount', 'paymentReference'] as const).filter(
    (name) => row[name] && row[name] !== known?.[name],
  );
}

/** A note for the user on payment details of the row that were not used. */
export function paymentNote(row: ImportedInvoice, known?: KnownInvoice): string | undefined {
  if (known && isPaidDifferently(row, known)) return PAID_DIFFERENTLY;
  const unused = unusedColumns(row, known);
  if (unused.length === 0) return undefined;
  const were = unused.length === 1 ? 'was' : 'were';
  return `status: The row is not paid; its ${unused.join(' and ')} ${were} not used.`;
}
