import { type Cents, formatUsd, subtractCents, ZERO } from '../../kernel/money.ts';
import type { ImportedInvoice, KnownInvoice } from './rules-types.ts';

/** The file says 'paid': a date says it too when status and amount are silent. */
function saysPaid(row: ImportedInvoice): boolean {
  return (
    row.status === 'paid' ||
    (row.status === undefined && row.paidAmountUsd === undefined && row.paidDate !== undefined)
  );
}

/** The file says that the invoice or a part of it was paid. */
function tellsOfPayment(row: ImportedInvoice): boolean {
  const isSilent = row.status === undefined && (row.paidAmountUsd ?? ZERO) > 0;
  return saysPaid(row) || row.status === 'partial' || isSilent;
}

/** Why the status of a row contradicts the payment that the row names: booked or not, money would be wrong. */
export function paidDateConflict(row: ImportedInvoice): string | undefined {
  if (tellsOfPayment(row)) return undefined;
  const said = row.status === undefined ? '$0.00 paid' : row.status;
  if (row.paidDate !== undefined)
    return `status: The row says ${said} and tells of a payment on ${row.paidDate}. Correct one of them.`;
  if ((row.paidAmountUsd ?? ZERO) > 0)
    return `status: The row says ${said} and tells of ${formatUsd(row.paidAmountUsd!)} paid. Correct one of them; what is paid in part has the status partial.`;
  return undefined;
}

/**
 * How much of an invoice of `amount` the row says was paid, in US cents; undefined where it tells of no payment. A
 * message where status and amounts do not go together.
 */
export function claimedOf(
  row: ImportedInvoice,
  amount: Cents,
): Cents | { message: string } | undefined {
  if (!tellsOfPayment(row)) return undefined;
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
 * What a payment of a known invoice comes to for the file to be true, in US cents; zero where nothing is to be paid. Of
 * an invoice that is paid in part here, more than that is refused: the money may have come in twice.
 */
export function stillToPay(
  row: ImportedInvoice,
  claimed: Cents,
  known: KnownInvoice,
): Cents | { message: string } {
  if (known.paidUsd >= claimed) return ZERO;
  if (claimed === known.amountUsd) return subtractCents(known.amountUsd, known.paidUsd);
  if (known.paidUsd === ZERO) return claimed;
  return {
    message: `paidAmountUsd: ${formatUsd(known.paidUsd)} of invoice ${row.invoiceId} is paid here, and the file says ${formatUsd(claimed)}. If more came in, record it in the portal.`,
  };
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
  if (tellsOfPayment(row)) return [];
  return (['paymentAccount', 'paymentReference'] as const).filter(
    (name) => row[name] && row[name] !== known?.[name],
  );
}

/** What the row says of a payment that was not taken, for the person who sent it. */
export function paymentNote(row: ImportedInvoice, known?: KnownInvoice): string | undefined {
  if (known && isPaidOtherwise(row, known)) return PAID_OTHERWISE;
  const unused = unusedColumns(row, known);
  if (unused.length === 0) return undefined;
  const were = unused.length === 1 ? 'was' : 'were';
  return `status: The row is not paid; its ${unused.join(' and ')} ${were} not used.`;
}
