// `npm test`: every test project; `npm run test:faults`: the fault tests, and the long runs of tests that kill
// processes or run random commands. Words after `--` select files. The last line is 'N passed, N failed'.
//
// The database suites run on PostgreSQL, and on the embedded database those listed in vitest.workspace.ts. All of them
// run on both with `npm test -- --all` or NIMULE_REQUIRE_ALL=1, which also forbids skipping any; on the embedded
// database also if the machine has no PostgreSQL, or if files are selected.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { keepTemporaryFilesInMemory } from './memory-folder.mjs';
import { runTool } from './steps.mjs';

const words = process.argv.slice(2);
const onlyFaults = words.includes('--faults');
const files = words.filter((word) => !['--faults', '--all'].includes(word));

/** Printed before the counts: which database suites ran, and the slowest files. */
let notes = [];
/** The result if the installation or the build fails. */
let counts = { passed: 0, failed: 1, skipped: 0, failures: ['installation or build'] };
process.on('exit', () => {
  for (const note of notes) console.log(note);
  // Printed at the end, since often only the end of a long log is kept.
  for (const failure of counts.failures) console.error(`FAILED ${failure}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
});

install();
// Tests of processes and of the browser run the built program.
build();
keepTemporaryFilesInMemory();

/** Detects PostgreSQL and Chromium with the same functions as the tests. */
async function findMachine() {
  const { tsImport } = await import('tsx/esm/api');
  const { findPostgresBinaries } = await tsImport(
    '../fixtures/testing/databases/cluster.ts',
    import.meta.url,
  );
  const { findChromium } = await tsImport('../fixtures/testing/chromium.ts', import.meta.url);
  return { postgres: findPostgresBinaries(), chromium: findChromium() };
}

const { postgres, chromium } = await findMachine();
const missing = [];
if (!postgres) {
  missing.push({
    what: 'PostgreSQL',
    effect: onlyFaults
      ? 'the fault tests ran on the embedded database alone'
      : 'the postgres suites did not run, and api and cli ran on the embedded database',
    remedy: 'apt-get install postgresql',
  });
}
if (!chromium && !onlyFaults) {
  missing.push({
    what: 'Chromium',
    effect: 'the browser suites did not run',
    remedy: 'apt-get install chromium, or name one in CHROMIUM_PATH',
  });
}

const allEmbedded =
  !postgres ||
  onlyFaults ||
  files.length > 0 ||
  words.includes('--all') ||
  process.env.NIMULE_REQUIRE_ALL === '1';
if (!allEmbedded) process.env.NIMULE_EMBEDDED_SUITES = 'chosen';
const mode = [
  'Database suites:',
  postgres ? 'all on PostgreSQL,' : 'none on PostgreSQL (not installed),',
  allEmbedded
    ? 'all on the embedded database.'
    : 'a choice on the embedded database (all: npm test -- --all).',
].join(' ');
if (!onlyFaults) console.log(mode);

/** The fault tests, and suites that run many more random commands than in `npm test`. */
const longRuns = {
  files: [
    ...['.faults.test', 'receivables', 'books-model'],
    ...['vouchers/random', 'sales/orders/sequences'],
  ],
  env: { NIMULE_PROPERTY_RUNS: '100' },
};
if (onlyFaults) {
  Object.assign(process.env, { ...longRuns.env, ...process.env });
  if (files.length === 0) files.push(...longRuns.files);
}

// They check our export of the books; without them those tests are skipped.
for (const [command, name] of [
  ['hledger', 'hledger'],
  ['bean-check', 'beancount'],
  ['ledger', 'ledger'],
]) {
  if (onlyFaults || spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined)
    continue;
  missing.push({
    what: name,
    effect: 'nobody but us has read the export made for it',
    remedy: `apt-get install ${name}`,
  });
}

// They open the files of our reports; without them those tests are skipped (fixtures/testing/documents/spreadsheets.ts).
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
for (const [command, args, name] of [
  [python, ['-c', 'import openpyxl'], 'python3-openpyxl'],
  ['ssconvert', ['--version'], 'gnumeric'],
]) {
  if (onlyFaults || spawnSync(command, args, { stdio: 'ignore' }).status === 0) continue;
  missing.push({
    what: name,
    effect: 'nobody but us has opened the files of reports',
    remedy: `apt-get install ${name}`,
  });
}

// Without them only simulated devices are measured.
for (const [name, effect] of [
  ['fping', 'no echo request was sent, and nothing was measured from end to end'],
  ['snmpd', 'no real SNMP agent was read'],
]) {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  if (spawnSync(name, ['-v'], { stdio: 'ignore', env }).error === undefined) continue;
  missing.push({ what: name, effect, remedy: `apt-get install ${name}` });
}

function projects() {
  if (onlyFaults) return ['faults', ...(postgres ? ['postgres'] : []), 'embedded'];
  return [
    'core',
    ...(postgres ? ['postgres'] : []),
    ...['embedded', 'api', 'cli', 'web'],
    ...(chromium ? ['e2e'] : []),
  ];
}

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'nimule-report-'));
  const report = join(folder, 'report.json');
  process.env.NIMULE_TEST_REPORT = report;
  try {
    const code = runTool('vitest/vitest.mjs', [
      'run',
      ...['--config', 'vitest.workspace.ts'],
      ...projects().flatMap((name) => ['--project', name]),
      ...['--reporter', 'default', '--reporter', './scripts/test-report.mjs'],
      ...files,
    ]);
    const found = JSON.parse(readFileSync(report, 'utf8'));
    if (code !== 0 && found.failed === 0) {
      found.failed = 1;
      found.failures.push(`the test runner ended with ${code}`);
    }
    return found;
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0, failures: ['the test runner wrote no report'] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How long each project kept its workers busy, and the slowest files. */
function timesInWords({ projects = [], slowest = [] } = {}) {
  const line = ({ seconds, project, file = '' }) =>
    `${seconds.toFixed(1).padStart(8)} s  ${project} ${file}`.trimEnd();
  return ['Work by project:', ...projects.map(line), 'Slowest files:', ...slowest.map(line)];
}

function box(lines) {
  const width = Math.max(...lines.map((line) => line.length));
  const rows = lines.map((line) => `║ ${line.padEnd(width)} ║`);
  const edge = '═'.repeat(width + 2);
  return [`╔${edge}╗`, ...rows, `╚${edge}╝`].join('\n');
}

counts = runTests();
notes = [...(onlyFaults ? [] : [mode]), ...timesInWords(counts.times)];
if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
if (missing.length > 0) {
  console.error(
    box([
      'NOT EVERYTHING WAS TESTED',
      ...missing.flatMap(({ what, effect, remedy }) => [
        `No ${what} on this machine: ${effect}.`,
        `  ${remedy}`,
      ]),
    ]),
  );
  if (process.env.NIMULE_REQUIRE_ALL === '1') {
    counts.failed += missing.length;
    counts.failures.push(...missing.map(({ what }) => `${what} is not installed`));
  }
}
if (counts.passed + counts.failed === 0) console.error('No test ran.');
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
