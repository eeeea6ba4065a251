import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPatterns, faultOf, patternsIn, sourceFiles } from '../scripts/patterns.ts';

const core = join(import.meta.dirname, '../core');

describe('the search for regular expressions', () => {
  test('finds literals and expressions built from constants, in TypeScript and in JSX', () => {
    const source = `
      const LETTERS = '[a-z]';
      const half: RegExp | undefined = /a\\/b/gi;
      const quotient = 6 / 2 / 3;
      const text = 'no /pattern/ here';
      new RegExp(LETTERS + '+$', 'u');
      RegExp(\`^\${LETTERS}{2}x\`);
      text.match('a.b');
      new RegExp(half);
      text.match(LETTERS);
      text.search(typed);
      // Not /this/.
      const page = <p title="/nor/">{text.replace(/c/, '')}</p>;
    `;
    expect(patternsIn('page.tsx', source).map(({ expression }) => expression)).toEqual([
      { source: 'a\\/b', flags: 'gi' },
      { source: '[a-z]+$', flags: 'u' },
      { source: '^[a-z]{2}x', flags: '' },
      { source: 'a.b', flags: '' },
      undefined,
      { source: '[a-z]', flags: '' },
      undefined,
      { source: 'c', flags: '' },
    ]);
  });

  test('reads the product source without tests', () => {
    const files = sourceFiles(core);
    expect(files).toContain(join(core, 'kernel/money.ts'));
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  });
});

describe('a regular expression', () => {
  test.each([
    ['\\s*USD$', 'i'],
    ['^(a+)+$', ''],
    ['(\\d+)*,$', ''],
    ['(?=\\s)\\s+y', ''],
  ])('/%s/%s is refused', (source, flags) => {
    expect(faultOf({ expression: { source, flags } })).toMatch(/^takes .* time, for example/);
  });

  test.each([
    ['USD$', 'i'],
    ['^\\s+', ''],
    ['\\p{M}+', 'gu'],
  ])('/%s/%s passes', (source, flags) => {
    expect(faultOf({ expression: { source, flags } })).toBeUndefined();
  });

  test('that is built at run time or invalid is refused', () => {
    expect(faultOf({ expression: undefined })).toMatch(/run time/);
    expect(faultOf({ expression: { source: '(', flags: '' } })).toMatch(/cannot be judged/);
  });

  test('is reported with its file and line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nimule-patterns-'));
    const file = join(folder, 'bad.ts');
    writeFileSync(file, 'export const fine = /x/;\nexport const bad = /\\s*mbps$/i;\n');
    const { count, faults } = checkPatterns([file], folder);
    rmSync(folder, { recursive: true });
    expect(count).toBe(2);
    expect(faults).toEqual([expect.stringMatching(/^bad\.ts:2 \/\\s\*mbps\$\/i takes 2nd degree/)]);
  });
});
