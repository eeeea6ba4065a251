import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

// Packages resolve to their source, in tests and in global set-ups alike.
const source = {
  root,
  resolve: {
    alias: [
      // Threads and processes of the core start from bundles (see there); from the source they take half a second more.
      {
        find: /^((\.\.\/)+|@nimule\/core\/)companion(\.ts)?$/,
        replacement: `${root}fixtures/testing/companion.ts`,
      },
      { find: /^@nimule\/(core|fixtures|api|cli|web)\/(.+)$/, replacement: `${root}$1/$2.ts` },
    ],
  },
};

const databaseTests = 'core/**/*.db.test.ts';
const faultTests = '**/*.faults.test.ts';
const built = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    // One more than the cores: much of a test is waiting for a database, a browser or another process. Every
    // database file has a database of its own.
    maxWorkers: Math.min(availableParallelism(), 4) + 1,
    projects: [
      {
        ...source,
        test: {
          name: 'core',
          isolate: false,
          include: ['core/**/*.test.ts', 'fixtures/**/*.test.ts'],
          exclude: [databaseTests, faultTests, ...built],
          testTimeout: 60_000,
        },
      },
      ...(['postgres', 'embedded'] as const).map((engine) => ({
        ...source,
        test: {
          name: engine,
          isolate: false,
          include: [databaseTests],
          // How the embedded database is shared and survives is its own matter.
          exclude:
            engine === 'postgres' ? ['core/database/embedded/*.db.test.ts', ...built] : built,
          globalSetup: [`fixtures/testing/${engine}-setup.ts`],
          env: { NIMULE_TEST_ENGINE: engine },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      })),
      ...(['api', 'cli'] as const).map((host) => ({
        ...source,
        test: {
          name: host,
          isolate: false,
          include: [`${host}/test/**/*.test.ts`],
          exclude: [faultTests, ...built],
          globalSetup: ['fixtures/testing/available-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      })),
      {
        ...source,
        test: {
          name: 'web',
          // The files of a worker share the window and the libraries, whose start cost more than the tests. Hence no
          // module mocks: what a test replaces is `fetch`.
          isolate: false,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/e2e/**', ...built],
          environment: 'happy-dom',
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        ...source,
        test: {
          name: 'e2e',
          include: ['web/e2e/**/*.test.ts'],
          exclude: built,
          globalSetup: ['fixtures/testing/available-setup.ts'],
          testTimeout: 480_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        test: {
          name: 'faults',
          include: ['core', 'api', 'cli'].map((part) => `${part}/${faultTests}`),
          exclude: built,
          globalSetup: ['available', 'embedded'].map((name) => `fixtures/testing/${name}-setup.ts`),
          // Each kills processes or starts twenty at once.
          maxWorkers: 1,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
