import { headerKey, searchKey } from '../../kernel/text.ts';
import {
  type ImportColumns,
  type ImportField,
  type ImportTable,
  shownText,
} from '../fields/rules.ts';
import { FEE } from '../fields/rules-customers.ts';
import { combinedText } from '../reading/rules-combined.ts';
import { guessColumn, type Mapping, type Place, placeOf } from '../reading/rules-mapping.ts';
import type { ImportPreview, ImportSettings } from '../schema-centre.ts';
import type { MappedColumns } from '../schema-mapping.ts';
import { takesCombineRows, takesKeepPrices, takesNumberRows } from '../schema-types.ts';
import { describeMapping, suggestMapping } from '../sources/rules-suggest.ts';
import type { FoundWord } from '../sources/rules-words.ts';

type Header = readonly string[];
type Sample = readonly (readonly string[])[];
type Entries<T> = Record<string, T>;

/** The settings of a preview and where they are from. */
export type ChosenSettings = Pick<ImportPreview, 'settings' | 'settingsFrom' | 'source'>;

/** A column that may repeat the total of a record counts as guessed until the user names it (`planColumns`). */
function isGuessedTotal(field: ImportField, columns: MappedColumns): boolean {
  return (
    typeof columns === 'string' &&
    (field.totals ?? []).some((name) => headerKey(name) === headerKey(columns))
  );
}

/** A mapping by which `planColumns` reads what is suggested, and nothing else. */
function explicitMapping({ fields }: ImportColumns, header: Header, mapping: Mapping): Mapping {
  const map: Mapping['map'] = {};
  for (const field of fields) {
    const columns = mapping.map[field.name];
    if (columns === undefined) {
      const isRead = mapping.set[field.name] === undefined;
      if (isRead && guessColumn(field, header) !== undefined) map[field.name] = '';
    } else if (!isGuessedTotal(field, columns)) map[field.name] = columns;
  }
  return { ...mapping, map };
}

function isMapped(columns: MappedColumns | undefined): boolean {
  return columns !== undefined && columns !== '';
}

/** Whether settings say how the columns are read; with a sheet, a header row or options only, they do not. */
export function hasMapping({ map, value, set }: ImportSettings): boolean {
  return [map, value, set].some((part) => Object.keys(part).length > 0);
}

/**
 * The settings of a preview: the given ones if they map columns, else those saved for the headers, else the ready mapping of a known system,
 * else suggestions by names. Given settings
 * without a mapping add their sheet, header row and options. Options that the type does not have are off. Unless settings say otherwise, the fees of a
 * file with a column of fees are kept, so that an import does not change what customers are billed.
 */
export function chooseSettings<Row>(
  table: ImportTable<Row>,
  header: Header,
  sample: Sample,
  {
    given,
    saved,
    words = [],
  }: {
    given: ImportSettings | undefined;
    saved: ImportSettings | undefined;
    /** What stands around the columns. */
    words?: readonly FoundWord[];
  },
): ChosenSettings {
  const { sheet, headerRow, keepPrices = false, combineRows = false, numberRows } = given ?? {};
  const place = { ...(sheet && { sheet }), ...(headerRow !== undefined && { headerRow }) };
  const { source, mapping } = suggestMapping(table, header, sample, words);
  const name = source?.name ?? null;
  const isGiven = given !== undefined && hasMapping(given);
  const known = isGiven ? given : saved;
  if (known) {
    const settings = {
      ...known,
      ...place,
      keepPrices: known.keepPrices && takesKeepPrices(table.type),
      combineRows: known.combineRows && takesCombineRows(table.type),
      ...(known.numberRows && { numberRows: takesNumberRows(table.type) }),
    };
    return { settings, settingsFrom: isGiven ? 'given' : 'saved', source: name };
  }
  const ready = source ? mapping : explicitMapping(table, header, mapping);
  const settings = {
    ...ready,
    ...place,
    keepPrices: takesKeepPrices(table.type) && (keepPrices || isMapped(ready.map[FEE])),
    combineRows: takesCombineRows(table.type) && (combineRows || source?.combinesRows === true),
    ...(takesNumberRows(table.type) && {
      numberRows: numberRows ?? lacksIds(table, header, sample, ready),
    }),
  };
  return { settings, settingsFrom: source ? 'source' : 'suggested', source: name };
}

/** Whether a list of people has no ids, or most of its first rows have none. */
function lacksIds(table: ImportColumns, header: Header, sample: Sample, { map }: Mapping): boolean {
  const columns = entryOfName(map, table.key);
  const place = isMapped(columns) ? placeIn(header, columns!) : undefined;
  if (place?.column === undefined) return isMapped(entryOfName(map, 'name'));
  const { column, combined } = place;
  const empty = sample.filter((cells) => {
    const textAt = (at: number) => cells[at] ?? '';
    return (combined ? combinedText(combined, textAt) : textAt(column)).trim() === '';
  });
  return empty.length * 2 > sample.length;
}

/** What is said of customers who are numbered because their file has no ids; empty for others. */
export function numberingNotes({ settings }: ChosenSettings, key: string): string[] {
  if (settings.numberRows !== true || isMapped(settings.map[key])) return [];
  return [
    'The file has no customer ids: new customers are numbered SC001, SC002 and so on, and those that are here already are found by their name with e-mail or telephone.',
  ];
}

/** What a user gives with a file, on top of what is proposed for it. */
export interface Overrides extends Partial<Omit<ImportSettings, keyof Mapping>> {
  mapping: Mapping;
  /** Leaves the ready mapping of a known system out. */
  plain?: boolean | undefined;
}

