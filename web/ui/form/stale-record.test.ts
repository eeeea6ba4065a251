import { expect, test } from 'vitest';
import { mergeRecord } from './stale-record.tsx';

const opened = { name: 'Tea', fee: '10.00', speed: 50, place: 'Juba' };
type Settle = Parameters<typeof mergeRecord>[3];
const merge = (typed: object, current: object, settle: Settle = () => ({})) =>
  mergeRecord(opened, { ...opened, ...typed }, { ...opened, ...current }, settle);

test('takes a value that only one side changed', () => {
  const { kept, changes } = merge({ name: 'Tea House' }, { fee: '12.00' });
  expect(kept).toEqual({ name: 'Tea House' });
  expect([...changes]).toEqual([['fee', { now: '12.00' }]]);
});

test('keeps the typed value if both changed it, and reports the other', () => {
  const { kept, changes } = merge({ name: 'Tea House' }, { name: 'Tea Palace' });
  expect(kept).toEqual({ name: 'Tea House' });
  expect([...changes]).toEqual([['name', { now: 'Tea Palace' }]]);
});

test('the same change on both sides is not a conflict, nor is a retyped number', () => {
  const { kept, changes } = merge({ name: 'Bar', speed: '50' }, { name: 'Bar', speed: 100 });
  expect(kept).toEqual({});
  expect([...changes.keys()]).toEqual(['name', 'speed']);
});

test('overrides replace the input, which is reported', () => {
  const { kept, changes } = merge({ name: 'Tea House', place: 'Wau' }, {}, () => ({
    place: 'Juba',
    fee: '10.00',
  }));
  expect(kept).toEqual({ name: 'Tea House' });
  expect([...changes]).toEqual([['place', { now: 'Juba', discarded: 'Wau' }]]);
});

test('overrides are computed from the merged values and may differ from both', () => {
  const settle: Settle = ({ place }) => (place === 'Wau' ? { fee: '8.00', speed: '20' } : {});
  const ours = merge({ place: 'Wau', fee: '8.00', speed: '30' }, { fee: '12.00' }, settle);
  expect(ours.kept).toEqual({ place: 'Wau', fee: '8.00', speed: '20' });
  expect([...ours.changes]).toEqual([
    ['fee', { now: '12.00' }],
    ['speed', { now: '50', discarded: '30' }],
  ]);
  const theirs = merge({ fee: '9.00' }, { place: 'Wau', fee: '8.00', speed: 20 }, settle);
  expect(theirs.kept).toEqual({});
  expect(theirs.changes.get('fee')).toEqual({ now: '8.00', discarded: '9.00' });
});

test('changed lines of a document are kept, although their number is the same', () => {
  const before = { items: [{ quantity: '1' }], notes: '' };
  const typed = { ...before, items: [{ quantity: '2' }] };
  const { kept } = mergeRecord(before, typed, { ...before, notes: 'Call first' }, () => ({}));
  expect(kept).toEqual({ items: [{ quantity: '2' }] });
});
