import { expect, test } from 'vitest';
import { settingValue } from './rights.ts';

test.each([
  ['search_path', 'public, pg_catalog', `'public', 'pg_catalog'`],
  ['search_path', '"$user", "a ""b"", c", public', `'$user', 'a "b", c', 'public'`],
  ['search_path', '""', `''`],
  ['DateStyle', 'ISO, DMY', `'ISO, DMY'`],
  ['my.text', `it's`, `'it''s'`],
])('the stored value of %s: %s', (name, stored, sql) => {
  expect(settingValue(name, stored)).toBe(sql);
});
