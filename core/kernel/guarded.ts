import { z } from 'zod';

/** Whether the caller of an operation holds a permission. */
export type May = (permission: string) => boolean;

const fieldGuards = new WeakMap<z.ZodType, string>();
const sortGuards = new WeakMap<z.ZodType, Readonly<Record<string, string>>>();

/**
 * A field of a record that needs a permission beyond that of the operation (decision 16: salaries). `invoke` leaves it out
 * of the answers to callers without it, and refuses a query or body of theirs that holds it. Services and audit lines see
 * the whole record. Must not be used inside a union.
 */
export function guarded<S extends z.ZodType>(permission: string, field: S): z.ZodOptional<S> {
  const guard = field.optional().describe(`Only with ${permission}.`);
  fieldGuards.set(guard, permission);
  return guard;
}

/** Makes `permission` necessary for sorting a list by these columns; `sort` is the field of its query. */
export function guardSorts(sort: z.ZodType, columns: readonly string[], permission: string): void {
  sortGuards.set(sort, Object.fromEntries(columns.map((column) => [column, permission])));
}

function inside(schema: z.ZodType): z.ZodType | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  )
    return schema.def.innerType as z.ZodType;
  return undefined;
}

/** The permission that a field needs; undefined if it is not guarded. Sees through `optional`, `nullable`, `partial`. */
export function guardOf(field: z.ZodType): string | undefined {
  for (let schema: z.ZodType | undefined = field; schema; schema = inside(schema)) {
    const permission = fieldGuards.get(schema);
    if (permission !== undefined) return permission;
  }
  return undefined;
}

/** The permissions that fields of a schema need, at any depth. @throws RangeError for a guarded field inside a union. */
export function guardsOf(schema: z.ZodType): string[] {
  const found = new Set<string>();
  const visit = (part: z.ZodType) => {
    const guard = guardOf(part);
    if (guard !== undefined) found.add(guard);
    const inner = inside(part);
    if (inner) visit(inner);
    else if (part instanceof z.ZodArray) visit(part.def.element as z.ZodType);
    else if (part instanceof z.ZodRecord) visit(part.def.valueType as z.ZodType);
    else if (part instanceof z.ZodObject)
      for (const field of Object.values(part.shape)) visit(field as z.ZodType);
    else if (part instanceof z.ZodUnion) {
      const options = part.def.options as z.ZodType[];
      if (options.some((option) => guardsOf(option).length > 0))
        throw new RangeError('a guarded field inside a union would not be left out');
    }
  };
  visit(schema);
  return [...found].sort();
}

/** The guarded parts of the fields of a query or body. */
interface Guards {
  fields: [name: string, permission: string][];
  sorts: Readonly<Record<string, string>>;
}
const known = new WeakMap<z.ZodType, Guards>();

function inputGuards(schema: z.ZodObject): Guards {
  let guards = known.get(schema);
  if (!guards) {
    const shape = Object.entries(schema.shape) as [string, z.ZodType][];
    guards = {
      fields: shape.flatMap(([name, field]): [string, string][] => {
        const permission = guardOf(field);
        return permission === undefined ? [] : [[name, permission]];
      }),
      sorts: sortGuards.get(schema.shape.sort as z.ZodType) ?? {},
    };
    known.set(schema, guards);
  }
  return guards;
}

/** The permission that a decoded query or body needs and the caller lacks; undefined if none. */
export function lackedFor(
  schema: z.ZodType | undefined,
  values: unknown,
  may: May,
): string | undefined {
  if (!(schema instanceof z.ZodObject) || typeof values !== 'object' || values === null)
    return undefined;
  const { fields, sorts } = inputGuards(schema);
  const sent = values as Record<string, unknown>;
  const field = fields.find(([name, needed]) => sent[name] !== undefined && !may(needed));
  if (field) return field[1];
  const column = String(sent.sort ?? '').replace(/^-/, '');
  const needed = Object.hasOwn(sorts, column) ? sorts[column] : undefined;
  return needed !== undefined && !may(needed) ? needed : undefined;
}

/** A record, such as a logged one, without the fields of its schema that the caller may not see. */
export function withoutGuarded(
  schema: z.ZodObject,
  record: Readonly<Record<string, unknown>>,
  may: May,
): Record<string, unknown> {
  const allowed = Object.entries(record).filter(([name]) => {
    const field = schema.shape[name] as z.ZodType | undefined;
    const permission = field && guardOf(field);
    return permission === undefined || may(permission);
  });
  return Object.fromEntries(allowed);
}
