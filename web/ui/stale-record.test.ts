import { expect, test } from 'vitest';
import { mergeRecord } from './stale-record.tsx';

const opened = { name: 'Tea', fee: '10.00', speed: 50, place: 'Juba' };
const merge = (typed: object, current: object, fixed: string[] = []) =>
  mergeRecord(opened, { ...opened, ...typed }, { ...opened, ...current }, new Set(fixed));

test('what only one of both changed is taken from that one', () => {
  const { kept, changes } = merge({ name: 'Tea House' }, { fee: '12.00' });
  expect(kept).toEqual({ name: 'Tea House' });
  expect([...changes]).toEqual([['fee', { now: '12.00' }]]);
});

test('what both changed is kept as typed, and the other known', () => {
  const { kept, changes } = merge({ name: 'Tea House' }, { name: 'Tea Palace' });
  expect(kept).toEqual({ name: 'Tea House' });
  expect([...changes]).toEqual([['name', { now: 'Tea Palace' }]]);
});

test('the same change of both is no conflict, nor is a number that is typed as it was', () => {
  const { kept, changes } = merge({ name: 'Bar', speed: '50' }, { name: 'Bar', speed: 100 });
  expect(kept).toEqual({});
  expect([...changes.keys()]).toEqual(['name', 'speed']);
});

test('what may no longer be changed follows the record, and what was typed is told', () => {
  const { kept, changes } = merge({ name: 'Tea House', place: 'Wau' }, {}, ['place', 'fee']);
  expect(kept).toEqual({ name: 'Tea House' });
  expect([...changes]).toEqual([['place', { now: 'Juba', givenUp: 'Wau' }]]);
});
