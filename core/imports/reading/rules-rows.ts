import { z } from 'zod';
import { bandwidthDoubt } from '../../customers/schema.ts';
import type { SheetRow } from '../../documents/sheets/model.ts';
import type { Reading } from '../../kernel/amounts-typed.ts';
import { isInDollars, withRate } from '../../kernel/currencies.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { latinDigits, parsePhone } from '../../kernel/phone.ts';
import { detachedCopy, searchKey, valueText } from '../../kernel/text.ts';
import { type ImportField, type ImportTable, shownText } from '../fields/rules.ts';
import { limitProblem } from '../fields/rules-currency.ts';
import { exampleTest } from '../fields/rules-example.ts';
import type { RowNote, RowProblem } from '../rules-tally.ts';
import { quoted, readCell, replacementOption, withValue } from './rules-cells.ts';
import { combinedText } from './rules-combined.ts';
import { type ColumnPlan, columnsOf, type PlannedField } from './rules-mapping.ts';
import { choiceKey } from './rules-similar.ts';

/** The needed part of a row of the file. */
export interface ReadRow {
  row: number;
  /** One for each mapped field; if records may have lines, followed by a digest of all other cells. */
  texts: string[];
  problem: string | undefined;
}

/** A warning about a cell; see RowNote. */
export type CellNote = Omit<RowNote, 'row'>;

/** A row with its warnings, or with all its problems. */
export type DecodedRow<T> =
  | { row: number; value: T; notes?: readonly CellNote[] }
  | {
      row: number;
      errors: readonly string[];
      problems: readonly RowProblem[];
      /** The cells that could be read. */
      partial: Partial<T>;
    };

export type MappedField = PlannedField & { column: number };

export interface RowDecoder<T> {
  /** Undefined for a blank row, for the template's example row, and for one that is left out. */
  read(row: SheetRow): ReadRow | undefined;
  /** The key of the row's record, decoded by the schema; undefined if it is missing. */
  keyOf(row: ReadRow): string | undefined;
  /** A digest of the unread cells; constant if records have no lines. */
  restOf(row: ReadRow): string;
  /** The header of a possibly repeated total; see ColumnPlan. */
  total: string | undefined;
  /** The number of texts of a row. */
  width: number;
  decode(row: ReadRow, readings: readonly Reading[]): DecodedRow<T>;
  /** The fields read from columns, in the order of `texts` and `readings`. */
  fields: readonly MappedField[];
  /** Replacements that no cell has used so far. */
  unusedValues(): string[];
  /** The rows that were the template's example. */
  exampleRows(): number[];
  /** Reads a field's column no more. */
  ignore(name: string): void;
  /** Rows that are no records by a cell, with the reason. */
  leftOutRows(): { why: string; rows: readonly number[] }[];
}

function isMapped(planned: PlannedField): planned is MappedField {
  return planned.column !== undefined;
}

/** Fields without which a truncated row of a .csv could become another customer, or a bill with another amount. */
function isDecisive({ kind, name }: ImportField): boolean {
  return kind === 'amount' || name === 'status' || name === 'packageType';
}

/** The problem of a .csv row with only the first `given` cells; undefined if only minor fields are missing. */
function missingCells(
  fields: readonly MappedField[],
  given: number,
  width: number,
): string | undefined {
  const lacking = fields.filter(
    (planned) => isDecisive(planned.field) && columnsOf(planned).some((column) => column >= given),
  );
  if (lacking.length === 0) return undefined;
  const names = lacking.map(({ field }) => field.name).join(', ');
  return `This row has ${given} of ${width} cells, and none for ${names}. Was it cut off?`;
}

/** Removes the quote that exports put before a text that would be a formula. */
function withoutFormulaQuote(text: string): string {
  return text.startsWith("'") && /^'[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text)
    ? text.slice(1)
    : text;
}

