import { nextMonthToBill } from '../../billing/runs/service-preview.ts';
import type { Ctx } from '../../context.ts';
import {
  countedParts,
  divisionText,
  isPaidAhead,
  partsText,
  termsOf,
} from '../../customers/fees/rules.ts';
import type { ImportedFee } from '../../customers/fees/schema.ts';
import { type SetFees, setImportedFees } from '../../customers/fees/service.ts';
import { customerIdKey } from '../../customers/rules.ts';
import { feesOfCustomers, idsOfCustomers, namedCustomers } from '../../customers/service-import.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { IsoMonth } from '../../kernel/dates.ts';
import { type Cents, cents, formatUsd, MAX_AMOUNT } from '../../kernel/money.ts';
import { countRow, emptyResults } from '../../kernel/outcomes.ts';
import { type FeeRow, feeTable, feeTotals } from '../fields/rules-fees.ts';
import { type CurrencyRules, inDollars } from './service-currency.ts';
import type {
  FileToSurvey,
  Importer,
  RecordNote,
  Surveyed,
  WriteOptions,
  Written,
} from './service-importer.ts';

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

/** A customer of the batch with the rows that name him, before the fee is written. */
interface Planned {
  customerId: string;
  /** The indexes of its records in the batch. */
  indexes: number[];
  fee: Cents;
  plans: readonly string[];
}

/** What the books are compared with. */
interface WrittenFees {
  /** The customer of the records that stand for a fee, by their indexes. */
  owners: ReadonlyMap<number, string>;
}

const farApart = (customerId: string) =>
  `customerName: Rows far apart in the file name the customer ${customerId} in different ways, so no row of ${customerId} is taken. Write them alike, so that they are added.`;
const refusedWith = (customerId: string, row: number) =>
  `customerId: Row ${row} names the customer ${customerId} too and cannot be taken, so no row of ${customerId} is.`;
const tooLarge = (customerId: string) =>
  `amountUsd: The fees of the customer ${customerId} together cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`;

