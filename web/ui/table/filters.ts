import { z } from 'zod';
import { humanize } from '../tags.tsx';

/** One filter of a list, in the toolbar and in the URL. */
export interface TableFilter {
  /** Name in the list state, the URL and the query. */
  name: string;
  label: string;
  /** Options, the default first; without them a date input. */
  options?: readonly { value: string; label: string }[];
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
}

/** The values of an optional enum; undefined for another schema. */
function valuesOf(schema: unknown): readonly string[] | undefined {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined;
}

/**
 * Filters of a list: `useListState` keeps them in the URL and the query, the toolbar shows them. Names and options come
 * from the schema of the list's query.
 * @example const filters = defineFilters(supplierFilter, { status: { label: 'Status', all: 'All statuses' } });
 */
export function defineFilters<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  definitions: { [K in keyof S & string]?: FilterDefinition },
): readonly TableFilter[] {
  return Object.entries<FilterDefinition | undefined>(definitions).flatMap(
    ([name, definition]): TableFilter[] => {
      if (!definition) return [];
      const { label, all = 'All', labels = {}, takesAny = false, onlyIfSet } = definition;
      const quiet = onlyIfSet && { onlyIfSet };
      const values = definition.options ?? valuesOf(schema.shape[name]);
      if (!values) return [{ name, label, takesAny: true, ...quiet }];
      const wordsOf = (value: string) =>
        typeof labels === 'function' ? labels(value) : (labels[value] ?? humanize(value));
      const options = [
        { value: takesAny ? '' : 'all', label: all },
        ...values
          .filter((value) => value !== 'all')
          .map((value) => ({ value, label: wordsOf(value) })),
      ];
      return [{ name, label, options, takesAny, ...quiet }];
    },
  );
}
