import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Factor } from './schema.ts';

const USER_LOCKS = 4_103;

/** Serialises what concerns the second factors of a user until the transaction ends. */
export async function lockFactors(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${USER_LOCKS}::int, ${userId}::int)`.execute(db);
}

const confirmedOf = (db: Db, userId: number) =>
  db
    .selectFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null);

/** The factors of a user that can be used, the oldest first. */
export function findFactors(db: Db, userId: number): Promise<Factor[]> {
  return confirmedOf(db, userId)
    .select(['id', 'kind', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('id')
    .execute();
}

export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const found = await confirmedOf(db, userId).select('id').limit(1).executeTakeFirst();
  return found !== undefined;
}

export interface App {
  id: number;
  secretEncrypted: string;
  lastStep: number | null;
}

/** The authenticator app of a user: the one in use, or the one that is being set up since an instant. */
export function getApp(db: Db, userId: number, setUpSince?: Date): Promise<App | undefined> {
  const apps = db
    .selectFrom('second_factors')
    .select(['id', 'secret_encrypted as secretEncrypted', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp');
  const wanted = setUpSince
    ? apps.where('confirmed_at', 'is', null).where('created_at', '>', setUpSince)
    : apps.where('confirmed_at', 'is not', null);
  return wanted.$narrowType<{ secretEncrypted: string }>().executeTakeFirst();
}

/** Keeps the secret of an app that is being set up, in place of an earlier attempt. */
export async function insertApp(
  db: Db,
  app: { userId: number; secretEncrypted: string; at: Date },
): Promise<void> {
  await db
    .deleteFrom('second_factors')
    .where('user_id', '=', app.userId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is', null)
    .execute();
  await db
    .insertInto('second_factors')
    .values({
      user_id: app.userId,
      kind: 'totp',
      created_at: app.at,
      secret_encrypted: app.secretEncrypted,
    })
    .execute();
}

/** Takes the app that was set up into use, in place of an earlier one. */
export async function confirmApp(
  db: Db,
  userId: number,
  app: { id: number; step: number; at: Date },
): Promise<void> {
  await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is not', null)
    .execute();
  await db
    .updateTable('second_factors')
    .set({ confirmed_at: app.at, last_step: app.step, last_used_at: app.at })
    .where('id', '=', app.id)
    .execute();
}

/** Marks the code of a time step as used: false if it, or a later one, was used before. */
export async function useStep(db: Db, id: number, step: number, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface Passkey {
  id: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

const passkeysOf = (db: Db, userId: number) =>
  db
    .selectFrom('second_factors')
    .select([
      'id',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
    ])
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey')
    .$narrowType<{ credentialId: string; publicKey: Buffer; counter: number }>();

export function findPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return passkeysOf(db, userId).orderBy('id').execute();
}

export function getPasskey(
  db: Db,
  userId: number,
  credentialId: string,
): Promise<Passkey | undefined> {
  return passkeysOf(db, userId).where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function insertPasskey(
  db: Db,
  passkey: Omit<Passkey, 'id'> & { userId: number; name: string; at: Date },
): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({
      user_id: passkey.userId,
      kind: 'passkey',
      name: passkey.name,
      created_at: passkey.at,
      confirmed_at: passkey.at,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
    })
    .execute();
}

/** Writes the counter of a passkey's use: false if another use has changed it since it was read. */
export async function usePasskey(
  db: Db,
  passkey: Passkey,
  counter: number,
  at: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ counter, last_used_at: at })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Removes one of a user's factors that are in use; undefined if there is none with this id. */
export function deleteFactor(db: Db, userId: number, id: number): Promise<Factor | undefined> {
  return db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('id', '=', id)
    .returning(['id', 'kind', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirst();
}

/** Removes all factors, recovery codes and wrong attempts of a user. Returns the number of factors. */
export async function deleteAllFactors(db: Db, userId: number): Promise<number> {
  const result = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await deleteCodes(db, userId);
  await db.deleteFrom('factor_attempts').where('user_id', '=', userId).execute();
  return Number(result.numDeletedRows);
}

export async function deleteCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** The recovery codes of all users. */
/** Removes all recovery codes. Returns the users who had codes that were not used. */
export async function deleteAllCodes(db: Db): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    with removed as (delete from recovery_codes returning user_id, used_at)
    select distinct user_id as "userId" from removed where used_at is null order by 1`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Marks the codes of all apps up to a time step as used. */
export async function useSteps(db: Db, step: number): Promise<void> {
  await sql`update second_factors set last_step = greatest(last_step, ${step}::bigint) where kind = 'totp' and confirmed_at is not null`.execute(
    db,
  );
}

export async function insertCodes(
  db: Db,
  userId: number,
  hashes: readonly Buffer[],
  at: Date,
): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, made_at: at })))
    .execute();
}

export async function countCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Marks a recovery code as used: false if it is unknown or was used before. */
export async function useCode(db: Db, userId: number, hash: Buffer, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const attemptsOf = (userId: number, deviceId: number | null) =>
  sql<boolean>`user_id = ${userId} and device_id is not distinct from ${deviceId}::bigint`;

/** When a user's last wrong codes were typed in a device, or in unknown ones (null); the newest first. */
export async function findAttempts(
  db: Db,
  userId: number,
  deviceId: number | null,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('factor_attempts')
    .select('at')
    .where(attemptsOf(userId, deviceId))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at }) => at);
}

export async function insertAttempt(
  db: Db,
  userId: number,
  deviceId: number | null,
  at: Date,
): Promise<void> {
  await db
    .insertInto('factor_attempts')
    .values({ user_id: userId, device_id: deviceId, at })
    .execute();
}

export async function deleteAttempts(
  db: Db,
  userId: number,
  deviceId: number | null,
): Promise<void> {
  await db.deleteFrom('factor_attempts').where(attemptsOf(userId, deviceId)).execute();
}

export async function deleteAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('factor_attempts').where('at', '<', before).execute();
}

/** When a second factor was first asked of an account without one; null if it never was. */
export async function getAskedAt(db: Db, userId: number): Promise<Date | null> {
  const user = await db
    .selectFrom('users')
    .select('factor_asked_at as askedAt')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.askedAt ?? null;
}

export async function updateAskedAt(db: Db, userId: number, at: Date): Promise<void> {
  await db.updateTable('users').set({ factor_asked_at: at }).where('id', '=', userId).execute();
}

export type ChallengeFor = 'signIn' | 'add' | 'confirm';

/** Keeps the challenge that the session's passkey must sign, in place of an earlier one. */
export async function updateChallenge(
  db: Db,
  sessionId: number,
  challenge: { text: string; purpose: ChallengeFor; at: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      challenge: challenge.text,
      challenge_for: challenge.purpose,
      challenge_at: challenge.at,
    })
    .where('id', '=', sessionId)
    .execute();
}

/** The session's challenge for a purpose, given since an instant; it is of no use afterwards. */
export async function takeChallenge(
  db: Db,
  sessionId: number,
  purpose: ChallengeFor,
  since: Date,
): Promise<string | undefined> {
  // One statement, which locks the row before it reads it: of two calls at once, one gets the challenge.
  const { rows } = await sql<{ challenge: string | null }>`
    update sessions s set challenge = null, challenge_for = null, challenge_at = null
    from (
      select id, case when challenge_for = ${purpose} and challenge_at > ${since} then challenge end as challenge
      from sessions where id = ${sessionId} for update
    ) asked
    where s.id = asked.id
    returning asked.challenge`.execute(db);
  return rows[0]?.challenge ?? undefined;
}
