import type { ImportSettings, previewField, Reason } from '@nimule/core/imports/schema-centre';
import type { z } from 'zod';

export type PreviewField = z.output<typeof previewField>;
type Mapped = ImportSettings['map'][string];

/** Where the values of a field come from, as the controls of the page offer it. */
export type FieldChoice =
  | { kind: 'none' }
  | { kind: 'column'; column: string }
  /** The same value for all rows. */
  | { kind: 'constant'; value: string }
  /** The texts of several columns, joined by the separator. */
  | { kind: 'join'; columns: readonly string[]; separator: string }
  /** The first of several columns that has a text. */
  | { kind: 'first'; columns: readonly string[] }
  /** A combination that only a ready mapping or the shell makes; kept until another choice replaces it. */
  | { kind: 'other'; text: string };

/** The columns that can be chosen: a column is named by its title. */
export function titled(headers: readonly string[]): string[] {
  return headers.filter((header) => header !== '');
}

export const DEFAULT_SEPARATOR = ' ';

function textOf(columns: readonly (string | readonly string[])[]): string {
  return columns.map((one) => (typeof one === 'string' ? one : one.join(' + '))).join(', else ');
}

function choiceOfMapped(mapped: Mapped, headers: readonly string[]): FieldChoice | undefined {
  if (mapped === '') return { kind: 'none' };
  if (typeof mapped === 'string')
    return headers.includes(mapped) ? { kind: 'column', column: mapped } : undefined;
  if (Array.isArray(mapped))
    return mapped.length === 1
      ? { kind: 'column', column: mapped[0]! }
      : { kind: 'join', columns: mapped, separator: DEFAULT_SEPARATOR };
  const { first, separator = DEFAULT_SEPARATOR, negate = false, less } = mapped;
  const [only] = first;
  if (!negate && less === undefined) {
    if (first.length === 1 && Array.isArray(only))
      return { kind: 'join', columns: only, separator };
    if (first.every((one) => typeof one === 'string')) return { kind: 'first', columns: first };
  }
  const sum = less === undefined ? textOf(first) : `${textOf(first)} less ${less}`;
  return { kind: 'other', text: negate ? `sign changed: ${sum}` : sum };
}

/** The present choice for a field, by the settings and what the server made of them. */
export function choiceOf(
  { field, columns, constant }: PreviewField,
  settings: ImportSettings,
  headers: readonly string[],
): FieldChoice {
  const value = settings.set[field] ?? constant;
  if (value !== null && value !== undefined) return { kind: 'constant', value };
  const mapped = settings.map[field];
  const choice = mapped === undefined ? undefined : choiceOfMapped(mapped, headers);
  if (choice) return choice;
  if (columns.length === 0) return { kind: 'none' };
  return columns.length === 1
    ? { kind: 'column', column: columns[0]! }
    : { kind: 'other', text: typeof mapped === 'string' ? mapped : columns.join(', ') };
}

function mappedOf(choice: FieldChoice): Mapped | undefined {
  switch (choice.kind) {
    case 'none':
      return '';
    case 'column':
      // In a list, because a text may be read as an expression.
      return [choice.column];
    case 'join':
      return choice.separator === DEFAULT_SEPARATOR
        ? [...choice.columns]
        : { first: [[...choice.columns]], separator: choice.separator };
    case 'first':
      return { first: [...choice.columns] };
    default:
      return undefined;
  }
}

/** The settings with another source for a field. */
export function withChoice(
  settings: ImportSettings,
  field: string,
  choice: FieldChoice,
): ImportSettings {
  const { [field]: _map, ...map } = settings.map;
  const { [field]: _set, ...set } = settings.set;
  if (choice.kind === 'constant')
    return { ...settings, map, set: { ...set, [field]: choice.value } };
  const mapped = mappedOf(choice);
  return {
    ...settings,
    set,
    map: mapped === undefined ? settings.map : { ...map, [field]: mapped },
  };
}

/** The settings with replacements: the text of a reason's cells is read as another one. */
export function withReplacements(
  settings: ImportSettings,
  replacements: readonly { reason: Reason; to: string }[],
): ImportSettings {
  const value = { ...settings.value };
  for (const { reason, to } of replacements) {
    if (reason.field !== null && reason.text !== null) value[`${reason.field}.${reason.text}`] = to;
  }
  return { ...settings, value };
}

/** The settings of a file of which nothing has been chosen. */
export const NO_SETTINGS: ImportSettings = {
  map: {},
  value: {},
  set: {},
  keepPrices: false,
  combineRows: false,
};

/** The settings with another sheet or header row: the columns are other ones, so they are suggested again. */
export function withHeader(
  settings: ImportSettings,
  header: { sheet?: string; headerRow?: number },
): ImportSettings {
  const { sheet, keepPrices, combineRows, numberRows } = settings;
  return {
    ...(sheet === undefined ? {} : { sheet }),
    ...header,
    map: {},
    value: {},
    set: {},
    keepPrices,
    combineRows,
    ...(numberRows && { numberRows }),
  };
}
