import { leaf } from '../accounting/chart.ts';
import {
  credit,
  debit,
  mirrored,
  type Posting,
  type PostingLine,
  withoutEmpty,
} from '../accounting/rules.ts';
import { type IsoDate, laterDate } from '../kernel/dates.ts';
import { addCents, type Cents, sumOf } from '../kernel/money.ts';
import type { PaymentAccount } from './payments/schema.ts';
import { type LinePlan, totalOf } from './rules.ts';

/** Where money lies (seeds/000 4): the ledger account of a payment account. */
export const cashAccounts: Record<PaymentAccount, string> = {
  cash: leaf.cashOnHand,
  bank: leaf.bankMain,
  mobile_money: leaf.mobileMoney,
};

export interface InvoiceFacts {
  id: number;
  invoiceNumber: string;
  customerId: number;
  customerName: string;
  billDate: IsoDate;
  receivableAccount: string;
  revision: number;
  lines: readonly LinePlan[];
}

export interface AccountAmount {
  account: string;
  amount: Cents;
}

/** What a payment settles of a receivable, which stands in the books since a day. */
export interface SettledPart extends AccountAmount {
  since: IsoDate;
}

/** One sum an account, in the order in which they come up. They are few: a list is searched faster than a map made. */
function sumsByAccount(parts: readonly AccountAmount[]): AccountAmount[] {
  const sums: AccountAmount[] = [];
  for (const { account, amount } of parts) {
    const sum = sums.find((known) => known.account === account);
    if (sum) sum.amount = addCents(sum.amount, amount);
    else sums.push({ account, amount });
  }
  return sums;
}

function invoiceLines(invoice: InvoiceFacts): PostingLine[] {
  const lines = [debit(invoice.receivableAccount, totalOf(invoice.lines), invoice.customerId)];
  for (const { account, amount } of sumsByAccount(invoice.lines))
    lines.push(credit(account, amount));
  return lines;
}

/** Receivable against revenue. */
export function invoiceIssued(invoice: InvoiceFacts): Posting {
  return {
    date: invoice.billDate,
    description: `Invoice ${invoice.invoiceNumber}, ${invoice.customerName}`,
    reference: invoice.invoiceNumber,
    source: 'invoice',
    sourceId: invoice.id,
    revision: invoice.revision,
    lines: invoiceLines(invoice),
  };
}

/** Takes back what an invoice posted, on the day of the correction (decisions 5 and 6). */
export function invoiceReversed(invoice: InvoiceFacts, date: IsoDate, reversalOf: number): Posting {
  return {
    date,
    description: `Reversal of invoice ${invoice.invoiceNumber}, ${invoice.customerName}`,
    reference: invoice.invoiceNumber,
    source: 'invoice.reversal',
    sourceId: invoice.id,
    revision: invoice.revision,
    lines: mirrored(invoiceLines(invoice)),
    reversalOf,
  };
}

export interface PaymentFacts {
  id: number;
  receiptNumber: string;
  customerId: number;
  customerName: string;
  date: IsoDate;
  kind: 'payment' | 'credit';
  account: PaymentAccount | null;
  amount: Cents;
  unallocated: Cents;
  /** Counts the moves of its credit: each is posted once, with the next number as its revision. */
  version: number;
}

function moneyAccount(payment: PaymentFacts): string {
  return payment.kind === 'credit' || payment.account === null
    ? leaf.creditsGranted
    : cashAccounts[payment.account];
}

function receivables(parts: readonly AccountAmount[], customerId: number): PostingLine[] {
  return sumsByAccount(parts)
    .sort((a, b) => (a.account < b.account ? -1 : 1))
    .map(({ account, amount }) => credit(account, amount, customerId));
}

function paymentLines(payment: PaymentFacts, parts: readonly AccountAmount[]): PostingLine[] {
  return withoutEmpty([
    debit(moneyAccount(payment), payment.amount),
    ...receivables(parts, payment.customerId),
    credit(leaf.customerCredit, payment.unallocated, payment.customerId),
  ]);
}

/** No receivable is settled before it stands in the books: until then the money is the customer's credit. */
function splitAt<T extends SettledPart>(
  parts: readonly T[],
  date: IsoDate,
): [now: T[], later: T[]] {
  return [parts.filter(({ since }) => since <= date), parts.filter(({ since }) => since > date)];
}

/**
 * Money (or a credit granted) against the receivables it settles; the rest is owed to the customer. So is what
 * it settles of an invoice that is billed later, up to that day: `creditTakenUp` follows then.
 */
export function paymentReceived(
  payment: PaymentFacts,
  parts: readonly SettledPart[],
): { receipt: Posting; takenUp: Posting[] } {
  const [now, later] = splitAt(parts, payment.date);
  const what = payment.kind === 'credit' ? 'Credit' : 'Payment';
  return {
    receipt: {
      date: payment.date,
      description: `${what} ${payment.receiptNumber}, ${payment.customerName}`,
      reference: payment.receiptNumber,
      source: 'payment',
      sourceId: payment.id,
      revision: 1,
      lines: paymentLines(keptAlso(payment, later), now),
    },
    takenUp: creditTakenUp({ payment, parts: later, date: payment.date }),
  };
}

/**
 * Undoes a payment as it stands now: what it settled is owed again, what was kept is gone. What settles an
 * invoice that is billed later is taken back on that day too.
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
      description: `Reversal of ${payment.receiptNumber}, ${payment.customerName}`,
      reference: payment.receiptNumber,
      source: 'payment.reversal',
      sourceId: payment.id,
      revision: 1,
      lines: mirrored(paymentLines(keptAlso(payment, later), now)),
    },
    ...creditReleased({ payment, parts: later, date }),
  ];
}

function keptAlso(payment: PaymentFacts, parts: readonly SettledPart[]): PaymentFacts {
  const unallocated = parts.reduce((sum, part) => addCents(sum, part.amount), payment.unallocated);
  return { ...payment, unallocated };
}

interface CreditMove {
  payment: Pick<
    PaymentFacts,
    'id' | 'receiptNumber' | 'customerId' | 'customerName' | 'date' | 'version'
  >;
  parts: readonly SettledPart[];
  date: IsoDate;
}

/**
 * Credit kept from a payment settles receivables: an entry a day, on `date` or when the receivable stands, and not
 * before the payment, which a run that began before midnight may meet.
 */
export function creditTakenUp({ payment, parts, date }: CreditMove): Posting[] {
  const dayOf = ({ since }: SettledPart) => laterDate(laterDate(date, payment.date), since);
  const days = [...new Set(parts.map(dayOf))].sort();
  return days.map((day, index) => {
    const settled = parts.filter((part) => dayOf(part) === day);
    return {
      date: day,
      description: `Credit of ${payment.receiptNumber} taken up, ${payment.customerName}`,
      reference: payment.receiptNumber,
      source: 'payment.takenUp',
      sourceId: payment.id,
      revision: payment.version + 1 + index,
      lines: [
        debit(
          leaf.customerCredit,
          sumOf(settled, (part) => part.amount),
          payment.customerId,
        ),
        ...receivables(settled, payment.customerId),
      ],
    };
  });
}

/** What a payment had settled is free again, as the customer's credit. */
export function creditReleased(move: CreditMove): Posting[] {
  return creditTakenUp(move).map((taken) => ({
    ...taken,
    description: `Credit of ${move.payment.receiptNumber} released, ${move.payment.customerName}`,
    source: 'payment.released',
    lines: mirrored(taken.lines),
  }));
}
