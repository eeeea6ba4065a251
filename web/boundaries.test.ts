import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Checks which folders of web may import which, see docs/architecture.md. */
const root = import.meta.dirname;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

const imports = ['app', 'client', 'pages', 'parts', 'ui', 'wifi']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(IMPORT)].map((match) => {
      const specifier = match[1] ?? match[2] ?? '';
      const isOurs = specifier.startsWith('.');
      const path = resolve(dirname(join(root, from)), specifier);
      return { from, target: isOurs ? relative(root, path) : specifier };
    }),
  );

const folderOf = (path: string) => path.split('/')[0] ?? '';
const pageOf = (path: string) => path.split('/')[1];

/** Imports of a folder from any of the others, as 'from -> target'. */
function importsInto(folder: string, others: readonly string[]): string[] {
  return imports
    .filter(({ from, target }) => folderOf(from) === folder && others.includes(folderOf(target)))
    .map(({ from, target }) => `${from} -> ${target}`);
}

test('imports are parsed', () => {
  expect(imports.length).toBeGreaterThan(400);
  expect(imports).toContainEqual({
    from: 'pages/customers/customers-page.tsx',
    target: 'ui/page.tsx',
  });
});

test('ui imports neither the client nor the domain', () => {
  expect(importsInto('ui', ['app', 'client', 'pages', 'parts'])).toEqual([]);
  const domain = imports.filter(
    ({ from, target }) =>
      folderOf(from) === 'ui' &&
      target.startsWith('@nimule/') &&
      !target.startsWith('@nimule/core/kernel/') &&
      target !== '@nimule/core/identity/permissions',
  );
  expect(domain).toEqual([]);
});

test('the client imports no screen, and parts import no page', () => {
  expect(importsInto('client', ['app', 'pages', 'parts', 'ui'])).toEqual([]);
  expect(importsInto('parts', ['pages'])).toEqual([]);
});

test('a page imports nothing of another page', () => {
  const others = imports.filter(
    ({ from, target }) =>
      folderOf(from) === 'pages' && folderOf(target) === 'pages' && pageOf(from) !== pageOf(target),
  );
  expect(others).toEqual([]);
});

test('only the client uses fetch', () => {
  const sources = imports.map(({ from }) => from);
  const asking = [...new Set(sources)].filter((from) =>
    /\bfetch\(/.test(readFileSync(join(root, from), 'utf8')),
  );
  const allowed = (from: string) => folderOf(from) === 'client' || from === 'wifi/request.ts';
  expect(asking.filter((from) => !allowed(from))).toEqual([]);
});

test('the page of a visitor has no library, and of the portal only its colours and what copies a text', () => {
  const own = imports.filter(({ from }) => folderOf(from) === 'wifi');
  expect(own.length).toBeGreaterThan(10);
  const others = own.map(({ target }) => target).filter((target) => folderOf(target) !== 'wifi');
  expect([...new Set(others)].sort()).toEqual([
    '@nimule/core/collections/schema',
    '@nimule/core/kernel/phone',
    '@nimule/core/vouchers/schema',
    '@nimule/core/wifi/schema',
    'ui/copy-text.ts',
    'ui/theme.css',
    'ui/theme.ts',
    'zod',
  ]);
  const types = readFileSync(join(root, 'wifi/types.ts'), 'utf8');
  expect(types.match(/^import (?!type )/gm)).toBeNull();
  // The rule for telephone numbers is pure text.
  const isType = (target: string) => target.endsWith('/schema') || target === 'zod';
  const named = own.filter(({ target }) => isType(target));
  expect(new Set(named.map(({ from }) => from))).toEqual(new Set(['wifi/types.ts']));
});
