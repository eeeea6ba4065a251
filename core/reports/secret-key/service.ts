import { passwordPurpose, routerPurpose } from '../../access/rules.ts';
import { type Ctx, transact } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { AppError, isAppError } from '../../kernel/errors.ts';
import { secretPurpose } from '../../network/nodes/rules.ts';
import { findKeyOrigin, type KeyGuard, type KeyOrigin, type Secrets } from '../../ports/secrets.ts';
import { audit } from '../../records/audit.ts';
import { readCode } from '../../vouchers/sales/service-codes.ts';
import { readAccess } from '../../wifi/service-access.ts';
import * as queries from './queries.ts';
import { type Loss, lossesOf } from './rules.ts';

/** What the key of a database is read with. */
type Opened = Pick<Ctx, 'db' | 'ports' | 'config' | 'clock'>;

/** What is known of the key of a database, and of the one that this program has. */
export interface KeyState {
  origin: KeyOrigin;
  /** The fingerprint that the database keeps; undefined before its first start. */
  recorded: string | undefined;
  /** Why the key of this program cannot be used with this database; undefined where it can. */
  problem: AppError | undefined;
  /** Whether something is stored that the key of this program decrypts, or the fingerprints are equal. */
  isProven: boolean;
}

const RISK =
  'Without that key the codes of vouchers that were sold are unknown, and codes of new ones would be lost.';

/** @returns the refusal, with both fingerprints and what to do. */
function refusal(wanted: string, origin: KeyOrigin, dataDir: string): AppError {
  const { fingerprint, path } = origin;
  const have = fingerprint
    ? `this program has another one (fingerprint ${fingerprint}, from ${path ?? 'ISP_SECRET_KEY'})`
    : `there is no key here: ISP_SECRET_KEY is not set, and there is no ${path}`;
  const message = `This database is encrypted with ${wanted}, but ${have}. ${RISK} Set ISP_SECRET_KEY to that key, or put its file secret.key into ${dataDir}. Only if it is lost for good: isp secrets accept-lost-key says what is lost with it.`;
  return new AppError('unavailable', 'secret.otherKey', message);
}

const kindWords = {
  voucher: 'vouchers',
  wifi: 'WiFi sessions',
  node: 'SNMP credentials',
  account: 'passwords of access accounts',
  router: 'secrets of routers',
} as const;

const purposes = { node: secretPurpose, account: passwordPurpose, router: routerPurpose };

