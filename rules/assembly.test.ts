import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assembled, contractFiles } from '../scripts/assembly.ts';
import { files, imports, isModule, kindOf, root } from './source-files.ts';

/** One home for the contract of a module, and the files that list all modules. */
describe('the contract of a module', () => {
  test.each(['routes', 'operations'] as const)(
    'its %s are in its root, in parts that its row names',
    (kind) => {
      const found = files
        .map((path) => relative(root, path))
        .filter((file) => isModule(file) && kindOf(file) === kind);
      expect(found.sort()).toEqual(contractFiles(kind).sort());
    },
  );

  test('the routes of a file have their handlers in the file of the same part', () => {
    const routes = contractFiles('routes');
    const operations = contractFiles('operations');
    expect(operations).toEqual(routes.map((file) => file.replace('/routes', '/operations')));
    const pairs = imports.filter(({ from }) => operations.includes(from));
    const strays = operations.filter(
      (file, place) => !pairs.some(({ from, target }) => from === file && target === routes[place]),
    );
    expect(strays).toEqual([]);
  });
});

test.each(Object.entries(assembled()))(
  '%s lists what is in the modules, as `npx tsx -C nimule-source scripts/assembly.ts` writes it',
  (file, text) => {
    expect(readFileSync(join(root, '..', file), 'utf8')).toBe(text);
  },
);
