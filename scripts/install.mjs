// Installs the packages of package-lock.json if needed. `node scripts/install.mjs`
import { readFileSync } from 'node:fs';
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

export function install() {
  requireNode();
  if (isInstalled()) return;
  // Also with NODE_ENV=production: the portal is built here.
  step('Installing packages', () =>
    runProgram('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline']),
  );
}

if (isStarted(import.meta.url)) install();