function cellAt(cells: readonly string[]): (column: number) => string {
  return (column) => withoutFormulaQuote(cells[column] ?? '');
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

/** `option` is what the shell adds to a problem to mend it. */
type DecodedCell = { value: unknown; note?: CellNote } | { problem: string; option?: string };

/** Joins problems to sentences. */
function joined(problems: readonly string[]): string {
  return problems.map((problem) => (/[.!?]$/.test(problem) ? problem : `${problem}.`)).join(' ');
}

function decodeCell<T>(
  table: ImportTable<T>,
  field: ImportField,
  text: string,
  reading: Reading,
): DecodedCell {
  const cell = readCell(field, text, reading);
  if ('problem' in cell) {
    const problem = field.isSecret ? 'The cell cannot be read.' : cell.problem;
    return { problem: `${field.name}: ${problem}` };
  }
  const result = z.safeDecode(table.schema.shape[field.name]!, cell.text);
  if (result.success) {
    const isRead = field.kind === 'whole' && bandwidthDoubt(cell.text) !== undefined;
    if (!isRead) return { value: result.data };
    return {
      value: result.data,
      note: { message: `${field.name}: ${quoted(text)} was read as ${result.data}.` },
    };
  }
  const problems = result.error.issues.map(
    ({ message }) => `${field.name}: ${withValue(field, message, text)}`,
  );
  return { problem: joined(problems) };
}

/** FNV-1a, 32 bits: enough to distinguish two rows of one invoice. */
function digestOf(cells: readonly string[], isRead: ReadonlySet<number>): string {
  let digest = 0x811c9dc5;
  for (const [column, cell] of cells.entries()) {
    if (isRead.has(column)) continue;
    const text = `${cell.trim()}\t`;
    for (let at = 0; at < text.length; at += 1)
      digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  }
  return (digest >>> 0).toString(36);
}

/** Decodes a cell; a problem includes the option that fixes it, or is only a warning. */
function decodeRowCell<T>(
  table: ImportTable<T>,
  field: ImportField,
  text: string,
  reading: Reading,
): DecodedCell {
  const cell = decodeCell(table, field, text, reading);
  if (!('problem' in cell)) return cell;
  if (!field.isContact)
    return { problem: joined([cell.problem]), option: replacementOption(field, text) };
  const number = field.name === 'phone' ? firstPhone(text) : undefined;
  if (number !== undefined) return number;
  const message = `${joined([cell.problem])} Left out`;
  return { value: undefined, note: { message, cell: quoted(text) } };
}

/**
 * The numbers of a cell: with hyphens, points and brackets in them, else with spaces only, else without. The latter two
 * need a prefix: '+254-722123413' holds no South Sudanese number.
 */
const findNumbers: readonly ((cell: string) => RegExpMatchArray | null)[] = [
  (cell) => cell.match(/[+(]?\d[\d\s().-]*/g),
  (cell) => cell.match(/(?<![\d+])(?:\+|0|211)\d[\d\s]*/g),
  (cell) => cell.match(/(?<![\d+])(?:\+|0|211)\d+/g),
];

/** The first valid number of a cell with several, or with words such as 'Mobile:'; undefined without one. */
function firstPhone(text: string): { value: string; note: CellNote } | undefined {
  const cell = latinDigits(valueText(text) ?? '');
  for (const find of findNumbers) {
    const parts = find(cell) ?? [];
    const value = parts.map(parsePhone).find((number) => number !== undefined);
    if (value === undefined) continue;
    const others = parts.length > 1 ? ', and the others left out' : '';
    const message = `phone: The number was read from cells with other signs${others}`;
    return { value, note: { message, cell: `${quoted(text)} as ${value}` } };
  }
  return undefined;
}

/** Cache size per column: most columns repeat a few texts. */
const MAX_CACHED = 2000;

/** `decode` with a cache, which is given up if most of its texts occur once, as names do. */
function cached(decode: (text: string) => DecodedCell): (text: string) => DecodedCell {
  const known = new Map<string, DecodedCell>();
  let hits = 0;
  let isUsed = true;
  return (text) => {
    const cell = isUsed ? known.get(text) : undefined;
    if (cell) {
      hits += 1;
      return cell;
    }
    if (known.size >= MAX_CACHED && hits < MAX_CACHED) {
      known.clear();
      isUsed = false;
    }
    if (!isUsed || known.size >= MAX_CACHED) return decode(text);
    const own = detachedCopy(text);
    const decoded = decode(own);
    // A copy: where V8 finds most objects of one place kept, it makes those of all later cells old from the beginning, and
    // they keep the texts of their rows until the whole heap is collected.
    known.set(own, { ...decoded });
    return decoded;
  };
}

/**
 * Decodes the values that are set for all rows.
 * @throws AppError invalid.
 */
function decodeConstants<T>(table: ImportTable<T>, plan: ColumnPlan): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field, constant, values: replacements } of plan.fields) {
    if (constant === undefined || constant.trim() === '') continue;
    const rate = field.takesRate ? replacements.get(searchKey(constant))?.to : undefined;
    const text = rate === undefined ? constant : withRate(constant, rate);
    const cell = decodeCell(table, field, text, 'usual');
    if ('problem' in cell) {
      const how = field.takesRate
        ? ` It is set for all rows: write it with its rate, such as "${constant.trim().slice(0, 10)} at 129.50", or set USD or SSP.`
        : '';
      const problem = `${cell.problem}${how}`;
      throw new AppError('invalid', 'import.mapping', problem, { fields: { set: problem } });
    }
    values[field.name] = cell.value;
  }
  return values;
}

