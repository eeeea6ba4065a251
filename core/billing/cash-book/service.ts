import { closedDay } from '../../accounting/import/rules.ts';
import { createAccountFinder } from '../../accounting/import/rules-accounts.ts';
import {
  importDigest,
  knownImports,
  recordImports,
  recordNotes,
  takeImportIds,
} from '../../accounting/import/service-known.ts';
import { holdOpeningDate, openingDate } from '../../accounting/opening/service.ts';
import type { Posting } from '../../accounting/rules.ts';
import { listAccounts, lockedMonths } from '../../accounting/service.ts';
import { post } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccounts } from '../../customers/service-billing.ts';
import { idsOfCustomers, namedCustomers } from '../../customers/service-import.ts';
import { can } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Created, Touched } from '../../kernel/imported.ts';
import type { Cents } from '../../kernel/money.ts';
import { countRow, emptyResults, type ImportResults } from '../../kernel/outcomes.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { createdPayments } from '../import/service-created.ts';
import { watchDocuments } from '../import/service-touched.ts';
import { cashPosted } from './postings.ts';
import {
  type CashFacts,
  type CashLine,
  type CustomerFinder,
  cashKeyOf,
  planCash,
  subjectOf,
} from './rules.ts';
import { matchEqual } from './rules-equal.ts';
import {
  blockedCustomers,
  type Candidate,
  isPayment,
  mirroredTransfers,
  openedCustomers,
  recordedReferences,
} from './service-checks.ts';
import {
  type Cover,
  type Covered,
  coveredFacts,
  coveredLines,
  coverNote,
  invoiceNote,
  type MadeWithInvoices,
  restOf,
  SOURCE,
} from './service-covered.ts';
import { addCashPayments } from './service-payments.ts';

const POSTED_FOR_ANOTHER =
  'reference: This line is already posted, for another customer or account. Reverse that in the portal, or tell the lines apart by their references.';

/** An import changes no posted line. */
export interface ImportedCash extends Omit<ImportResults, 'made'> {
  /** The new payments, the ids of the lines that became entries, and the touched documents; not in a dry run. */
  made: { payments: Created[]; cashLines: Created[]; touched?: Touched };
  /** The keys of the lines that are posted, by their indexes. */
  keys: Map<number, string>;
  /** The amounts of payments that were recorded in another way, by the indexes of their lines; US cents. */
  recorded: Map<number, Cents>;
  /** The parts of lines that were imported with their invoices, by the indexes of the lines; US cents. */
  covered: Map<number, Cents>;
}

export interface CashImportOptions {
  dryRun: boolean;
  /** Numbers the lines of the whole file that have one key, from 1. */
  ordinalOf(line: CashLine, key: string): number;
  madeWithInvoices: MadeWithInvoices;
}

/** What the lines of a dry run have used of invoices so far, by the numbering of its file: US cents by invoice. */
const countedInDryRuns = new WeakMap<CashImportOptions['ordinalOf'], Map<number, Cents>>();

function countedIn({ dryRun, ordinalOf }: CashImportOptions): Map<number, Cents> | undefined {
  if (!dryRun) return undefined;
  const known = countedInDryRuns.get(ordinalOf);
  if (known) return known;
  const counted = new Map<number, Cents>();
  countedInDryRuns.set(ordinalOf, counted);
  return counted;
}

/**
 * Posts the lines of a cash book or bank file with a fixed number of statements (decision 27): money in with a customer
 * is a payment by the rules of `recordPayment`, any other line an entry between its account and the counter account. A
 * line is posted once, see `cashKeyOf`. Payments are settled in the order of their dates; those dated before the opening
 * date are posted against Opening Balances instead of cash (decision 45). A payment of an invoice that was imported as
 * paid is left out as far as it is that money (decision 104). The caller writes the audit line of the whole
 * import. With `dryRun` it counts the same and writes nothing.
 */
