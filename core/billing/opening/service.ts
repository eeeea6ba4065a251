import { holdOpeningDate, openingDate } from '../../accounting/opening/service.ts';
import { lockedMonths } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import { lockAccounts } from '../../customers/service-billing.ts';
import {
  type CustomerImportOptions,
  type ImportedCustomer,
  type ImportedCustomers,
  idsOfCustomers,
  importCustomers,
} from '../../customers/service-import.ts';
import { can } from '../../identity/actor.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Created, ImportedChange, Touched } from '../../kernel/imported.ts';
import { type Cents, toDecimal, ZERO } from '../../kernel/money.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { findCredits } from '../payments/queries.ts';
import * as queries from './queries.ts';
import {
  type KnownOpenings,
  NOTHING_KNOWN,
  type OpeningFacts,
  type OpeningPlan,
  openingDay,
  openingNumber,
  planOpening,
} from './rules.ts';
import { type PlannedOpening, postOpenings } from './service-post.ts';

/** A customer of a file with what he owes on the opening date, negative if he has paid ahead; US cents. */
export type ImportedOpening = ImportedCustomer & {
  openingBalanceUsd?: Cents;
  /** The balance in the currency of the file, with its rate; the document tells it. */
  origin?: string;
};

/** As `ImportedCustomers`, with notes on rows that were imported; `index` is the position in the given rows. */
export interface ImportedOpenings extends Omit<ImportedCustomers, 'made'> {
  notes: { index: number; message: string }[];
  /** The new customers and their opening balances, and the documents touched; not in a dry run. */
  made: { customers: Created[] } & MadeDocuments;
}

interface MadeDocuments {
  invoices: Created[];
  payments: Created[];
  touched?: Touched;
}

interface Planned {
  index: number;
  plan: OpeningPlan;
}

/**
 * Imports customers (`importCustomers`) with their opening balances (decision 45), in a constant number of statements. A
 * row whose opening balance is refused changes nothing. What a customer owes becomes an invoice, what he has paid ahead a
 * payment; both are dated the day before the opening date and posted against Opening Balances. With `dryRun` it counts the
 * same and writes nothing.
 */
export async function importCustomersWithOpenings(
  tx: Ctx,
  rows: readonly ImportedOpening[],
  options: CustomerImportOptions = {},
): Promise<ImportedOpenings> {
  if (!rows.some(({ openingBalanceUsd }) => openingBalanceUsd !== undefined)) {
    const { made, ...result } = await importCustomers(tx, rows, options);
    return { ...result, notes: [], made: { customers: made, invoices: [], payments: [] } };
  }
  const planned = await planAll(tx, rows, options.dryRun === true);
  const refused = new Map(
    planned.flatMap(({ index, plan }) =>
      plan.outcome === 'refused' ? [[index, plan.message] as const] : [],
    ),
  );
  const places = [...rows.keys()].filter((index) => !refused.has(index));
  const result = await importCustomers(
    tx,
    places.map((place) => rows[place]!),
    options,
  );
  const at = (index: number) => places[index]!;
  const errors = [
    ...result.errors.map(({ index, message }) => ({ index: at(index), message })),
    ...[...refused].map(([index, message]) => ({ index, message })),
  ].sort((a, b) => a.index - b.index);
  const failed = new Set(errors.map(({ index }) => index));
  const accepted = planned.filter(({ index }) => !failed.has(index));
  const posted = accepted.flatMap(({ index, plan }) =>
    plan.outcome === 'posted' ? [{ ...plan, index }] : [],
  );
  const documents = options.dryRun ? NOTHING_MADE : await write(tx, rows, posted);
  const outcomes = rows.map((): RowOutcome => 'refused');
  for (const [index, outcome] of result.outcomes.entries()) outcomes[at(index)] = outcome;
  const more = posted.filter(({ index }) => outcomes[index] === 'unchanged');
  for (const { index } of more) outcomes[index] = 'updated';
  return {
    ...result,
    updated: result.updated + more.length,
    unchanged: result.unchanged - more.length,
    made: { customers: result.made, ...documents },
    changes: [
      ...result.changes.map((change) => ({ ...change, index: at(change.index) })),
      ...(options.dryRun ? [] : replacements(posted)),
    ],
    outcomes,
    errors,
    packageTerms: result.packageTerms.map(at),
    keptPrices: result.keptPrices.map(at),
    notes: accepted.flatMap(({ index, plan }) =>
      'note' in plan && plan.note ? [{ index, message: plan.note }] : [],
    ),
  };
}

