import type { Ctx } from '../../context.ts';
import {
  countedParts,
  divisionText,
  isPaidAhead,
  type MonthlyPart,
  partsText,
  termsOf,
} from '../../customers/fees/rules.ts';
import type { ImportedFee } from '../../customers/fees/schema.ts';
import { type SetFees, setImportedFees } from '../../customers/fees/service.ts';
import { customerIdKey } from '../../customers/rules.ts';
import type { NamedCustomer } from '../../customers/rules-names.ts';
import { feesOfCustomers, idsOfCustomers, namedCustomers } from '../../customers/service-import.ts';
import type { BookValues } from '../../kernel/books.ts';
import { type Cents, sumOf } from '../../kernel/money.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import { type FeeRow, feeTable, feeTotals } from '../fields/rules-fees.ts';
import { type CurrencyRules, inDollars } from './service-currency.ts';
import type { Importer, RecordNote, WriteOptions, Written } from './service-importer.ts';

/** Rows of one customer; more are not read as recurring invoices of one. */
const MAX_ROWS = 200;

const REPEATED =
  'number: Rows repeat a recurring invoice by its number; its amount is counted once';
const ENDED = 'endDate: What has ended already is not part of the fee';
const ADDED = 'amountUsd: Several recurring invoices of a customer are added';
const DIVIDED = 'frequency: Amounts for several months are divided by them';
const PAID_AHEAD =
  'nextDate: The next invoice there comes after the next monthly run, which bills the fee here all the same: look whether the customer has paid ahead';
const SUSPENDED =
  'status: It is suspended there; the fee is set all the same, and billed while the customer is Active here.';
const TOGETHER = 'customerName: Rows name one customer in different ways; their fees are added';
const FAR_APART =
  'customerName: An earlier part of the file has fees of this customer under another name or contact. Write them alike, so that they are added.';

/** A fee of the batch before it is written. */
interface Planned {
  customerId: string;
  /** The indexes of its records in the batch. */
  indexes: number[];
  fee: Cents;
  plans: string[];
}

/** What the books are compared with. */
interface WrittenFees {
  /** The customer of the records that stand for a fee, by their indexes. */
  owners: ReadonlyMap<number, string>;
}

/** The customers of earlier batches of a file, by the numbering of its rows. */
const seenBefore = new WeakMap<WriteOptions['ordinalOf'], Set<string>>();

function seenIn({ ordinalOf }: WriteOptions): Set<string> {
  const known = seenBefore.get(ordinalOf) ?? new Set<string>();
  seenBefore.set(ordinalOf, known);
  return known;
}

/** The customers of a batch who were in an earlier one; kept for a batch that is written again after a deadlock. */
const lateIn = new WeakMap<readonly FeeRow[], ReadonlySet<string>>();

function lateOf(
  rows: readonly FeeRow[],
  planned: readonly Planned[],
  options: WriteOptions,
): ReadonlySet<string> {
  const known = lateIn.get(rows);
  if (known) return known;
  const seen = seenIn(options);
  const keys = planned.map(({ customerId }) => customerIdKey(customerId));
  const late = new Set(keys.filter((key) => seen.has(key)));
  for (const key of keys) seen.add(key);
  lateIn.set(rows, late);
  return late;
}

const toDollars = (
  today: Ctx['today'],
): CurrencyRules<{ amountUsd: Cents; currency?: string }> => ({
  amounts: { amountUsd: 'zero' },
  dayOf: () => today,
  day: 'day of the import',
});

export const fees: Importer<FeeRow> = {
  table: feeTable,
  totals: feeTotals,
  // The rows of one customer are gathered, and a customer who comes again is told by the service.
  keyOf: () => undefined,
  numbersLines: true,
  grows: [],
  gather: {
    most: MAX_ROWS,
    rows: (rows) => ({ outcome: 'lines', invoice: { ...rows[0]!, rows } }),
  },
  async readCurrent(ctx, rows) {
    const { planned } = await planAll(ctx, rows);
    const find = await feesOfCustomers(
      ctx,
      planned.map(({ customerId }) => customerId),
    );
    const present: (Readonly<Record<string, unknown>> | undefined)[] = rows.map(() => undefined);
    for (const { customerId, indexes, fee } of planned) {
      const [index] = indexes as [number];
      const before = find(customerId)?.monthlyFeeUsd;
      // Beside an amount of several months, or a part of the fee, it would tell another change.
      if (before !== undefined && rows[index]!.amountUsd === fee)
        present[index] = { amountUsd: before };
    }
    return present;
  },
  write: writeFees,
  readBooks: feesInBooks,
};

