import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineFilters, wordsOf } from './filters.ts';

const query = z.object({
  status: z.enum(['all', 'in_transit', 'late']).optional(),
  from: z.string().optional(),
  clerk: z.string().optional(),
});

test('options come from the schema, after all, with optional labels', () => {
  const [status] = defineFilters(query, {
    status: { label: 'Status', all: 'All statuses', labels: { late: 'Too late' } },
  });
  expect(status?.options).toEqual([
    { value: 'all', label: 'All statuses' },
    { value: 'in_transit', label: 'In transit' },
    { value: 'late', label: 'Too late' },
  ]);
  expect(status?.takesAny).toBe(false);
});

test('options can be a subset in another order', () => {
  const [status] = defineFilters(query, { status: { label: 'Status', options: ['late'] } });
  expect(status?.options?.map(({ value }) => value)).toEqual(['all', 'late']);
});

test('accepts any value without options, or with takesAny', () => {
  const [from, clerk] = defineFilters(query, {
    from: { label: 'From day' },
    clerk: { label: 'Recorded by', all: 'Anyone', options: [], takesAny: true },
  });
  expect(from).toEqual({ name: 'from', label: 'From day', takesAny: true });
  expect(clerk?.options).toEqual([{ value: '', label: 'Anyone' }]);
  expect(clerk?.takesAny).toBe(true);
});

test('says where a filter is, and its value in words', () => {
  const [status, from] = defineFilters(query, {
    status: { label: 'Status', inBar: true },
    from: { label: 'From day', onlyIfSet: true },
  });
  expect([status?.inBar, status?.onlyIfSet, from?.inBar, from?.onlyIfSet]).toEqual([
    ...[true, undefined],
    ...[undefined, true],
  ]);
  expect([wordsOf(status!, 'in_transit'), wordsOf(from!, '2026-11-21')]).toEqual([
    'In transit',
    '21 Nov 2026',
  ]);
});