const NOTHING_MADE: MadeDocuments = { invoices: [], payments: [] };

/** The opening balances that others have replaced. */
function replacements(
  posted: readonly (Extract<OpeningPlan, { outcome: 'posted' }> & { index: number })[],
): ImportedChange[] {
  return posted.flatMap(({ index, owedUsd, replaces }) => {
    if (!replaces) return [];
    const [before, after] = [toDecimal(replaces.owedUsd), toDecimal(owedUsd)];
    const fields = [{ field: 'openingBalanceUsd', before, after }];
    const label = replaces.number;
    return [{ index, entity: 'customer', entityId: replaces.customerId, label, fields }];
  });
}

async function planAll(
  tx: Ctx,
  rows: readonly ImportedOpening[],
  dryRun: boolean,
): Promise<Planned[]> {
  const opening = await (dryRun ? openingDate(tx) : holdOpeningDate(tx));
  const ids = await idsOfCustomers(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  const known = [...new Set([...ids.values()].map(({ id }) => id))];
  // All of the batch, as `importCustomers` does: locks in two parts could deadlock with another import.
  if (!dryRun) await lockAccounts(tx, known);
  const stated = rows.flatMap(({ customerId, openingBalanceUsd: owedUsd }, index) =>
    owedUsd === undefined ? [] : [{ index, owedUsd, customer: ids.get(customerId), customerId }],
  );
  const facts = await readKnown(
    tx,
    stated.flatMap(({ customer }) => customer?.id ?? []),
    opening,
  );
  const knownOf = (id: number | undefined) => (id === undefined ? NOTHING_KNOWN : facts(id));
  const numbers = stated
    .filter(({ owedUsd }) => owedUsd !== ZERO)
    .map(({ customer, customerId }) =>
      openingNumber(customer?.customerId ?? customerId, knownOf(customer?.id).documents),
    );
  const taken = await queries.findTakenNumbers(tx.db, numbers);
  const days = opening ? [openingDay(opening)] : [];
  const rates = await ratesOn(tx, 'standard', days);
  const shared: OpeningFacts = {
    today: tx.today,
    openingDate: opening,
    lockedMonths: await lockedMonths(tx),
    hasRate: (date) => rates.has(date),
    isNumberTaken: (number) => taken.has(number),
    mayImportInvoices: can(tx.actor, 'invoice.import'),
    mayRecordPayments: can(tx.actor, 'payment.record'),
    mayEditInvoices: can(tx.actor, 'invoice.edit'),
  };
  return stated.map(({ index, owedUsd, customer, customerId }) => {
    const id = customer?.customerId ?? customerId;
    return { index, plan: planOpening(id, owedUsd, knownOf(customer?.id), shared) };
  });
}

/** What the books know of customers, by their numeric ids. */
async function readKnown(
  tx: Ctx,
  customerIds: readonly number[],
  opening: Awaited<ReturnType<typeof openingDate>>,
): Promise<(id: number) => KnownOpenings> {
  if (customerIds.length === 0) return () => NOTHING_KNOWN;
  const documents = groupedBy(
    await queries.findOpenings(tx.db, customerIds),
    ({ customerId }) => customerId,
  );
  const debtors = await queries.findDebtors(tx.db, customerIds, opening);
  const credits = await findCredits(tx.db, customerIds);
  const holders = new Set(credits.map(({ customerId }) => customerId));
  return (id) => ({
    documents: documents.get(id) ?? [],
    hasOldInvoices: debtors.get(id) ?? false,
    hasOpenInvoices: debtors.has(id),
    hasCredit: holders.has(id),
  });
}

/** Posts the planned openings of customers that exist by now. */
async function write(
  tx: Ctx,
  rows: readonly ImportedOpening[],
  posted: readonly (Extract<OpeningPlan, { outcome: 'posted' }> & { index: number })[],
): Promise<MadeDocuments> {
  if (posted.length === 0) return NOTHING_MADE;
  const nameOf = ({ index }: { index: number }) => rows[index]!.customerId;
  const ids = await idsOfCustomers(tx, posted.map(nameOf));
  const accounts = await lockAccounts(
    tx,
    [...ids.values()].map(({ id }) => id),
  );
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const openings = posted.map(
    (one): PlannedOpening => ({
      ...one,
      customer: byId.get(ids.get(nameOf(one))!.id)!,
      notes: rows[one.index]!.origin ?? '',
    }),
  );
  return postOpenings(tx, openings);
}
