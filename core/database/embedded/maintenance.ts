import type { PGlite } from '@electric-sql/pglite';
import type { Gateway } from './gateway.ts';

const CHECKPOINT_BYTES = 32 * 1024 * 1024;
const CHECKPOINT_AGE = 5 * 60_000;
const CHECKPOINT_LOOK = 5_000;
const VACUUM_LOOK = 60_000;

/**
 * Writes a checkpoint after 32 MB of write-ahead log, or after `age` if there is any. PGlite does not do it by itself,
 * and the log would grow as long as the server runs.
 */
export async function checkpointIfDue(db: PGlite, age: number): Promise<boolean> {
  const { rows } = await db.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  );
  const bytes = rows[0]?.bytes ?? 0;
  // A checkpoint itself writes a few hundred bytes.
  if (bytes < (age >= CHECKPOINT_AGE ? 1024 : CHECKPOINT_BYTES)) return false;
  await db.exec('checkpoint');
  return true;
}

/**
 * Vacuums or analyses the table that needs it most, by the thresholds of autovacuum, which PGlite lacks. Returns the
 * table's name.
 */
export async function vacuumOneTable(db: PGlite): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string; dead: boolean }>(
    `select format('%I.%I', schemaname, relname) as name,
            n_dead_tup > 50 + 0.2 * n_live_tup as dead
       from pg_stat_user_tables
      where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
      order by n_dead_tup + n_mod_since_analyze desc
      limit 1`,
  );
  const table = rows[0];
  if (!table) return undefined;
  await db.exec(`${table.dead ? 'vacuum (analyze)' : 'analyze'} ${table.name}`);
  return table.name;
}

/** Maintains the database while it is served. Returns a function that stops the maintenance. */
export function startMaintenance(
  db: PGlite,
  gateway: Gateway,
  onError: (error: unknown) => void,
): () => void {
  let checkpointed = Date.now();
  let seen = 0;
  let vacuumSeen = 0;

  const checkpoints = setInterval(() => {
    const executed = gateway.executed();
    const age = Date.now() - checkpointed;
    if (executed === seen && age < CHECKPOINT_AGE) return;
    seen = executed;
    gateway
      .exclusively(async () => {
        if ((await checkpointIfDue(db, age)) || age >= CHECKPOINT_AGE) checkpointed = Date.now();
      })
      .catch(onError);
  }, CHECKPOINT_LOOK);

  const vacuums = setInterval(() => {
    if (gateway.executed() === vacuumSeen || gateway.busy()) return;
    gateway
      .exclusively(async () => {
        // Continues at the next interval until nothing is left to do.
        if ((await vacuumOneTable(db)) === undefined) vacuumSeen = gateway.executed();
      })
      .catch(onError);
  }, VACUUM_LOOK);

  return () => {
    clearInterval(checkpoints);
    clearInterval(vacuums);
  };
}