/**
 * The settings of an import that was not previewed: those that its preview would propose, with what the user gives instead
 * of them, field by field.
 */
export function overriddenSettings<Row>(
  table: ImportTable<Row>,
  header: Header,
  sample: Sample,
  { mapping, plain, sheet, headerRow, keepPrices, combineRows, numberRows }: Overrides,
  words: readonly FoundWord[],
): ChosenSettings {
  const empty = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: false };
  const proposed = plain
    ? { settings: { ...empty }, settingsFrom: 'given' as const, source: null }
    : chooseSettings(table, header, sample, { given: undefined, saved: undefined, words });
  const { settings } = proposed;
  const given = new Set(
    [...Object.keys(mapping.map), ...Object.keys(mapping.set)].map((name) => headerKey(name)),
  );
  const others = <T>(entries: Entries<T>): Entries<T> =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => !given.has(headerKey(name))));
  const replaced = new Set(Object.keys(mapping.value).map((name) => searchKey(name)));
  const values = Object.entries(settings.value).filter(([name]) => !replaced.has(searchKey(name)));
  const merged: Mapping = {
    map: { ...others(settings.map), ...mapping.map },
    set: { ...others(settings.set), ...mapping.set },
    value: { ...Object.fromEntries(values), ...mapping.value },
  };
  const isFeeGiven =
    isMapped(entryOfName(merged.map, FEE)) || (plain === true && hasFee(table, header));
  const lacks =
    takesNumberRows(table.type) && plain !== true && lacksIds(table, header, sample, merged);
  return {
    ...proposed,
    settings: {
      ...merged,
      ...(sheet && { sheet }),
      ...(headerRow !== undefined && { headerRow }),
      keepPrices: takesKeepPrices(table.type) && (keepPrices ?? isFeeGiven),
      combineRows: takesCombineRows(table.type) && (combineRows ?? settings.combineRows),
      ...(takesNumberRows(table.type) && { numberRows: numberRows ?? lacks }),
    },
  };
}

/** Whether a column of the file is read as the fee without being named. */
function hasFee({ fields }: ImportColumns, header: Header): boolean {
  return fields.some((field) => field.name === FEE && guessColumn(field, header) !== undefined);
}

function entryOfName<T>(entries: Entries<T>, name: string): T | undefined {
  const own = Object.keys(entries).find((one) => headerKey(one) === headerKey(name));
  return own === undefined ? undefined : entries[own];
}

/** The entry of a field, whose name may be written in another spelling. */
function entryOf<T>(entries: Entries<T>, field: ImportField): T | undefined {
  return entryOfName(entries, field.name);
}

/** The place of columns that the file has; undefined for others. */
function placeIn(header: Header, columns: MappedColumns): Place | undefined {
  try {
    return placeOf(header, columns);
  } catch {
    return undefined;
  }
}

/** What a mapping reads: with the columns that match by name, without those that the file does not have. */
function effectiveMapping({ fields }: ImportColumns, header: Header, mapping: Mapping): Mapping {
  const map: Mapping['map'] = {};
  const set: Mapping['set'] = {};
  for (const field of fields) {
    const constant = entryOf(mapping.set, field);
    const columns = entryOf(mapping.map, field);
    const guess = guessColumn(field, header);
    if (constant !== undefined) set[field.name] = constant;
    else if (columns === undefined) {
      if (guess !== undefined) map[field.name] = header[guess]!;
    } else if (placeIn(header, columns)?.column !== undefined) map[field.name] = columns;
  }
  return { map, set, value: mapping.value };
}

/** What the settings read of a file with these headers; also for settings that do not match it. */
export function describeSettings<Row>(
  table: ImportTable<Row>,
  header: Header,
  sample: Sample,
  { settings, settingsFrom }: ChosenSettings,
): Pick<ImportPreview, 'fields' | 'missing' | 'unused'> & { mapping: Mapping } {
  const mapping = effectiveMapping(table, header, settings);
  const isKnown = settingsFrom !== 'suggested';
  const { fields, missing, unused } = describeMapping(table, header, sample, mapping, isKnown);
  return {
    mapping,
    missing,
    unused,
    fields: table.fields.map((field, index) => {
      const { name, kind, choices = [] } = field;
      const { isRequired, confidence, columns, constant = null, sample } = fields[index]!;
      const shown = { confidence, columns, constant, sample: clipped(shownText(field, sample)) };
      return { field: name, kind, choices: [...choices], isRequired, ...shown };
    }),
  };
}

/** Characters of a cell in the grid. */
const MAX_SHOWN = 300;

/** A cell as it is shown: a long one is cut. */
export function clipped(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1).toWellFormed()}…`;
}

/** The texts of the mapped fields in rows of which nothing else is known, for a mapping that cannot be used. */
export function rawCells(
  { fields }: ImportColumns,
  header: Header,
  { map }: Mapping,
): (cells: readonly string[]) => { field: string; text: string }[] {
  const places = fields.flatMap((field) => {
    const columns = map[field.name];
    const place = columns === undefined ? undefined : placeIn(header, columns);
    return place?.column === undefined ? [] : [{ field, ...place, column: place.column }];
  });
  return (cells) => {
    const textAt = (column: number) => cells[column] ?? '';
    return places.map(({ field, column, combined }) => ({
      field: field.name,
      text: clipped(shownText(field, combined ? combinedText(combined, textAt) : textAt(column))),
    }));
  };
}
