import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../kernel/errors.ts';
import { type Address, connect, databaseTag, replacedPrefix, withDatabase } from './connections.ts';
import { findTables, queryOf, quoted } from './contents.ts';
import type { Report } from './engine.ts';

/** How long transactions under way may take before they are ended. */
const LOCK_TIMEOUT_MS = 10_000;
const LOCK_TRIES = 5;
const TERMINATE_EVERY_MS = 500;
/** PostgreSQL waits 5 s for the other sessions of a database that is renamed. */
const RENAME_LIMIT_MS = 4_000;

/** A lock id that nothing else uses: the letters 'nimr'. */
const SWAP_LOCK = 0x6e696d72;

const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Replaces a database by another one under its name, while nobody can write:
 *
 * 1. A session locks all tables against writing. It is released by itself if this process is killed. Writers that wait
 *    are disconnected, so that their callers learn that nothing was saved.
 * 2. `beforeSwap` runs: what it dumps is the last state.
 * 3. A session of another database renames both in one transaction. The rename of the present database locks its entry,
 *    so no new session can begin; the others are disconnected, last the one with the locks. A kill before the commit
 *    leaves everything as it was.
 */
export async function swapDatabases(
  address: Address,
  scratch: string,
  beforeSwap: () => Promise<void>,
  report: Report,
): Promise<void> {
  const gate = await connect(address);
  let disconnecting: NodeJS.Timeout | undefined;
  let maintenance: pg.Client | undefined;
  try {
    await assertAlone(gate);
    await assertMayDisconnect(gate);
    report('Waiting for changes under way to finish');
    await lockTables(gate);
    disconnecting = setInterval(() => {
      // A failure shows in what follows.
      void disconnectOthers(gate, `and wait_event_type = 'Lock'`).catch(() => {});
    }, TERMINATE_EVERY_MS);
    await beforeSwap();
    clearInterval(disconnecting);
    report('Replacing the database');
    maintenance = await connectElsewhere(address);
    const databases = await identify(gate, scratch);
    await rename(gate, maintenance, databases).catch(async (error: unknown) => {
      // A connection that broke at the commit leaves open whether it was carried out.
      if (!(await wasRenamed(address, databases))) throw error;
    });
  } finally {
    clearInterval(disconnecting);
    await gate.end().catch(() => {});
    await maintenance?.end().catch(() => {});
  }
}

/**
 * Two programs that replace one database, from different backup directories, would disconnect each other.
 * @throws AppError conflict `backup.busy`.
 */
async function assertAlone(gate: pg.Client): Promise<void> {
  const [lock] = await queryOf(gate)(`select pg_try_advisory_lock(${SWAP_LOCK}) as taken`);
  if (lock?.taken) return;
  const message =
    'Another program is replacing this database by a backup. Try again when that is finished.';
  throw new AppError('conflict', 'backup.busy', message);
}

async function lockTables(gate: pg.Client): Promise<void> {
  const query = queryOf(gate);
  for (let attempt = 1; ; attempt += 1) {
    await gate.query('begin');
    await gate.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      const tables = (await findTables(query)).map(({ table }) => `public.${quoted(table)}`);
      if (tables.length > 0) await gate.query(`lock table ${tables.join(', ')} in exclusive mode`);
      return;
    } catch (error) {
      await gate.query('rollback');
      const { code } = error as { code?: string };
      if (attempt === LOCK_TRIES || (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK)) throw error;
      await disconnectOthers(gate);
    }
  }
}

/** Not autovacuum, which has no user and only superusers may end; the rename ends it by itself. */
const OTHERS = `datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`;

/** Ends the other sessions of the database. @throws AppError unavailable `backup.mayNotDisconnect`. */
async function disconnectOthers(gate: pg.Client, which = ''): Promise<void> {
  // The list of sessions is kept for the length of a transaction.
  await gate.query('select pg_stat_clear_snapshot()');
  try {
    await gate.query(
      `select pg_terminate_backend(pid) from pg_catalog.pg_stat_activity where ${OTHERS} ${which}`,
    );
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE)
      throw mayNotDisconnect(gate.user ?? '');
    throw error;
  }
}

function mayNotDisconnect(self: string, other?: string): AppError {
  const mend = other
    ? `grant "${other}" to "${self}";`
    : `grant pg_signal_backend to "${self}"; and close programs that are connected as a superuser.`;
  return new AppError(
    'unavailable',
    'backup.mayNotDisconnect',
    `The database was not replaced, because the role "${self}" may not end the sessions of the other users of this database. Run: ${mend}`,
  );
}

