import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listsOf, otherFormat, routerTablesOf } from './rules-other-formats.ts';

const secretsOf = (text: string) => routerTablesOf(text)[0]!;
const cells = (text: string) => secretsOf(text).rows.map((row) => row.cells);

it('reads secrets with quotes, in one line and over several, and no other section', () => {
  const text = [
    '# nov/26/2026 10:00:00 by RouterOS 6.49.7',
    '/ppp profile',
    'add name=10M',
    '/ppp secret',
    'add comment="James \\"J\\" Wani" name=jwani \\',
    '    password=s1',
    'set 0 name=other',
    '/ppp secret add name=two disabled=yes',
    '/ip pool',
    'add name=pool',
  ].join('\r\n');
  expect(otherFormat(text)).toBe('router');
  expect(secretsOf(text)).toMatchObject({
    header: ['name', 'comment', 'password', 'disabled'],
    headerRow: 4,
    rows: [{ row: 5 }, { row: 8 }],
  });
  expect(cells(text)).toEqual([
    ['jwani', 'James "J" Wani', 's1', ''],
    ['two', '', '', 'yes'],
  ]);
});

it('reads profiles of User Manager, also of RouterOS 6, and not their limits', () => {
  for (const path of ['/user-manager profile', '/tool user-manager profile']) {
    const text = [
      path,
      'add name=day name-for-users="One day" price=1.5 validity=1d',
      `${path} limitation`,
      'add limitation=l1 profile=day',
      '/ppp secret',
      'add name=jwani',
    ].join('\n');
    expect(otherFormat(text)).toBe('router');
    expect(
      routerTablesOf(text).map(({ name, rows }) => [name, rows.map((row) => row.cells)]),
    ).toEqual([
      ['Secrets', [['jwani']]],
      ['Profiles', [['day', 'One day', '1.5', '1d']]],
    ]);
  }
});

it('any text is read to its end, and a text in quotes comes back', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = text.replace(/[\r\n]/g, ' ');
      const written = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
      expect(cells(`/ppp secret\nadd name="${written}" service=pppoe`)).toEqual([[value, 'pppoe']]);
      secretsOf(`/ppp secret\nadd ${value}`);
      listsOf(value);
    }),
  );
  const long = secretsOf(`/ppp secret\nadd name=${'x'.repeat(30_000)}`);
  expect(long.rows[0]!.problem).toContain('more than');
});

it('reads the lists of an IIF file, and of tables nothing', () => {
  const text = '!HDR\tPROD\nHDR\tQB\n!VEND\tNAME\nVEND\tV\n!CUST\tNAME\tEMAIL\nCUST\t"C ""x"""\n';
  expect(otherFormat(text)).toBe('iif');
  expect(listsOf(text).map(({ name, rows }) => [name, rows[0]!.cells])).toEqual([
    ['Customers', ['C "x"', '']],
    ['Vendors', ['V']],
  ]);
  expect(otherFormat('name,password,profile\nppp,secret,x\n')).toBeUndefined();
});
