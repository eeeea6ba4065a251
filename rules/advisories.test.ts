import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type AdvisoryList, installedIn, isAffected, judge, listOf } from './advisories.ts';
import { root } from './source-files.ts';

const readJson = (file: string) =>
  JSON.parse(readFileSync(join(resolve(root, '..'), file), 'utf8'));
const list = readJson('docs/advisories.json') as AdvisoryList;
const installed = installedIn(readJson('package-lock.json'));

test.each([
  ['1.2.3', '<1.2.3', false],
  ['1.2.2', '<1.2.3', true],
  ['1.10.0', '<1.9.0', false],
  ['1.2.3', '<=1.2.3', true],
  ['1.2.3', '>1.2.3', false],
  ['0.3.11', '>=0.3.8 <0.3.12', true],
  ['0.3.12', '>=0.3.8 <0.3.12', false],
  ['0.3.11', '<0.2.0 || >=0.3.8 <0.3.12', true],
  ['0.3.0', '>=0.3.0-beta.1 <0.3.0-beta.17', false],
  ['2.0.0-rc.1', '<2.0.0', true],
  ['2.0.0', '=2.0.0', true],
  ['2.0.0', '2.0.0', true],
  ['7.1.0', '*', true],
])('%s in the range %s: %s', (version, range, expected) => {
  expect(isAffected(version, range)).toBe(expected);
});

test('a range that cannot be read is an error, not unaffected', () => {
  for (const range of ['1.0.0 - 2.0.0', '^1.2.3', '', '<1.x'])
    expect(() => isAffected('1.2.3', range)).toThrow();
});

test('packages are read from the lock file: nested ones too, an alias as what it is, ours not', () => {
  const lock = {
    packages: {
      '': { name: 'nimule', version: '0.1.0' },
      core: { name: '@nimule/core', version: '0.1.0' },
      'node_modules/@nimule/core': { link: true },
      'node_modules/xlsx': { name: '@e965/xlsx', version: '0.20.3' },
      'node_modules/ajv': { version: '8.20.0', dev: true },
      'node_modules/ajv/node_modules/fast-uri': { version: '3.1.9', dev: true },
      'node_modules/brotli/node_modules/fast-uri': { version: '3.1.9' },
    },
  };
  expect(installedIn(lock)).toEqual([
    { name: '@e965/xlsx', version: '0.20.3', isDev: false },
    { name: 'ajv', version: '8.20.0', isDev: true },
    { name: 'fast-uri', version: '3.1.9', isDev: false },
  ]);
});

describe('the list', () => {
  const one = { id: 'GHSA-1', package: 'left', affected: '<2.0.0', title: 'falls over' };
  const made = (changes: Partial<AdvisoryList>): AdvisoryList => ({
    asOf: '2026-11-28',
    source: 'a test',
    lookedUp: 'all',
    advisories: [],
    ...changes,
  });
  const left = [{ name: 'left', version: '1.9.0', isDev: false }];

  it('fails for an affected version, unless a reason is given', () => {
    const failures = ['left 1.9.0: GHSA-1, falls over (<2.0.0)'];
    expect(judge(made({ advisories: [one] }), left, '2026-11-28')).toEqual({
      ...{ failures, accepted: [], warnings: [] },
    });
    const accepted = [{ ...one, accepted: 'Never called.' }];
    expect(judge(made({ advisories: accepted }), left, '2026-11-28')).toMatchObject({
      failures: [],
      accepted: [`${failures[0]}. Never called.`],
    });
    const mended = [{ name: 'left', version: '2.0.0', isDev: false }];
    expect(judge(made({ advisories: [one] }), mended, '2026-11-28').failures).toEqual([]);
  });

  it('warns after 90 days and of packages that were not looked up, and never fails for that', () => {
    expect(judge(made({}), left, '2027-02-26')).toMatchObject({ failures: [], warnings: [] });
    const old = judge(made({ lookedUp: ['right'] }), left, '2027-02-27');
    expect(old.failures).toEqual([]);
    expect(old.warnings).toEqual([
      'docs/advisories.json is of 2026-11-28, 91 days ago: npm run advisories',
      '1 packages of the server were not looked up by name on 2026-11-28',
    ]);
  });

  it('is made of an answer of npm audit, and keeps what was accepted', () => {
    const cause = {
      ...{ source: 1, name: 'left', title: 'falls over', range: '<2.0.0' },
      url: 'https://github.com/advisories/GHSA-1',
    };
    const report = { vulnerabilities: { left: { via: [cause] }, right: { via: ['left', cause] } } };
    const before = made({ advisories: [{ ...one, accepted: 'Never called.' }] });
    expect(listOf(report, '2026-12-01', before)).toEqual({
      ...{ asOf: '2026-12-01', source: 'npm audit', lookedUp: 'all' },
      advisories: [{ ...one, accepted: 'Never called.' }],
    });
  });
});

test('no advisory of docs/advisories.json concerns an installed version, or its reason is given', () => {
  expect(installed.length).toBeGreaterThan(300);
  // The day of the list itself, so that the verdict is the same on every day.
  expect(judge(list, installed, list.asOf).failures).toEqual([]);
});

test('what was accepted is still installed', () => {
  const accepted = list.advisories.filter((one) => one.accepted);
  const needless = accepted.filter(
    (one) =>
      !installed.some(
        ({ name, version }) => name === one.package && isAffected(version, one.affected),
      ),
  );
  expect(needless.map(({ id }) => id)).toEqual([]);
});

test('each advisory is named once, of a package that was looked up', () => {
  const ids = list.advisories.map(({ id, package: name }) => `${id} ${name}`);
  expect(new Set(ids).size).toBe(ids.length);
  const known = new Set(list.lookedUp);
  if (list.lookedUp !== 'all')
    expect(list.advisories.filter((one) => !known.has(one.package))).toEqual([]);
});
