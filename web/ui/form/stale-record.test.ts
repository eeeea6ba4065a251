import { expect, test } from 'vitest';
import { mergeRecord } from './stale-record.tsx';

const opened = { name: 'Tea', fee: '10.00', speed: 50, place: 'Juba' };
type Settle = Parameters<typeof mergeRecord>[3];
const merge = (typed: object, current: object, settle: Settle = () => ({})) =>
  mergeRecord(opened, { ...opened, ...typed }, { ...opened, ...current }, settle);

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

test('what the record settles follows it, and what was typed is told', () => {
  const { kept, changes } = merge({ name: 'Tea House', place: 'Wau' }, {}, () => ({
    place: 'Juba',
    fee: '10.00',
  }));
  expect(kept).toEqual({ name: 'Tea House' });
  expect([...changes]).toEqual([['place', { now: 'Juba', givenUp: 'Wau' }]]);
});

test('what is settled is judged by what comes out of both, and may be neither', () => {
  const settle: Settle = ({ place }) => (place === 'Wau' ? { fee: '8.00', speed: '20' } : {});
  const ours = merge({ place: 'Wau', fee: '8.00', speed: '30' }, { fee: '12.00' }, settle);
  expect(ours.kept).toEqual({ place: 'Wau', fee: '8.00', speed: '20' });
  expect([...ours.changes]).toEqual([
    ['fee', { now: '12.00' }],
    ['speed', { now: '50', givenUp: '30' }],
  ]);
  const theirs = merge({ fee: '9.00' }, { place: 'Wau', fee: '8.00', speed: 20 }, settle);
  expect(theirs.kept).toEqual({});
  expect(theirs.changes.get('fee')).toEqual({ now: '8.00', givenUp: '9.00' });
});
