// Compiles the packages and bundles the portal, unless nothing changed. `npm run build`
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { isStarted, root, runTool, step } from './steps.mjs';

const packages = ['core', 'fixtures', 'api', 'cli', 'web'];
const settings = [
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
];
const outputs = ['cli/dist/main.js', 'web/dist/index.html', 'web/dist/wifi-payment.html'];
const stamp = join(root, 'dist/.stamp');

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

function isUpToDate(hash) {
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    outputs.every((file) => existsSync(join(root, file)))
  );
}

/** Builds everything from scratch, so that no output of a deleted source remains. */
export function build() {
  const hash = hashOfSources();
  if (isUpToDate(hash)) return;
  rmSync(stamp, { force: true });
  step('Compiling the server', () => {
    for (const name of packages) rmSync(join(root, name, 'dist'), { recursive: true, force: true });
    return runTool('typescript/bin/tsc', ['-b', 'tsconfig.build.json']);
  });
  step('Building the portal', () =>
    runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: join(root, 'web') }),
  );
  step('Building the WiFi page', () =>
    runTool(
      'vite/bin/vite.js',
      ['build', '--config', 'vite.wifi.config.ts', '--logLevel', 'warn'],
      { cwd: join(root, 'web') },
    ),
  );
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, hash);
}

if (isStarted(import.meta.url)) {
  install();
  build();
}