export async function importCash(
  tx: Ctx,
  lines: readonly CashLine[],
  options: CashImportOptions,
): Promise<ImportedCash> {
  const { dryRun, ordinalOf, madeWithInvoices } = options;
  const result: ImportedCash = {
    ...emptyResults(lines.length),
    made: { payments: [], cashLines: [] },
    keys: new Map(),
    recorded: new Map(),
    covered: new Map(),
  };
  const keep = (index: number) => countRow(result, index, 'unchanged');
  if (lines.length === 0) return result;
  const refuse = (index: number, message: string) => result.errors.push({ index, message });
  const customers = await customersOf(tx, lines);
  const accounts = dryRun ? new Map() : await lockedAccounts(tx, customers.ids);
  const locked = await lockedMonths(tx);
  const opening = await (dryRun ? openingDate(tx) : holdOpeningDate(tx));
  const facts = await factsOf(tx, lines, customers.find, opening);
  const candidates: Candidate[] = [];
  for (const [index, line] of lines.entries()) {
    const plan = planCash(line, facts);
    if ('problem' in plan) {
      refuse(index, plan.problem);
      continue;
    }
    const common = importDigest(...cashKeyOf(plan));
    const ordinal = ordinalOf(line, common);
    const named = plan.reference !== '';
    const key = named ? common : importDigest(common, ordinal);
    if (!named || ordinal === 1) candidates.push({ index, line, plan, common, key });
    else
      refuse(
        index,
        `reference: ${plan.reference} is in an earlier row with the same date, account and amount.`,
      );
  }
  const known = await knownImports(
    tx,
    SOURCE,
    candidates.map(({ key }) => key),
    { dryRun },
  );
  const matched = matchEqual(candidates, known);
  const invoices = await coveredFacts(tx, matched, madeWithInvoices);
  const unposted = matched.filter((candidate) => {
    const { index, plan, key } = candidate;
    const posted = known.get(key);
    if (posted === undefined) return true;
    if (posted === subjectOf(plan)) {
      keep(index);
      result.keys.set(index, key);
      result.covered.set(index, invoices.before(candidate));
    } else refuse(index, POSTED_FOR_ANOTHER);
    return false;
  });
  const covers = new Map<number, Cover>();
  for (const cover of coveredLines(unposted, invoices, countedIn(options))) {
    const { index, plan } = cover.candidate;
    covers.set(index, cover);
    result.notes.push({ index, message: cover.message });
    result.covered.set(index, cover.amountUsd);
    if (cover.amountUsd < plan.amountUsd) continue;
    keep(index);
    result.recorded.set(index, cover.amountUsd);
  }
  const fresh = unposted
    .filter(({ index }) => !result.recorded.has(index))
    .map((candidate) => settling(candidate, covers.get(candidate.index), invoices));
  const recorded = await recordedReferences(tx, fresh);
  const blocked = await blockedCustomers(tx, fresh, locked);
  const openingNote = await openedCustomers(tx, fresh, invoices.invoiceOf);
  const mirrored = await mirroredTransfers(tx, fresh);
  const added = fresh.filter((candidate) => {
    const { index, plan } = candidate;
    const found = recorded(plan);
    if (found?.note) result.notes.push({ index, message: found.note });
    if (found?.isSame) {
      keep(index);
      result.recorded.set(index, found.amountUsd);
      return false;
    }
    const closed = closedDay(plan.date, { today: tx.today, lockedMonths: locked }) ?? blocked(plan);
    if (closed) refuse(index, closed);
    else {
      const note = openingNote(candidate) ?? mirrored(plan);
      if (note) result.notes.push({ index, message: note });
    }
    return !closed;
  });
  for (const { index, key } of added) {
    countRow(result, index, 'created');
    result.keys.set(index, key);
  }
  result.errors.sort((a, b) => a.index - b.index);
  const posted = new Set(added.map(({ index }) => index));
  const told = [...covers.values()].filter(
    ({ candidate: { index, plan }, isNew, amountUsd }) =>
      isNew && (posted.has(index) || amountUsd === plan.amountUsd),
  );
  if (!dryRun && added.length + told.length > 0)
    result.made = await write(tx, added, accounts, told);
  return result;
}

/** A line with the invoice that it settles first, and without the part that was imported with it. */
function settling(
  candidate: Candidate,
  cover: Cover | undefined,
  { invoiceOf }: Covered,
): Candidate {
  const invoice = invoiceOf(candidate);
  const one = cover ? restOf(candidate, cover.amountUsd) : candidate;
  return invoice && isPayment(one.plan)
    ? { ...one, plan: { ...one.plan, invoiceId: invoice.id } }
    : one;
}

