import { z } from 'zod';
import { guardOf, type May } from './guarded.ts';

export type Encoder = (value: unknown) => unknown;

/** What a codec encodes as it is, says so by this function: then nothing is called for each value. */
export function unchanged<T>(value: T): T {
  return value;
}

/** How a field is encoded; null and undefined as they are, where it is nullable. */
interface Plan {
  encode: Encoder;
  isNullable: boolean;
}

/**
 * Generates a function that encodes an object with these fields, as zod's parsers are generated: objects made by a
 * literal share one hidden class, which encodes a page of rows in a third of the time of setting keys one by one, and
 * leaves a quarter of the garbage. The keys come from our own schemas and are quoted. Null is tested in the literal, since
 * one function that does it for all fields cannot be inlined.
 */
function compileObject(fields: ReadonlyArray<readonly [key: string, plan: Plan]>): Encoder {
  const members = fields.map(([name, { encode, isNullable }], index) => {
    const key = JSON.stringify(name);
    const field = `value[${key}]`;
    if (encode === unchanged) return `${key}: ${field}`;
    const encoded = `encode${index}(${field})`;
    return `${key}: ${isNullable ? `${field} == null ? ${field} : ${encoded}` : encoded}`;
  });
  const names = fields.map((_field, index) => `encode${index}`);
  const make = new Function(...names, `return (value) => ({ ${members.join(', ')} });`);
  return make(...fields.map(([, { encode }]) => encode));
}

function objectEncoder(schema: z.ZodObject, may: May): Encoder {
  const fields = Object.entries(schema.shape) as [string, z.ZodType][];
  const sent = fields.filter(([, field]) => {
    const guard = guardOf(field);
    return guard === undefined || may(guard);
  });
  return compileObject(sent.map(([key, field]) => [key, planOf(field, may)] as const));
}

function planOf(schema: z.ZodType, may: May): Plan {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return { ...planOf(schema.def.innerType as z.ZodType, may), isNullable: true };
  if (schema instanceof z.ZodReadonly) return planOf(schema.def.innerType as z.ZodType, may);
  return { encode: encoderOf(schema, may), isNullable: false };
}

function encoderOf(schema: z.ZodType, may: May): Encoder {
  if (schema instanceof z.ZodCodec) {
    const encode = schema.def.reverseTransform as (value: unknown, payload?: unknown) => unknown;
    // Few codecs look at the payload, which is two objects for each value.
    return encode.length < 2 ? encode : (value) => encode(value, { value, issues: [] });
  }
  if (schema instanceof z.ZodArray) {
    const element = compileEncoder(schema.def.element as z.ZodType, may);
    return (value) => (value as unknown[]).map((item) => element(item));
  }
  if (schema instanceof z.ZodRecord) {
    const element = compileEncoder(schema.def.valueType as z.ZodType, may);
    return (value) =>
      Object.fromEntries(
        Object.entries(value as object).map(([key, item]) => [key, element(item)]),
      );
  }
  if (schema instanceof z.ZodObject) return objectEncoder(schema, may);
  if (schema instanceof z.ZodUnion) return (value) => z.encode(schema, value as never);
  return unchanged;
}

/**
 * Compiles a schema into a function that turns a domain value into its wire form, with an object's keys in the order
 * of the schema. Measured: as fast as handwritten code, where `z.encode` costs a fifth of the throughput. Fields that
 * the schema does not name are not sent, nor are guarded fields that the caller may not see; by default all are.
 */
export function compileEncoder(schema: z.ZodType, may: May = () => true): Encoder {
  const { encode, isNullable } = planOf(schema, may);
  if (!isNullable || encode === unchanged) return encode;
  return (value) => (value === undefined || value === null ? value : encode(value));
}