/** Whether a stored text decrypts with the key in use. */
function decrypts(app: Opened, text: queries.StoredTexts): boolean {
  try {
    if (text.kind === 'voucher') readCode(app, { ...text, codeEncrypted: text.encrypted });
    else if (text.kind === 'wifi') readAccess(app, text.saleNumber, text.encrypted);
    else app.ports.secrets.decrypt(text.encrypted, purposes[text.kind](text.id));
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Of a database that keeps no fingerprint yet: whether the key of this program reads what is stored. */
async function compareWithStored(
  app: Opened,
  origin: KeyOrigin,
): Promise<Pick<KeyState, 'problem' | 'isProven'>> {
  const stored = await queries.findStoredTexts(app.db);
  const unreadable = stored.filter(
    (text) => text.fingerprint !== origin.fingerprint || !decrypts(app, text),
  );
  if (unreadable.length === 0) return { problem: undefined, isProven: stored.length > 0 };
  const named = unreadable.map(
    ({ kind, fingerprint, count }) =>
      `the key of fingerprint ${fingerprint} (${count} ${kindWords[kind]})`,
  );
  const problem = refusal(named.join(' and '), origin, app.config.dataDir);
  return { problem, isProven: false };
}

/**
 * Compares the key of this program with the one of the opened database. Makes no key and changes nothing.
 * @throws AppError unavailable for a file of the key that cannot be used.
 */
export async function findKeyState(app: Opened): Promise<KeyState> {
  const origin = { ...findKeyOrigin(app.config), fingerprint: app.ports.secrets.held };
  const recorded = (await queries.hasKeyTable(app.db))
    ? await queries.recordedKey(app.db)
    : undefined;
  if (recorded === undefined)
    return { origin, recorded, ...(await compareWithStored(app, origin)) };
  const fits = recorded === origin.fingerprint;
  const problem = fits
    ? undefined
    : refusal(`the key of fingerprint ${recorded}`, origin, app.config.dataDir);
  return { origin, recorded, problem, isProven: fits };
}

/** The refusal of any use of secrets with a database whose state is not known. */
const unknownState: KeyGuard = (fingerprint) => {
  if (fingerprint !== undefined) return;
  const message =
    'The database cannot be asked for its secret key, and there is no key here: none is made. Set ISP_SECRET_KEY, or put the file secret.key into the data directory.';
  throw new AppError('unavailable', 'secret.keyUnusable', message);
};

/**
 * What `openSecrets` asks at each use of the key: a key that is not the one of the database is refused, and none is made
 * beside a database that has one (decision 83). A database that cannot be read, as one that a backup replaces, gets no new key.
 * With `mayRecord` a key that decrypts what is stored is recorded, as after an upgrade.
 */
export async function guardOf(
  app: Opened,
  { mayRecord }: { mayRecord: boolean },
): Promise<KeyGuard> {
  try {
    const { problem, recorded, isProven, origin } = await findKeyState(app);
    if (mayRecord && isProven && recorded === undefined && origin.fingerprint)
      await queries.insertKey(app.db, origin.fingerprint, app.clock());
    return () => {
      if (problem) throw problem;
    };
  } catch (error) {
    if (isAppError(error) && error.code === 'secret.keyUnusable')
      return () => {
        throw error;
      };
    return unknownState;
  }
}

/**
 * Records the fingerprint of the key in use where the database has none, as the server does at its start, and compares it
 * otherwise. @throws AppError unavailable `secret.otherKey` for another key.
 */
export async function recordSecretKey(app: Opened): Promise<string> {
  const { fingerprint } = app.ports.secrets;
  await queries.insertKey(app.db, fingerprint, app.clock());
  const recorded = await queries.recordedKey(app.db);
  if (recorded === fingerprint) return fingerprint;
  const origin = { ...findKeyOrigin(app.config), fingerprint };
  throw refusal(`the key of fingerprint ${recorded}`, origin, app.config.dataDir);
}

/**
 * The fingerprint that a backup of this database carries: the one that the database keeps, also where this program has
 * another key, or, recorded now, the one in use. @throws AppError unavailable as `Secrets.fingerprint`.
 */
export async function keyOfBackup(app: Opened): Promise<string> {
  return (await queries.recordedKey(app.db)) ?? recordSecretKey(app);
}

/** What the database of this pool keeps; undefined for none. */
export const recordedKeyOf = (db: Db): Promise<string | undefined> => queries.recordedKey(db);

/** Records whose key a restored database has, before it takes the place of the present one. */
export async function recordRestoredKey(tx: Ctx, fingerprint: string): Promise<void> {
  await queries.insertKey(tx.db, fingerprint, tx.now);
}

export interface LostKey {
  /** The fingerprint that the database keeps, and those of what else is stored. */
  lost: string[];
  losses: Loss[];
}

/** What is lost where the key in use, or a new one, takes the place of the database's; undefined where the two are one. */
export async function findLostKey(app: Opened): Promise<LostKey | undefined> {
  const { recorded, problem } = await findKeyState(app);
  if (!problem) return undefined;
  const { held } = app.ports.secrets;
  const stored = await queries.findStoredTexts(app.db);
  const found = [...(recorded ? [recorded] : []), ...stored.map((text) => text.fingerprint)];
  const lost = [...new Set(found)].filter((one) => one !== held);
  const counts = await queries.countLost(app.db, held ?? '', app.clock());
  return { lost, losses: lossesOf(counts) };
}

/**
 * Lets the key of this program, made now if there is none, take the place of a lost one (decision 83). Nothing that is
 * stored is removed; the audit log names what is lost. `secrets` are this program's without a guard.
 * @returns the fingerprint of the key.
 */
export async function acceptLostKey(
  ctx: Ctx,
  secrets: Pick<Secrets, 'fingerprint'>,
  { lost, losses }: LostKey,
): Promise<string> {
  const { fingerprint } = secrets;
  await transact(ctx, async (tx) => {
    await queries.replaceKey(tx.db, fingerprint, tx.now);
    const counts = losses.map(({ what, count }) => [what, count]);
    await audit(tx, {
      action: 'key.accept-lost',
      entity: 'backup',
      entityId: fingerprint,
      summary: `The key ${lost.join(', ')} is lost; ${fingerprint} takes its place`,
      facts: { lost, kept: fingerprint, ...Object.fromEntries(counts) },
    });
  });
  return fingerprint;
}
