import type { Route } from '@nimule/core/kernel/contract';
import { routes } from '@nimule/core/routes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decoded, type Plan, UnreadableAnswer } from './answers.ts';
import { operations } from './operations.ts';

/** As it arrives. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Values as they are sent, of which a field takes the first that it accepts. */
const SENT = [
  ...[7, 12.5, 0, 1, 100, 'Juba', 'a@b.co', '', true, false, '12.50', '2026-11-21', '2026-11'],
  ...['2026-11-21T08:00:00.000Z', '09:00', '+211912345678', '192.168.7.7', null],
];

/** A value of each kind that a schema describes, with or without what may be missing. */
function samplesOf(schema: z.ZodType, isFull: boolean): unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    if (isFull) return samplesOf(schema.def.innerType as z.ZodType, isFull);
    return [schema instanceof z.ZodNullable ? null : undefined];
  }
  if (schema instanceof z.ZodReadonly) return samplesOf(schema.def.innerType as z.ZodType, isFull);
  if (schema instanceof z.ZodObject)
    return [
      Object.fromEntries(
        Object.entries(schema.shape as Record<string, z.ZodType>)
          .map(([key, field]) => [key, samplesOf(field, isFull)[0]] as const)
          .filter(([, value]) => value !== undefined),
      ),
    ];
  if (schema instanceof z.ZodArray) {
    const items = samplesOf(schema.def.element as z.ZodType, isFull);
    return [[...items, ...items]];
  }
  if (schema instanceof z.ZodRecord) {
    const [item] = samplesOf(schema.def.valueType as z.ZodType, isFull);
    const keys = [...SENT, ...keysOf(schema)].map(String);
    const key = keys.find((one) => z.safeDecode(schema, { [one]: item } as never).success);
    return [
      key === undefined
        ? Object.fromEntries(keysOf(schema).map((one) => [one, item]))
        : { [key]: item },
    ];
  }
  if (schema instanceof z.ZodUnion)
    return (schema.def.options as z.ZodType[]).flatMap((option) => samplesOf(option, isFull));
  if (schema instanceof z.ZodEnum) return [schema.options[0]];
  if (schema instanceof z.ZodLiteral) return [schema.def.values[0]];
  const value = SENT.find((one) => z.safeDecode(schema, one as never).success);
  // What a person types may stand for what is sent: 'yes' for true.
  return [z.encode(schema, z.decode(schema, value as never) as never)];
}

function keysOf(schema: z.ZodRecord): string[] {
  return schema.def.keyType instanceof z.ZodEnum ? schema.def.keyType.options.map(String) : [];
}

const answering = Object.entries(routes as Record<string, Route>).flatMap(([operation, route]) => {
  const schema = route.list?.array() ?? route.response;
  return schema ? [[operation, schema] as const] : [];
});

function planOf(operation: string): Plan | undefined {
  const { list, answer } = operations[operation as keyof typeof operations];
  return list ? { list: answer ?? null } : answer;
}

describe('the table of operations', () => {
  test.each([true, false])(
    'decodes every answer as the contract does (%s: with all of it)',
    (isFull) => {
      const wrong = answering.filter(([operation, schema]) =>
        samplesOf(schema, isFull).some((sample) => {
          const expected = z.decode(schema, sent(sample) as never);
          const plan = planOf(operation);
          const found = plan ? decoded(plan, sent(sample)) : sent(sample);
          return !isSame(found, expected);
        }),
      );
      expect(wrong.map(([operation]) => operation)).toEqual([]);
      expect(answering.length).toBeGreaterThan(300);
    },
  );

  test('has no schema', () => {
    const parsed: unknown = JSON.parse(JSON.stringify(operations));
    expect(parsed).toEqual(operations);
  });
});

function isSame(found: unknown, expected: unknown): boolean {
  try {
    expect(found).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}

describe('an answer', () => {
  test('is decoded to the cent, however large it is', () => {
    for (const cents of [1, 7, 29, 115, 12_345_678_901, 99_999_999_999_999, 3_999_999_999_999_999])
      for (const sign of [1, -1])
        expect(decoded('m', JSON.parse(JSON.stringify((sign * cents) / 100)))).toBe(sign * cents);
    expect(decoded('m', '5.00')).toBe(500);
  });

  test.each([
    ['m', 'five'],
    ['m', null],
    ['d', 'yesterday'],
    ['d', 7],
    [{ of: {} }, []],
    [{ of: { at: 'd' } }, {}],
    [{ list: null }, {}],
    [{ each: 'm' }, { a: 'b' }],
  ] as [Plan, unknown][])('that is not by the plan %j is refused: %j', (plan, value) => {
    expect(() => decoded(plan, value)).toThrow(UnreadableAnswer);
  });
});
