import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadRow } from './rules-rows.ts';
import { createKeptRows } from './service-kept-rows.ts';

describe('kept rows', () => {
  it('are read back unchanged', () => {
    const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    const row = fc.tuple(fc.tuple(cell, cell), fc.option(fc.string(), { nil: undefined }));
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 25 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, size) => {
          const kept = createKeptRows(2, size);
          const sent = rows.map(
            ([texts, problem], at): ReadRow => ({ row: at + 2, texts, problem }),
          );
          for (const one of sent) kept.add(one);
          kept.end();
          const expected = sent.map((one) => ({
            ...one,
            texts: one.texts.map((text) => text.toWellFormed()),
          }));
          expect(kept.count()).toBe(expected.length);
          expect(expected.map((_, place) => kept.row(place))).toEqual(expected);
          expect(expected.map((_, place) => kept.rowNumber(place))).toEqual(
            expected.map(({ row }) => row),
          );
        },
      ),
    );
  });

  it('are refused above the limit, which counts rows and messages', () => {
    const fill = (row: Omit<ReadRow, 'row'>) => () => {
      const kept = createKeptRows(1, 10, 1024 * 1024);
      for (let at = 0; at < 2_000; at += 1) kept.add({ row: at + 2, ...row });
      kept.end();
    };
    const long = 'x'.repeat(1_000);
    const refusal = /more than 1 MB of text. Split the file/;
    expect(fill({ texts: [long], problem: undefined })).toThrow(refusal);
    expect(fill({ texts: [''], problem: long })).toThrow(refusal);
    expect(fill({ texts: ['x'], problem: undefined })).not.toThrow();
  });
});
