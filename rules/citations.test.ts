import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Comments cite 'decision 29' and 'seeds/000 6': each must exist in docs/decisions.md and docs/requirements.md. */
const root = fileURLToPath(new URL('..', import.meta.url));

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'files'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(tsx?|mjs|sql|css)$/.test(entry.name) ? [path] : [];
  });
}

const read = (file: string) => readFileSync(join(root, 'docs', file), 'utf8');
const files = ['core', 'api', 'cli', 'web', 'fixtures', 'rules', 'scripts'].flatMap((name) =>
  sources(join(root, name)),
);

/** Every number of a citation such as 'decisions 16 and 17' or 'seeds/000 4 and 9'. */
function cited(pattern: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of files) {
    for (const { groups } of readFileSync(path, 'utf8').matchAll(pattern)) {
      for (const number of groups!.numbers!.match(/\d+/g)!)
        found.set(`${groups!.file ?? ''}${number}`, relative(root, path));
    }
  }
  return found;
}

const NUMBERS = String.raw`(?<numbers>\d{1,2}(?:(?:, | and |, and )\d{1,2}\b(?!/))*)`;

test('every decision that is cited is in docs/decisions.md', () => {
  const decisions = cited(new RegExp(String.raw`\bdecisions? ${NUMBERS}`, 'g'));
  const known = read('decisions.md');
  expect(decisions.size).toBeGreaterThan(20);
  const missing = [...decisions].filter(([number]) => !known.includes(`id="decision-${number}"`));
  expect(missing).toEqual([]);
});

test('every section that is cited is in docs/requirements.md', () => {
  const sections = cited(new RegExp(String.raw`\bseeds/(?<file>\d{3}) ${NUMBERS}`, 'g'));
  const known = read('requirements.md');
  expect(sections.size).toBeGreaterThan(10);
  const missing = [...sections].filter(
    ([number]) => !known.includes(`id="req-${number.slice(0, 3)}-${number.slice(3)}"`),
  );
  expect(missing).toEqual([]);
});
