import type { Ctx } from '../../context.ts';
import { formatMonth, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { type Cents, cents, ZERO } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { findOpenInvoices } from '../invoices/queries.ts';
import { findOpenings } from '../opening/queries.ts';
import { findReferences, findTransfers, type Transfer } from './queries.ts';
import type { CashLine, PlannedCash } from './rules.ts';
import type { PlannedPayment } from './service-payments.ts';

export interface Candidate {
  index: number;
  line: CashLine;
  plan: PlannedCash;
  /** Equal lines without references have it in common. */
  common: string;
  key: string;
}

export function isPayment(plan: PlannedCash): plan is PlannedPayment {
  return plan.kind === 'payment';
}

/**
 * Finds payments that were recorded in another way, by hand or with an invoice, with the reference of a line: the same
 * date, account and amount is the same payment.
 */
export async function recordedReferences(tx: Ctx, fresh: readonly Candidate[]) {
  const plans = fresh.map(({ plan }) => plan).filter(isPayment);
  const payers = plans.filter(({ reference }) => reference !== '');
  const ids = [...new Set(payers.map(({ customerId }) => customerId))];
  const keyOf = (customerId: number, reference: string) => `${customerId} ${searchKey(reference)}`;
  const found = groupedBy(await findReferences(tx.db, ids), ({ customerId, reference }) =>
    keyOf(customerId, reference),
  );
  return (plan: PlannedCash): { note: string; isSame: boolean; amountUsd: Cents } | undefined => {
    if (!isPayment(plan) || plan.reference === '') return undefined;
    const all = found.get(keyOf(plan.customerId, plan.reference));
    if (!all) return undefined;
    const same = all.find(
      ({ paymentDate, account, amountUsd }) =>
        paymentDate === plan.date &&
        account === plan.paymentAccount &&
        amountUsd === plan.amountUsd,
    );
    return same
      ? {
          isSame: true,
          amountUsd: same.amountUsd,
          note: `reference: The payment is recorded already, as ${same.receiptId}.`,
        }
      : {
          isSame: false,
          amountUsd: ZERO,
          note: 'reference: The customer already has a payment with this reference, of another date, account or amount. Is it the same money?',
        };
  };
}

/**
 * Finds lines whose payment would settle an invoice of a later, locked month: it is settled today then
 * (`postingsOfReceipts`), so they are refused while the current month is locked too.
 */
export async function blockedCustomers(
  tx: Ctx,
  fresh: readonly Candidate[],
  locked: ReadonlySet<IsoMonth>,
) {
  const month = monthOf(tx.today);
  const payers = fresh.map(({ plan }) => plan).filter(isPayment);
  const open = locked.has(month)
    ? await findOpenInvoices(tx.db, [...new Set(payers.map((one) => one.customerId))], tx.today)
    : [];
  const byCustomer = groupedBy(open, ({ customerId }) => customerId);
  return (plan: PlannedCash): string | undefined => {
    if (!isPayment(plan)) return undefined;
    const later = byCustomer
      .get(plan.customerId)
      ?.find(({ since }) => since > plan.date && locked.has(monthOf(since)));
    return (
      later &&
      `date: The payment would settle invoice ${later.invoiceId} in ${formatMonth(month)}, which is locked in the books.`
    );
  };
}

/** The customer's opening balance may contain the payment; the message does not name the customer. */
const BALANCE_TOO =
  'date: This customer has an opening balance as well, and this payment is from before the opening date. If the balance has counted it, it counts twice.';
const IN_BALANCE =
  'invoiceNumber: The customer has no invoice with this number, and an opening balance that may contain it; the payment settles the oldest debts.';
const NO_INVOICE =
  'invoiceNumber: The customer has no invoice with this number; the payment settles the oldest debts, and the rest is credit.';

/**
 * Finds payments of customers with an opening balance that are from before the opening date, or name an invoice that the
 * books do not have, and others that name such an invoice. Answers a note for them.
 */
export async function openedCustomers(
  tx: Ctx,
  fresh: readonly Candidate[],
  invoiceOf: (candidate: Candidate) => unknown,
) {
  const isOld = ({ plan }: Candidate) => isPayment(plan) && plan.paymentKind === 'before_opening';
  const isUnknown = (candidate: Candidate) =>
    isPayment(candidate.plan) &&
    Boolean(candidate.line.invoiceNumber) &&
    invoiceOf(candidate) === undefined;
  const asked = fresh.filter((one) => isOld(one) || isUnknown(one));
  const ids = asked.map(({ plan }) => plan).filter(isPayment);
  const openings = await findOpenings(tx.db, [...new Set(ids.map((one) => one.customerId))]);
  const opened = new Set(
    openings.filter(({ isInForce }) => isInForce).map(({ customerId }) => customerId),
  );
  return (candidate: Candidate): string | undefined => {
    const { plan } = candidate;
    const hasOpening = isPayment(plan) && opened.has(plan.customerId);
    if (isOld(candidate) && hasOpening) return BALANCE_TOO;
    if (isUnknown(candidate)) return hasOpening ? IN_BALANCE : NO_INVOICE;
    return undefined;
  };
}

/**
 * Finds entries between two cash accounts whose money another entry of that day has moved already: the same transfer stands
 * in the books of both accounts. Answers a note for such a line.
 */
export async function mirroredTransfers(tx: Ctx, fresh: readonly Candidate[]) {
  const keyOf = ({ date, from, to, amountUsd }: Transfer) => `${date} ${from} ${to} ${amountUsd}`;
  const transfers = fresh.flatMap(({ plan }) => transferOf(plan) ?? []);
  const posted = new Map(
    (await findTransfers(tx.db, transfers)).map((one) => [keyOf(one), one.entryNumber]),
  );
  return (plan: PlannedCash): string | undefined => {
    const transfer = transferOf(plan);
    const found = transfer && posted.get(keyOf(transfer));
    return (
      found &&
      `counterAccount: ${found} of the same day has moved this amount from ${transfer.from} to ${transfer.to} already. A transfer that stands in the books of both accounts is imported from one of them only.`
    );
  };
}

/** The money that an entry moves between two cash accounts; undefined for other lines. */
function transferOf(plan: PlannedCash): Transfer | undefined {
  if (plan.kind !== 'entry' || !plan.counterAccount.isCash) return undefined;
  const { date, account, counterAccount, amountUsd } = plan;
  const [from, to] =
    amountUsd > 0 ? [counterAccount.code, account] : [account, counterAccount.code];
  return { date, from, to, amountUsd: cents(Math.abs(amountUsd)) };
}
