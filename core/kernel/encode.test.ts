import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dateText, instant, isoDate, monthText } from './dates.ts';
import { compileEncoder } from './encode.ts';
import { cents, money } from './money.ts';

const line = z.object({ 'its "name"': z.string(), amountUsd: money });
const document = z.object({
  id: z.number(),
  month: monthText.nullable(),
  billDate: dateText,
  createdAt: instant,
  discountUsd: money.optional(),
  lines: z.array(line).readonly(),
  byAccount: z.record(z.string(), money),
  either: z.union([z.string(), z.number()]),
});

describe('compileEncoder', () => {
  const value: z.output<typeof document> = {
    either: 7,
    byAccount: { '1200': cents(1050), '': cents(-1) },
    lines: [{ amountUsd: cents(12_505), 'its "name"': '\\"' }],
    discountUsd: undefined,
    createdAt: new Date('2026-11-01T00:05:00+02:00'),
    billDate: isoDate('2026-11-01'),
    month: null,
    id: 1,
  };

  test('encodes what zod encodes', () => {
    expect(compileEncoder(document)(value)).toEqual(z.encode(document, value));
    expect(compileEncoder(document)({ ...value, discountUsd: cents(1) })).toHaveProperty(
      'discountUsd',
      0.01,
    );
  });

  test('lists the keys of the schema in its order and no others', () => {
    const wire = compileEncoder(document)({ ...value, passwordHash: 'secret' });
    expect(Object.keys(wire as object)).toEqual(Object.keys(document.shape));
    expect(JSON.stringify(wire)).not.toContain('secret');
  });
});
