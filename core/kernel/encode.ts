import { z } from 'zod';
import { guardOf, type May } from './guarded.ts';

export type Encoder = (value: unknown) => unknown;

const same: Encoder = (value) => value;

/**
 * Generates a function that encodes an object with these fields, as zod's parsers are generated: objects made by a
 * literal share one hidden class, which encodes a page of rows in a third of the time of setting keys one by one, and
 * leaves a quarter of the garbage. The keys come from our own schemas and are quoted.
 */
function compileObject(fields: ReadonlyArray<readonly [key: string, encode: Encoder]>): Encoder {
  const members = fields.map(([name, encode], index) => {
    const key = JSON.stringify(name);
    return `${key}: ${encode === same ? `value[${key}]` : `encoders[${index}](value[${key}])`}`;
  });
  const encoders = fields.map(([, encode]) => encode);
  return new Function('encoders', `return (value) => ({ ${members.join(', ')} });`)(encoders);
}

/**
 * Compiles a schema into a function that turns a domain value into its wire form, with an object's keys in the order
 * of the schema. Measured: as fast as handwritten code, where `z.encode` costs a fifth of the throughput. Fields that
 * the schema does not name are not sent, nor are guarded fields that the caller may not see; by default all are.
 */
export function compileEncoder(schema: z.ZodType, may: May = () => true): Encoder {
  if (schema instanceof z.ZodCodec) {
    const codec = schema;
    const encode = codec.def.reverseTransform as (value: unknown, payload: unknown) => unknown;
    return (value) => encode(value, { value, issues: [] });
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = compileEncoder(schema.def.innerType as z.ZodType, may);
    return (value) => (value === undefined || value === null ? value : inner(value));
  }
  if (schema instanceof z.ZodReadonly)
    return compileEncoder(schema.def.innerType as z.ZodType, may);
  if (schema instanceof z.ZodArray) {
    const element = compileEncoder(schema.def.element as z.ZodType, may);
    return (value) => (value as unknown[]).map(element);
  }
  if (schema instanceof z.ZodRecord) {
    const element = compileEncoder(schema.def.valueType as z.ZodType, may);
    return (value) =>
      Object.fromEntries(
        Object.entries(value as object).map(([key, item]) => [key, element(item)]),
      );
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape) as [string, z.ZodType][];
    const sent = fields.filter(([, field]) => {
      const guard = guardOf(field);
      return guard === undefined || may(guard);
    });
    return compileObject(sent.map(([key, field]) => [key, compileEncoder(field, may)] as const));
  }
  if (schema instanceof z.ZodUnion) {
    return (value) => z.encode(schema, value as never);
  }
  return same;
}
