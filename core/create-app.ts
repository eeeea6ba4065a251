import { join } from 'node:path';
import { insertDefaultArticles } from './assistant/articles/service.ts';
import type { Config } from './config.ts';
import { type App, createContext, type Log } from './context.ts';
import { openingError } from './database/address.ts';
import { cancelAll } from './database/cancel.ts';
import { createDatabase, createPool } from './database/connect.ts';
import { type EmbeddedRole, openEmbedded } from './database/embedded/embedded.ts';
import { migrateAsOwner } from './database/owner.ts';
import { importsEnded } from './imports/runs/service-background.ts';
import { bringSearchTextsUpToDate } from './jobs/service-search-texts.ts';
import { callbacksEnded } from './mobile-money/service-callback.ts';
import { openAssistant } from './ports/assistant/open.ts';
import { unusableDataDirectory } from './ports/data-directory.ts';
import { assertOwnDirectories } from './ports/directory-owner.ts';
import { type EmailPort, outboxEmail, smtpEmail } from './ports/email.ts';
import { openNetwork } from './ports/network/open.ts';
import { openPayments } from './ports/payments/open.ts';
import { openRadius } from './ports/radius/open.ts';
import { secureRandom } from './ports/random.ts';
import { type KeyGuard, openSecrets } from './ports/secrets.ts';
import { openSms } from './ports/sms/open.ts';
import { guardOf, recordSecretKey } from './reports/secret-key/service.ts';

export interface OpenedApp {
  app: App;
  /**
   * Waits for imports in the background, and closes the database. The owner of the embedded one waits for other processes
   * that use it.
   */
  close(): Promise<void>;
  /**
   * Aborts what is still running in the database, for a process that cannot wait any longer: cancels its queries, or
   * kills the process of the embedded database. Committed data stay.
   */
  forceClose(): Promise<void>;
}

export interface OpenSettings {
  /** False leaves the schema unchanged. */
  migrate?: boolean;
  /** Fail when there is no embedded database instead of creating one. */
  mustExist?: boolean;
  /** Go on without an embedded database that cannot be opened, to restore a backup in its place. */
  mayBeBroken?: boolean;
}

/** The configured mail server, or the outbox folder in the data directory. */
export function openEmail({ smtpUrl, dataDir, company }: Config): EmailPort {
  const from = `"${company.name}" <${company.emails[0]}>`;
  return smtpUrl ? smtpEmail(smtpUrl, from) : outboxEmail(join(dataDir, 'outbox'), from);
}

/** The embedded database is one session: more connections would only queue. */
const EMBEDDED_POOL_SIZE = 4;

/**
 * Opens the configured database, migrates it and creates the app.
 * @throws AppError unavailable when the database cannot be reached, is newer than this program or is missing
 *   (`mustExist`), or the data directory cannot be used; for a server `secret.otherKey` when the database has another key.
 */
export async function createApp(
  config: Config,
  options: OpenSettings & { role: EmbeddedRole; log: Log; onWait?: (message: string) => void },
): Promise<OpenedApp> {
  assertOwnDirectories(config);
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbedded(config.dataDir, options.role, options).catch((error) => {
        if (options.mayBeBroken) return undefined;
        throw unusableDataDirectory(config.dataDir, error);
      });
  const pool = createPool(
    config.databaseUrl
      ? { url: config.databaseUrl, max: config.poolSize }
      : // Without an owner process nothing listens there.
        { host: config.dataDir, ...embedded?.config, max: EMBEDDED_POOL_SIZE },
  );
  const close = async () => {
    await pool.end();
    await embedded?.close();
  };
  let guard: KeyGuard = () => {};
  const app: App = {
    db: createDatabase(pool),
    pool,
    embedded: config.databaseUrl === undefined,
    isDatabaseOwner: embedded?.owner === true,
    clock: () => new Date(),
    random: secureRandom,
    ports: {
      email: openEmail(config),
      sms: openSms(config, options.log),
      payments: openPayments(config, () => new Date()),
      network: openNetwork(config),
      radius: openRadius(),
      assistant: openAssistant(config),
      secrets: openSecrets(config, secureRandom, (fingerprint) => guard(fingerprint)),
    },
    config,
    log: options.log,
    maintenance: { message: undefined },
  };
  try {
    if (options.migrate !== false) {
      await migrateAsOwner(pool, config);
      await bringSearchTextsUpToDate(app);
      await insertDefaultArticles(createContext(app, { kind: 'system', job: 'installation' }));
    }
    guard = await guardOf(app, { mayRecord: options.migrate !== false });
    // Makes the key of a new installation, and reports an unusable one before anybody works.
    if (options.role === 'server')
      app.log.info({ fingerprint: await recordSecretKey(app) }, 'the key of secrets is read');
  } catch (error) {
    app.ports.email.close();
    await close().catch(() => {});
    throw config.databaseUrl ? openingError(config.databaseUrl, error) : error;
  }
  return {
    app,
    async close() {
      await importsEnded(app);
      await callbacksEnded(app);
      app.ports.email.close();
      await app.ports.sms.close();
      await close();
    },
    async forceClose() {
      if (embedded) await embedded.forceClose();
      else await cancelAll(pool);
    },
  };
}
