import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineFilters } from './filters.ts';

const query = z.object({
  status: z.enum(['all', 'in_transit', 'late']).optional(),
  from: z.string().optional(),
  clerk: z.string().optional(),
});

test('the options come from the schema, all of them first, with words where the value says too little', () => {
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

test('a list may offer fewer in another order', () => {
  const [status] = defineFilters(query, { status: { label: 'Status', options: ['late'] } });
  expect(status?.options?.map(({ value }) => value)).toEqual(['all', 'late']);
});

test('without options it takes any value, as does one whose options come later', () => {
  const [from, clerk] = defineFilters(query, {
    from: { label: 'From day' },
    clerk: { label: 'Recorded by', all: 'Anyone', options: [], takesAny: true },
  });
  expect(from).toEqual({ name: 'from', label: 'From day', takesAny: true });
  expect(clerk?.options).toEqual([{ value: '', label: 'Anyone' }]);
  expect(clerk?.takesAny).toBe(true);
});
