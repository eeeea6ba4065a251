import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from './asvs.ts';
import { root } from './source-files.ts';

// docs/security.md says of each requirement of OWASP ASVS whether it is met, and by which test.

const repository = resolve(root, '..');
const text = readFileSync(join(repository, 'docs/security.md'), 'utf8');
const lines = text.split('\n');

const VERDICTS = ['met', 'partly', 'not met', 'set-up'] as const;
const ID = /v5\.0\.0-\d{1,2}\.\d{1,2}\.\d{1,2}/g;
const NO_CASE = '- Does not apply (';

const rows = lines
  .filter((line) => line.startsWith('| v5.0.0-'))
  .map((line) => {
    const [, id = '', level = '', words = '', verdict = '', shownBy = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return { id, level, words, verdict, shownBy };
  });
const notApplying = lines
  .filter((line) => line.startsWith(NO_CASE))
  .flatMap((line) => line.match(ID) ?? []);

/** The files that a text names in backticks, by their path in the repository. */
const pathsIn = (part: string) =>
  [...part.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|md|json|service))`/g)].map(
    ([, path]) => path!,
  );

test('the requirements of levels 1 and 2 are known', () => {
  expect(requirements.size).toBe(253);
  expect([...requirements.values()].filter((level) => level === '1')).toHaveLength(70);
});

test('each requirement stands in docs/security.md once', () => {
  const named = [...rows.map(({ id }) => id), ...notApplying];
  expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([]);
  expect([...requirements.keys()].filter((id) => !named.includes(id))).toEqual([]);
  expect(named.filter((id) => !requirements.has(id))).toEqual([]);
});

test('each row has the level of the standard, words, and a verdict with its reason', () => {
  for (const { id, level, words, verdict, shownBy } of rows) {
    expect([id, level]).toEqual([id, requirements.get(id)]);
    expect([id, VERDICTS.includes(verdict as never)]).toEqual([id, true]);
    expect([id, words.length > 3 && shownBy.length > 3]).toEqual([id, true]);
  }
});

test('what is met names a file or a section of the documents', () => {
  const nameless = rows.filter(
    ({ verdict, shownBy }) =>
      verdict === 'met' &&
      pathsIn(shownBy).length === 0 &&
      !/\]\((?:#|guide\/|decisions\.md)/.test(shownBy) &&
      !shownBy.includes('package-lock.json'),
  );
  expect(nameless.map(({ id }) => id)).toEqual([]);
});

test('what is not met says what can be done or why it stays', () => {
  for (const { id, verdict, shownBy } of rows)
    if (verdict === 'not met' || verdict === 'partly')
      expect([id, shownBy.length > 25]).toEqual([id, true]);
});

test('each file that is named exists', () => {
  const named = [...new Set(pathsIn(text))];
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

test('the sums of the first lines are those of the tables', () => {
  const of = (verdict: (typeof VERDICTS)[number]) =>
    rows.filter((row) => row.verdict === verdict).length;
  expect(text.replaceAll('\n', ' ')).toContain(
    `Of the ${requirements.size} requirements ${of('met')} are met, ${of('partly')} partly, ${of('not met')} are not met, ${of('set-up')} depend on how it is set up, and ${notApplying.length} do not apply.`,
  );
});
