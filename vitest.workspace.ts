import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findPostgresBinaries } from './fixtures/testing/databases/cluster.ts';
import { LongestFirst } from './fixtures/testing/longest-first.ts';
import { patiently } from './fixtures/testing/machine.ts';
import { seedOfRun } from './fixtures/testing/seed.ts';
import { guides } from './web/vite/guides/guides.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// Packages resolve to their source, in tests and in global set-ups alike.
const source = {
  root,
  resolve: {
    alias: [
      // Threads and processes of the core start from bundles (see there); from the source they take half a second more.
      {
        find: /^((\.\.\/)+|@nimule\/core\/)companion(\.ts)?$/,
        replacement: `${root}fixtures/testing/processes/companion.ts`,
      },
      { find: /^@nimule\/(core|fixtures|api|cli|web)\/(.+)$/, replacement: `${root}$1/$2.ts` },
    ],
  },
};

const databaseTests = 'core/**/*.db.test.ts';
const faultTests = '**/*.faults.test.ts';

/**
 * The database suites that `npm test` runs on the embedded database too: the engine's own, one for each kind of
 * statement that it may answer otherwise than PostgreSQL (it is another version, a single session behind a gateway of
 * ours, and cannot be cancelled), and one story. All others test rules, which PostgreSQL shows as well; they run on
 * the embedded database in `.ci/run`, with `npm test -- --all`, and where there is no PostgreSQL.
 */
const embeddedInEveryRun = [
  // Its lock, its gateway, its processes.
  'core/database/embedded/orders.db.test.ts',
  'core/database/embedded/requests.db.test.ts',
  'core/database/embedded/sharing.db.test.ts',
  // Migrations and catalogue.
  'core/database/migrate.db.test.ts',
  // Arrays of every type in and out, unnest.
  'core/database/bulk.db.test.ts',
  // Cursors.
  'core/database/cursor.db.test.ts',
  // Constraints, and triggers that refuse.
  'core/accounting/forbidden-sql.db.test.ts',
  // Rows that are waited for, conflicts, many connections at once, skip locked.
  'core/accounting/concurrency.db.test.ts',
  'core/database/counters.db.test.ts',
  'core/records/outbox.db.test.ts',
  // Two concurrent transactions of one process.
  'core/pipeline.db.test.ts',
  // analyze.
  'core/database/statistics.db.test.ts',
  // Trigrams, like, collation.
  'core/reports/search/search.db.test.ts',
  // jsonb.
  'core/reports/audit/service.db.test.ts',
  // pg_locks, and hashes of lines as texts.
  'core/seals/sealing.db.test.ts',
  // Sums of cents, postings and their balances.
  'core/accounting/journal/journal.db.test.ts',
  // The story: a file of 7,043 customers is imported, billed and found in the books.
  'core/reports/telco.db.test.ts',
];
/** They also run on the embedded database where PostgreSQL is npm's, which has no pg_dump for backups. */
const makeBackups = ['core/backups/backups.db.test.ts', 'core/jobs/service.db.test.ts'];
const binaries = findPostgresBinaries();
if (binaries && !existsSync(join(binaries, 'pg_dump'))) embeddedInEveryRun.push(...makeBackups);

const isChosen = process.env.NIMULE_EMBEDDED_SUITES === 'chosen';
const lost = embeddedInEveryRun.filter((file) => !existsSync(`${root}${file}`));
if (lost.length > 0) throw new Error(`suites that are not there: ${lost.join(', ')}`);

// Limits of time, which only end what hangs: on a slow or busy machine they are longer (machine.ts).
/** A single test of core, api and web; the long runs of random commands have as long as the fault tests. */
const TEST_TIMEOUT_MS = patiently(20_000);
const LONG_TIMEOUT_MS = patiently(600_000);
/** Whole companies are made in hooks. */
const HOOK_TIMEOUT_MS = patiently(120_000);
/** What is waited for comes from other processes too. */
const POLL_TIMEOUT_MS = patiently(15_000);

