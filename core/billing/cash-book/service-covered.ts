import { importDigest, notedKey, notedLines } from '../../accounting/import/service-known.ts';
import type { Ctx } from '../../context.ts';
import {
  type Cents,
  cents,
  formatUsd,
  minCents,
  scaleCents,
  subtractCents,
  sumOf,
  ZERO,
} from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { findNumberedInvoices, type NumberedInvoice } from './queries.ts';
import type { CashLine } from './rules.ts';
import { type Candidate, isPayment } from './service-checks.ts';

/**
 * The same money in two files (decision 104): an import of invoices has recorded what they say was paid, and a list of
 * payments names these invoices. Its lines are that money, as far as it reaches.
 */

export const SOURCE = 'import.cash';
/** Notes about lines: `covers`, by the invoice, how much of a line was imported with it; `for`, by customer and invoice number, a payment. */
const COVERS = 'covers';
export const FOR_INVOICE = 'for';

/** Which of these payments imports of invoices have created. */
export type MadeWithInvoices = (ctx: Ctx, paymentIds: readonly number[]) => Promise<Set<number>>;

/** What imports of invoices have recorded as paid, for the lines of one batch. */
export interface Covered {
  /** The invoice in the books that a line names. */
  invoiceOf(candidate: Candidate): NumberedInvoice | undefined;
  /** The part of an earlier line with this key that was imported with its invoice. */
  before(candidate: Candidate): Cents;
}

/** A line of which a part, or all, was imported with its invoice. */
export interface Cover {
  candidate: Candidate;
  invoiceId: number;
  amountUsd: Cents;
  /** It is not stored yet. */
  isNew: boolean;
  message: string;
}

interface Facts extends Covered {
  /** Of each invoice: what imports have recorded as paid. */
  paid: ReadonlyMap<number, Cents>;
  /** Of each invoice: the keys of lines with what was imported of them. */
  used: ReadonlyMap<number, ReadonlyMap<string, Cents>>;
}

/** The names under which a line may name an invoice, with their fields: its invoice number, else its reference. */
function namesOf({ invoiceNumber, reference }: CashLine): [field: string, number: string][] {
  const names: [string, string | undefined][] = [
    ['invoiceNumber', invoiceNumber],
    ['reference', reference],
  ];
  return names.flatMap(([field, number]) => (number ? [[field, number]] : []));
}

function named(
  { plan, line }: Candidate,
  invoices: ReadonlyMap<string, NumberedInvoice>,
): { field: string; invoice: NumberedInvoice } | undefined {
  if (!isPayment(plan)) return undefined;
  for (const [field, number] of namesOf(line)) {
    const invoice = invoices.get(number);
    if (invoice?.customerId === plan.customerId) return { field, invoice };
  }
  return undefined;
}

/** Reads what the books hold of the invoices that lines name. */
export async function coveredFacts(
  tx: Ctx,
  candidates: readonly Candidate[],
  madeWithInvoices: MadeWithInvoices,
): Promise<Facts> {
  const payments = candidates.filter(({ plan }) => isPayment(plan));
  const numbers = new Set(payments.flatMap(({ line }) => namesOf(line).map(([, name]) => name)));
  const found = await findNumberedInvoices(tx.db, [...numbers]);
  const invoices = new Map(found.map((invoice) => [invoice.number, invoice]));
  const settled = found.flatMap((invoice) => (invoice.isImported ? invoice.settled : []));
  const made =
    settled.length === 0
      ? new Set<number>()
      : await madeWithInvoices(tx, [...new Set(settled.map(({ paymentId }) => paymentId))]);
  const paid = new Map<number, Cents>();
  for (const invoice of found) {
    if (!invoice.isImported) continue;
    const own = invoice.settled.filter(({ paymentId }) => made.has(paymentId));
    const sum = sumOf(own, ({ amountUsd }) => amountUsd);
    if (sum > 0) paid.set(invoice.id, sum);
  }
  const notes = await notedLines(tx, SOURCE, COVERS, [...paid.keys()]);
  const used = new Map(
    [...notes].map(([id, own]) => [
      id,
      new Map(own.map(({ name, content }) => [name, cents(Number(content))])),
    ]),
  );
  return {
    paid,
    used,
    invoiceOf: (candidate) => named(candidate, invoices)?.invoice,
    before(candidate) {
      const id = named(candidate, invoices)?.invoice.id;
      return (id === undefined ? undefined : used.get(id)?.get(candidate.key)) ?? ZERO;
    },
  };
}

/**
 * The lines among `fresh`, which are not posted, whose money was imported with their invoices, in the order of their dates:
 * what other lines have used of an invoice is gone. `counted` adds up the lines of a dry run, which stores nothing.
 */
export function coveredLines(
  fresh: readonly Candidate[],
  facts: Facts,
  counted: Map<number, Cents> | undefined,
): Cover[] {
  const covers: Cover[] = [];
  const keys = new Set(fresh.map(({ key }) => key));
  const left = new Map(
    [...facts.paid].map(([id, paid]) => {
      const others = [...(facts.used.get(id) ?? [])].filter(([key]) => !keys.has(key));
      const used = sumOf(others, ([, amount]) => amount);
      return [id, subtractCents(subtractCents(paid, used), counted?.get(id) ?? ZERO)];
    }),
  );
  const inOrder = [...fresh].sort((a, b) =>
    a.plan.date < b.plan.date ? -1 : a.plan.date > b.plan.date ? 1 : a.index - b.index,
  );
  for (const candidate of inOrder) {
    const invoice = facts.invoiceOf(candidate);
    if (!invoice) continue;
    const available = left.get(invoice.id) ?? ZERO;
    const { amountUsd } = candidate.plan;
    const covered = minCents(available, amountUsd);
    if (covered <= 0) continue;
    left.set(invoice.id, subtractCents(available, covered));
    const isNew = facts.before(candidate) !== covered;
    if (isNew) counted?.set(invoice.id, cents((counted.get(invoice.id) ?? 0) + covered));
    const field = candidate.line.invoiceNumber === invoice.number ? 'invoiceNumber' : 'reference';
    const said = `${field}: ${invoice.number} was imported as paid ${formatUsd(facts.paid.get(invoice.id)!)}`;
    const message =
      covered === amountUsd
        ? `${said}; this line is that money and was left out.`
        : `${said}, which has ${formatUsd(covered)} of this line; only the rest of ${formatUsd(subtractCents(amountUsd, covered))} is posted.`;
    covers.push({ candidate, invoiceId: invoice.id, amountUsd: covered, isNew, message });
  }
  return covers;
}

/** The candidate with the rest of its amount. */
export function restOf(candidate: Candidate, covered: Cents): Candidate {
  const { plan } = candidate;
  const amountUsd = subtractCents(plan.amountUsd, covered);
  const amount = scaleCents(plan.amount, amountUsd, plan.amountUsd);
  return { ...candidate, plan: { ...plan, amountUsd, amount } };
}

/** The key of the note that a line is for an invoice of a customer. */
export function invoiceNote(customerId: number, number: string, id: number): string {
  return notedKey(FOR_INVOICE, invoiceSubject(customerId, number), id);
}

/** Under which payments for an invoice of a customer are noted. */
export function invoiceSubject(customerId: number, number: string): string {
  return importDigest(customerId, searchKey(number));
}

/** The note of a cover, under the id of its line. */
export function coverNote({ candidate, invoiceId, amountUsd }: Cover, id: number) {
  return { id, key: notedKey(COVERS, invoiceId, candidate.key), content: String(amountUsd) };
}
