import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './source-files.ts';

// A test gives no verdict by the load of the machine or by chance.

const repository = resolve(root, '..');

function testsUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testsUnder(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const withoutComments = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');

const sources = ['core', 'fixtures', 'api', 'cli', 'web', 'scripts', 'rules']
  .flatMap((folder) => testsUnder(join(repository, folder)))
  .map((path) => ({
    file: relative(repository, path),
    source: withoutComments(readFileSync(path, 'utf8')),
  }));

interface Rule {
  /** What to do instead. */
  instead: string;
  pattern: RegExp;
  examples: readonly string[];
  /** What it must not find. */
  allowed: readonly string[];
}

const rules: Record<string, Rule> = {
  'waits for a time': {
    instead:
      'wait for the event: expect.poll, untilBlocked, fake timers, or what the stub is asked',
    pattern:
      /\b(?:setTimeout|setInterval)\s*\(|import\s*\{[^}]*\bset(?:Timeout|Interval)\b[^}]*\}\s*from\s*'(?:node:)?timers\/promises'|\bsleep\s+\d/,
    examples: [
      'await new Promise((resolve) => setTimeout(resolve, 50));',
      "import { setTimeout as pause } from 'node:timers/promises';",
      "program('hangs', 'exec sleep 60')",
    ],
    allowed: [
      "vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });",
      "vi.spyOn(globalThis, 'setTimeout')",
      "import { setImmediate } from 'node:timers/promises';",
    ],
  },
  'reads the time of the machine': {
    instead: 'leastCpuMs or cpuMsOf (fixtures/testing/machine.ts), counted work, or a bench',
    pattern: /\bperformance\s*\.\s*now\s*\(|\bDate\.now\s*\(|\bhrtime\b/,
    examples: ['const start = performance.now();', 'Date.now() - begun', 'process.hrtime.bigint()'],
    allowed: ["vi.spyOn(performance, 'now')", "vi.spyOn(Date, 'now')"],
  },
  'is random without the seed of the run': {
    instead: 'seededRandom with seedOfRun (fixtures/testing/seed.ts), or a property of fast-check',
    pattern: /\bMath\.random\s*\(|\bconfigureGlobal\b/,
    examples: ['Math.random() < 0.5'],
    allowed: ['fc.sample(step, 240)', "seededRandom('loans')"],
  },
  'has a limit that does not follow the machine': {
    instead: 'patiently (fixtures/testing/machine.ts)',
    pattern: /^\s*\},\s*\d[\d_]{3,}\s*,?\s*\)|\b(?:t|testT|hookT)imeout:\s*\d[\d_]{3,}/m,
    examples: [
      '  }, 60_000);',
      'expect.poll(rows, { timeout: 5_000 })',
      'vi.setConfig({ testTimeout: 120_000 })',
    ],
    allowed: ['  }, patiently(60_000));', 'timeout: 50', 'timeoutMs: 5_000'],
  },
};

describe.each(Object.entries(rules))(
  'a test that %s',
  (_, { instead, pattern, examples, allowed }) => {
    test('is found', () => {
      expect(examples.filter((code) => !pattern.test(code))).toEqual([]);
      expect(allowed.filter((code) => pattern.test(code))).toEqual([]);
    });

    test(`is nowhere: ${instead}`, () => {
      const offenders = sources
        .filter(({ file }) => file !== 'rules/tests.test.ts')
        .filter(({ source }) => pattern.test(source))
        .map(({ file }) => file);
      expect(offenders).toEqual([]);
    });
  },
);
