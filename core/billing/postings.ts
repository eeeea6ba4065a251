import { isPoundAccount, leaf } from '../accounting/chart.ts';
import {
  credit,
  debit,
  inPounds,
  mirrored,
  type Posting,
  type PostingLine,
  withoutEmpty,
} from '../accounting/rules.ts';
import { type IsoDate, laterDate } from '../kernel/dates.ts';
import { addCents, type Cents, sumOf } from '../kernel/money.ts';
import type { InvoiceRecord } from './invoices/rules-record.ts';
import type { Payment, PaymentKind } from './payments/schema.ts';
import { type LinePlan, totalOf } from './rules.ts';

export interface InvoiceFacts
  extends Pick<
    InvoiceRecord,
    'id' | 'invoiceId' | 'customerId' | 'customerName' | 'billDate' | 'receivableAccount'
  > {
  postingRevision: number;
  lines: readonly LinePlan[];
}

export interface AccountAmount {
  account: string;
  amountUsd: Cents;
}

/** The part of a receivable that a payment settles; `since` is the day from which the receivable is booked. */
export interface SettledPart extends AccountAmount {
  since: IsoDate;
}

/** One sum per account, in order of first appearance. There are few, so searching a list is faster than a map. */
function sumsByAccount(parts: readonly AccountAmount[]): AccountAmount[] {
  const sums: AccountAmount[] = [];
  for (const { account, amountUsd } of parts) {
    const sum = sums.find((known) => known.account === account);
    if (sum) sum.amountUsd = addCents(sum.amountUsd, amountUsd);
    else sums.push({ account, amountUsd });
  }
  return sums;
}

function invoiceLines(invoice: InvoiceFacts): PostingLine[] {
  const lines = [debit(invoice.receivableAccount, totalOf(invoice.lines), invoice.customerId)];
  for (const { account, amountUsd } of sumsByAccount(invoice.lines))
    lines.push(credit(account, amountUsd));
  return lines;
}

/** Receivable against revenue. */
export function invoiceIssued(invoice: InvoiceFacts): Posting {
  return {
    date: invoice.billDate,
    description: `Invoice ${invoice.invoiceId}, ${invoice.customerName}`,
    reference: invoice.invoiceId,
    source: 'invoice',
    sourceId: invoice.id,
    revision: invoice.postingRevision,
    lines: invoiceLines(invoice),
  };
}

/** Reverses the posting of an invoice, on the day of the correction (decisions 5 and 6). */
export function invoiceReversed(invoice: InvoiceFacts, date: IsoDate, reversalOf: number): Posting {
  return {
    date,
    description: `Reversal of invoice ${invoice.invoiceId}, ${invoice.customerName}`,
    reference: invoice.invoiceId,
    source: 'invoice.reversal',
    sourceId: invoice.id,
    revision: invoice.postingRevision,
    lines: mirrored(invoiceLines(invoice)),
    reversalOf,
  };
}

/** `version` counts the changes of a payment's credit: each is posted once, with the next number as its revision. */
export type PaymentFacts = Pick<
  Payment,
  | 'id'
  | 'receiptId'
  | 'customerId'
  | 'customerName'
  | 'paymentDate'
  | 'kind'
  | 'currency'
  | 'moneyAccount'
  | 'amountUsd'
  | 'amountSsp'
  | 'unallocatedUsd'
  | 'version'
>;

/** Where the money came in: pounds on the pound account that the payment was posted to, older ones on a dollar account. */
function moneyLine({
  kind,
  currency,
  moneyAccount,
  amountUsd,
  amountSsp,
}: PaymentFacts): PostingLine {
  if (moneyAccount === null)
    return debit(kind === 'credit' ? leaf.creditsGranted : leaf.openingBalances, amountUsd);
  const line = debit(moneyAccount, amountUsd);
  return currency === 'SSP' && isPoundAccount(moneyAccount) ? inPounds(line, amountSsp) : line;
}

const words: Record<PaymentKind, string> = {
  payment: 'Payment',
  credit: 'Credit',
  credit_note: 'Credit note',
  opening: 'Opening balance',
  before_opening: 'Payment',
};

