import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { describeAddress } from '../address.ts';
import { writeWhole } from './files.ts';

interface Moved {
  /** The database that has the data now, without a password. */
  to: string;
  /** Business date. */
  at: string;
}

function movedFile(dataDir: string): string {
  return join(dataDir, 'moved.json');
}

/**
 * Records that the data of this directory were moved to the database that `url` names: from then on the embedded
 * database is not opened any more, so that nobody goes on working with the old data. `at` is a business date.
 */
export async function markMoved(dataDir: string, url: string, at: string): Promise<void> {
  const moved: Moved = { to: describeAddress(url), at };
  await writeWhole(movedFile(dataDir), JSON.stringify(moved));
}

/** @throws AppError `database.moved` (unavailable) if the data of this directory were moved. */
export async function refuseMoved(dataDir: string): Promise<void> {
  const file = movedFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return;
  const { to, at } = JSON.parse(text) as Moved;
  throw new AppError(
    'unavailable',
    'database.moved',
    `The data of ${dataDir} were moved to ${to} on ${at}. Set DATABASE_URL to it. To use the old data here again, delete ${file}.`,
  );
}
