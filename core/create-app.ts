import { join } from 'node:path';
import type { Config } from './config.ts';
import { type App, type Log, secureRandom } from './context.ts';
import { openingError } from './database/address.ts';
import { cancelAll } from './database/cancel.ts';
import { createDatabase, createPool } from './database/connect.ts';
import { type EmbeddedRole, openEmbedded } from './database/embedded/embedded.ts';
import { migrate } from './database/migrate.ts';
import { bringSearchTextsUpToDate } from './jobs/service-search-texts.ts';
import { unusableDataDirectory } from './ports/data-directory.ts';
import { type EmailPort, outboxEmail, smtpEmail } from './ports/email.ts';

export interface OpenedApp {
  app: App;
  /** Lets go of the database; the owner of the embedded one waits for its guests. */
  close(): Promise<void>;
  /**
   * Ends what is still under way in the database, for a process that can wait no longer: its queries are cancelled, the
   * process of the embedded database is killed. What has committed stays.
   */
  breakOff(): Promise<void>;
}

export interface OpenSettings {
  /** Not when it is false: the schema is left as it is. */
  migrate?: boolean;
  /** Where there is no embedded database, none is made. */
  mustExist?: boolean;
}

/** The mail server that the configuration names, or the outbox in the data directory. */
export function openEmail({ smtpUrl, dataDir, company }: Config): EmailPort {
  const from = `"${company.name}" <${company.emails[0]}>`;
  return smtpUrl ? smtpEmail(smtpUrl, from) : outboxEmail(join(dataDir, 'outbox'), from);
}

/** PostgreSQL: one pool a process. The embedded database is one session, and more connections only queue. */
const POOL_SIZE = { postgres: 20, embedded: 4 };

/**
 * Opens the database that the configuration names, brings its schema forward and puts the app together.
 * @throws AppError unavailable when the database cannot be reached, is newer than this program or must exist and does
 *   not, or the data directory cannot be used.
 */
export async function createApp(
  config: Config,
  options: OpenSettings & { role: EmbeddedRole; log: Log; onWait?: (message: string) => void },
): Promise<OpenedApp> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbedded(config.dataDir, options.role, options).catch((error) => {
        throw unusableDataDirectory(config.dataDir, error);
      });
  const pool = createPool(
    embedded
      ? { ...embedded.config, max: POOL_SIZE.embedded }
      : { url: config.databaseUrl, max: POOL_SIZE.postgres },
  );
  const close = async () => {
    await pool.end();
    await embedded?.close();
  };
  const app: App = {
    db: createDatabase(pool),
    pool,
    embedded: embedded !== undefined,
    clock: () => new Date(),
    random: secureRandom,
    ports: { email: openEmail(config) },
    config,
    log: options.log,
  };
  try {
    if (options.migrate !== false) {
      await migrate(pool);
      await bringSearchTextsUpToDate(app);
    }
  } catch (error) {
    app.ports.email.close();
    await close().catch(() => {});
    throw config.databaseUrl ? openingError(config.databaseUrl, error) : error;
  }
  return {
    app,
    async close() {
      app.ports.email.close();
      await close();
    },
    async breakOff() {
      if (embedded) await embedded.breakOff();
      else await cancelAll(pool);
    },
  };
}
