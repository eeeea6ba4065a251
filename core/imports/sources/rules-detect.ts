import { headerKey } from '../../kernel/text.ts';
import type { ImportColumns } from '../fields/rules.ts';
import { guessColumn, type Mapping } from '../reading/rules-mapping.ts';
import type { MappedColumns } from '../schema-mapping.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { importSources } from './rules.ts';
import type { ImportSource, SourceColumns } from './rules-source.ts';
import type { FoundWord } from './rules-words.ts';

type Headers = readonly string[];

/** The first column with each key. */
function byKey(header: Headers): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of header) {
    const key = headerKey(name);
    if (key !== '' && !found.has(key)) found.set(key, name);
  }
  return found;
}

function columnsOfSource({ recognised, map }: ImportSource): Set<string> {
  const mapped = Object.values(map)
    .flat()
    .flatMap(({ first, less }) => [...first.flat(), ...(less === undefined ? [] : [less])]);
  return new Set([...recognised.flat(), ...mapped].map(headerKey));
}

const sourceColumns = new Map(importSources.map((source) => [source, columnsOfSource(source)]));

/** All headers of the known systems, in the form of `headerKey`, for the search of the header row. */
export function sourceHeaderKeys(): ReadonlySet<string> {
  return new Set([...sourceColumns.values()].flatMap((keys) => [...keys]));
}

/** What else is known of a file whose source is looked for. */
export interface SourceHints {
  /** Only sources of this type. */
  type?: BuiltImportType | undefined;
  /** What surrounds the columns. */
  words?: readonly FoundWord[] | undefined;
}

/**
 * The known system from which a file comes, by its headers in any order and spelling; of several one whose word stands
 * beside them, else the one with the most columns in the file. Undefined for any other file.
 */
export function detectSource(
  header: Headers,
  { type, words = [] }: SourceHints = {},
): ImportSource | undefined {
  const found = byKey(header);
  const has = (name: string) => found.has(headerKey(name));
  const isNamed = (named: readonly string[] | undefined) =>
    named !== undefined && words.some(({ word }) => named.includes(word));
  const matches = importSources
    .filter(
      (one) =>
        (type === undefined || one.type === type) &&
        (one.named === undefined || isNamed(one.named)) &&
        one.recognised.every((names) => names.some(has)) &&
        !(one.without ?? []).some(has),
    )
    .map((source) => {
      const keys = sourceColumns.get(source)!;
      return { source, count: [...found.keys()].filter((key) => keys.has(key)).length };
    })
    .sort(
      (a, b) =>
        Number(isNamed(b.source.named)) - Number(isNamed(a.source.named)) || b.count - a.count,
    );
  return matches[0]?.source;
}

/** The columns of a source that the file has; undefined if it has none. */
function presentColumns(
  { first, negate, less }: SourceColumns,
  found: ReadonlyMap<string, string>,
): MappedColumns | undefined {
  const present = (names: readonly string[]) => [
    ...new Set(names.flatMap((name) => found.get(headerKey(name)) ?? [])),
  ];
  const lists = first.map(present).filter((names) => names.length > 0);
  const other = less === undefined ? undefined : found.get(headerKey(less));
  if (lists.length === 0 || (less !== undefined && other === undefined)) return undefined;
  if (negate || other !== undefined || lists.length > 1) {
    return {
      first: lists.map((names) => (names.length === 1 ? names[0]! : names)),
      ...(negate && { negate }),
      ...(other !== undefined && { less: other }),
    };
  }
  const [only] = lists as [string[]];
  return only.length === 1 ? only[0]! : only;
}

function firstPresent(
  options: readonly SourceColumns[],
  found: ReadonlyMap<string, string>,
): MappedColumns | undefined {
  for (const option of options) {
    const columns = presentColumns(option, found);
    if (columns !== undefined) return columns;
  }
  return undefined;
}

/**
 * The ready mapping of a known system for a file with these headers. Fields of which the file has no column are left out,
 * also those that another column would match by its name.
 */
export function readyMapping(source: ImportSource, table: ImportColumns, header: Headers): Mapping {
  const found = byKey(header);
  const mapping: Mapping = { map: {}, value: {}, set: {} };
  for (const field of table.fields) {
    const { name } = field;
    const columns = firstPresent(source.map[name] ?? [], found);
    if (columns !== undefined) {
      mapping.map[name] = columns;
      for (const [from, to] of Object.entries(source.values[name] ?? {}))
        mapping.value[`${name}.${from}`] = to;
    } else if (source.set[name] !== undefined) mapping.set[name] = source.set[name];
    else {
      const guess = guessColumn(field, header);
      if (guess !== undefined) mapping.map[name] = field.isAlwaysRead ? header[guess]! : '';
    }
  }
  return mapping;
}

/** The replacements that a ready mapping offers; a file need not have each of these values. */
export function offeredValues({ values }: ImportSource): Set<string> {
  return new Set(
    Object.entries(values).flatMap(([name, texts]) =>
      Object.keys(texts).map((from) => `${name}.${from}`),
    ),
  );
}
