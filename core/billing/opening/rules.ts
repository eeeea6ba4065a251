import { leaf } from '../../accounting/chart.ts';
import {
  addDays,
  formatDate,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  laterDate,
  monthOf,
} from '../../kernel/dates.ts';
import { type Cents, cents, formatUsd } from '../../kernel/money.ts';
import { MIN_DAYS_TO_PAY } from '../invoices/schema.ts';
import type { LinePlan } from '../rules.ts';

/** The description of an opening invoice. */
export const OPENING_BALANCE = 'Opening balance';

/** An opening invoice (a debt, above zero) or an opening payment (a credit, below zero) of a customer; US cents. */
export interface OpeningDocument {
  kind: 'debt' | 'credit';
  id: number;
  customerId: number;
  /** The number of the invoice or receipt. */
  number: string;
  /** What the customer owes; negative for a credit. */
  owedUsd: Cents;
  usedUsd: Cents;
  date: IsoDate;
  /** False if it was cancelled or reversed. */
  isInForce: boolean;
  /** Nothing was ever paid, allocated or corrected. */
  isUntouched: boolean;
  /** Another import has replaced it. */
  isReplaced: boolean;
}

export interface OpeningFacts {
  today: IsoDate;
  openingDate: IsoDate | null;
  lockedMonths: ReadonlySet<IsoMonth>;
  hasRate(date: IsoDate): boolean;
  isNumberTaken(number: string): boolean;
  /** Permissions of the importing user: an import may do no more than single calls (decision 16). */
  mayImportInvoices: boolean;
  mayRecordPayments: boolean;
  mayEditInvoices: boolean;
}

/** What the books know of the customer of a row. */
export interface KnownOpenings {
  documents: readonly OpeningDocument[];
  /** Open invoices dated before the opening date, without the opening balance itself. */
  hasOldInvoices: boolean;
  hasOpenInvoices: boolean;
  hasCredit: boolean;
}

export const NOTHING_KNOWN: KnownOpenings = {
  documents: [],
  hasOldInvoices: false,
  hasOpenInvoices: false,
  hasCredit: false,
};

export type OpeningPlan =
  | { outcome: 'refused'; message: string }
  | { outcome: 'unchanged'; note?: string }
  /** With `owedUsd` zero nothing is posted anew. */
  | {
      outcome: 'posted';
      owedUsd: Cents;
      number: string;
      replaces?: OpeningDocument;
      note?: string;
    };

/** Invoices that a former system has issued too may be part of the balance; the message does not name the customer. */
const BALANCE_AND_INVOICES =
  'openingBalanceUsd: This customer has open invoices from before the opening date as well. The opening balance must not contain them, or they are owed twice.';

const CANCELLED_HERE =
  'openingBalanceUsd: This opening balance was cancelled here, and an import does not post it again.';

/** Opening balances stand at the end of the day before the opening date. */
export function openingDay(openingDate: IsoDate): IsoDate {
  return addDays(openingDate, -1);
}

/**
 * The file has no due date. As for a late monthly run (decision 4), customers get 14 days to pay, so that moving in cuts
 * nobody off at once; the 15-day rule counts from then.
 */
export function openingDueDate(day: IsoDate, today: IsoDate): IsoDate {
  return laterDate(day, addDays(today, MIN_DAYS_TO_PAY));
}

export function openingLines(amountUsd: Cents): LinePlan[] {
  return [
    { kind: 'service', description: OPENING_BALANCE, amountUsd, account: leaf.openingBalances },
  ];
}

function refused(message: string): OpeningPlan {
  return { outcome: 'refused', message: `openingBalanceUsd: ${message}` };
}

/** OB-SC003; OB-SC003/2 after a correction. It comes after all numbers of the former documents, some of which may be gone. */
export function openingNumber(
  customerId: string,
  former: readonly Pick<OpeningDocument, 'number'>[],
): string {
  const first = `OB-${customerId}`;
  const places = former.map(({ number }) =>
    number.startsWith(`${first}/`) ? Number(number.slice(first.length + 1)) || 1 : 1,
  );
  const last = Math.max(former.length, ...places);
  return last === 0 ? first : `${first}/${last + 1}`;
}

