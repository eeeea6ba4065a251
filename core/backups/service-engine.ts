import type { Ctx } from '../context.ts';
import { createDatabase } from '../database/connect.ts';
import type { Address } from '../database/dump/connections.ts';
import { inSnapshot, readContents } from '../database/dump/contents.ts';
import { type EmbeddedEngine, embeddedEngine } from '../database/dump/embedded.ts';
import type { BackupEngine, Scratch } from '../database/dump/engine.ts';
import { POSTGRES_PARALLEL, postgresEngine } from '../database/dump/postgres.ts';

/** The address of the role that owns the tables: ISP_OWNER_URL, or the role of DATABASE_URL. */
function ownerAddress({ config, pool }: Pick<Ctx, 'config' | 'pool'>): Address {
  if (config.ownerUrl) return { url: config.ownerUrl };
  const { connectionString, host, port, user, database } = pool.options;
  return connectionString ? { url: connectionString } : { host, port, user, database };
}

/** How this program's database is dumped, loaded and replaced. */
export function engineOf(ctx: Ctx): BackupEngine {
  return ctx.embedded ? embeddedEngineOf(ctx) : postgresEngine(ownerAddress(ctx));
}

export function embeddedEngineOf({ config, pool }: Ctx): EmbeddedEngine {
  return embeddedEngine({
    dataDir: config.dataDir,
    pool,
    readContents: (query) => inSnapshot(query, () => readContents(query)),
  });
}

/** How many tables are loaded at a time. The embedded database has one session. */
export function parallelOf(ctx: Ctx): number {
  return ctx.embedded ? 1 : POSTGRES_PARALLEL;
}

/** The same caller on a scratch database. */
export function onScratch(ctx: Ctx, { pool }: Scratch): Ctx {
  return { ...ctx, pool, db: createDatabase(pool) };
}
