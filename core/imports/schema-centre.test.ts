import { expect, test } from 'vitest';
import { decodeInput } from '../kernel/contract.ts';
import { isAppError } from '../kernel/errors.ts';
import { importRoutes } from './routes.ts';

function refusalOf(settings: Record<string, unknown>): Record<string, string> | undefined {
  const empty = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: false };
  const body = { fileId: '1', type: 'customers', settings: { ...empty, ...settings } };
  try {
    decodeInput(importRoutes.startImportRun, { body });
  } catch (error) {
    if (isAppError(error)) return error.fields;
    throw error;
  }
  return undefined;
}

const NUL = 'It has a character (U+0000) that cannot be stored.';

test.each([
  [{ map: { name: { first: [] } } }, { 'settings.map.name.first': 'Name at least one column.' }],
  [{ map: { name: [] } }, { 'settings.map.name': 'Name at least one column.' }],
  [{ map: { name: 'a\0' } }, { 'settings.map.name': NUL }],
  [{ value: { 'status.No': 'a\0' } }, { 'settings.value.status.No': NUL }],
  [
    { set: { 'a\0': 'b' } },
    { 'settings.set': 'A name is too long, or has a character (U+0000) that cannot be stored.' },
  ],
  [{ map: { name: ['First', 'Last'] }, set: { location: '' } }, undefined],
])('settings %j are refused in words', (settings, fields) => {
  expect(refusalOf(settings)).toEqual(fields);
});
