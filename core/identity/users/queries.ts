import { sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { defineRecord, type Fields } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../../kernel/search.ts';
import type { Role } from '../roles.ts';
import { fullNameKey, identityKey, type UserFilter, type UserSortColumn } from '../schema.ts';

/** A row of the table users, without the password hash. */
export interface UserRecord {
  id: number;
  username: string;
  email: string;
  fullName: string;
  role: Role;
  grants: string[];
  isActive: boolean;
  mustChangePassword: boolean;
  temporaryUntil: Date | null;
  lastPasswordChange: Date | null;
  lastLogin: Date | null;
  createdAt: Date;
  version: number;
}

const userFields: Fields<'users', UserRecord> = {
  id: 'id bigint',
  username: 'username text',
  email: 'email text',
  fullName: 'full_name text',
  role: 'role text',
  grants: 'grants text[]',
  isActive: 'is_active boolean',
  mustChangePassword: 'must_change_password boolean',
  temporaryUntil: 'temporary_until timestamptz',
  lastPasswordChange: 'last_password_change timestamptz',
  lastLogin: 'last_login_at timestamptz',
  createdAt: 'created_at timestamptz',
  version: 'version bigint',
};

type Names = Pick<UserRecord, 'username' | 'email' | 'fullName'>;

/** Folded full name, username, e-mail address. `findUserNames` relies on the order of the parts. */
function userSearchText({ username, email, fullName }: Names): string {
  return searchTextOf(
    foldForSearch(fullName),
    otherSpellings(fullName),
    identityKey(username),
    identityKey(email),
  );
}

export const users = defineRecord<'users', UserRecord>('users', userFields, {
  derived: {
    username_key: ['text', ({ username }) => identityKey(username)],
    email_key: ['text', ({ email }) => identityKey(email)],
    search_text: ['text', userSearchText],
  },
});

/** `search_text` begins with the full name in its comparable form, so it also sorts by name. */
const sorts: Sorts<UserSortColumn> = {
  keys: {
    fullName: 'search_text',
    username: 'username_key',
    email: 'email_key',
    role: 'role',
    isActive: 'is_active',
    lastPasswordChange: 'last_password_change',
    lastLogin: 'last_login_at',
    createdAt: 'created_at',
  },
  unique: 'id',
  first: { column: 'fullName', descending: false },
  nullable: ['lastPasswordChange', 'lastLogin'],
};

/** Full rows; `q` searches full name, username and e-mail address (seeds/001 2). */
export function findUsers(db: Db, filter: UserFilter): Promise<Page<UserRecord>> {
  const { status = 'all' } = filter;
  let query = db.selectFrom('users').select(users.list());
  if (status !== 'all') query = query.where('is_active', '=', status === 'active');
  if (filter.role && filter.role !== 'all') query = query.where('role', '=', filter.role);
  if (filter.q) query = query.where(matchesSearch(sql.ref('search_text'), filter.q));
  return findPage(query, sorts, filter);
}

/**
 * Only names, sorted by name (decision 17). Filters by role, status or other fields are ignored, because they would
 * reveal what the rows do not show. `q` searches only the name part of `search_text`.
 */
export function findUserNames(
  db: Db,
  filter: UserFilter,
): Promise<Page<Pick<UserRecord, 'id' | 'fullName'>>> {
  let query = db.selectFrom('users').select(['id', 'full_name as fullName']);
  if (filter.q) {
    const name = sql<string>`left(search_text, length(search_text) - length(username_key) - length(email_key) - 2)`;
    query = query.where(matchesSearch(name, filter.q));
  }
  const sort = filter.sort === '-fullName' ? filter.sort : undefined;
  return findPage(query, sorts, { ...filter, sort });
}

export interface UserCounts {
  total: number;
  active: number;
  pendingChanges: number;
  administrators: number;
}

export async function countUsers(db: Db, administratorRoles: readonly Role[]): Promise<UserCounts> {
  return db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('is_active', '=', true).as('active'),
      eb.fn.countAll<number>().filterWhere('must_change_password', '=', true).as('pendingChanges'),
      eb.fn.countAll<number>().filterWhere('role', 'in', administratorRoles).as('administrators'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Locks a user and every active master_admin in id order, so that of two administrators who remove each other
 * concurrently the second sees the result of the first (decision 17).
 */
export async function lockUserAndAdministrators(
  db: Db,
  id: number,
): Promise<{ user: UserRecord | undefined; otherAdministrators: number }> {
  const rows = await db
    .selectFrom('users')
    .select(users.list())
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb.and([eb('role', '=', 'master_admin'), eb('is_active', '=', true)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const others = rows.filter((row) => row.id !== id && row.role === 'master_admin' && row.isActive);
  return { user: rows.find((row) => row.id === id), otherAdministrators: others.length };
}

/** Prevents other inserts until the transaction ends, so that only one first administrator is created. */
export async function lockUsers(db: Db): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(db);
}

export async function getAdministrator(db: Db): Promise<UserRecord | undefined> {
  return db
    .selectFrom('users')
    .select(users.list())
    .where('role', '=', 'master_admin')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

type SearchedUser = Names & { id: number; before: string };

/** Recomputes the search texts of all users and updates those that differ. */
export async function refreshUserSearchTexts(db: Db): Promise<void> {
  const rows: SearchedUser[] = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'full_name as fullName', 'search_text as before'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const changed = rows.filter((row) => userSearchText(row) !== row.before);
  if (changed.length === 0) return;
  await sql`update users u set search_text = n.search_text from (${rowsOf(changed, {
    id: ['bigint', ({ id }) => id],
    search_text: ['text', userSearchText],
  })}) as n where u.id = n.id`.execute(db);
}

export type NewUser = Names &
  Pick<UserRecord, 'role' | 'mustChangePassword' | 'temporaryUntil' | 'createdAt'>;

export function insertUser(db: Db, user: NewUser, passwordHash: string): Promise<UserRecord> {
  return users.insert(db, user, {
    name_key: ['text', () => fullNameKey(user.fullName)],
    password_hash: ['text', () => passwordHash],
  });
}

/** Which unique key of an account is another one's already: the name of its constraint. */
export async function findTaken(
  db: Db,
  { username, email, fullName }: Partial<Names>,
  exceptId: number | null,
): Promise<'users_username_key' | 'users_email_key' | 'users_full_name_active' | undefined> {
  const keyOf = (text: string | undefined, key: (text: string) => string) =>
    text === undefined ? null : key(text);
  const { rows } = await sql<{ taken: 'users_username_key' }>`
    select k.name as taken
    from (values
      ('users_username_key', exists (select from users where username_key = ${keyOf(username, identityKey)}::text and id is distinct from ${exceptId}::bigint)),
      ('users_email_key', exists (select from users where email_key = ${keyOf(email, identityKey)}::text and id is distinct from ${exceptId}::bigint)),
      ('users_full_name_active', exists (select from users where name_key = ${keyOf(fullName, fullNameKey)}::text and is_active and id is distinct from ${exceptId}::bigint))
    ) as k (name, is_taken)
    where k.is_taken limit 1`.execute(db);
  return rows[0]?.taken;
}

/** Updates changed fields. Only a new full name must be unique, because older accounts may share one. */
export function updateUser(
  db: Db,
  before: UserRecord,
  changes: Partial<UserRecord>,
): Promise<UserRecord> {
  const { fullName = before.fullName } = changes;
  const isRenamed = fullName !== before.fullName;
  return users.update(db, before, changes, isRenamed ? { name_key: fullNameKey(fullName) } : {});
}

/** Sets a temporary password, to be changed at the next sign-in and valid until `until`. */
export async function updateTemporaryPassword(
  db: Db,
  id: number,
  passwordHash: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      must_change_password: true,
      temporary_until: until,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Whether an active account other than `exceptIds` has one of the roles, or was granted the permission. */
export async function hasActiveHolder(
  db: Db,
  roles: readonly Role[],
  permission: string,
  exceptIds: readonly number[],
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where(sql<boolean>`id <> all(${arrayOf('bigint', exceptIds)})`)
    .where((eb) =>
      eb.or([eb('role', 'in', roles), sql<boolean>`${permission}::text = any(grants)`]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of these e-mail addresses, in lower case, those of active accounts that have one of the roles, or the permission. */
export async function findHolderEmails(
  db: Db,
  roles: readonly Role[],
  permission: string,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`lower(email)`.as('email'))
    .where('is_active', '=', true)
    .where(sql<boolean>`lower(email) = any(${arrayOf('text', emails)})`)
    .where((eb) =>
      eb.or([eb('role', 'in', roles), sql<boolean>`${permission}::text = any(grants)`]),
    )
    .execute();
  return rows.map(({ email }) => email);
}
