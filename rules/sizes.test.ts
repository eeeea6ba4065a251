import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Checks the length of files and the number of files in a folder, see docs/architecture.md. */
const root = fileURLToPath(new URL('..', import.meta.url));

const MAX_LINES = 450;
/** In a folder, without tests and without the styles of a component, which stand beside it. */
const MAX_FILES = 25;

/** Written by programs from the migrations. */
const generated = [
  'core/database/schema.sql',
  'core/database/tables.ts',
  'core/database/evidence/guards.ts',
];
/** One file for each change of the database, which stay in order. */
const inOrder = ['core/database/migrations'];

/** Files that are longer, as long as they were when the rule was made: they may only become shorter. */
const longer: Readonly<Record<string, number>> = {
  'core/growth.db.test.ts': 554,
  'core/billing/documents/pdf.test.ts': 561,
  'core/customers/customers.db.test.ts': 462,
  'core/documents/sheets/sheets.test.ts': 454,
  'core/hr/payroll/payroll.db.test.ts': 643,
  'core/identity/users/users.db.test.ts': 516,
  'core/imports/importers/customers.db.test.ts': 517,
  'core/imports/importers/openings.db.test.ts': 512,
  'core/imports/runs/background.db.test.ts': 513,
  'core/jobs/service.db.test.ts': 475,
  'core/network/monitoring/poll.db.test.ts': 540,
  'core/ports/sms/smpp.test.ts': 608,
  'core/procurement/orders.db.test.ts': 559,
  'core/procurement/bills/bills.db.test.ts': 477,
  'core/vouchers/vouchers.db.test.ts': 465,
  'api/test/inputs.ts': 772,
  'cli/test/commands.test.ts': 748,
  'fixtures/testing/documents/import-layouts.ts': 696,
};
/** Folders with more files, in the same way. */
const fuller: Readonly<Record<string, number>> = {
  'core/customers': 28,
  'core/hr/payroll': 28,
  'core/kernel': 31,
  'fixtures/demo': 26,
  'fixtures/testing': 32,
  'scripts/bench': 36,
};

const isTest = (name: string) => /\.test\.tsx?$/.test(name);
const isCode = (name: string) => /\.(tsx?|mjs|css|sql)$/.test(name);

interface Folder {
  path: string;
  files: string[];
}

function foldersUnder(path: string): Folder[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const below = entries.filter(
    (entry) =>
      entry.isDirectory() &&
      !['node_modules', 'dist', 'files', '__snapshots__'].includes(entry.name),
  );
  const files = entries.filter((entry) => entry.isFile() && isCode(entry.name));
  return [
    { path, files: files.map(({ name }) => name) },
    ...below.flatMap(({ name }) => foldersUnder(`${path}/${name}`)),
  ];
}

const folders = ['core', 'api', 'cli', 'web', 'fixtures', 'rules', 'scripts'].flatMap(foldersUnder);

const lines = folders.flatMap(({ path, files }) =>
  files
    .map((name) => `${path}/${name}`)
    .filter((file) => !generated.includes(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const),
);
const counts = folders
  .filter(({ path }) => !inOrder.includes(path))
  .map(({ path, files }) => {
    const counted = files.filter((name) => !isTest(name) && !name.endsWith('.module.css'));
    return [path, counted.length] as const;
  });

/** What is above the limit and not allowed, or more than allowed. */
function above(
  found: readonly (readonly [string, number])[],
  limit: number,
  allowed: Readonly<Record<string, number>>,
): string[] {
  return found
    .filter(([name, size]) => size > (allowed[name] ?? limit))
    .map(([name, size]) => `${name}: ${size}`);
}

/** Exceptions that are not needed any more. */
function unneeded(
  found: readonly (readonly [string, number])[],
  limit: number,
  allowed: Readonly<Record<string, number>>,
): string[] {
  const sizes = new Map(found);
  return Object.keys(allowed).filter((name) => (sizes.get(name) ?? 0) <= limit);
}

test('the files are found', () => {
  expect(lines.length).toBeGreaterThan(2000);
  expect(new Map(counts).get('rules')).toBeGreaterThan(1);
  expect(above([['a', 451]], MAX_LINES, {})).toEqual(['a: 451']);
  expect(above([['a', 460]], MAX_LINES, { a: 459 })).toEqual(['a: 460']);
  expect(unneeded([['a', 450]], MAX_LINES, { a: 459 })).toEqual(['a']);
});

test(`no file has more than ${MAX_LINES} lines`, () => {
  expect(above(lines, MAX_LINES, longer)).toEqual([]);
  expect(unneeded(lines, MAX_LINES, longer)).toEqual([]);
});

test(`no folder has more than ${MAX_FILES} files`, () => {
  expect(above(counts, MAX_FILES, fuller)).toEqual([]);
  expect(unneeded(counts, MAX_FILES, fuller)).toEqual([]);
});
