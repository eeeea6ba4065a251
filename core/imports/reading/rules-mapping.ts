import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { headerKey, searchKey } from '../../kernel/text.ts';
import type { ImportColumns, ImportField } from '../fields/rules.ts';
import { type ImportInput, MAX_MAPPING_JSON } from '../schema.ts';
import { type MappedColumns, mappedColumns } from '../schema-mapping.ts';
import {
  type Combination,
  columnsIn,
  combinationOf,
  headersIn,
  parseExpression,
} from './rules-combined.ts';
import { findHeader, headerPlaces, listed } from './rules-headers.ts';

/** The user's settings for the columns of a file. */
export interface Mapping {
  /** Field → its columns; an empty text leaves the field out even if a column matches. */
  map: Record<string, MappedColumns>;
  /** 'field.From' → To. */
  value: Record<string, string>;
  /** Field → the same value for every row. */
  set: Record<string, string>;
}

const texts = z.record(z.string(), z.string());
const columnsByField = z.record(z.string(), mappedColumns);

const MAP_FORM =
  'map must be a JSON object of headers: {"name": "Full Name"}, {"name": ["First Name", "Last Name"]} to join columns, or {"phone": {"first": ["Phone", "Mobile"]}} for the first that is filled.';

function parsedJson<T>(
  name: keyof Mapping,
  json: string | undefined,
  schema: z.ZodType<Record<string, T>>,
  form: string,
): Record<string, T> {
  if (!json) return {};
  if (json.length > MAX_MAPPING_JSON)
    throw invalid(name, `${name} can have at most ${MAX_MAPPING_JSON} characters.`);
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    if (parsed.success) return parsed.data;
  } catch {
    // Reported by the message below.
  }
  throw invalid(name, form);
}

/** @throws AppError invalid for anything but JSON objects of texts, and of columns for `map`. */
export function parseMapping(input: Pick<ImportInput, keyof Mapping>): Mapping {
  const textsIn = (name: 'value' | 'set') =>
    parsedJson(name, input[name], texts, `${name} must be a JSON object of texts.`);
  return {
    map: parsedJson('map', input.map, columnsByField, MAP_FORM),
    value: textsIn('value'),
    set: textsIn('set'),
  };
}

/** The mapping as the fields of a request; empty parts are left out. `parseMapping` reads it back. */
export function writeMapping(mapping: Mapping): Partial<Record<keyof Mapping, string>> {
  const parts = Object.entries(mapping).filter(([, part]) => Object.keys(part).length > 0);
  return Object.fromEntries(parts.map(([name, part]) => [name, JSON.stringify(part)]));
}

/** The source of a field's text. */
export interface PlannedField {
  field: ImportField;
  /** The index of its (first) column; undefined if `constant` sets it for all rows. */
  column: number | undefined;
  /** How several columns make its text; undefined for one column as it is. */
  combined?: Combination<number> | undefined;
  constant: string | undefined;
  /** Replacements of a cell's text, by its normalised form. */
  values: ReadonlyMap<string, { from: string; to: string }>;
}

export interface ColumnPlan {
  fields: PlannedField[];
  /** The header of an unmapped amount that may be the total of the whole record, repeated in each row. */
  total: string | undefined;
  warnings: string[];
}

function invalid(name: keyof Mapping, message: string): AppError {
  return new AppError('invalid', 'import.mapping', message, { fields: { [name]: message } });
}

function findField(table: ImportColumns, part: keyof Mapping, name: string): ImportField {
  const key = headerKey(name);
  const field = table.fields.find((candidate) => headerKey(candidate.name) === key);
  if (field) return field;
  const known = listed(table.fields.map((candidate) => candidate.name));
  throw invalid(part, `There is no field "${name}" in ${table.type}. Fields: ${known}.`);
}

/** Weight of a header that the user mapped, compared with an alias. */
const NAMED_WEIGHT = 2;

/** The possible headers of a file with their weights, to find the header row. */
export function headerNames(table: ImportColumns, mapping: Mapping): Map<string, number> {
  const names = new Map<string, number>();
  for (const { name, aliases } of table.fields) {
    for (const known of [name, ...aliases]) names.set(headerKey(known), 1);
  }
  for (const named of Object.values(mapping.map).flatMap(headersIn)) {
    const key = headerKey(named);
    if (key !== '') names.set(key, NAMED_WEIGHT);
  }
  return names;
}

/** The columns of a planned field, in the order in which they are read. */
export function columnsOf({
  column,
  combined,
}: Pick<PlannedField, 'column' | 'combined'>): number[] {
  if (combined) return columnsIn(combined);
  return column === undefined ? [] : [column];
}

export type Place = Pick<PlannedField, 'column' | 'combined'>;

function placed(header: readonly string[], names: Combination<string>): Place {
  const alternatives = names.alternatives.map((one) =>
    one.map((name) => headerPlace(header, name)),
  );
  const column = alternatives[0]![0]!;
  const less = names.less === undefined ? undefined : headerPlace(header, names.less);
  const isPlain = alternatives.flat().length === 1 && !names.isNegated && less === undefined;
  return isPlain ? { column } : { column, combined: { ...names, alternatives, less } };
}

function headerPlace(header: readonly string[], name: string): number {
  const found = findHeader(header, name);
  if (typeof found === 'number') return found;
  throw invalid('map', found.problem);
}