/** Before the safety backup is made: whether the sessions of now could be ended. */
async function assertMayDisconnect(gate: pg.Client): Promise<void> {
  const [found] = await queryOf(gate)(`
    select self.rolname::text as self, case when not r.rolsuper then r.rolname::text end as other
      from pg_catalog.pg_stat_activity a join pg_catalog.pg_roles r on r.oid = a.usesysid
      join pg_catalog.pg_roles self on self.rolname = current_user
     where ${OTHERS} and not self.rolsuper
       and (r.rolsuper or not (pg_has_role(r.oid, 'usage') or pg_has_role('pg_signal_backend', 'usage'))) limit 1`);
  if (found)
    throw mayNotDisconnect(String(found.self), (found.other as string | null) ?? undefined);
}

async function connectElsewhere(address: Address): Promise<pg.Client> {
  try {
    return await connect(withDatabase(address, 'postgres'));
  } catch {
    return connect(withDatabase(address, 'template1'));
  }
}

interface Databases {
  /** The present database. */
  name: string;
  oid: number;
  scratch: string;
  scratchOid: number;
  /** The comment of the present one. */
  comment: string | null;
}

async function identify(gate: pg.Client, scratch: string): Promise<Databases> {
  const [found] = await queryOf(gate)(
    `select p.datname::text as name, p.oid::int8 as oid, s.oid::int8 as "scratchOid",
         shobj_description(p.oid, 'pg_database') as comment
       from pg_catalog.pg_database p, pg_catalog.pg_database s
      where p.datname = current_database() and s.datname = $1`,
    [scratch],
  );
  if (!found) throw new Error(`the scratch database ${scratch} does not exist`);
  const { name, oid, scratchOid } = found;
  return {
    name: String(name),
    oid: Number(oid),
    scratch,
    scratchOid: Number(scratchOid),
    comment: found.comment as string | null,
  };
}

const CONNECT_TRIES = 30;
const CONNECT_PAUSE_MS = 1_000;

/** Whether the scratch database has the name of the present one, as soon as the server answers. */
async function wasRenamed(address: Address, { name, scratchOid }: Databases): Promise<boolean> {
  for (let attempt = 1; attempt <= CONNECT_TRIES; attempt += 1) {
    const client = await connectElsewhere(address).catch(() => undefined);
    try {
      const rows = await client?.query(
        'select datname from pg_catalog.pg_database where oid = $1',
        [scratchOid],
      );
      if (rows) return rows.rows[0]?.datname === name;
    } catch {
      // Asked again below.
    } finally {
      await client?.end().catch(() => {});
    }
    await pause(CONNECT_PAUSE_MS);
  }
  return false;
}

async function rename(
  gate: pg.Client,
  elsewhere: pg.Client,
  { name, oid, scratch, comment }: Databases,
): Promise<void> {
  const at = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17);
  const [self] = await queryOf(elsewhere)('select pg_backend_pid() as pid');
  await elsewhere.query('begin');
  const replaced = quoted(`${replacedPrefix(name)}${at}`);
  const renaming = elsewhere.query(`alter database ${quoted(name)} rename to ${replaced}`);
  let refused: unknown;
  renaming.catch((error: unknown) => {
    refused = error;
  });
  await closeSessions(gate, Number(self?.pid), oid, () => refused);
  // The rename holds the lock that new sessions wait for, so nobody can write after the gate is closed.
  await gate.end();
  await renaming;
  await elsewhere.query(`alter database ${quoted(scratch)} rename to ${quoted(name)}`);
  await elsewhere.query(
    `comment on database ${replaced} is ${pg.escapeLiteral(databaseTag(name))}`,
  );
  await elsewhere.query(
    `comment on database ${quoted(name)} is ${comment === null ? 'null' : pg.escapeLiteral(comment)}`,
  );
  await elsewhere.query('commit');
}

/** Waits until the rename holds its lock and this connection is the only one to the database. */
async function closeSessions(
  gate: pg.Client,
  renamer: number,
  database: number,
  refusal: () => unknown,
): Promise<void> {
  const query = queryOf(gate);
  const until = Date.now() + RENAME_LIMIT_MS;
  while (Date.now() < until) {
    if (refusal()) throw refusal();
    await disconnectOthers(gate);
    await query('select pg_stat_clear_snapshot()');
    const [state] = await query(
      `select exists (select from pg_catalog.pg_locks where locktype = 'object' and objid = $1::oid
            and classid = 'pg_catalog.pg_database'::regclass and mode = 'AccessExclusiveLock' and granted and pid = $2) as locked,
        (select count(*)::int from pg_catalog.pg_stat_activity where ${OTHERS}) as others`,
      [database, renamer],
    );
    if (state?.locked && state.others === 0) return;
    await pause(20);
  }
  throw new AppError(
    'unavailable',
    'backup.inUse',
    'Other programs kept the database in use, so it was not replaced and nothing was changed. Stop them, then try again.',
  );
}
