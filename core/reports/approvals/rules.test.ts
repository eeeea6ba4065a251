import { expect, it } from 'vitest';
import { type Permission, permissionTable } from '../../identity/permissions.ts';
import { readableKinds, waitingReaders } from './rules.ts';
import { waitingKinds } from './schema.ts';

it('what waits is shown by kind to those who may read its records', () => {
  expect(readableKinds(waitingKinds, () => true)).toEqual([...waitingKinds]);
  expect(readableKinds(waitingKinds, () => false)).toEqual([]);
  expect(readableKinds(waitingKinds, (permission) => permission === 'stock.read')).toEqual([
    'stock_count',
  ]);
});

it('every kind names a permission of the table', () => {
  for (const permission of Object.values<Permission>(waitingReaders))
    expect(permissionTable).toHaveProperty([permission]);
});
