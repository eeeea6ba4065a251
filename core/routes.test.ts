import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

test('no two modules have a call of one name, of which only the last would be there', async () => {
  const source = await readFile(`${folder}routes.ts`, 'utf8');
  const modules = [...source.matchAll(/^import \{ (\w+) \} from '\.\/(.*)';$/gm)];
  const names: string[] = [];
  for (const [, name, path] of modules) {
    const module = (await import(`${folder}${path}`)) as Record<string, object>;
    names.push(...Object.keys(module[name!]!));
  }
  expect(names.length).toBeGreaterThan(250);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
