import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutSummaries } from './route-summaries.ts';

const core = join(import.meta.dirname, '../../core');
const files = readdirSync(core, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) =>
      /(?:^|\/)routes[\w-]*\.ts$/.test(path) && !/(?:^|\/)(?:dist|node_modules)\//.test(path),
  )
  .map((path): [string, string] => [path, readFileSync(join(core, path), 'utf8')]);

test.each(files)('%s loses its summaries and nothing else', (_path, code) => {
  const left = withoutSummaries(code);
  expect(left).not.toMatch(/^ {4}summary:/m);
  const rest = (text: string) =>
    text.split('\n').filter((line) => !/^ {4}summary:|^ {6}['"]/.test(line));
  expect(rest(left)).toEqual(rest(code));
});

test('a summary on a line of its own, and one with quotes', () => {
  const code = `  one: {\n    summary:\n      'It\\'s long',\n    method: 'GET',\n    summary: "The day's",\n  },\n`;
  expect(withoutSummaries(code)).toBe(`  one: {\n    method: 'GET',\n  },\n`);
});
