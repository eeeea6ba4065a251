import { z } from 'zod';
import { headerKey, searchKey } from '../../kernel/text.ts';
import type { ImportField, ImportTable } from '../fields/rules.ts';
import { readCell } from '../reading/rules-cells.ts';
import { combinedText } from '../reading/rules-combined.ts';
import {
  columnsOf,
  guessColumn,
  type Mapping,
  type Place,
  placeOf,
} from '../reading/rules-mapping.ts';
import type { MappedColumns } from '../schema-mapping.ts';
import { detectSource, readyMapping } from './rules-detect.ts';
import type { ImportSource } from './rules-source.ts';
import type { FoundWord } from './rules-words.ts';

/**
 * How sure a suggestion is: 'sure' by a known system or the field's own name, 'likely' by another name, 'doubtful' if
 * most of the sample cells cannot be read as the field, 'none' without a column.
 */
export type Confidence = 'sure' | 'likely' | 'doubtful' | 'none';

export interface SuggestedField {
  field: string;
  isRequired: boolean;
  confidence: Confidence;
  /** Headers of the columns that feed it, in the order in which they are read. */
  columns: string[];
  /** The value of all rows. */
  constant?: string;
  /** Its text in the first sample row that has one, before it is decoded. */
  sample: string;
  /** Texts of the sample that cannot be read as this field, each once; they need a translation or another column. */
  unread: string[];
}

/** Which columns of a file feed which fields, before the user has changed anything. */
export interface Suggestion {
  /** The known system whose ready mapping this is. */
  source: ImportSource | undefined;
  mapping: Mapping;
  /** In the order of the table, also fields without a column. */
  fields: SuggestedField[];
  /** Required fields of a new record that have no column. */
  missing: string[];
  /** Headers that no field reads. */
  unused: string[];
}

const FIRST_NAMES = ['First Name', 'Given Name', 'Forename'];
const LAST_NAMES = ['Last Name', 'Surname', 'Family Name'];

function headerOf(header: readonly string[], names: readonly string[]): string | undefined {
  const keys = names.map(headerKey);
  return header.find((name) => keys.includes(headerKey(name)));
}

/** A person's name in two columns, where no column has the whole name. */
function personName(header: readonly string[]): MappedColumns | undefined {
  const [given, family] = [headerOf(header, FIRST_NAMES), headerOf(header, LAST_NAMES)];
  if (given === undefined || family === undefined) return undefined;
  const company = headerOf(header, ['Company Name', 'Company']);
  return company === undefined ? [given, family] : { first: [company, [given, family]] };
}

/** Several columns for one telephone number or e-mail address, of which the first filled one counts. */
function contactColumns(field: ImportField, header: readonly string[]): MappedColumns | undefined {
  if (!field.isContact) return undefined;
  const keys = [field.name, ...field.aliases].map(headerKey);
  const place = (name: string) => keys.findIndex((key) => isNumbered(headerKey(name), key));
  const columns = header
    .filter((name) => place(name) >= 0)
    .sort((a, b) => place(a) - place(b) || header.indexOf(a) - header.indexOf(b));
  return columns.length > 1 ? { first: columns } : undefined;
}

/** Whether a header is the name, or the name with one digit: 'Phone', 'Phone 2'. */
function isNumbered(key: string, name: string): boolean {
  if (key === name) return true;
  const last = key.at(-1)!;
  return key.length === name.length + 1 && key.startsWith(name) && last >= '0' && last <= '9';
}

function guessed(field: ImportField, header: readonly string[]): MappedColumns | undefined {
  const several = contactColumns(field, header);
  if (several !== undefined) return several;
  const isName = field.name === 'name';
  const person = isName ? personName(header) : undefined;
  const place = guessColumn(field, header);
  if (place === undefined) return person;
  // With first and last names, a company's name is only part of the names.
  return person !== undefined && headerKey(header[place]!) === headerKey('Company Name')
    ? person
    : header[place];
}

function guessedMapping(fields: readonly ImportField[], header: readonly string[]): Mapping {
  const map: Mapping['map'] = {};
  const taken = new Set<string>();
  for (const field of fields) {
    const columns = guessed(field, header);
    if (columns === undefined) continue;
    if (typeof columns === 'string' && taken.has(columns)) continue;
    map[field.name] = columns;
    if (typeof columns === 'string') taken.add(columns);
  }
  return { map, value: {}, set: {} };
}