/** The customers of a file of whom a row cannot be read, or whose rows are too far apart to be added. */
async function surveyFees(
  ctx: Ctx,
  { batches }: FileToSurvey<FeeRow>,
): Promise<ReadonlyMap<string, Surveyed>> {
  const batchOf = new Map<string, number>();
  const refused = new Map<string, Surveyed>();
  let number = 0;
  for await (const { values, failures } of batches()) {
    number += 1;
    const unread = failures.filter(({ value }) => value !== undefined);
    // Those that cannot be read before those that are refused with them.
    unread.sort((a, b) => Number(b.problems !== undefined) - Number(a.problems !== undefined));
    const find = await namedCustomers(
      ctx,
      [...values, ...unread.map(({ value }) => value as Partial<FeeRow>)],
      {
        orByName: true,
      },
    );
    const idOf = (row: Partial<FeeRow>) => {
      const customer = find(row);
      return customer && 'customerId' in customer ? customer.customerId : undefined;
    };
    const ids = values.map(idOf).filter((id) => id !== undefined);
    const shown = new Map(ids.map((id) => [customerIdKey(id), id]));
    for (const { row, value } of unread) {
      const id = idOf(value as Partial<FeeRow>);
      const key = id === undefined ? undefined : customerIdKey(id);
      if (key !== undefined && !refused.has(key))
        refused.set(key, { message: refusedWith(shown.get(key) ?? id!, row), isRefusal: true });
    }
    for (const id of ids) {
      const key = customerIdKey(id);
      const known = batchOf.get(key);
      if (known === undefined) batchOf.set(key, number);
      else if (known !== number && !refused.has(key))
        refused.set(key, { message: farApart(id), isRefusal: true });
    }
  }
  return refused;
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
  survey: surveyFees,
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

/** The customers whom rows name, with the indexes of their rows; rows that name none are refused. */
async function customersOf(ctx: Ctx, rows: readonly FeeRow[], plan: FeePlan) {
  const find = await namedCustomers(ctx, rows, { orByName: true });
  const byKey = new Map<string, { customerId: string; indexes: number[]; told: RecordNote[] }>();
  for (const [index, row] of rows.entries()) {
    const customer = find(row);
    if (!customer || 'problem' in customer) {
      const message = customer?.problem ?? 'customerName: The row names no customer.';
      plan.errors.push({ index, message });
      continue;
    }
    const { customerId, note } = customer;
    const key = customerIdKey(customerId);
    const known = byKey.get(key) ?? { customerId, indexes: [], told: [] };
    byKey.set(key, known);
    if (known.indexes.length > 0) known.told.push({ index, message: TOGETHER, cell: customerId });
    if (note !== undefined) known.told.push({ index, message: note });
    known.indexes.push(index);
  }
  return [...byKey.values()];
}

interface FeePlan {
  planned: Planned[];
  errors: { index: number; message: string }[];
  notes: RecordNote[];
}

/** The fees of the customers whom rows name, in dollars. The rows of one customer stand or fall together. */
async function planAll(ctx: Ctx, rows: readonly FeeRow[]): Promise<FeePlan> {
  const plan: FeePlan = { planned: [], errors: [], notes: [] };
  const counted = (await customersOf(ctx, rows, plan)).flatMap((one) => {
    const own = one.indexes.flatMap((index) => rows[index]!.rows ?? [rows[index]!]);
    const parts = countedParts(own, ctx.today);
    if (!('problem' in parts)) return [{ ...one, ...parts }];
    refuseAll(plan, one, parts.problem);
    return [];
  });
  const parts = counted.flatMap((one) => one.parts.map((part) => ({ one, part })));
  const converted = await inDollars(
    ctx,
    parts.map(({ part: { monthly, row } }) => ({
      amountUsd: monthly,
      ...(row.currency !== undefined && { currency: row.currency }),
    })),
    toDollars(ctx.today),
  );
  const problems = new Map(
    converted.errors.map(({ index, message }) => [parts[index]!.one, message]),
  );
  const fees = new Map<(typeof counted)[number], number>();
  for (const { row, index } of converted.found) {
    const { one } = parts[index]!;
    fees.set(one, (fees.get(one) ?? 0) + row.amountUsd);
  }
  const rates = new Map<(typeof counted)[number], Set<string>>();
  for (const { index, message } of converted.notes) {
    const { one } = parts[index]!;
    rates.set(one, (rates.get(one) ?? new Set()).add(message));
  }
  for (const one of counted) {
    const fee = fees.get(one) ?? 0;
    const problem =
      problems.get(one) ?? (fee > MAX_AMOUNT.USD ? tooLarge(one.customerId) : undefined);
    if (problem !== undefined) {
      refuseAll(plan, one, problem);
      continue;
    }
    const { customerId, indexes, told, plans } = one;
    const [index] = indexes as [number];
    plan.planned.push({ customerId, indexes, fee: cents(fee), plans });
    plan.notes.push(...told, ...notesOf(rows[index]!, one).map((note) => ({ index, ...note })));
    for (const message of rates.get(one) ?? []) plan.notes.push({ index, message });
  }
  return plan;
}

/** Refuses all rows of a customer for one of them; said where they are told apart. */
function refuseAll(
  { errors }: FeePlan,
  { customerId, indexes }: Pick<Planned, 'customerId' | 'indexes'>,
  problem: string,
): void {
  const message = indexes.length > 1 ? `${problem} No row of ${customerId} is taken.` : problem;
  for (const index of indexes) errors.push({ index, message });
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
  const problemOf = ({ customerId }: Planned) => options.surveyed.get(customerIdKey(customerId));
  const planned = all.filter((one) => !problemOf(one));
  for (const one of all)
    for (const index of problemOf(one) ? one.indexes : [])
      errors.push({ index, message: problemOf(one)!.message });
  const wanted = planned.map(({ customerId, fee, plans }) => ({
    customerId,
    ...termsAndNote(fee, plans),
  }));
  const set = await setImportedFees(tx, wanted, options);
  const next = await nextMonthToBill(tx);
  const results = emptyResults(rows.length);
  const fileValues: (Readonly<Record<string, number>> | undefined)[] = rows.map(() => undefined);
  const owners = new Map<number, string>();
  const told: RecordNote[] = [];
  for (const [place, { indexes, fee, customerId }] of planned.entries()) {
    const outcome = set.outcomes[place]!;
    const customer = set.customers[place];
    const isBilled = customer?.status === 'Active';
    for (const [nth, index] of indexes.entries()) {
      if (outcome === 'refused') continue;
      countRow(results, index, outcome);
      const values = { fees: 1, monthlyFees: fee, billed: isBilled ? fee : 0 };
      fileValues[index] = nth === 0 ? values : { fees: 0, monthlyFees: 0, billed: 0 };
      if (nth === 0) owners.set(index, customerId);
    }
    told.push(...customerNotes(rows, indexes, customer, wanted[place]!.note, next));
  }
  const at = (index: number) => planned[index]!.indexes[0]!;
  const placed = set.errors.flatMap(({ index, message }) =>
    planned[index]!.indexes.map((own) => ({ index: own, message })),
  );
  const failed = new Set([...errors, ...placed].map(({ index }) => index));
  return {
    ...results,
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
  next: IsoMonth,
): RecordNote[] {
  const [index] = indexes as [number];
  if (!customer) return [];
  const own = indexes.flatMap((one) => rows[one]!.rows ?? [rows[one]!]);
  const isActive = customer.status === 'Active';
  return [
    ...(note === undefined ? [] : [{ index, message: note }]),
    ...(isActive && own.some((one) => isPaidAhead(one, next))
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
