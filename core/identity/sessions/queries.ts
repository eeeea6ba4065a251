import { sql } from 'kysely';
import type { App } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import type { SecondStep } from '../permissions.ts';
import type { CurrentUser } from '../schema.ts';
import { type UserRecord, users } from '../users/queries.ts';

export type SignInAccount = UserRecord & { usernameKey: string; passwordHash: string };

function accounts(db: Db) {
  return db
    .selectFrom('users')
    .select([...users.list(), 'username_key as usernameKey', 'password_hash as passwordHash']);
}

export function getAccountByUsername(
  db: Db,
  usernameKey: string,
): Promise<SignInAccount | undefined> {
  return accounts(db).where('username_key', '=', usernameKey).executeTakeFirst();
}

export function getAccount(db: Db, id: number): Promise<SignInAccount | undefined> {
  return accounts(db).where('id', '=', id).executeTakeFirst();
}

/** Updates the account if it is still active with the verified password. */
function verified(db: Db, account: Pick<SignInAccount, 'id' | 'passwordHash'>) {
  return db
    .updateTable('users')
    .where('id', '=', account.id)
    .where('is_active', '=', true)
    .where('password_hash', '=', account.passwordHash);
}

/**
 * Locks the account as `updateLastLogin` does, for a sign-in that still waits for the second factor: false if it is not
 * active any more with the verified password.
 */
export async function lockVerified(
  db: Db,
  account: Pick<SignInAccount, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', account.id)
    .where('is_active', '=', true)
    .where('password_hash', '=', account.passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Writes the time of a sign-in, if the account is still active with the verified password. Locks the row, so that a
 * concurrent suspension comes either before (no sign-in) or after (it also ends the new session).
 */
export async function updateLastLogin(
  db: Db,
  account: Pick<SignInAccount, 'id' | 'passwordHash'>,
  at: Date,
): Promise<boolean> {
  const result = await verified(db, account).set({ last_login_at: at }).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Sets the user's new password, if the account is still active with the verified one. */
export async function updateOwnPassword(
  db: Db,
  account: Pick<SignInAccount, 'id' | 'passwordHash'>,
  passwordHash: string,
  at: Date,
): Promise<boolean> {
  const result = await verified(db, account)
    .set((eb) => ({
      password_hash: passwordHash,
      must_change_password: false,
      temporary_until: null,
      last_password_change: at,
      version: eb('version', '+', 1),
    }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface NewSession {
  tokenHash: Buffer;
  userId: number;
  at: Date;
  ip: string;
  userAgent: string;
  /** Null for a session whose sign-in is complete. */
  pending: SecondStep | null;
  deviceId: number | null;
}

export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const row = await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.at,
      last_activity_at: session.at,
      ip: session.ip,
      user_agent: session.userAgent,
      pending: session.pending,
      // The password confirms a session, unless a code must follow it.
      confirmed_at: session.pending === 'code' ? null : session.at,
      device_id: session.deviceId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A session with its user, to be written to a restored database. */
export interface KeptSession {
  tokenHash: Buffer;
  userId: number;
  username: string;
  createdAt: Date;
  lastActivityAt: Date;
  ip: string;
  userAgent: string;
}

export function getSession(db: Db, id: number): Promise<KeptSession | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.token_hash as tokenHash',
      'sessions.user_id as userId',
      'users.username',
      'sessions.created_at as createdAt',
      'sessions.last_activity_at as lastActivityAt',
      'sessions.ip',
      'sessions.user_agent as userAgent',
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst();
}

export async function insertKeptSession(db: Db, session: KeptSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.createdAt,
      last_activity_at: session.lastActivityAt,
      confirmed_at: session.createdAt,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute();
}

/** Ends every session of everybody. */
export async function deleteAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute();
}

export interface SessionLimits {
  /** Sessions without activity since then have ended. */
  activeSince: Date;
  /** Sessions created before have ended. */
  createdSince: Date;
}

export interface LiveSession extends Omit<CurrentUser, 'secondStep'> {
  sessionId: number;
  lastActivity: Date;
  pending: SecondStep | null;
  confirmedAt: Date | null;
}

const liveSession = `
  select s.id as "sessionId", s.last_activity_at as "lastActivity", s.pending, s.confirmed_at as "confirmedAt", u.id, u.username, u.full_name as "fullName",
    u.role, u.grants, u.must_change_password as "mustChangePassword"
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and u.is_active and s.last_activity_at > $2 and s.created_at > $3`;

/**
 * The session of a token with its user, in one query, if both are still valid. It runs with every request, so
 * each PostgreSQL connection prepares it once, because planning takes longer than execution. The connections of
 * the embedded database share one session, where the statement name would already exist.
 */
export async function getLiveSession(
  { pool, embedded }: Pick<App, 'pool' | 'embedded'>,
  tokenHash: Buffer,
  limits: SessionLimits,
): Promise<LiveSession | undefined> {
  const result = await pool.query<LiveSession>({
    text: liveSession,
    values: [tokenHash, limits.activeSince, limits.createdSince],
    ...(embedded ? {} : { name: 'live_session' }),
  });
  return result.rows[0];
}

/** Records activity; returns the creation time of the session, undefined if it has ended. */
export async function updateActivity(db: Db, id: number, at: Date): Promise<Date | undefined> {
  const session = await db
    .updateTable('sessions')
    .set({ last_activity_at: sql`greatest(last_activity_at, ${at})` })
    .where('id', '=', id)
    .returning('created_at as createdAt')
    .executeTakeFirst();
  return session?.createdAt;
}

export async function deleteSession(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Ends every session of a user. */
export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteEndedSessions(db: Db, limits: SessionLimits): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('last_activity_at', '<=', limits.activeSince),
        eb('created_at', '<=', limits.createdSince),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes stored answers of old idempotency keys. */
export async function deleteIdempotencyKeysBefore(db: Db, instant: Date): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', instant)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