/** Characters of a text by which rows are grouped; a longer one is refused by its schema. */
const MAX_GROUPED = 300;
/** Longer texts are no choices. */
const MAX_CHOICE = 100;

function isShort(text: string): boolean {
  return text.length <= MAX_CHOICE;
}

/** Adds a text that is none of a field's choices to the field that takes such texts, unless that says it already. */
function putElsewhere<T>(
  table: ImportTable<T>,
  value: Record<string, unknown>,
  { field, text }: { field: ImportField; text: string },
): CellNote {
  const other = field.elseIn!;
  const before = typeof value[other] === 'string' ? value[other] : '';
  const isThere = searchKey(before).includes(searchKey(text));
  const joint = [before, isThere ? '' : text].filter(Boolean).join(', ');
  const result = z.safeDecode(table.schema.shape[other]!, joint);
  if (result.success) value[other] = result.data;
  const said = field.elseSaid ?? `This is none of the places here; it was taken into the ${other}`;
  return { message: `${field.name}: ${said}`, cell: quoted(text) };
}

/** Prepares the decoding of a file's rows. @throws AppError invalid when a value set for all rows is wrong. */
export function createRowDecoder<T>(table: ImportTable<T>, plan: ColumnPlan): RowDecoder<T> {
  const fields = plan.fields.filter(isMapped);
  const constants = decodeConstants(table, plan);
  const decoders = fields.map(({ field }) => ({
    usual: cached((text) => decodeRowCell(table, field, text, 'usual')),
    other: cached((text) => decodeRowCell(table, field, text, 'other')),
  }));
  const keyPlace = fields.findIndex(({ field }) => field.name === table.key);
  const keyOrPlace = fields.findIndex(({ field }) => field.name === table.keyOr);
  const groupPlaces = (table.groupBy ?? []).flatMap((name) => {
    const place = fields.findIndex(({ field }) => field.name === name);
    return place < 0 ? [] : [place];
  });
  const isRead = new Set(fields.flatMap(columnsOf));
  const isExample = exampleTest(table.key, fields);
  const examples: number[] = [];
  const ignored = new Set<string>();
  const limited = fields.flatMap(({ field }, index) => (field.least ? [index] : []));
  const leavesOut = fields.flatMap(({ field }, place) => {
    if (!field.leavesOut) return [];
    const { texts, why } = field.leavesOut;
    return { place, why, keys: new Set(texts.map(choiceKey)), rows: [] as number[] };
  });
  const blanks = fields.map(({ field }) =>
    field.blanks ? new Set(field.blanks.map(choiceKey)) : undefined,
  );
  const unused = new Set(
    fields.flatMap(({ field, values }) =>
      [...values.values()].map(({ from }) => `${field.name}.${from}`),
    ),
  );

  function replaced({ field, values }: MappedField, text: string): string {
    const replacement = values.get(searchKey(text));
    if (!replacement) return text;
    unused.delete(`${field.name}.${replacement.from}`);
    return field.takesRate ? withRate(text, replacement.to) : replacement.to;
  }

  return {
    fields,
    total: plan.total,
    width: fields.length + (table.hasLines ? 1 : 0),
    restOf: ({ texts }) => texts[fields.length] ?? '',
    unusedValues: () => [...unused],
    exampleRows: () => examples,
    ignore: (name) => void ignored.add(name),
    leftOutRows: () => leavesOut.filter(({ rows }) => rows.length > 0),
    read({ row, cells, problem, given }) {
      if (problem === undefined && cells.every((cell) => cell.trim() === '')) return undefined;
      if (isExample(cells)) {
        examples.push(row);
        return undefined;
      }
      const texts = new Array<string>(fields.length);
      const textAt = cellAt(cells);
      for (let index = 0; index < fields.length; index += 1) {
        const planned = fields[index]!;
        const { column, combined } = planned;
        const text = combined ? combinedText(combined, textAt) : textAt(column);
        const cell = planned.values.size === 0 ? text : replaced(planned, text);
        texts[index] = isShort(cell) && blanks[index]?.has(choiceKey(cell.trim())) ? '' : cell;
      }
      for (const { place, keys, rows } of leavesOut) {
        if (!isShort(texts[place]!) || !keys.has(choiceKey(texts[place]!.trim()))) continue;
        rows.push(row);
        return undefined;
      }
      if (table.hasLines) texts.push(digestOf(cells, isRead));
      const lack = given === undefined ? undefined : missingCells(fields, given, cells.length);
      return { row, texts, problem: problem ?? lack };
    },
    keyOf({ texts }) {
      if (table.groupBy) {
        const parts = groupPlaces.map((place) => searchKey(texts[place]!.slice(0, MAX_GROUPED)));
        return parts.every((part) => part === '') ? undefined : JSON.stringify(parts);
      }
      const text = texts[keyPlace];
      if (text === undefined || text.trim() === '') return undefined;
      const cell = decoders[keyPlace]!.usual(text);
      return 'problem' in cell ? undefined : (cell.value as string);
    },
    decode({ row, texts, problem }, readings) {
      if (problem !== undefined)
        return {
          row,
          errors: [problem],
          problems: [{ message: problem, field: null, text: null }],
          partial: {},
        };
      const value: Record<string, unknown> = { ...constants };
      const errors: string[] = [];
      const problems: RowProblem[] = [];
      let notes: CellNote[] | undefined;
      const elsewhere: { field: ImportField; text: string }[] = [];
      for (let index = 0; index < fields.length; index += 1) {
        const { name, takesRate } = fields[index]!.field;
        if (ignored.size > 0 && ignored.has(name)) continue;
        const text = texts[index]!;
        // For an empty cell a new record gets the default, a known one keeps its value.
        if (text.trim() === '') {
          if (name === table.key && isBlank(texts[keyOrPlace])) {
            const message = `${name}: This field is required.`;
            errors.push(message);
            problems.push({ message, field: name, text: '' });
          }
          continue;
        }
        const cell = decoders[index]![readings[index]!](text);
        if ('problem' in cell && fields[index]!.field.elseIn !== undefined && isShort(text)) {
          elsewhere.push({ field: fields[index]!.field, text: text.trim() });
          continue;
        }
        if ('problem' in cell) {
          errors.push(`${cell.problem}${cell.option ?? ''}`);
          const shown = shownText(fields[index]!.field, text.trim());
          problems.push({ message: cell.problem, field: name, text: shown });
          // Its amounts are not dollars.
          if (takesRate) value[name] = quoted(text);
          continue;
        }
        if (cell.value !== undefined) value[name] = cell.value;
        if (cell.note !== undefined) notes = [...(notes ?? []), cell.note];
      }
      if (limited.length > 0 && isInDollars(value.currency as string | undefined)) {
        for (const index of limited) {
          const { name, least } = fields[index]!.field;
          const amount = value[name] as Cents | undefined;
          if (amount === undefined) continue;
          const problem = limitProblem(name, least!, amount, quoted(texts[index]!));
          if (problem === undefined) continue;
          errors.push(problem);
          problems.push({ message: problem, field: name, text: texts[index]!.trim() });
          delete value[name];
        }
      }
      for (const one of elsewhere) notes = [...(notes ?? []), putElsewhere(table, value, one)];
      if (errors.length > 0) return { row, errors, problems, partial: value as Partial<T> };
      const settled = table.settle?.(value as T) ?? [];
      if (settled.length > 0) notes = [...(notes ?? []), ...settled];
      return notes ? { row, value: value as T, notes } : { row, value: value as T };
    },
  };
}
