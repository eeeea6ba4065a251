import { holdOpeningDate, openingDate } from '../../accounting/opening/service.ts';
import { lockedMonths } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import { lockAccounts } from '../../customers/service-billing.ts';
import { idsOfCustomers } from '../../customers/service-import.ts';
import { can } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { ImportedChange } from '../../kernel/imported.ts';
import { addCents, toDecimal } from '../../kernel/money.ts';
import { countRow, emptyResults } from '../../kernel/outcomes.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { findInvoicesByNumber } from '../invoices/queries.ts';
import type { OpenInvoiceRecord } from '../invoices/rules-record.ts';
import { findOpened } from '../opening/queries.ts';
import { findCredits, findReversedPayments } from '../payments/queries.ts';
import { findLines } from './queries.ts';
import { planImport } from './rules.ts';
import { oldInvoiceNote } from './rules-opening.ts';
import { withoutPayment } from './rules-paid.ts';
import {
  changeableFields,
  type ImportedInvoice,
  type ImportedInvoices,
  type ImportPlan,
} from './rules-types.ts';
import { receivedPayments, recordedPayments } from './service-recorded.ts';
import { type Found, type Terms, write } from './service-write.ts';

export type { ImportedInvoice } from './rules-types.ts';

/**
 * Imports invoices and their payments (decision 27) with a fixed number of statements. The caller passes each
 * number once and writes the audit line of the whole import. A new invoice is posted on its bill date and settled
 * from the customer's credit; a paid or partly paid one gets its own payment, unless that is recorded already (`recordedPayments`). Invoices and payments dated before the
 * opening date are posted against Opening Balances instead of revenue and cash (decision 45). `planImport` describes what happens
 * to existing numbers. With `dryRun` it returns the same counts and writes nothing. Amounts in US cents.
 */
export async function importInvoices(
  tx: Ctx,
  sent: readonly ImportedInvoice[],
  options: { dryRun?: boolean } = {},
): Promise<ImportedInvoices> {
  const result: ImportedInvoices = {
    ...emptyResults(sent.length),
    made: { invoices: [], payments: [] },
  };
  if (sent.length === 0) return result;
  const customers = await idsOfCustomers(
    tx,
    sent.flatMap(({ customerId }) => customerId ?? []),
  );
  const rows = sent.map((row) => withOwnId(row, customers));
  const found = await findRecords(tx, rows, [...customers.values()], options.dryRun === true);
  const rates = await ratesOn(tx, 'standard', datesOf(rows));
  const opening = await (options.dryRun ? openingDate(tx) : holdOpeningDate(tx));
  const plans = await planAll(tx, rows, found, { rates, opening });
  plans.forEach((plan, index) => {
    if (plan.outcome === 'refused') result.errors.push({ index, message: plan.message });
    else countRow(result, index, plan.outcome);
    if ('note' in plan && plan.note) result.notes.push({ index, message: plan.note });
    const { billDate } = rows[index]!;
    const old =
      plan.outcome === 'created' && billDate && oldInvoiceNote(billDate, opening, tx.today);
    if (old) result.notes.push({ index, message: old });
  });
  if (!options.dryRun && result.created + result.updated > 0) {
    result.made = await write(tx, rows, plans, found, { rates, opening });
    result.changes = changesOf(rows, plans, found);
  }
  return result;
}

/** The row with the stored customer id, which may differ in case from the file. */
function withOwnId(
  row: ImportedInvoice,
  customers: ReadonlyMap<string, { customerId: string }>,
): ImportedInvoice {
  const known = row.customerId === undefined ? undefined : customers.get(row.customerId);
  if (!known || known.customerId === row.customerId) return row;
  return { ...row, customerId: known.customerId };
}

/** Reads the customers and invoices of the rows, after locking all their accounts unless it is a dry run. */
async function findRecords(
  tx: Ctx,
  rows: readonly ImportedInvoice[],
  named: readonly { id: number; customerId: string }[],
  dryRun: boolean,
): Promise<Found> {
  const numbers = rows.map(({ invoiceId }) => invoiceId);
  const before = await findInvoicesByNumber(tx.db, numbers, tx.today);
  const byNumber = (invoices: readonly OpenInvoiceRecord[]) =>
    new Map(invoices.map((invoice) => [invoice.invoiceId, invoice]));
  if (dryRun) {
    const customers = new Map(named.map(({ id, customerId }) => [customerId, id]));
    return { customers, accounts: new Map(), invoices: byNumber(before) };
  }
  const ids = new Set([
    ...named.map(({ id }) => id),
    ...before.map(({ customerId }) => customerId),
  ]);
  const locked = await lockAccounts(tx, [...ids]);
  const accounts = new Map(locked.map((account) => [account.id, account]));
  const after = await findInvoicesByNumber(tx.db, numbers, tx.today);
  return {
    customers: new Map(locked.map((account) => [account.customerId, account.id])),
    accounts,
    // If another transaction has just used a number for another customer, the unique key refuses it.
    invoices: byNumber(after.filter(({ customerId }) => accounts.has(customerId))),
  };
}

function datesOf(rows: readonly ImportedInvoice[]): IsoDate[] {
  return rows
    .flatMap(({ billDate, paidDate }) => [billDate, paidDate])
    .filter((date) => date !== undefined);
}

