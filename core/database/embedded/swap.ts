import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists, removeDraft, removeDurably, renameDurably, writeWhole } from './files.ts';

/** What a swap of databases does, written before its first step; names of entries of the data directory. */
export interface SwapIntent {
  /** What `pg` is renamed to. */
  replaced: string;
  /** The data directory whose `pg` takes its place. */
  from: string;
}

export const REPLACED_PREFIX = 'pg.replaced-';

function intentFile(dataDir: string): string {
  return join(dataDir, 'swap.json');
}

/** The swap that is under way, or undefined. The file is written whole, so that it can be read if it exists. */
export async function readSwap(dataDir: string): Promise<SwapIntent | undefined> {
  try {
    return JSON.parse(await readFile(intentFile(dataDir), 'utf8')) as SwapIntent;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Decides that the database of `with`, an entry of the data directory, replaces `<dataDir>/pg`. From then on each
 * opening completes the swap. Only the owner of the data directory may call this, with the database closed.
 */
export async function beginSwap(dataDir: string, from: string, now: Date): Promise<void> {
  if (dirname(from) !== dataDir) throw new Error(`${from} does not lie in ${dataDir}`);
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');
  let replaced = `${REPLACED_PREFIX}${time}`;
  for (let number = 1; await exists(join(dataDir, replaced)); number += 1) {
    replaced = `${REPLACED_PREFIX}${time}-${number}`;
  }
  const intent: SwapIntent = { replaced, from: basename(from) };
  await writeWhole(intentFile(dataDir), JSON.stringify(intent));
}

/**
 * Completes the swap that was begun, whatever a kill left of it: nothing renamed, only the present database, or both. If
 * the new database has disappeared, the old one is put back. A swap that was killed before it was decided leaves nothing
 * but the draft of its file, which is removed. Only the owner of the data directory may call this.
 */
export async function completeSwap(dataDir: string): Promise<void> {
  const intent = await readSwap(dataDir);
  if (!intent) {
    await removeDraft(intentFile(dataDir));
    return;
  }
  const present = join(dataDir, 'pg');
  const replaced = join(dataDir, intent.replaced);
  const next = join(dataDir, intent.from, 'pg');
  if ((await exists(next)) && (await exists(present)) && !(await exists(replaced))) {
    await renameDurably(present, replaced);
  }
  if (!(await exists(present))) {
    if (await exists(next)) await renameDurably(next, present);
    else if (await exists(replaced)) await renameDurably(replaced, present);
  }
  await removeDurably(intentFile(dataDir));
}