async function planAll(
  ctx: Ctx,
  rows: readonly FeeRow[],
): Promise<{
  planned: Planned[];
  errors: { index: number; message: string }[];
  notes: RecordNote[];
}> {
  const errors: { index: number; message: string }[] = [];
  const notes: RecordNote[] = [];
  const find = await namedCustomers(ctx, rows, { orByName: true });
  const parts: (MonthlyPart & { index: number })[] = [];
  const named = new Map<number, Extract<NamedCustomer, { customerId: string }>>();
  for (const [index, row] of rows.entries()) {
    const customer = find(row);
    const counted = countedParts(row.rows ?? [row], ctx.today);
    const problem =
      customer && 'problem' in customer
        ? customer.problem
        : !customer
          ? 'customerName: The row names no customer.'
          : 'problem' in counted
            ? counted.problem
            : undefined;
    if (problem !== undefined || !customer || 'problem' in customer || 'problem' in counted) {
      errors.push({ index, message: problem! });
      continue;
    }
    named.set(index, customer);
    if (customer.note !== undefined) notes.push({ index, message: customer.note });
    notes.push(...notesOf(row, counted).map((note) => ({ index, ...note })));
    for (const part of counted.parts) parts.push({ ...part, index });
  }
  const converted = await inDollars(
    ctx,
    parts.map(({ monthly, row: { currency } }) => ({
      amountUsd: monthly,
      ...(currency !== undefined && { currency }),
    })),
    toDollars(ctx.today),
  );
  for (const { index: place, message } of converted.errors) {
    const { index } = parts[place]!;
    if (named.delete(index)) errors.push({ index, message });
  }
  const told = new Set<string>();
  for (const { index: place, message } of converted.notes) {
    const { index } = parts[place]!;
    if (!named.has(index) || told.has(`${index} ${message}`)) continue;
    told.add(`${index} ${message}`);
    notes.push({ index, message });
  }
  const dollars = new Map(converted.found.map(({ row, index }) => [index, row.amountUsd]));
  const byIndex = new Map<number, Cents[]>();
  for (const [place, { index }] of parts.entries()) {
    const own = byIndex.get(index) ?? [];
    byIndex.set(index, [...own, dollars.get(place) ?? (0 as Cents)]);
  }
  const planned = new Map<string, Planned>();
  for (const [index, { customerId }] of named) {
    const key = customerIdKey(customerId);
    const fee = sumOf(byIndex.get(index) ?? [], (amount) => amount);
    const plans = (rows[index]!.rows ?? [rows[index]!]).flatMap(({ plan }) => plan || []);
    const known = planned.get(key);
    if (!known) planned.set(key, { customerId, indexes: [index], fee, plans });
    else {
      known.indexes.push(index);
      known.fee = sumOf([known.fee, fee], (amount) => amount);
      known.plans.push(...plans);
      notes.push({ index, message: TOGETHER, cell: customerId });
    }
  }
  return { planned: [...planned.values()], errors, notes };
}

function nameOf({ customerName, customerId, customerEmail }: ImportedFee): string {
  return customerName || customerId || customerEmail || 'a customer';
}

/** What is told of the rows of one customer. */
function notesOf(
  row: FeeRow,
  { parts, repeated, ended }: Exclude<ReturnType<typeof countedParts>, { problem: string }>,
): Omit<RecordNote, 'index'>[] {
  const who = nameOf(row);
  const long = parts.filter(({ months }) => months > 1);
  return [
    ...(repeated > 0 ? [{ message: REPEATED, cell: who }] : []),
    ...(ended > 0 ? [{ message: ENDED, cell: who }] : []),
    ...(parts.length > 1 ? [{ message: ADDED, cell: partsText(who, parts) }] : []),
    ...long.slice(0, 1).map((part) => ({ message: DIVIDED, cell: divisionText(who, part) })),
    ...(parts.some(({ row: { status } }) => status === 'suspended')
      ? [{ message: SUSPENDED }]
      : []),
  ];
}

