import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { patiently } from '@nimule/fixtures/testing/machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const core = join(root, 'core');

/** A folder outside the repository with the packed core in its node_modules. */
let folder: string;
let installed: string;
let packed: string[];

interface Manifest {
  dependencies: Record<string, string>;
}
const manifest: Manifest = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'));

beforeAll(async () => {
  // Here, beside other tests: before all of them it would keep one core waiting for the other.
  await run(process.execPath, ['scripts/build.mjs', '--declarations-only'], { cwd: root });
  folder = await mkdtemp(join(tmpdir(), 'nimule-packed-'));
  installed = join(folder, 'node_modules/@nimule/core');
  await mkdir(installed, { recursive: true });
  const { stdout } = await run(
    'npm',
    [
      ...['pack', '--json', '--offline', '--ignore-scripts', '--loglevel=error'],
      ...['--pack-destination', folder, '--cache', join(folder, '.npm')],
    ],
    { cwd: core },
  );
  const [tarball] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  packed = tarball.files.map(({ path }) => path);
  const archive = join(folder, tarball.filename);
  await run('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
  await Promise.all(Object.keys(manifest.dependencies).map(link));
}, patiently(600_000));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Links a declared dependency of the core into the folder. */
async function link(name: string): Promise<void> {
  const places = [core, root].map((parent) => join(parent, 'node_modules', name));
  const source = places.find((place) => existsSync(place));
  if (!source) throw new Error(`${name} is not installed`);
  const target = join(folder, 'node_modules', name);
  await mkdir(dirname(target), { recursive: true });
  await symlink(source, target, 'dir');
}

function filesUnder(parent: string, name = ''): string[] {
  return readdirSync(join(parent, name), { withFileTypes: true }).flatMap((entry) => {
    const path = name ? `${name}/${entry.name}` : entry.name;
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesUnder(parent, path) : [path];
  });
}

describe('the packed core', () => {
  it('holds every module, compiled, and every migration', () => {
    const sources = filesUnder(core);
    const modules = sources.filter((path) => /(?<!\.test|\.d)\.ts$/.test(path));
    expect(modules.length).toBeGreaterThan(100);
    const needed = [
      ...modules.flatMap((path) =>
        ['.js', '.d.ts'].map((end) => `dist/${path.slice(0, -3)}${end}`),
      ),
      ...sources.filter((path) => path.startsWith('database/migrations/')),
    ];
    // A failure can also mean that the program was not built: npm run build.
    expect(needed.filter((path) => !packed.includes(path))).toEqual([]);
  });

  it('holds no test, no fixture and no source', () => {
    const unwanted =
      /\.test\.|fixtures?\/|testing\/|node_modules|(?<!\.d)\.tsx?$|tsbuildinfo|\.env/;
    expect(packed.filter((path) => unwanted.test(path))).toEqual([]);
    const outside = packed.filter(
      (path) => !/^(dist\/|database\/migrations\/\d{4}-[a-z-]+\.sql$)/.test(path),
    );
    expect(outside.sort()).toEqual([
      'database/schema.sql',
      'identity/common-passwords.txt',
      'package.json',
    ]);
  });

  it('imports nothing that it does not declare', () => {
    const IMPORT =
      /^(?:import|export)\b[^'";]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|\brequire(?:\.resolve)?\('([^']+)'\)/gm;
    const names = packed
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => [...readFileSync(join(installed, path), 'utf8').matchAll(IMPORT)])
      .map((match) => match.slice(1).find(Boolean) ?? '')
      .filter((specifier) => !specifier.startsWith('.'))
      .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
    const packages = new Set(
      names.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)),
    );
    expect(packages).toContain('kysely');
    expect([...packages].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  });
});

/** A program that uses the installed package. */
const program = `
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createContext, createApp as open, invoke, readConfig, AppError } from '@nimule/core';
import { runBilling } from '@nimule/core/billing/runs/service';
import { createApp } from '@nimule/core/create-app';
import { assertStrongEnough } from '@nimule/core/identity/passwords/service';
import { AppError as SameError } from '@nimule/core/kernel/errors';
import { operationNames } from '@nimule/core/routes';

const quiet = () => {};
const log = { info: quiet, warn: quiet, error: quiet };
const config = readConfig({ ISP_DATA_DIR: process.argv[2], ISP_LOG_LEVEL: 'silent' });
const { app, close } = await createApp(config, { role: 'server', log });
try {
  const shell = { kind: 'shell', osUser: 'test' };
  const call = async (operation, input = {}) => (await invoke(app, shell, operation, input)).body;
  const path = process.argv[3];
  await writeFile(path, 'customerId,name,fee\\nA-1,Akol,25.50\\nA-2,Bol,30\\n');
  const imported = await call('importFile', {
    body: { type: 'customers' },
    upload: { filename: 'customers.csv', path, size: 1 },
  });
  const run = await runBilling(createContext(app, shell));
  const [invoice] = await call('listInvoices', { query: { sort: 'invoiceId' } });
  const pdf = await call('invoicePdf', { params: { id: invoice.id } });
  const refused = await call('getCustomer', { params: { id: 'x' } }).catch((error) => error);
  const names = { username: 'akol', email: 'a@nimule.example', fullName: 'Akol', company: 'N' };
  let password;
  try {
    assertStrongEnough('trustno1', names, 'password');
  } catch ({ code }) {
    password = code;
  }
  const { totalDebit, isBalanced } = await call('trialBalance', { query: {} });
  const answer = {
    operations: operationNames.length,
    embedded: app.embedded,
    imported: imported.recordsCreated,
    invoices: run.invoicesGenerated,
    pdf: Buffer.from(pdf.body).toString('latin1', 0, 5),
    refused: refused instanceof AppError && refused.code,
    password,
    books: { totalDebit, isBalanced, isSound: (await call('checkBooks')).isSound },
    customers: await call('customerStats'),
    isOne: open === createApp && AppError === SameError,
  };
  if (!process.stdout.write(JSON.stringify(answer))) await once(process.stdout, 'drain');
} finally {
  await close();
}
`;

describe('a program with the packed core', () => {
  it('opens an embedded database of its own and works', async () => {
    const file = join(folder, 'program.mjs');
    await writeFile(file, program);
    // Without settings of this run or machine, as in a fresh shell.
    const { PATH = '', HOME = folder, TMPDIR = tmpdir() } = process.env;
    const data = join(folder, 'data');
    const { stdout, stderr } = await run(process.execPath, [file, data, join(folder, 'a.csv')], {
      cwd: folder,
      env: { PATH, HOME, TMPDIR },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      operations: expect.any(Number),
      embedded: true,
      imported: 2,
      invoices: 2,
      pdf: '%PDF-',
      refused: 'input.invalid',
      password: 'password.common',
      books: { totalDebit: 55.5, isBalanced: true, isSound: true },
      customers: expect.objectContaining({ total: 2, active: 2, totalRevenueUsd: 55.5 }),
      isOne: true,
    });
  });
});
