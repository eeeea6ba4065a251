import type { Route } from '@nimule/core/kernel/contract';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { z } from 'zod';
import type { CallInput } from './call-input.ts';

export type Part = 'params' | 'query' | 'body';
const parts: readonly Part[] = ['params', 'query', 'body'];

/** Operations that have any input. */
export const operationsWithInput = operationNames.filter((operation) => {
  const route: Route = routes[operation];
  return parts.some((part) => route[part]);
});

/** An input field: its location and its schema. */
export interface Field {
  part: Part;
  /** Names and, in an array, the index 0. */
  path: readonly (string | number)[];
  schema: z.core.$ZodType;
}

const leaves = [
  ...[z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodCodec],
  // A value that is accepted and ignored.
  z.ZodUnknown,
];

function isLeaf(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every(isLeaf);
  return leaves.some((kind) => schema instanceof kind);
}

function* walk(
  schema: z.core.$ZodType,
  part: Part,
  path: Field['path'],
): Generator<Field, void, undefined> {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    yield* walk(schema.unwrap(), part, path);
  } else if (schema instanceof z.ZodRecord) {
    yield* walk(schema.valueType, part, [...path, 'name']);
  } else if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape)) {
      yield* walk(inner as z.core.$ZodType, part, [...path, name]);
    }
  } else if (schema instanceof z.ZodArray) {
    yield* walk(schema.element, part, [...path, 0]);
  } else if (isLeaf(schema)) {
    yield { part, path, schema };
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) yield* walk(option, part, path);
  } else {
    throw new Error(`this walk does not know ${schema._zod.def.type} at ${path.join('.')}`);
  }
}

/** Every field of an operation, in path, query and body. */
export function fieldsOf(operation: Operation): Field[] {
  const route: Route = routes[operation];
  return parts.flatMap((part) => {
    const schema = route[part];
    return schema ? [...walk(schema, part, [])] : [];
  });
}

/** The input with one field set to a text. */
export function withField(input: CallInput, { part, path }: Field, text: string): CallInput {
  const set = (value: unknown, [key, ...rest]: Field['path']): unknown => {
    if (key === undefined) return text;
    if (typeof key === 'number') {
      const items = Array.isArray(value) ? [...value] : [];
      items[key] = set(items[key], rest);
      return items;
    }
    const record = (value ?? {}) as Record<string, unknown>;
    return { ...record, [key]: set(record[key], rest) };
  };
  return { ...input, [part]: set(input[part], path) };
}
