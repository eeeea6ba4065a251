import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Puts the temporary files of this process and its children in memory until it ends, if there is enough. Tests copy
 * an embedded database of a thousand small files hundreds of times; on disk each takes a second. An existing TMPDIR
 * is kept.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return;
  removeStaleFolders();
  const folder = mkdtempSync(join(MEMORY, `nimule-${process.pid}-`));
  // A database server that runs as another user has its folder inside.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Without a listener a signal ends the process without an 'exit' event.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES && freemem() > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Removes folders of killed runs. */
function removeStaleFolders() {
  for (const name of readdirSync(MEMORY)) {
    const pid = /^nimule-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
