import { headerKey } from '../../kernel/text.ts';
import type { ImportColumns, ImportField, ImportTable } from '../fields/rules.ts';
import { FEE } from '../fields/rules-customers.ts';
import { combinedText } from '../reading/rules-combined.ts';
import { guessColumn, type Mapping, type Place, placeOf } from '../reading/rules-mapping.ts';
import type { ImportPreview, ImportSettings } from '../schema-centre.ts';
import type { MappedColumns } from '../schema-mapping.ts';
import { takesCombineRows, takesKeepPrices, takesNumberRows } from '../schema-types.ts';
import { describeMapping, suggestMapping } from '../sources/rules-suggest.ts';

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
  { given, saved }: { given: ImportSettings | undefined; saved: ImportSettings | undefined },
): ChosenSettings {
  const { sheet, headerRow, keepPrices = false, combineRows = false, numberRows } = given ?? {};
  const place = { ...(sheet && { sheet }), ...(headerRow !== undefined && { headerRow }) };
  const { source, mapping } = suggestMapping(table, header, sample);
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
    ...(numberRows && { numberRows: takesNumberRows(table.type) }),
  };
  return { settings, settingsFrom: source ? 'source' : 'suggested', source: name };
}

/** The entry of a field, whose name may be written in another spelling. */
function entryOf<T>(entries: Entries<T>, field: ImportField): T | undefined {
  const own = Object.keys(entries).find((name) => headerKey(name) === headerKey(field.name));
  return own === undefined ? undefined : entries[own];
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
    fields: table.fields.map(({ name, kind, choices = [] }, index) => {
      const { isRequired, confidence, columns, constant = null, sample } = fields[index]!;
      const shown = { confidence, columns, constant, sample: clipped(sample) };
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
  const places = fields.flatMap(({ name }) => {
    const columns = map[name];
    const place = columns === undefined ? undefined : placeIn(header, columns);
    return place?.column === undefined ? [] : [{ field: name, ...place, column: place.column }];
  });
  return (cells) => {
    const textAt = (column: number) => cells[column] ?? '';
    return places.map(({ field, column, combined }) => ({
      field,
      text: clipped(combined ? combinedText(combined, textAt) : textAt(column)),
    }));
  };
}
