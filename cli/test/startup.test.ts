import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** `import … from` and `export … from` that remain at run time; `import()` is allowed in handlers. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

function loaded(file: string, found = new Map<string, string>()): Map<string, string> {
  const source = readFileSync(file, 'utf8');
  for (const [, name = ''] of source.matchAll(IMPORT)) {
    if (found.has(name) && !name.startsWith('.')) continue;
    if (!name.startsWith('.')) {
      found.set(name, file);
      continue;
    }
    const path = resolve(file, '..', name);
    if (found.has(path)) continue;
    found.set(path, file);
    loaded(path, found);
  }
  return found;
}

describe('isp --help', () => {
  it('loads nothing heavy: 200 ms are the whole of its time', () => {
    const entry = fileURLToPath(new URL('../process.ts', import.meta.url));
    const packages = [...loaded(entry).keys()].filter(
      (name) => /^[@\w]/.test(name) && !name.startsWith('node:'),
    );
    expect(packages.sort()).toEqual(['@nimule/core/kernel/errors', 'commander']);
    const errors = fileURLToPath(new URL('../../core/kernel/errors.ts', import.meta.url));
    expect([...loaded(errors).keys()]).toEqual([]);
  });
});