/**
 * Plans the opening balance of a row (decision 45): what the customer owes, negative if he has paid ahead, in US cents. It
 * is posted once per customer. Another amount replaces it while nothing is paid with it or on it, and the former amount can
 * be imported again; one that was cancelled in the portal stays cancelled.
 */
export function planOpening(
  customerId: string,
  owedUsd: Cents,
  known: KnownOpenings,
  facts: OpeningFacts,
): OpeningPlan {
  const { documents } = known;
  const present = documents.find(({ isInForce }) => isInForce);
  if (owedUsd === (present?.owedUsd ?? 0)) return { outcome: 'unchanged' };
  const cancelled = documents.filter(({ isInForce, isReplaced }) => !isInForce && !isReplaced);
  if (!present && cancelled.some((former) => former.owedUsd === owedUsd))
    return { outcome: 'unchanged', note: CANCELLED_HERE };
  if (!present && cancelled.length > 0)
    return refused(
      `The opening balance of ${customerId} was cancelled here. Enter another one as an invoice or a credit in the portal.`,
    );
  const { openingDate } = facts;
  if (openingDate === null)
    return refused(
      'Set the opening date of the books first: the first day whose revenue is earned in them.',
    );
  const problem =
    (present && changeProblem(customerId, present, facts)) ??
    permissionProblem(owedUsd, facts) ??
    dateProblem(owedUsd, openingDay(openingDate), known, facts);
  if (problem) return refused(problem);
  const number = openingNumber(customerId, documents);
  if (facts.isNumberTaken(number)) return refused(`The number ${number} is already in use.`);
  return {
    outcome: 'posted',
    owedUsd,
    number,
    ...(present && { replaces: present }),
    ...(owedUsd > 0 && known.hasOldInvoices && { note: BALANCE_AND_INVOICES }),
  };
}

/** Why the document that is in force cannot be replaced. */
function changeProblem(
  customerId: string,
  { number, owedUsd, usedUsd, date, isUntouched, kind }: OpeningDocument,
  facts: OpeningFacts,
): string | undefined {
  const stands = `The opening balance of ${customerId} stands at ${formatUsd(owedUsd)} (${number})`;
  if (usedUsd > 0) {
    const used = kind === 'debt' ? 'is paid' : 'is allocated to invoices';
    return `${stands}, and ${formatUsd(usedUsd)} of it ${used}. Correct it in the portal.`;
  }
  if (!isUntouched) return `${stands} and was changed in the portal. Correct it there.`;
  if (!facts.mayEditInvoices) return `${stands}, and your role may not change it.`;
  if (kind === 'credit' && !facts.mayRecordPayments)
    return `${stands}, and your role may not reverse payments.`;
  return lockedProblem(date, facts);
}

function permissionProblem(owedUsd: Cents, facts: OpeningFacts): string | undefined {
  if (owedUsd > 0 && !facts.mayImportInvoices)
    return 'Your role may not import what customers owe.';
  if (owedUsd < 0 && !facts.mayRecordPayments)
    return 'Your role may not record what customers have paid ahead.';
  return undefined;
}

function lockedProblem(date: IsoDate, { lockedMonths }: OpeningFacts): string | undefined {
  const month = monthOf(date);
  return lockedMonths.has(month) ? `${formatMonth(month)} is locked in the books.` : undefined;
}

/** Why nothing can be posted on the opening day, or settled today. */
function dateProblem(
  owedUsd: Cents,
  day: IsoDate,
  known: KnownOpenings,
  facts: OpeningFacts,
): string | undefined {
  if (owedUsd === 0) return undefined;
  if (!facts.hasRate(day)) return `No exchange rate is known for ${formatDate(day)}.`;
  const settles = owedUsd > 0 ? known.hasCredit : known.hasOpenInvoices;
  return (
    lockedProblem(day, facts) ??
    (settles ? lockedProblem(laterDate(facts.today, day), facts) : undefined)
  );
}

/** The amount of a debt or of a credit, above zero. */
export function amountOf(owedUsd: Cents): Cents {
  return cents(Math.abs(owedUsd));
}
