// Compiles the packages and bundles the portal, unless nothing changed: `npm run build`. Types are checked by
// `npm run check` alone; `npm run build -- --declarations` writes those of the packages too, and
// `npm run build -- --declarations-only` writes nothing else, beside programs that run what was built.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { isStarted, root, runTool, step } from './steps.mjs';

const compiled = ['core', 'fixtures', 'api', 'cli'];
const packages = [...compiled, 'web'];
const declared = 'tsconfig.build.json';
const settings = ['package-lock.json', 'tsconfig.base.json', declared, 'scripts/build.mjs'];
const outputs = [
  'cli/dist/process.js',
  'web/dist/index.html',
  'web/dist/auth.html',
  'web/dist/staff/dashboard-overview.html',
  'web/dist/wifi-payment.html',
];

/** Folders that no output depends on. */
const excluded = new Set(['node_modules', 'dist', 'test', 'e2e', 'files']);
const isTest = (name) => /\.test\.tsx?$/.test(name);

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !excluded.has(name) && !isTest(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of [...settings, ...packages.flatMap(filesIn)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A file that says from which sources something was built. */
function stampOf(name) {
  const file = join(root, 'dist', name);
  return {
    is: (hash) => existsSync(file) && readFileSync(file, 'utf8') === hash,
    remove: () => rmSync(file, { force: true }),
    write(hash) {
      mkdirSync(join(root, 'dist'), { recursive: true });
      writeFileSync(file, hash);
    },
  };
}
const program = stampOf('.stamp');
const declarations = stampOf('.stamp-declarations');

/** JavaScript alone, without looking at types: a fifth of the time. */
async function compile() {
  const codes = await Promise.all(
    compiled.map((name) =>
      runTool('typescript/bin/tsc', [
        ...['-p', name, '--noCheck'],
        ...['--declaration', 'false', '--composite', 'false', '--incremental', 'false'],
      ]),
    ),
  );
  return Math.max(...codes);
}

const vite = (...args) =>
  runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], { cwd: join(root, 'web') });

/**
 * Builds everything from scratch, so that no output of a deleted source remains. The portal is bundled while the caller
 * goes on.
 * @returns `server` is fulfilled when the packages are compiled, `portal` when its pages are there too. A step that fails
 * ends the process.
 */
export function startBuild() {
  const hash = hashOfSources();
  const isThere = outputs.every((file) => existsSync(join(root, file)));
  if (program.is(hash) && isThere) return { server: Promise.resolve(), portal: Promise.resolve() };
  program.remove();
  declarations.remove();
  for (const name of packages) rmSync(join(root, name, 'dist'), { recursive: true, force: true });
  const server = step('Compiling the server', compile);
  const portal = server
    .then(() =>
      Promise.all([
        step('Building the portal', () => vite()),
        step('Building the WiFi page', () => vite('--config', 'vite.wifi.config.ts')),
      ]),
    )
    .then(() => program.write(hash));
  return { server, portal };
}

/** Builds the program and the portal. */
export async function build() {
  await startBuild().portal;
}

/** Writes the declarations of the packages, for programs in TypeScript that use the packed core. */
async function declare() {
  const hash = hashOfSources();
  if (declarations.is(hash)) return;
  await step('Writing declarations', () =>
    runTool('typescript/bin/tsc', ['-b', declared, '--noCheck', '--emitDeclarationOnly']),
  );
  declarations.write(hash);
}

if (isStarted(import.meta.url)) {
  const only = process.argv.includes('--declarations-only');
  if (!only) {
    await install();
    await build();
  }
  if (only || process.argv.includes('--declarations')) await declare();
}
