import pg from 'pg';
import { AppError } from '../kernel/errors.ts';
import { describeAddress, openingError } from './address.ts';
import { createPool } from './connect.ts';
import { isGrantMissing } from './errors.ts';
import { bringRights } from './evidence/rights.ts';
import { appliedMigrations, migrate, readMigrations } from './migrate.ts';
import { databaseIdentity } from './probe.ts';

/** The settings that name the database and, where it is another one, the role that owns its tables. */
export interface Addresses {
  databaseUrl: string | undefined;
  ownerUrl: string | undefined;
}

/**
 * Runs `work` with connections of the role that owns the tables: that of ISP_OWNER_URL, or without it the given pool.
 * @throws AppError unavailable, naming the variable, when the database cannot be reached as that role, or
 *   ISP_OWNER_URL names another database than DATABASE_URL.
 */
export async function asOwner<T>(
  pool: pg.Pool,
  { databaseUrl, ownerUrl }: Addresses,
  work: (owner: pg.Pool) => Promise<T>,
): Promise<T> {
  if (!ownerUrl) return work(pool);
  const owner = createPool({ url: ownerUrl, max: 2 });
  try {
    await assertSameDatabase(pool, owner, { databaseUrl, ownerUrl });
    return await work(owner);
  } catch (error) {
    throw openingError(ownerUrl, error, 'ISP_OWNER_URL');
  } finally {
    await owner.end();
  }
}

/** A role that cannot connect yet is compared later: its grants may follow the first migration. */
async function assertSameDatabase(
  pool: pg.Pool,
  owner: pg.Pool,
  { databaseUrl, ownerUrl }: Addresses,
): Promise<void> {
  const [used, owned] = await Promise.all([
    databaseIdentity(pool).catch(() => undefined),
    databaseIdentity(owner),
  ]);
  if (!used || !databaseUrl || !ownerUrl || used === owned) return;
  throw new AppError(
    'unavailable',
    'database.otherOwner',
    `ISP_OWNER_URL and DATABASE_URL name different databases: ${describeAddress(ownerUrl)}, and ${describeAddress(databaseUrl)}.`,
  );
}

/**
 * As `migrate`, as the role that owns the tables, which then gives the role of DATABASE_URL the rights of the application
 * (decision 129). With `always` it connects as the owner although nothing is pending, and does not check that the role can read
 * the tables: it may not exist yet.
 */
export async function migrateAsOwner(
  pool: pg.Pool,
  addresses: Addresses,
  { always = false } = {},
): Promise<number> {
  if (addresses.ownerUrl && !always) {
    const applied = await appliedMigrations(pool).catch((error: unknown) => {
      if (!isGrantMissing(error)) throw error;
    });
    // `migrate` then only checks the history.
    if (applied && applied.length >= (await readMigrations()).length) return migrate(pool);
  }
  const { databaseUrl, ownerUrl } = addresses;
  const count = await asOwner(pool, addresses, async (owner) => {
    const applied = await migrate(owner);
    if (ownerUrl && databaseUrl) await bringRights(owner, new pg.Client(databaseUrl).user ?? '');
    return applied;
  });
  // Reports missing grants of the application's role.
  if (ownerUrl && !always) await migrate(pool);
  return count;
}
