import { z } from 'zod';
import { inWords } from '../tags.tsx';

/** One filter of a list, as the toolbar shows it and the address keeps it. */
export interface TableFilter {
  /** Its name in the list state, in the address and in the query. */
  name: string;
  label: string;
  /** What it can be, its default first; a date box without them. */
  options?: readonly { value: string; label: string }[];
  /** Any value is kept in the address, also one that is not offered (yet). */
  takesAny: boolean;
}

export interface FilterDefinition {
  label: string;
  /** The label of 'all', which is the default: 'All statuses'. */
  all?: string;
  /** The words of the options; those that are left out are written as `inWords` does. */
  labels?: Partial<Record<string, string>> | ((value: string) => string);
  /** What is offered, in this order; without it, what the schema lists. A date box where that lists nothing. */
  options?: readonly string[];
  /** The options come from the server, after the address was read: a bookmarked one is not dropped. */
  takesAny?: boolean;
}

/** The values of an optional enum; undefined for another schema. */
function valuesOf(schema: unknown): readonly string[] | undefined {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined;
}

/**
 * The filters of a list, stated once: `useListState` keeps them in the address and puts them into the query, the
 * toolbar shows them. Names and options come from the schema of the list's query.
 * @example const filters = defineFilters(supplierFilter, { status: { label: 'Status', all: 'All statuses' } });
 */
export function defineFilters<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  definitions: { [K in keyof S & string]?: FilterDefinition },
): readonly TableFilter[] {
  return Object.entries<FilterDefinition | undefined>(definitions).flatMap(
    ([name, definition]): TableFilter[] => {
      if (!definition) return [];
      const { label, all = 'All', labels = {}, takesAny = false } = definition;
      const values = definition.options ?? valuesOf(schema.shape[name]);
      if (!values) return [{ name, label, takesAny: true }];
      const wordsOf = (value: string) =>
        typeof labels === 'function' ? labels(value) : (labels[value] ?? inWords(value));
      const options = [
        { value: takesAny ? '' : 'all', label: all },
        ...values
          .filter((value) => value !== 'all')
          .map((value) => ({ value, label: wordsOf(value) })),
      ];
      return [{ name, label, options, takesAny }];
    },
  );
}
