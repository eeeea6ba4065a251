import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileEncoder } from './encode.ts';
import { guarded, guardOf, guardSorts, guardsOf, lackedFor, withoutGuarded } from './guarded.ts';
import { money } from './money.ts';
import { pagingQuery } from './paging.ts';

const person = z.object({
  id: z.number(),
  salary: guarded('pay.read', money),
  boss: z.object({ name: z.string(), salary: guarded('pay.read', money) }).nullable(),
});
const nobody = () => false;
const everybody = () => true;
const akol = { id: 1, salary: 45_000, boss: { name: 'Nyandeng', salary: 90_000 } };

describe('an answer', () => {
  it('lacks guarded fields at any depth without the permission', () => {
    expect(compileEncoder(person.array(), nobody)([akol])).toEqual([
      { id: 1, boss: { name: 'Nyandeng' } },
    ]);
    expect(compileEncoder(person.array(), everybody)([akol])).toEqual([
      { id: 1, salary: 450, boss: { name: 'Nyandeng', salary: 900 } },
    ]);
  });

  it('lacks them in schemas that are made of the first', () => {
    for (const made of [
      person.partial(),
      person.pick({ id: true, salary: true }),
      person.extend({}),
    ])
      expect(compileEncoder(made, nobody)({ id: 1, salary: 45_000 })).not.toHaveProperty('salary');
    expect(guardOf(person.partial().shape.salary)).toBe('pay.read');
  });

  it('tells which permissions its fields need, and refuses a union that it could not strip', () => {
    expect(guardsOf(person.array().nullable())).toEqual(['pay.read']);
    expect(guardsOf(z.object({ id: z.number() }))).toEqual([]);
    expect(() => guardsOf(z.union([person, z.null()]))).toThrow(RangeError);
  });
});

describe('a query', () => {
  const filter = pagingQuery(['name', 'salary']).extend({ above: guarded('pay.read', money) });
  guardSorts(filter.shape.sort, ['salary'], 'pay.read');
  const file = filter.extend({ format: z.string().optional() });

  it.each([
    [{ sort: 'salary' }, 'pay.read'],
    [{ sort: '-salary' }, 'pay.read'],
    [{ above: 100 }, 'pay.read'],
    [{ sort: 'name' }, undefined],
    [{}, undefined],
  ])('%o needs %s', (values, lacked) => {
    expect(lackedFor(file, values, nobody)).toBe(lacked);
    expect(lackedFor(file, values, everybody)).toBeUndefined();
  });
});

it('a logged record is shown without the fields that the reader may not see', () => {
  expect(withoutGuarded(person, { id: 1, salary: 450 }, nobody)).toEqual({ id: 1 });
  expect(withoutGuarded(person, { id: 1, salary: 450 }, everybody)).toEqual({ id: 1, salary: 450 });
});
