import { formatDate, isIsoDate } from '@nimule/core/kernel/dates';
import { z } from 'zod';
import { humanize } from '../tags.tsx';

/** One filter of a list, in the toolbar and in the URL. */
export interface TableFilter {
  /** Name in the list state, the URL and the query. */
  name: string;
  label: string;
  /** Options, the default first; without them a date input. */
  options?: readonly { value: string; label: string }[];
  /** Has a select of its own in the toolbar; others are in the Filter menu. */
  inBar?: true;
  /** Shown only while it has a value, which a link gave it. */
  onlyIfSet?: true;
  /** Accepts values from the URL that are not (yet) among the options. */
  takesAny: boolean;
}

export interface FilterDefinition {
  label: string;
  /** Label of the default option 'all': 'All statuses'. */
  all?: string;
  /** Labels of the options; default `humanize`. */
  labels?: Partial<Record<string, string>> | ((value: string) => string);
  /** Options in order; default: the enum of the schema, or a date input if it is not an enum. */
  options?: readonly string[];
  /** For options loaded from the server: keeps a bookmarked value before they arrive. */
  takesAny?: boolean;
  /** Shown only while it has a value, which a link gave it: dates of a report. */
  onlyIfSet?: true;
  /** Has a select of its own in the toolbar, for what the specification names; others are in the Filter menu. */
  inBar?: true;
}

/** The values of an optional enum; undefined for another schema. */
function valuesOf(schema: unknown): readonly string[] | undefined {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined;
}

/**
 * Filters of a list: `useListState` keeps them in the URL and the query, the toolbar shows them. Names and options come
 * from the schema of the list's query.
 * @example const filters = defineFilters(supplierFilter, { status: { label: 'Status', inBar: true } });
 */
export function defineFilters<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  definitions: { [K in keyof S & string]?: FilterDefinition },
): readonly TableFilter[] {
  return Object.entries<FilterDefinition | undefined>(definitions).flatMap(
    ([name, definition]): TableFilter[] => {
      if (!definition) return [];
      const { label, all = 'All', labels = {}, takesAny = false, onlyIfSet, inBar } = definition;
      const place = { ...(onlyIfSet && { onlyIfSet }), ...(inBar && { inBar }) };
      const values = definition.options ?? valuesOf(schema.shape[name]);
      if (!values) return [{ name, label, takesAny: true, ...place }];
      const textOf = (value: string) =>
        typeof labels === 'function' ? labels(value) : (labels[value] ?? humanize(value));
      const options = [
        { value: takesAny ? '' : 'all', label: all },
        ...values
          .filter((value) => value !== 'all')
          .map((value) => ({ value, label: textOf(value) })),
      ];
      return [{ name, label, options, takesAny, ...place }];
    },
  );
}

export function defaultOf({ options }: TableFilter): string {
  return options?.[0]?.value ?? '';
}

/** 'Wau', '21 Nov 2026': a value in words. */
export function wordsOf({ options }: TableFilter, value: string): string {
  if (options) return options.find((option) => option.value === value)?.label ?? value;
  return isIsoDate(value) ? formatDate(value) : value;
}