async function writeFees(
  tx: Ctx,
  rows: readonly FeeRow[],
  options: WriteOptions,
): Promise<Written & WrittenFees> {
  const { planned: all, errors, notes } = await planAll(tx, rows);
  const late = lateOf(rows, all, options);
  const isLate = ({ customerId }: Planned) => late.has(customerIdKey(customerId));
  const planned = all.filter((one) => !isLate(one));
  for (const { indexes } of all.filter(isLate))
    for (const index of indexes) errors.push({ index, message: FAR_APART });
  const wanted = planned.map(({ customerId, fee, plans }) => ({
    customerId,
    ...termsAndNote(fee, plans),
  }));
  const set = await setImportedFees(tx, wanted, options);
  const outcomes = rows.map((): RowOutcome => 'refused');
  const fileValues: (Readonly<Record<string, number>> | undefined)[] = rows.map(() => undefined);
  const owners = new Map<number, string>();
  const told: RecordNote[] = [];
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const [place, { indexes, fee, customerId }] of planned.entries()) {
    const outcome = set.outcomes[place]!;
    const customer = set.customers[place];
    const isBilled = customer?.status === 'Active';
    for (const [nth, index] of indexes.entries()) {
      outcomes[index] = outcome;
      if (outcome === 'refused') continue;
      counts[outcome] += 1;
      const values = { fees: 1, monthlyFees: fee, billed: isBilled ? fee : 0 };
      fileValues[index] = nth === 0 ? values : { fees: 0, monthlyFees: 0, billed: 0 };
      if (nth === 0) owners.set(index, customerId);
    }
    told.push(...customerNotes(rows, indexes, customer, wanted[place]!.note, tx.today));
  }
  const at = (index: number) => planned[index]!.indexes[0]!;
  const placed = set.errors.flatMap(({ index, message }) =>
    planned[index]!.indexes.map((own) => ({ index: own, message })),
  );
  const failed = new Set([...errors, ...placed].map(({ index }) => index));
  return {
    ...counts,
    outcomes,
    errors: [...errors, ...placed].sort((a, b) => a.index - b.index),
    notes: [
      ...notes,
      ...told,
      ...set.notes.map(({ index, message }) => ({ index: at(index), message })),
    ].filter(({ index }) => !failed.has(index)),
    fileValues,
    made: madeOf(set),
    changes: set.changes.map((change) => ({ ...change, index: at(change.index) })),
    owners,
  };
}

function madeOf({ made, fees: touched }: SetFees): Written['made'] {
  if (made.length === 0) return {};
  return { fees: made, touched: { invoices: [], payments: [], fees: touched } };
}

function termsAndNote(fee: Cents, plans: readonly string[]) {
  const { note, ...terms } = termsOf(fee, plans);
  return { terms, note };
}

/** What is told of a customer whose fee is set. */
function customerNotes(
  rows: readonly FeeRow[],
  indexes: readonly number[],
  customer: SetFees['customers'][number],
  note: string | undefined,
  today: Ctx['today'],
): RecordNote[] {
  const [index] = indexes as [number];
  if (!customer) return [];
  const own = indexes.flatMap((one) => rows[one]!.rows ?? [rows[one]!]);
  const isActive = customer.status === 'Active';
  return [
    ...(note === undefined ? [] : [{ index, message: note }]),
    ...(isActive && own.some((one) => isPaidAhead(one, today))
      ? [{ index, message: PAID_AHEAD, cell: nameOf(rows[index]!) }]
      : []),
    ...(isActive
      ? []
      : [
          {
            index,
            message: `amountUsd: The customer is ${customer.status} here; the fee is set, and is not billed until he is Active.`,
          },
        ]),
  ];
}

async function feesInBooks(
  tx: Ctx,
  rows: readonly FeeRow[],
  written: Written,
): Promise<(BookValues | undefined)[]> {
  const { owners } = written as Written & WrittenFees;
  const ids = await idsOfCustomers(tx, [...owners.values()]);
  const find = await feesOfCustomers(
    tx,
    [...ids.values()].map(({ customerId }) => customerId),
  );
  return rows.map((_, index): BookValues | undefined => {
    const owner = owners.get(index);
    if (owner === undefined) return { values: { fees: 0, monthlyFees: 0, billed: 0 } };
    const customer = find(ids.get(owner)?.customerId ?? owner);
    if (!customer) return undefined;
    const { monthlyFeeUsd, status } = customer;
    const billed = status === 'Active' ? monthlyFeeUsd : 0;
    return { values: { fees: 1, monthlyFees: monthlyFeeUsd, billed } };
  });
}
