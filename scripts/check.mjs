// `npm run check`: types, lint, format, unused code, regular expressions, known weaknesses of packages and core tests; runs all of them and lists the failed ones.
// `-- --without-tests` leaves out the tests, which `npm test` runs too.
import { install } from './install.mjs';
import { root, runProgram, runTool } from './steps.mjs';

await install();

const bin = (name) => `${root}node_modules/.bin/${name}`;
const checks = [
  ['types', () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.json'])],
  ['types of the portal', () => runTool('typescript/bin/tsc', ['-p', 'web'])],
  ['lint', () => runProgram(bin('biome'), ['lint', '--error-on-warnings'])],
  ['format', () => runProgram(bin('biome'), ['format'])],
  [
    'promises',
    () =>
      runProgram(bin('oxlint'), [
        ...['--type-aware', '--allow', 'all', '--deny', 'typescript/no-floating-promises'],
        ...['core', 'api', 'cli', 'fixtures', 'rules', 'web', 'scripts'],
      ]),
  ],
  // Exports that nobody imports, files and packages that nobody uses.
  ['unused code', () => runTool('knip/bin/knip.js', ['--no-progress'])],
  ['patterns', () => runTool('tsx/dist/cli.mjs', ['scripts/patterns.ts'])],
  // By docs/advisories.json, without the network. That the list is old is a warning.
  ['advisories', () => runTool('tsx/dist/cli.mjs', ['scripts/advisories.ts', '--offline'])],
];
if (!process.argv.includes('--without-tests')) {
  const tests = ['run', '--config', 'vitest.workspace.ts', '--project', 'core'];
  checks.push(['core tests', () => runTool('vitest/vitest.mjs', tests)]);
}

const failed = [];
for (const [title, run] of checks) {
  console.log(`\n── ${title}`);
  if ((await run()) !== 0) failed.push(title);
}
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