async function planAll(
  tx: Ctx,
  rows: readonly ImportedInvoice[],
  { customers, invoices }: Found,
  { rates, opening }: Terms,
): Promise<ImportPlan[]> {
  const known = [...invoices.values()];
  const reversed = groupedBy(
    await findReversedPayments(
      tx.db,
      known.map(({ id }) => id),
    ),
    ({ invoiceId }) => invoiceId,
  );
  const ofSeveral = rows.filter((row) => row.lines).map((row) => invoices.get(row.invoiceId)?.id);
  const lines = await findLines(
    tx.db,
    ofSeveral.filter((id) => id !== undefined),
  );
  const credits = await findCredits(tx.db, [...customers.values()]);
  const holders = new Set(credits.map(({ customerNumber }) => customerNumber));
  const opened = opening ? await findOpened(tx.db, [...customers.values()]) : new Set<number>();
  const facts = {
    today: tx.today,
    openingDate: opening,
    hasOpening: (customerId: string) => opened.has(customers.get(customerId)!),
    lockedMonths: await lockedMonths(tx),
    knowsCustomer: (customerId: string) => customers.has(customerId),
    hasCredit: (customerId: string) => holders.has(customerId),
    hasRate: (date: IsoDate) => rates.has(date),
    mayRecordPayments: can(tx.actor, 'payment.record'),
    mayEditInvoices: can(tx.actor, 'invoice.edit'),
  };
  const payerOf = (row: ImportedInvoice) =>
    invoices.get(row.invoiceId)?.customerId ?? customers.get(row.customerId ?? '');
  const received = await receivedPayments(
    tx,
    rows.flatMap((row) => {
      const customerId = payerOf(row);
      const { invoiceId } = row;
      return customerId === undefined
        ? []
        : { customerId, invoiceId, knownId: invoices.get(invoiceId)?.id };
    }),
  );
  const planOf = (row: ImportedInvoice): ImportPlan => {
    const invoice = invoices.get(row.invoiceId);
    const payer = payerOf(row);
    const before = payer === undefined ? undefined : received(payer, row.invoiceId);
    const known = invoice && {
      ...invoice,
      reversedPayments: reversed.get(invoice.id) ?? [],
      lines: lines.get(invoice.id),
    };
    const plan = planImport(row, known, facts, before?.elsewhereUsd);
    return plan.outcome === 'created' && before && before.ids.length > 0
      ? { ...plan, settledBy: before.ids }
      : plan;
  };
  const planned = rows.map((row) => {
    const plan = planOf(row);
    const payment = 'payment' in plan ? plan.payment : undefined;
    return { row, plan, payment, payer: payerOf(row) };
  });
  const recorded = await recordedPayments(
    tx,
    planned.flatMap(({ payment, payer }) => (payment && payer !== undefined ? payer : [])),
  );
  return planned.map(({ row, plan, payment, payer }) => {
    const found = payment && payer !== undefined ? recorded(payer, payment) : undefined;
    if (!found) return plan;
    const kept = found.isSame ? planOf(withoutPayment(row)) : plan;
    if (kept.outcome === 'refused') return kept;
    const note = [kept.note, found.note].filter(Boolean).join(' ');
    if (!found.isSame || kept.outcome !== 'created') return { ...kept, note };
    return { ...kept, note, settledBy: [...(kept.settledBy ?? []), found.id] };
  });
}

/** The changed fields of known invoices, and what was paid on them. */
function changesOf(
  rows: readonly ImportedInvoice[],
  plans: readonly ImportPlan[],
  { invoices }: Found,
): ImportedChange[] {
  return plans.flatMap((plan, index) => {
    if (plan.outcome !== 'updated') return [];
    const known = invoices.get(rows[index]!.invoiceId)!;
    const { change, payment } = plan;
    const changed = change ? changeableFields.filter((name) => change[name] !== known[name]) : [];
    const fields = changed.map((field) => ({
      field: field as string,
      before: known[field],
      after: change![field],
    }));
    if (payment) {
      const after = toDecimal(addCents(known.paidUsd, payment.amountUsd));
      fields.push({ field: 'paidAmountUsd', before: toDecimal(known.paidUsd), after });
    }
    return [{ index, entity: 'invoice', entityId: known.id, label: known.invoiceId, fields }];
  });
}

/** The present values of the fields in which an imported row differs from its invoice; undefined for an unknown number. */
export async function presentInvoices(
  ctx: Ctx,
  rows: readonly ImportedInvoice[],
): Promise<(Partial<ImportedInvoice> | undefined)[]> {
  const numbers = rows.map(({ invoiceId }) => invoiceId);
  const known = new Map(
    (await findInvoicesByNumber(ctx.db, numbers, ctx.today)).map((one) => [one.invoiceId, one]),
  );
  return rows.map((row) => {
    const invoice = known.get(row.invoiceId);
    if (!invoice) return undefined;
    const { dueDate, description, notes, status, paidUsd } = invoice;
    const own = row.origin === undefined ? notes : notes.replace(`\n${row.origin}`, '');
    const present: Partial<ImportedInvoice> = { dueDate, description, notes: own };
    if (row.status !== undefined && settledStatuses.has(row.status)) present.status = status;
    if (row.paidAmountUsd !== undefined) present.paidAmountUsd = paidUsd;
    return Object.fromEntries(
      Object.entries(present).filter(([name, value]) => {
        const wanted = row[name as keyof ImportedInvoice];
        return wanted !== undefined && wanted !== value;
      }),
    );
  });
}

/** Statuses of a file that change an invoice. */
const settledStatuses: ReadonlySet<string> = new Set(['paid', 'partial', 'cancelled']);
