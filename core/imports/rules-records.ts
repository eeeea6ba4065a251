import type { GatheredRows } from '../billing/import/rules-lines.ts';
import { detachedCopy } from '../kernel/text.ts';
import type { ImportTable } from './fields/rules.ts';
import type { CellNote, DecodedRow } from './reading/rules-rows.ts';
import type { RowFailure, RowNote } from './rules-tally.ts';

/** How the rows of one type of file become records. */
export interface RecordRules<Row> {
  table: ImportTable<Row>;
  /** The common key of the rows of one record; undefined if every row is a record of its own. */
  keyOf(row: Row): string | undefined;
  /** How to combine rows with one key; by default the first is used and the others are refused. */
  gather?: {
    /** Maximum number of rows with one key. */
    most: number;
    rows(
      rows: readonly Row[],
      numbers: readonly number[],
      isTotalled: boolean,
    ):
      | Extract<GatheredRows, { outcome: 'refused' }>
      | {
          outcome: 'repeated' | 'lines';
          invoice: Row;
          note?: { row: number; message: string };
        };
    /** Whether a row of each record is its total, by some records of the file with several rows. */
    hasTotals?(records: readonly (readonly Partial<Row>[])[]): boolean;
  };
}

/** Records to write together, and messages about the rows of this part of the file. */
export interface Batch<Row> {
  values: Row[];
  /** For each value its row, or the rows of a record with several lines. */
  rows: (number | readonly number[])[];
  failures: RowFailure[];
  notes: RowNote[];
}

export function emptyBatch<Row>(): Batch<Row> {
  return { values: [], rows: [], failures: [], notes: [] };
}

/** The rows of a value of a batch. */
export function rowsOf(entry: number | readonly number[]): readonly number[] {
  return typeof entry === 'number' ? [entry] : entry;
}

/** Rows with the same key, anywhere in the file. Rows are identified by their index from 0. */
export interface Groups {
  /** Whether an earlier row has the same key: the two are read together. */
  isLater(place: number): boolean;
  /** The indexes of all rows with this row's key, if it is the first of several; undefined for a single row. */
  from(place: number): readonly number[] | undefined;
}

/**
 * Numbers the rows of a whole file that have one key, from 1 in their order. A row keeps its number when its batch is
 * written again after a deadlock.
 */
export function createOrdinals(): (row: object, key: string) => number {
  const counts = new Map<string, number>();
  const given = new WeakMap<object, number>();
  return (row, key) => {
    const known = given.get(row);
    if (known !== undefined) return known;
    const ordinal = (counts.get(key) ?? 0) + 1;
    counts.set(key, ordinal);
    given.set(row, ordinal);
    return ordinal;
  };
}

/** Receives the keys of the rows in order, undefined for a row without one. */
export function createGroups(count: number): {
  see(key: string | undefined): void;
  /** Called after the last row. */
  end(): Groups;
} {
  const firsts = new Map<string, number>();
  const groups = new Map<number, number[]>();
  const later = new Uint8Array(count);
  let place = -1;
  return {
    see(key) {
      place += 1;
      if (key === undefined) return;
      const first = firsts.get(key);
      if (first === undefined) {
        firsts.set(detachedCopy(key), place);
        return;
      }
      later[place] = 1;
      const group = groups.get(first);
      if (group) group.push(place);
      else groups.set(first, [first, place]);
    },
    end() {
      firsts.clear();
      return { isLater: (at) => later[at] === 1, from: (at) => groups.get(at) };
    },
  };
}

function addNotes<Row>(batch: Batch<Row>, row: number, notes: readonly CellNote[] = []): void {
  for (const note of notes) batch.notes.push({ row, ...note });
}

/** Refuses a row; `value` is what it says, if it could be read. */
function refuse<Row>(batch: Batch<Row>, row: number, message: string, value?: Row): void {
  batch.failures.push({ row, messages: [message], ...(value && { value }) });
}

function refuseUnread<Row>(
  batch: Batch<Row>,
  { row, errors, problems, partial }: Extract<DecodedRow<Row>, { errors: unknown }>,
): void {
  batch.failures.push({ row, messages: errors, problems, value: partial });
}

function alreadyIn<Row>({ table }: RecordRules<Row>, value: Row, first: number): string {
  const { key, keyOr } = table;
  const field = keyOr && value[key] === undefined ? (keyOr as typeof key) : key;
  return `${field}: ${value[field]} is already in row ${first}.`;
}

