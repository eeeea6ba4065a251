import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import {
  DATE_NOT_ALLOWED,
  formatDate,
  formatMonth,
  type IsoDate,
  isDateAllowed,
  laterDate,
  monthOf,
} from '../../kernel/dates.ts';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '../../kernel/money.ts';
import { COUNTER_REACH } from '../../kernel/numbering.ts';
import { dueDateFor } from '../rules.ts';
import { invoiceConflict, paymentRefusal, statusOf } from './rules-known.ts';
import { linesNote, linesOf } from './rules-lines.ts';
import { paidDateConflict, paymentNote, statedPayment, unrecordedAmount } from './rules-paid.ts';
import {
  changeableFields,
  type ImportedInvoice,
  type ImportFacts,
  type ImportPlan,
  type KnownInvoice,
  type PlannedChange,
  type PlannedInvoice,
  type PlannedPayment,
} from './rules-types.ts';

/** The customer's opening balance may contain the invoice; the message does not name the customer. */
const BALANCE_TOO =
  'amountUsd: This customer has an opening balance as well. It must not contain this invoice, or it is owed twice.';

function openingNote(row: PlannedInvoice, isOpen: boolean, facts: ImportFacts): string | undefined {
  const isOld = isBeforeOpening(row.billDate, facts.openingDate);
  return isOld && isOpen && facts.hasOpening(row.customerId) ? BALANCE_TOO : undefined;
}

function refused(message: string): { outcome: 'refused'; message: string } {
  return { outcome: 'refused', message };
}

/** Why nothing can be posted on this date, or undefined. */
function closedDate(field: string, date: IsoDate, facts: ImportFacts): string | undefined {
  const month = monthOf(date);
  if (facts.lockedMonths.has(month)) {
    return `${field}: ${formatMonth(month)} is locked in the books.`;
  }
  return facts.hasRate(date)
    ? undefined
    : `${field}: No exchange rate is known for ${formatDate(date)}.`;
}

/**
 * The payment of the row. The file must give its date, since a default would book it in the wrong month; only for a new
 * invoice from before the opening date `fallback` is used, because its money is in no account of these books.
 */
function paymentOf(
  row: ImportedInvoice,
  amountUsd: Cents,
  facts: ImportFacts,
  fallback?: IsoDate,
): PlannedPayment | { message: string } {
  const date = row.paidDate ?? fallback;
  if (date === undefined) {
    const kind = row.status === 'partial' ? 'partly paid' : 'paid';
    return { message: `paidDate: A ${kind} invoice needs the date of its payment.` };
  }
  if (date > facts.today) return { message: 'paidDate: A payment cannot be dated in the future.' };
  if (!isDateAllowed(date, facts.today)) return { message: `paidDate: ${DATE_NOT_ALLOWED}` };
  const closed = closedDate('paidDate', date, facts);
  if (closed) return { message: closed };
  return {
    amountUsd,
    kind: isBeforeOpening(date, facts.openingDate) ? 'before_opening' : 'payment',
    paymentDate: date,
    account: row.paymentAccount ?? 'cash',
    reference: row.paymentReference ?? '',
  };
}

/**
 * Plans what to do with an imported row. An import adds invoices and payments and corrects due date, description
 * and notes; it never reverses a posting. Importing the same or an older file again keeps paid and cancelled
 * invoices as they are, and does not record a reversed payment again. `received` is what payments that name the invoice
 * have brought in and that has not settled it: it is no part of what is still to be recorded as paid.
 */
export function planImport(
  row: ImportedInvoice,
  known: KnownInvoice | undefined,
  facts: ImportFacts,
  received: Cents = ZERO,
): ImportPlan {
  const conflict = paidDateConflict(row);
  if (conflict) return refused(conflict);
  const plan = known ? planKnown(row, known, facts, received) : planNew(row, facts, received);
  if (plan.outcome === 'refused' || plan.outcome === 'unchanged') return plan;
  if (plan.payment && !facts.mayRecordPayments)
    return refused(
      `status: Your role may not record payments, and this row is ${row.status === 'partial' ? 'paid in part' : 'paid'}.`,
    );
  if (plan.outcome === 'updated' && plan.change && !facts.mayEditInvoices) {
    return refused(
      `invoiceId: ${row.invoiceId} is there already, and your role may not change an invoice.`,
    );
  }
  return plan;
}

/** The notes of a row with its amount in the currency of the file. */
function notesOf({ notes, origin }: ImportedInvoice): string {
  return [notes, origin].filter(Boolean).join('\n');
}

const RECEIVED =
  'paidAmountUsd: What is paid was imported with payments that name this invoice, and is not recorded again.';