const MAX_UNREAD = 20;

/** Whether a text can be read as a field in either notation. */
function isReadable<Row>(table: ImportTable<Row>, field: ImportField, text: string): boolean {
  return (['usual', 'other'] as const).some((reading) => {
    const cell = readCell(field, text, reading);
    return 'text' in cell && z.safeDecode(table.schema.shape[field.name]!, cell.text).success;
  });
}

function textOf({ column, combined }: Place, cells: readonly string[]): string {
  const cellAt = (at: number) => cells[at] ?? '';
  if (combined) return combinedText(combined, cellAt);
  return column === undefined ? '' : cellAt(column).trim();
}

function replacements({ value }: Mapping, field: ImportField): Map<string, string> {
  const own = Object.entries(value).filter(([name]) => name.startsWith(`${field.name}.`));
  return new Map(own.map(([name, to]) => [searchKey(name.slice(field.name.length + 1)), to]));
}

function suggestedField<Row>(
  table: ImportTable<Row>,
  field: ImportField,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping,
  isKnown: boolean,
): SuggestedField {
  const columns = mapping.map[field.name] ?? '';
  const place = placeOf(header, columns);
  const headers = columnsOf(place).map((at) => header[at]!);
  const constant = mapping.set[field.name];
  const values = replacements(mapping, field);
  const texts = rows
    .map((cells) => textOf(place, cells))
    .map((text) => values.get(searchKey(text)) ?? text)
    .filter(Boolean);
  const bad = texts.filter((text) => !isReadable(table, field, text));
  const isNamed = headers.length === 1 && headerKey(headers[0]!) === headerKey(field.name);
  const confidence: Confidence =
    headers.length === 0 && constant === undefined
      ? 'none'
      : bad.length * 2 > texts.length
        ? 'doubtful'
        : isKnown || isNamed || constant !== undefined
          ? 'sure'
          : 'likely';
  return {
    field: field.name,
    isRequired: field.isRequired === true,
    confidence,
    columns: headers,
    ...(constant !== undefined && { constant }),
    sample: texts[0] ?? '',
    unread: [...new Set(bad)].slice(0, MAX_UNREAD),
  };
}

/**
 * Suggests which columns feed which fields: the ready mapping of a known system, else by the names of the columns; two
 * telephone columns are read as the first that is filled, first and last name are joined. The sample rows (a hundred
 * are enough) tell how well the columns fit, and `words` are those around them. `mapping` is sent as it is, or after the user's changes.
 */
export function suggestMapping<Row>(
  table: ImportTable<Row>,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  words: readonly FoundWord[] = [],
): Suggestion {
  const source = detectSource(header, { type: table.type, words });
  const mapping = source
    ? readyMapping(source, table, header)
    : guessedMapping(table.fields, header);
  return { source, ...describeMapping(table, header, rows, mapping, source !== undefined) };
}

/** A mapping with what it reads from a file, as `suggestMapping`; the columns that it names must be there. */
export function describeMapping<Row>(
  table: ImportTable<Row>,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping,
  isKnown: boolean,
): Omit<Suggestion, 'source'> {
  const fields = table.fields.map((field) =>
    suggestedField(table, field, header, rows, mapping, isKnown),
  );
  const isGiven = (name: string) =>
    fields.some(({ field, confidence }) => field === name && confidence !== 'none');
  const isReplaced = (name: string) =>
    table.fields.some(({ standsFor, name: other }) => standsFor === name && isGiven(other));
  const used = new Set(fields.flatMap(({ columns }) => columns));
  return {
    mapping,
    // Such as a customer's ID where rows without one are numbered.
    fields: fields.map((one) =>
      one.isRequired && isReplaced(one.field) ? { ...one, isRequired: false } : one,
    ),
    missing: fields
      .filter(({ field, isRequired }) => isRequired && !isGiven(field) && !isReplaced(field))
      .map(({ field }) => field),
    unused: header.filter((name) => name !== '' && !used.has(name)),
  };
}
