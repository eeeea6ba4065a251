import { sql } from 'kysely';
import type { App } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
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

/** The account's row, if it is still active with the password that was verified. */
function verified(db: Db, account: Pick<SignInAccount, 'id' | 'passwordHash'>) {
  return db
    .updateTable('users')
    .where('id', '=', account.id)
    .where('is_active', '=', true)
    .where('password_hash', '=', account.passwordHash);
}

/**
 * Writes the time of a sign-in, if the account is still active with the password that was verified. Locks the account's
 * row, so that a suspension at the same moment comes either before (no sign-in) or after (it ends the new session too).
 */
export async function updateLastLogin(
  db: Db,
  account: Pick<SignInAccount, 'id' | 'passwordHash'>,
  at: Date,
): Promise<boolean> {
  const result = await verified(db, account).set({ last_login_at: at }).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The user's own new password, if the account is still active with the one that was verified. */
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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface SessionLimits {
  /** Sessions without activity since are over. */
  activeSince: Date;
  /** Sessions made before are over. */
  createdSince: Date;
}

export interface LiveSession extends CurrentUser {
  sessionId: number;
  lastActivity: Date;
}

const liveSession = `
  select s.id as "sessionId", s.last_activity_at as "lastActivity", u.id, u.username, u.full_name as "fullName",
    u.role, u.grants, u.must_change_password as "mustChangePassword"
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and u.is_active and s.last_activity_at > $2 and s.created_at > $3`;

/**
 * The session of a token with its user, in one query, if both are still good. Every request asks this, so
 * each connection to PostgreSQL prepares it once: planned anew it costs more than it takes to run. The
 * embedded database's connections share one session, where a name would be taken already.
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

/** Notes activity; answers when the session was made, or undefined where it has ended. */
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

/** Answers kept for repeats that will not come any more. */
export async function deleteIdempotencyKeysBefore(db: Db, instant: Date): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', instant)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