// For the workers, which would each ask git.
seedOfRun();
const programs = 'fixtures/testing/processes/bundle-setup.ts';
const usual = {
  isolate: false,
  // Each project compiles for itself, most of them all of the core: what one has compiled, the others read.
  experimental: { fsModuleCache: true },
  globalSetup: [programs],
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
  setupFiles: ['fixtures/testing/seed-setup.ts'],
};
/** For the projects whose users sign in. */
const withUsers = {
  ...usual,
  setupFiles: [...usual.setupFiles, 'fixtures/testing/cheap-hashes-setup.ts'],
};
/**
 * The embedded database answers on one thread, on which everybody waits for everybody, and a scratch database takes it
 * seconds: what PostgreSQL does in a second may take it twenty on a busy machine.
 */
const EMBEDDED_FACTOR = 6;
const hostsFactor = binaries ? 1 : EMBEDDED_FACTOR;
const databaseTimeout = (engine: 'postgres' | 'embedded') =>
  process.env.NIMULE_PROPERTY_RUNS
    ? LONG_TIMEOUT_MS
    : TEST_TIMEOUT_MS * (engine === 'embedded' ? EMBEDDED_FACTOR : 1);
const built = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    // One more than the cores: much of a test is waiting for a database, a browser or another process. Every
    // database file has a database of its own.
    maxWorkers: Math.min(availableParallelism(), 4) + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        test: {
          ...usual,
          name: 'core',
          include: ['core/**/*.test.ts', 'fixtures/**/*.test.ts', 'rules/**/*.test.ts'],
          exclude: [databaseTests, faultTests, ...built],
          testTimeout: TEST_TIMEOUT_MS,
        },
      },
      ...(['postgres', 'embedded'] as const).map((engine) => ({
        ...source,
        test: {
          ...withUsers,
          name: engine,
          include: engine === 'embedded' && isChosen ? embeddedInEveryRun : [databaseTests],
          // How the embedded database is shared and survives is its own matter.
          exclude:
            engine === 'postgres' ? ['core/database/embedded/*.db.test.ts', ...built] : built,
          globalSetup: [programs, `fixtures/testing/databases/${engine}-setup.ts`],
          env: { NIMULE_TEST_ENGINE: engine },
          testTimeout: databaseTimeout(engine),
          hookTimeout: HOOK_TIMEOUT_MS,
        },
      })),
      ...(['api', 'cli'] as const).map((host) => ({
        ...source,
        test: {
          ...withUsers,
          name: host,
          include: [`${host}/test/**/*.test.ts`],
          exclude: [faultTests, ...built],
          globalSetup: [programs, 'fixtures/testing/databases/available-setup.ts'],
          // Tests of the shell start real processes.
          testTimeout: (host === 'cli' ? patiently(60_000) : TEST_TIMEOUT_MS) * hostsFactor,
          hookTimeout: HOOK_TIMEOUT_MS * hostsFactor,
        },
      })),
      {
        ...source,
        plugins: [guides()],
        test: {
          ...usual,
          // The files of a worker share the window and the libraries, whose start cost more than the tests. Hence no
          // module mocks: what a test replaces is `fetch`.
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/e2e/**', ...built],
          globalSetup: [],
          environment: 'happy-dom',
          setupFiles: [...usual.setupFiles, 'web/testing/setup.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: HOOK_TIMEOUT_MS,
        },
      },
      {
        ...source,
        test: {
          ...withUsers,
          name: 'e2e',
          include: ['web/e2e/**/*.test.ts'],
          exclude: built,
          globalSetup: [
            programs,
            'fixtures/testing/databases/available-setup.ts',
            'web/e2e/chromium-setup.ts',
          ],
          testTimeout: patiently(240_000),
          hookTimeout: HOOK_TIMEOUT_MS * hostsFactor,
        },
      },
      {
        ...source,
        test: {
          ...usual,
          // A killed process may leave something behind in the worker.
          isolate: true,
          name: 'faults',
          include: ['core', 'api', 'cli'].map((part) => `${part}/${faultTests}`),
          exclude: built,
          globalSetup: [
            programs,
            ...['available', 'embedded'].map(
              (name) => `fixtures/testing/databases/${name}-setup.ts`,
            ),
          ],
          // Each kills processes or starts twenty at once.
          maxWorkers: 1,
          testTimeout: LONG_TIMEOUT_MS,
          hookTimeout: HOOK_TIMEOUT_MS,
        },
      },
    ],
  },
});