/**
 * Adds a row, or refuses it if `firstRows` has an earlier row with its key: the first one is used, since only the sender
 * knows which is correct.
 */
export function addRow<Row>(
  batch: Batch<Row>,
  decoded: DecodedRow<Row>,
  rules: RecordRules<Row>,
  firstRows: Map<string, number> | undefined,
): void {
  const { row } = decoded;
  if ('errors' in decoded) {
    refuseUnread(batch, decoded);
    return;
  }
  const { value, notes } = decoded;
  if (firstRows) {
    const key = rules.keyOf(value);
    const first = key === undefined ? undefined : firstRows.get(key);
    if (first !== undefined) {
      refuse(batch, row, alreadyIn(rules, value, first), value);
      return;
    }
    if (key !== undefined) firstRows.set(detachedCopy(key), row);
  }
  batch.values.push(value);
  batch.rows.push(row);
  if (notes) addNotes(batch, row, notes);
}

/** Refuses a group with more rows than a record may have lines. */
export function addTooMany<Row>(
  batch: Batch<Row>,
  numbers: readonly number[],
  key: string,
  { table }: RecordRules<Row>,
): void {
  const message = table.groupBy
    ? `${table.key}: ${numbers.length} rows have the same customer. Is this the right column for it?`
    : `${table.key}: ${numbers.length} rows have the number ${key}. Is this the right column for it?`;
  const messages = [message];
  for (const row of numbers) batch.failures.push({ row, messages });
}

/**
 * Adds all rows of one key. Refuses all of them if one cannot be read; if they differ only in unread columns (`rests`),
 * which may describe the lines; or if the amounts come from a column (`total`) that by its name may repeat the total in
 * each row.
 */
export function addGroup<Row>(
  batch: Batch<Row>,
  decoded: readonly DecodedRow<Row>[],
  rests: readonly string[],
  rules: RecordRules<Row> & Required<Pick<RecordRules<Row>, 'gather'>>,
  { total, isTotalled }: { total: string | undefined; isTotalled: boolean },
): void {
  const good = decoded.filter((one) => 'value' in one);
  const broken = decoded.find((one) => 'errors' in one);
  if (broken) {
    for (const one of decoded) {
      if ('errors' in one) refuseUnread(batch, one);
      else {
        const { key, groupBy } = rules.table;
        const what = groupBy ? 'the same customer' : `the number ${one.value[key]} too`;
        const message = `${key}: Row ${broken.row} has ${what} and cannot be taken, so no row of it is.`;
        refuse(batch, one.row, message, one.value);
      }
    }
    return;
  }
  const numbers = good.map(({ row }) => row);
  const gathered = rules.gather.rows(
    good.map(({ value }) => value),
    numbers,
    isTotalled,
  );
  if (gathered.outcome === 'refused') {
    for (const { row, value } of good) refuse(batch, row, gathered.message, value);
    return;
  }
  const isRepeated = gathered.outcome === 'repeated';
  if (!isRepeated && total !== undefined) {
    const number = gathered.invoice[rules.table.key];
    const message = `${rules.table.key}: ${numbers.length} rows have the number ${number}, and the column "${total}" may be the sum of the whole invoice in each of them. Say which column holds the amount of each line: map amountUsd to it.`;
    for (const { row, value } of good) refuse(batch, row, message, value);
    return;
  }
  if (isRepeated && new Set(rests).size > 1) {
    const number = gathered.invoice[rules.table.key];
    const message = `${rules.table.key}: ${numbers.length} rows have the number ${number} and differ only in columns that are not read. Map the one that tells its lines apart to description, or leave the repeats out.`;
    for (const { row, value } of good) refuse(batch, row, message, value);
    return;
  }
  batch.values.push(gathered.invoice);
  batch.rows.push(isRepeated ? numbers[0]! : numbers);
  if (isRepeated) {
    for (const { row, value } of good.slice(1))
      refuse(batch, row, alreadyIn(rules, gathered.invoice, numbers[0]!), value);
  }
  for (const { row, notes } of isRepeated ? good.slice(0, 1) : good) addNotes(batch, row, notes);
  if ('note' in gathered && gathered.note) batch.notes.push(gathered.note);
}