function planNew(row: ImportedInvoice, facts: ImportFacts, received: Cents): ImportPlan {
  const { customerId, amountUsd, billDate } = row;
  const missing = Object.entries({ customerId, amountUsd, billDate })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name}: This field is required.`);
  if (customerId === undefined || amountUsd === undefined || billDate === undefined) {
    return refused(missing.join(' '));
  }
  if (!facts.knowsCustomer(customerId)) {
    return refused(`customerId: There is no customer ${customerId}.`);
  }
  if (row.status === 'cancelled') {
    return refused('status: A cancelled invoice has nothing to import. Leave it out.');
  }
  const dueDate = row.dueDate ?? dueDateFor(monthOf(billDate), billDate);
  if (dueDate < billDate) return refused('dueDate: The due date cannot be before the bill date.');
  if (!isDateAllowed(billDate, facts.today)) return refused(`billDate: ${DATE_NOT_ALLOWED}`);
  if (row.dueDate && !isDateAllowed(row.dueDate, facts.today))
    return refused(`dueDate: ${DATE_NOT_ALLOWED}`);
  const closed = closedDate('billDate', billDate, facts);
  if (closed) return refused(closed);
  const stated = statedPayment(row, amountUsd);
  if (typeof stated === 'object') return refused(stated.message);
  const isOld = isBeforeOpening(billDate, facts.openingDate);
  const toPay = stated === undefined ? ZERO : subtractCents(stated, minCents(stated, received));
  const payment =
    toPay === ZERO ? undefined : paymentOf(row, toPay, facts, isOld ? billDate : undefined);
  if (payment && 'message' in payment) return refused(payment.message);
  const settledIn = monthOf(laterDate(facts.today, billDate));
  const isOpen = payment === undefined || payment.amountUsd < amountUsd;
  if (isOpen && facts.hasCredit(customerId) && facts.lockedMonths.has(settledIn)) {
    return refused(
      `customerId: The credit of ${customerId} would settle this invoice in ${formatMonth(settledIn)}, which is locked in the books.`,
    );
  }
  const invoice: PlannedInvoice = {
    customerId,
    amountUsd,
    billDate,
    dueDate,
    status: row.status === 'overdue' ? 'overdue' : 'pending',
    description: row.description || `Invoice ${row.invoiceId}`,
    lines: linesOf(row, amountUsd),
    notes: notesOf(row),
  };
  return {
    outcome: 'created',
    invoice,
    ...(payment ? { payment } : {}),
    ...noted(
      paymentNote(row),
      openingNote(invoice, isOpen, facts),
      stated !== undefined && received > 0 ? RECEIVED : undefined,
    ),
  };
}

function noted(...notes: (string | undefined)[]): { note?: string } {
  const note = notes.filter(Boolean).join(' ');
  return note ? { note } : {};
}

function planKnown(
  row: ImportedInvoice,
  known: KnownInvoice,
  facts: ImportFacts,
  received: Cents,
): ImportPlan {
  const conflict = invoiceConflict(row, known);
  if (conflict) return refused(conflict);
  if (known.status === 'cancelled') return { outcome: 'unchanged' };
  const change: PlannedChange = {
    dueDate: row.dueDate ?? known.dueDate,
    status: statusOf(row, known, facts.today),
    // With several lines the description is generated.
    description: (!row.lines && row.description) || known.description,
    notes: row.notes === undefined ? known.notes : notesOf(row),
  };
  if (change.dueDate < known.billDate) {
    return refused('dueDate: The due date cannot be before the bill date.');
  }
  if (change.dueDate !== known.dueDate && !isDateAllowed(change.dueDate, facts.today))
    return refused(`dueDate: ${DATE_NOT_ALLOWED}`);
  const stated = statedPayment(row, known.amountUsd);
  if (typeof stated === 'object') return refused(stated.message);
  const toPay =
    stated === undefined
      ? ZERO
      : unrecordedAmount(row, stated, {
          amountUsd: known.amountUsd,
          paidUsd: addCents(known.paidUsd, received),
        });
  if (typeof toPay === 'object') return refused(toPay.message);
  const payment = toPay === ZERO ? undefined : paymentOf(row, toPay, facts);
  if (payment && 'message' in payment) return refused(payment.message);
  const refusal = payment && paymentRefusal(payment, known, facts);
  if (refusal) return refused(refusal);
  const changed = changeableFields.some((name) => change[name] !== known[name]);
  const note = noted(paymentNote(row, known), linesNote(row, known));
  if (!changed && !payment) return { outcome: 'unchanged', ...note };
  return {
    outcome: 'updated',
    ...note,
    ...(changed ? { change } : {}),
    ...(payment ? { payment } : {}),
  };
}

/** Year and number of an id in our own format, INV-2026-000123; undefined for others (decision 7). */
export function counterOfInvoice(invoiceId: string): { year: string; value: number } | undefined {
  const match = /^INV-(\d{4})-(\d{1,9})$/.exec(invoiceId);
  const value = Number(match?.[2]);
  return match && value <= COUNTER_REACH ? { year: match[1]!, value } : undefined;
}
