import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Checks which folders of web may import which, see docs/architecture.md. */
const root = import.meta.dirname;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

const imports = ['app', 'client', 'light', 'pages', 'parts', 'ui', 'wifi']
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
  expect(asking.filter((from) => folderOf(from) !== 'client')).toEqual([]);
});

/** What a file imports when it runs: paths from the root of the repository, and packages. */
function loadedBy(file: string): string[] {
  const text = readFileSync(join(root, '..', file), 'utf8');
  return [...text.matchAll(IMPORT)]
    .filter(([statement]) => !/^\s*(?:import|export) type /.test(statement))
    .map((match) => {
      const specifier = match[1] ?? match[2] ?? '';
      if (specifier.startsWith('.'))
        return relative(join(root, '..'), resolve(root, '..', dirname(file), specifier));
      const ours = /^@nimule\/(.+)$/.exec(specifier)?.[1];
      return ours ? `${ours}.ts` : specifier;
    });
}

/** Everything that is loaded with some files. */
function loadedWith(files: readonly string[]): string[] {
  const loaded = new Set(files);
  for (const file of loaded)
    if (/\.tsx?$/.test(file)) for (const target of loadedBy(file)) loaded.add(target);
  return [...loaded].filter((file) => !files.includes(file));
}

test('a light page loads React alone, and of the portal and the core only what is light', () => {
  const others = loadedWith(['web/wifi/main.tsx']).filter(
    (file) => !file.startsWith('web/wifi/') && !file.startsWith('web/light/'),
  );
  expect(others.sort()).toEqual([
    'core/kernel/phone.ts',
    'core/kernel/plain-text.ts',
    'core/kernel/plain/formats.ts',
    'react',
    'react-dom/client',
    ...[
      'address',
      'connection',
      'errors',
      'light-call',
      'maintenance',
      'new-key',
      'preload',
      'request',
    ].map((name) => `web/client/${name}.ts`),
    'web/client/server-clock.ts',
    'web/client/user-key.ts',
    'web/ui/copy-text.ts',
    'web/ui/theme.css',
    'web/ui/theme.ts',
  ]);
});

test('light parts know no page and none of the heavy parts', () => {
  expect(importsInto('light', ['app', 'pages', 'parts', 'wifi'])).toEqual([]);
  expect(importsInto('wifi', ['app', 'pages', 'parts'])).toEqual([]);
});