function receivables(parts: readonly AccountAmount[], customerId: number): PostingLine[] {
  return sumsByAccount(parts)
    .sort((a, b) => (a.account < b.account ? -1 : 1))
    .map(({ account, amountUsd }) => credit(account, amountUsd, customerId));
}

function paymentLines(payment: PaymentFacts, parts: readonly AccountAmount[]): PostingLine[] {
  return withoutEmpty([
    moneyLine(payment),
    ...receivables(parts, payment.customerId),
    credit(leaf.customerCredit, payment.unallocatedUsd, payment.customerId),
  ]);
}

/** A receivable is not settled before its booking date: until then the money is the customer's credit. */
function splitAt<T extends SettledPart>(
  parts: readonly T[],
  date: IsoDate,
): [now: T[], later: T[]] {
  return [parts.filter(({ since }) => since <= date), parts.filter(({ since }) => since > date)];
}

/**
 * Posts money (or a granted credit) against the receivables it settles; the rest becomes customer credit. So does
 * the part that settles an invoice billed later; `creditApplied` posts that part on the bill date.
 */
export function paymentReceived(
  payment: PaymentFacts,
  parts: readonly SettledPart[],
): { receipt: Posting; applied: Posting[] } {
  const [now, later] = splitAt(parts, payment.paymentDate);
  return {
    receipt: {
      date: payment.paymentDate,
      description: `${words[payment.kind]} ${payment.receiptId}, ${payment.customerName}`,
      reference: payment.receiptId,
      source: 'payment',
      sourceId: payment.id,
      revision: 1,
      lines: paymentLines(withCreditFrom(payment, later), now),
    },
    applied: creditApplied({ payment, parts: later, date: payment.paymentDate }),
  };
}

/**
 * Reverses the current state of a payment: its receivables are open again and its credit is removed. The part that
 * settles an invoice billed later is reversed on that bill date.
 */
export function paymentReversed(
  payment: PaymentFacts,
  parts: readonly SettledPart[],
  date: IsoDate,
): Posting[] {
  const [now, later] = splitAt(parts, date);
  return [
    {
      date,
      description: `Reversal of ${payment.receiptId}, ${payment.customerName}`,
      reference: payment.receiptId,
      source: 'payment.reversal',
      sourceId: payment.id,
      revision: 1,
      lines: mirrored(paymentLines(withCreditFrom(payment, later), now)),
    },
    ...creditReleased({ payment, parts: later, date }),
  ];
}

function withCreditFrom(payment: PaymentFacts, parts: readonly SettledPart[]): PaymentFacts {
  const later = sumOf(parts, (part) => part.amountUsd);
  return { ...payment, unallocatedUsd: addCents(payment.unallocatedUsd, later) };
}

interface CreditMove {
  payment: Pick<
    PaymentFacts,
    'id' | 'receiptId' | 'customerId' | 'customerName' | 'paymentDate' | 'version'
  >;
  parts: readonly SettledPart[];
  date: IsoDate;
}

/**
 * Settles receivables from the credit of a payment: one entry per day, dated `date` or the receivable's booking date
 * if later, and never before the payment date (a run that began before midnight can find a later payment).
 */
export function creditApplied({ payment, parts, date }: CreditMove): Posting[] {
  const dayOf = ({ since }: SettledPart) => laterDate(laterDate(date, payment.paymentDate), since);
  const days = [...new Set(parts.map(dayOf))].sort();
  return days.map((day, index) => {
    const settled = parts.filter((part) => dayOf(part) === day);
    return {
      date: day,
      description: `Credit of ${payment.receiptId} taken up, ${payment.customerName}`,
      reference: payment.receiptId,
      source: 'payment.takenUp',
      sourceId: payment.id,
      revision: payment.version + 1 + index,
      lines: [
        debit(
          leaf.customerCredit,
          sumOf(settled, (part) => part.amountUsd),
          payment.customerId,
        ),
        ...receivables(settled, payment.customerId),
      ],
    };
  });
}

/** Turns amounts that a payment had settled back into the customer's credit. */
export function creditReleased(move: CreditMove): Posting[] {
  return creditApplied(move).map((taken) => ({
    ...taken,
    description: `Credit of ${move.payment.receiptId} released, ${move.payment.customerName}`,
    source: 'payment.released',
    lines: mirrored(taken.lines),
  }));
}
