import { createPool } from '@nimule/core/database/connect';
import { migrate, readMigrations } from '@nimule/core/database/migrate';
import type pg from 'pg';
import type { Bench } from './database.ts';

/** The migration that added pounds, parties and the counterparts of cash to the ledger. */
const LEDGER = 'ledger';

/** What is said of the comparison. */
export const PREVIOUS_LEDGER =
  'the same program on the ledger before pounds and parties: its trigger function, checks and indexes of journal_lines; the new columns stay, empty';

interface Parts {
  trigger: string;
  indexes: string[];
  checks: string[];
}

async function partsOf(pool: pg.Pool): Promise<Parts> {
  const texts = async (query: string) =>
    (await pool.query<{ text: string }>(query)).rows.map(({ text }) => text);
  const [trigger] = await texts(
    `select pg_get_functiondef('journal_lines_check'::regproc) as text`,
  );
  return {
    trigger: trigger!,
    indexes: await texts(
      `select indexname as text from pg_indexes where tablename = 'journal_lines'`,
    ),
    checks: await texts(
      `select conname as text from pg_constraint where conrelid = 'journal_lines'::regclass and contype = 'c'`,
    ),
  };
}

/**
 * Gives the ledger of a database what it had before the migration `LEDGER`, so that the time of the new parts can be
 * measured. The columns that the migration added stay, because the program writes them; they hold nothing.
 */
export async function usePreviousLedger(bench: Bench, database: string): Promise<void> {
  const version = (await readMigrations()).find(({ name }) => name === LEDGER)?.version;
  if (version === undefined) throw new Error(`there is no migration named ${LEDGER}`);
  await bench.create('before_ledger', 'template0');
  const before = createPool({ ...bench.settings('before_ledger'), max: 2 });
  await migrate(before, version - 1);
  const previous = await partsOf(before);
  await before.end();
  await bench.drop('before_ledger');

  const pool = createPool({ ...bench.settings(database), max: 1 });
  const present = await partsOf(pool);
  const added = (key: 'indexes' | 'checks') =>
    present[key].filter((name) => !previous[key].includes(name));
  if (present.trigger === previous.trigger) throw new Error('the ledger has not changed');
  await pool.query(previous.trigger);
  for (const name of added('indexes')) await pool.query(`drop index ${name}`);
  for (const name of added('checks'))
    await pool.query(`alter table journal_lines drop constraint ${name}`);
  await pool.end();
}
