import { expect, it } from 'vitest';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { type Found, mattersOf } from './rules.ts';
import { type OpenKind, openKinds, openMatter } from './schema.ts';

const foundOf = (count: number) =>
  Object.fromEntries(
    openKinds.map((kind) => [kind, { count, amountUsd: cents(count * 100) }]),
  ) as Record<OpenKind, Found>;

it.each([1, 2])('names every kind with its number, %i of each', (count) => {
  const matters = mattersOf(foundOf(count), isoMonth('2026-10'));
  expect(matters.map(({ kind }) => kind)).toEqual(openKinds);
  for (const matter of matters) {
    expect(openMatter.safeEncode(matter).success).toBe(true);
    if (matter.kind !== 'depreciation') expect(matter.title).toMatch(`${count} `);
    expect(matter.title).toMatch(/^[A-Z0-9].*\.$/);
  }
});

it('leaves out what is done', () => {
  expect(mattersOf(foundOf(0), isoMonth('2026-10'))).toEqual([]);
});