/**
 * The columns that the user names for a field. A text is a header if the file has exactly that one; else an expression
 * if it is one and the file has its columns; else a header in any spelling.
 */
export function placeOf(header: readonly string[], columns: MappedColumns): Place {
  if (typeof columns !== 'string') return placed(header, combinationOf(columns));
  if (columns.trim() === '') return { column: undefined };
  const exact = header.indexOf(columns);
  if (exact >= 0) return { column: exact };
  const parsed = parseExpression(columns);
  if (parsed.kind === 'header') return { column: headerPlace(header, columns) };
  if (parsed.kind === 'problem') throw invalid('map', `${parsed.message}: ${EXPRESSION_HELP}`);
  const isKnown = (name: string) => headerPlaces(header, name).length === 1;
  if (!parsed.alternatives.flat().every(isKnown) && isKnown(columns)) {
    return { column: headerPlace(header, columns) };
  }
  return placed(header, parsed);
}

function isComputed({ combined }: Place): boolean {
  return combined !== undefined && (combined.isNegated || combined.less !== undefined);
}

const EXPRESSION_HELP =
  'write columns to join as First Name+Last Name, columns of which the first filled one counts as Phone|Mobile, and a header with + or | in double quotes.';

/** The index of the column that matches the field by default: by the field's name, else by its most likely alias. */
export function guessColumn(field: ImportField, header: readonly string[]): number | undefined {
  const keys = header.map(headerKey);
  for (const alias of [field.name, ...field.aliases]) {
    const place = keys.indexOf(headerKey(alias));
    if (place >= 0) return place;
  }
  return undefined;
}

function valuesOf(
  table: ImportColumns,
  mapping: Mapping,
): Map<ImportField, Map<string, { from: string; to: string }>> {
  const values = new Map<ImportField, Map<string, { from: string; to: string }>>();
  for (const [name, to] of Object.entries(mapping.value)) {
    const dot = name.indexOf('.');
    if (dot < 0) throw invalid('value', `Write "${name}" as field.From, then the new value.`);
    const field = findField(table, 'value', name.slice(0, dot));
    if (field.isSecret) throw invalid('value', `"${field.name}" cannot be replaced.`);
    const from = name.slice(dot + 1);
    const known = values.get(field) ?? new Map();
    if (known.has(searchKey(from)))
      throw invalid('value', `"${field.name}.${from}" is replaced twice.`);
    values.set(field, known.set(searchKey(from), { from, to }));
  }
  return values;
}

/**
 * Decides which column or constant each field reads. The user's mapping takes precedence over aliases; two fields may
 * read one column.
 * @throws AppError invalid for an unknown field or header, naming those that exist, and if no column identifies
 *   the record.
 */
export function planColumns(
  table: ImportColumns,
  header: readonly string[],
  mapping: Mapping,
): ColumnPlan {
  const mapped = new Map<ImportField, Place>();
  for (const [name, wanted] of Object.entries(mapping.map)) {
    const place = placeOf(header, wanted);
    const field = findField(table, 'map', name);
    if (mapped.has(field)) throw invalid('map', `"${field.name}" is mapped twice.`);
    if (isComputed(place) && field.kind !== 'amount')
      throw invalid('map', `"${field.name}" is no amount, so it cannot be computed.`);
    mapped.set(field, place);
  }
  const constants = new Map<ImportField, string>();
  for (const [name, text] of Object.entries(mapping.set)) {
    const field = findField(table, 'set', name);
    if (field.isSecret) throw invalid('set', `"${field.name}" cannot be set for all rows.`);
    if (mapped.get(field)?.column !== undefined) {
      throw invalid('set', `"${field.name}" is both mapped to a column and set to a value.`);
    }
    if (constants.has(field)) throw invalid('set', `"${field.name}" is set twice.`);
    constants.set(field, text);
  }
  const values = valuesOf(table, mapping);
  const fields: PlannedField[] = [];
  for (const field of table.fields) {
    const constant = constants.get(field);
    const place: Place =
      constant === undefined
        ? (mapped.get(field) ?? { column: guessColumn(field, header) })
        : { column: undefined };
    if (place.column === undefined && constant === undefined) continue;
    fields.push({ field, ...place, constant, values: values.get(field) ?? new Map() });
  }
  const keys = [table.key, table.keyOr];
  if (!fields.some(({ field, column }) => keys.includes(field.name) && column !== undefined)) {
    throw invalid(
      'map',
      `No column of the file is known to hold ${table.key}. Name it: ${table.key}=Header. Columns: ${listed(header)}. If these are not the headers, say in which row they are.`,
    );
  }
  const total = fields
    .filter(({ field }) => !mapped.has(field))
    .map(({ field, column }) =>
      column === undefined ? undefined : totalHeader(field, header[column]!),
    )
    .find((name) => name !== undefined);
  return { fields, total, warnings: unreadColumns(header, fields) };
}

function totalHeader({ totals = [] }: ImportField, header: string): string | undefined {
  return totals.some((name) => headerKey(name) === headerKey(header)) ? header : undefined;
}

function unreadColumns(header: readonly string[], fields: readonly PlannedField[]): string[] {
  const read = new Set(fields.flatMap(columnsOf));
  const unread = header.filter((name, place) => name !== '' && !read.has(place));
  return unread.length === 0 ? [] : [`Columns that were not read: ${listed(unread)}.`];
}