/** The customers of the lines by id, else by name. */
async function customersOf(
  tx: Ctx,
  lines: readonly CashLine[],
): Promise<{ ids: number[]; find: CustomerFinder }> {
  const named = await namedCustomers(tx, lines);
  const known = await idsOfCustomers(
    tx,
    lines.flatMap((line) => {
      const customer = named(line);
      return customer && 'customerId' in customer ? customer.customerId : [];
    }),
  );
  return {
    ids: [...new Set([...known.values()].map(({ id }) => id))],
    find(line) {
      const customer = named(line);
      if (!customer || 'problem' in customer) return customer;
      const { customerId } = customer;
      const problem = `customerId: There is no customer ${customerId}.`;
      return known.get(customerId) ?? { problem };
    },
  };
}

async function lockedAccounts(
  tx: Ctx,
  ids: readonly number[],
): Promise<Map<number, CustomerRecord>> {
  return new Map((await lockAccounts(tx, ids)).map((account) => [account.id, account]));
}

async function factsOf(
  tx: Ctx,
  lines: readonly CashLine[],
  findCustomer: CustomerFinder,
  opening: IsoDate | null,
): Promise<CashFacts> {
  const dates = [...new Set(lines.map(({ date }) => date))];
  return {
    today: tx.today,
    openingDate: opening,
    rates: await ratesOn(tx, 'standard', dates),
    findAccount: createAccountFinder(await listAccounts(tx)),
    findCustomer,
    mayRecordPayments: can(tx.actor, 'payment.record'),
    mayPostEntries: can(tx.actor, 'journal.post'),
  };
}

async function write(
  tx: Ctx,
  added: readonly Candidate[],
  accounts: ReadonlyMap<number, CustomerRecord>,
  covers: readonly Cover[],
): Promise<ImportedCash['made']> {
  const inOrder = [...added].sort((a, b) =>
    a.plan.date < b.plan.date ? -1 : a.plan.date > b.plan.date ? 1 : a.index - b.index,
  );
  const whole = covers.filter(({ candidate, amountUsd }) => amountUsd === candidate.plan.amountUsd);
  const first = await takeImportIds(tx, SOURCE, inOrder.length + whole.length);
  const plans = inOrder.map(({ plan }) => plan);
  const payers = new Set(plans.filter(isPayment).map(({ customerId }) => customerId));
  const touchedDocuments = await watchDocuments(tx, [...payers]);
  const { ids, postings } = await addCashPayments(tx, plans.filter(isPayment), accounts);
  const paymentIds = ids.values();
  const entries: Posting[] = [];
  const recorded = inOrder.map(({ plan, key }, index) => {
    const id = first + index;
    if (plan.kind === 'entry') entries.push(cashPosted(plan, id));
    const paymentId = plan.kind === 'payment' ? paymentIds.next().value! : null;
    return { id, key, content: subjectOf(plan), paymentId };
  });
  await recordImports(tx, SOURCE, recorded);
  const idOf = new Map(recorded.map(({ id, key }) => [key, id]));
  for (const [index, { candidate }] of whole.entries())
    idOf.set(candidate.key, first + inOrder.length + index);
  const notes = covers.map((cover) => coverNote(cover, idOf.get(cover.candidate.key)!));
  const named = inOrder.flatMap(({ plan, line }, index) =>
    isPayment(plan) && line.invoiceNumber
      ? {
          id: first + index,
          key: invoiceNote(plan.customerId, line.invoiceNumber, first + index),
          content: String(recorded[index]!.paymentId),
        }
      : [],
  );
  await recordNotes(tx, SOURCE, [...notes, ...named]);
  await post(tx, [...postings, ...entries]);
  return {
    payments: createdPayments(ids, postings),
    cashLines: [...entries.map(({ sourceId }) => sourceId!), ...notes.map(({ id }) => id)].map(
      (id) => ({ id, version: 1 }),
    ),
    touched: await touchedDocuments(),
  };
}
