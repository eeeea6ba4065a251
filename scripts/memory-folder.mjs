import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Has every temporary file of this process and its children in memory, where there is much room, until it
 * ends. Tests copy an embedded database of a thousand small files some hundred times; a disk takes a second
 * for each. Somebody who names a TMPDIR keeps it.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return;
  forgetTheDead();
  const folder = mkdtempSync(join(MEMORY, `nimule-${process.pid}-`));
  // A server that runs as another user has its folder in there.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Without a listener a signal ends the process past 'exit'.
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

/** What a run left that was killed. */
function forgetTheDead() {
  for (const name of readdirSync(MEMORY)) {
    const pid = /^nimule-(\d+)-/.exec(name)?.[1];
    if (pid && !lives(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
