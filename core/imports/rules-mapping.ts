import { z } from 'zod';
import { AppError } from '../kernel/errors.ts';
import { headerKey, searchKey } from '../kernel/text.ts';
import type { ImportColumns, ImportField } from './rules-fields.ts';
import type { ImportInput } from './schema.ts';

/** The user's settings for the columns of a file. */
export interface Mapping {
  /** Field → header; an empty header leaves the field out even if a column matches. */
  map: Record<string, string>;
  /** 'field.From' → To. */
  value: Record<string, string>;
  /** Field → the same value for every row. */
  set: Record<string, string>;
}

const texts = z.record(z.string(), z.string());

function textsOf(name: keyof Mapping, json: string | undefined): Record<string, string> {
  if (!json) return {};
  try {
    const parsed = texts.safeParse(JSON.parse(json));
    if (parsed.success) return parsed.data;
  } catch {
    // Reported by the message below.
  }
  throw invalid(name, `${name} must be a JSON object of texts.`);
}

/** @throws AppError invalid for anything but JSON objects of texts. */
export function parseMapping(input: Pick<ImportInput, keyof Mapping>): Mapping {
  return {
    map: textsOf('map', input.map),
    value: textsOf('value', input.value),
    set: textsOf('set', input.set),
  };
}

/** The source of a field's text. */
export interface PlannedField {
  field: ImportField;
  /** The index of its column; undefined if `constant` sets it for all rows. */
  column: number | undefined;
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

function listed(names: readonly string[]): string {
  return names.filter(Boolean).join(', ');
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
  for (const named of Object.values(mapping.map)) {
    const key = headerKey(named);
    if (key !== '') names.set(key, NAMED_WEIGHT);
  }
  return names;
}

function findHeader(header: readonly string[], name: string): number {
  const exact = header.indexOf(name);
  if (exact >= 0) return exact;
  const key = headerKey(name);
  const places = header.flatMap((candidate, place) =>
    key !== '' && headerKey(candidate) === key ? [place] : [],
  );
  if (places.length === 1) return places[0]!;
  const problem =
    places.length === 0
      ? `The file has no column "${name}".`
      : `Several columns of the file could be "${name}": write it exactly.`;
  throw invalid('map', `${problem} Columns: ${listed(header)}.`);
}

/** The index of the column that matches the field by default: by the field's name, else by its most likely alias. */
function guessColumn(field: ImportField, header: readonly string[]): number | undefined {
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
  const mapped = new Map<ImportField, number | undefined>();
  for (const [name, wanted] of Object.entries(mapping.map)) {
    const place = wanted.trim() === '' ? undefined : findHeader(header, wanted);
    const field = findField(table, 'map', name);
    if (mapped.has(field)) throw invalid('map', `"${field.name}" is mapped twice.`);
    mapped.set(field, place);
  }
  const constants = new Map<ImportField, string>();
  for (const [name, text] of Object.entries(mapping.set)) {
    const field = findField(table, 'set', name);
    if (mapped.get(field) !== undefined) {
      throw invalid('set', `"${field.name}" is both mapped to a column and set to a value.`);
    }
    if (constants.has(field)) throw invalid('set', `"${field.name}" is set twice.`);
    constants.set(field, text);
  }
  const values = valuesOf(table, mapping);
  const fields: PlannedField[] = [];
  for (const field of table.fields) {
    const constant = constants.get(field);
    const column =
      constant !== undefined
        ? undefined
        : mapped.has(field)
          ? mapped.get(field)
          : guessColumn(field, header);
    if (column === undefined && constant === undefined) continue;
    fields.push({ field, column, constant, values: values.get(field) ?? new Map() });
  }
  if (!fields.some(({ field, column }) => field.name === table.key && column !== undefined)) {
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
  const read = new Set(fields.map(({ column }) => column));
  const unread = header.filter((name, place) => name !== '' && !read.has(place));
  return unread.length === 0 ? [] : [`Columns that were not read: ${listed(unread)}.`];
}
