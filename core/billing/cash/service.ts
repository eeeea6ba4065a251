import { closedDay } from '../../accounting/import/rules.ts';
import { createAccountFinder } from '../../accounting/import/rules-accounts.ts';
import {
  importDigest,
  knownImports,
  recordImports,
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
import { formatMonth, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Created, ImportedChange } from '../../kernel/imported.ts';
import { type Cents, ZERO } from '../../kernel/money.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import { searchKey } from '../../kernel/text.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { createdPayments } from '../import/service-created.ts';
import { findOpenInvoices } from '../invoices/queries.ts';
import { findOpenings } from '../opening/queries.ts';
import { cashAccounts } from '../postings.ts';
import { cashPosted } from './postings.ts';
import { findReferences } from './queries.ts';
import {
  type CashFacts,
  type CashLine,
  type CustomerFinder,
  cashKeyOf,
  type PlannedCash,
  planCash,
  subjectOf,
} from './rules.ts';
import { addCashPayments, type PlannedPayment } from './service-payments.ts';

const SOURCE = 'import.cash';

/** The customer's opening balance may contain the payment; the message does not name the customer. */
const BALANCE_TOO =
  'date: This customer has an opening balance as well, and this payment is from before the opening date. If the balance has counted it, it counts twice.';

export interface ImportedCash {
  created: number;
  updated: number;
  unchanged: number;
  /** What happened to each given line, or would happen in a dry run. */
  outcomes: RowOutcome[];
  /** `index` is the index of the given line. */
  errors: { index: number; message: string }[];
  notes: { index: number; message: string }[];
  /** The new payments, and the ids of the lines that became entries; not in a dry run. */
  made: { payments: Created[]; cashLines: Created[] };
  /** The keys of the lines that are posted, by their indexes. */
  keys: Map<number, string>;
  /** The amounts of payments that were recorded in another way, by the indexes of their lines; US cents. */
  recorded: Map<number, Cents>;
  /** An import changes no posted line. */
  changes: readonly ImportedChange[];
}

export interface CashImportOptions {
  dryRun: boolean;
  /** Numbers the lines of the whole file that have one key, from 1. */
  ordinalOf(line: CashLine, key: string): number;
}

interface Candidate {
  index: number;
  plan: PlannedCash;
  key: string;
}

/**
 * Posts the lines of a cash book or bank file with a fixed number of statements (decision 27): money in with a customer
 * is a payment by the rules of `recordPayment`, any other line an entry between its account and the counter account. A
 * line is posted once, see `cashKeyOf`. Payments are settled in the order of their dates; those dated before the opening
 * date are posted against Opening Balances instead of cash (decision 45). The caller writes the audit line of the whole
 * import. With `dryRun` it counts the same and writes nothing.
 */
export async function importCash(
  tx: Ctx,
  lines: readonly CashLine[],
  { dryRun, ordinalOf }: CashImportOptions,
): Promise<ImportedCash> {
  const outcomes = lines.map((): RowOutcome => 'refused');
  const result: ImportedCash = {
    created: 0,
    updated: 0,
    unchanged: 0,
    outcomes,
    errors: [],
    notes: [],
    made: { payments: [], cashLines: [] },
    keys: new Map(),
    recorded: new Map(),
    changes: [],
  };
  const keep = (index: number) => {
    result.unchanged += 1;
    outcomes[index] = 'unchanged';
  };
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
    if (plan.reference === '') candidates.push({ index, plan, key: importDigest(common, ordinal) });
    else if (ordinal === 1) candidates.push({ index, plan, key: common });
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
  const fresh = candidates.filter(({ index, plan, key }) => {
    const posted = known.get(key);
    if (posted === undefined) return true;
    if (posted === subjectOf(plan)) {
      keep(index);
      result.keys.set(index, key);
    } else
      refuse(
        index,
        'reference: This line is already posted, for another customer or account. Reverse that in the portal, or tell the lines apart by their references.',
      );
    return false;
  });
  const recorded = await recordedReferences(tx, fresh);
  const blocked = await blockedCustomers(tx, fresh, locked);
  const hasOpening = await openedCustomers(tx, fresh);
  const added = fresh.filter(({ index, plan }) => {
    const found = recorded(plan);
    if (found?.note) result.notes.push({ index, message: found.note });
    if (found?.isSame) {
      keep(index);
      result.recorded.set(index, found.amountUsd);
      return false;
    }
    const closed = closedDay(plan.date, { today: tx.today, lockedMonths: locked }) ?? blocked(plan);
    if (closed) refuse(index, closed);
    else if (hasOpening(plan)) result.notes.push({ index, message: BALANCE_TOO });
    return !closed;
  });
  result.created = added.length;
  for (const { index, key } of added) {
    outcomes[index] = 'created';
    result.keys.set(index, key);
  }
  result.errors.sort((a, b) => a.index - b.index);
  if (!dryRun && added.length > 0) result.made = await write(tx, added, accounts);
  return result;
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
    cashAccounts,
    findCustomer,
    mayRecordPayments: can(tx.actor, 'payment.record'),
    mayPostEntries: can(tx.actor, 'journal.post'),
  };
}

function isPayment(plan: PlannedCash): plan is PlannedPayment {
  return plan.kind === 'payment';
}

/**
 * Finds payments that were recorded in another way, by hand or with an invoice, with the reference of a line: the same
 * date, account and amount is the same payment.
 */
async function recordedReferences(tx: Ctx, fresh: readonly Candidate[]) {
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
async function blockedCustomers(
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

/** Finds payments from before the opening date whose customer has an opening balance. */
async function openedCustomers(tx: Ctx, fresh: readonly Candidate[]) {
  const old = fresh
    .map(({ plan }) => plan)
    .filter(isPayment)
    .filter(({ paymentKind }) => paymentKind === 'before_opening');
  const openings = await findOpenings(tx.db, [...new Set(old.map((one) => one.customerId))]);
  const opened = new Set(
    openings.filter(({ isInForce }) => isInForce).map(({ customerId }) => customerId),
  );
  return (plan: PlannedCash): boolean =>
    isPayment(plan) && plan.paymentKind === 'before_opening' && opened.has(plan.customerId);
}

async function write(
  tx: Ctx,
  added: readonly Candidate[],
  accounts: ReadonlyMap<number, CustomerRecord>,
): Promise<ImportedCash['made']> {
  const inOrder = [...added].sort((a, b) =>
    a.plan.date < b.plan.date ? -1 : a.plan.date > b.plan.date ? 1 : a.index - b.index,
  );
  const first = await takeImportIds(tx, SOURCE, inOrder.length);
  const plans = inOrder.map(({ plan }) => plan);
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
  await post(tx, [...postings, ...entries]);
  return {
    payments: createdPayments(ids, postings),
    cashLines: entries.map(({ sourceId }) => ({ id: sourceId!, version: 1 })),
  };
}
