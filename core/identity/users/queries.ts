import { type ExpressionBuilder, sql } from 'kysely';
import { rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import type { Tables } from '../../database/tables.ts';
import { limitOf, type Page, type Sort } from '../../kernel/paging.ts';
import { foldForSearch, otherSpellings } from '../../kernel/search.ts';
import type { Role } from '../roles.ts';
import { fullNameKey, identityKey, type UserFilter, type UserSortColumn } from '../schema.ts';

/** A staff account as the database holds it, without the password's hash. */
export interface UserRow {
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

function userColumns(eb: ExpressionBuilder<Tables, 'users'>) {
  return [
    'id',
    'username',
    'email',
    'full_name as fullName',
    eb.ref('role').$castTo<Role>().as('role'),
    'grants',
    'is_active as isActive',
    'must_change_password as mustChangePassword',
    'temporary_until as temporaryUntil',
    'last_password_change as lastPasswordChange',
    'last_login_at as lastLogin',
    'created_at as createdAt',
    'version',
  ] as const;
}

/** `search_text` begins with the full name in its comparable form, so it also sorts by name. */
const sortColumns = {
  fullName: 'search_text',
  username: 'username_key',
  email: 'email_key',
  role: 'role',
  isActive: 'is_active',
  lastPasswordChange: 'last_password_change',
  lastLogin: 'last_login_at',
  createdAt: 'created_at',
} as const satisfies Record<UserSortColumn, keyof Tables['users']>;

type Filter = Pick<UserFilter, 'q' | 'role' | 'status' | 'page' | 'pageSize' | 'total'>;

function filtered(db: Db, filter: Filter) {
  let query = db.selectFrom('users');
  if (filter.status === 'active') query = query.where('is_active', '=', true);
  if (filter.status === 'inactive') query = query.where('is_active', '=', false);
  return query;
}

async function countOf(query: ReturnType<typeof filtered>): Promise<number> {
  const row = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Full rows; `q` looks in full name, username and e-mail address (seeds/001 2). */
export async function findUsers(
  db: Db,
  filter: Filter,
  sort: Sort<UserSortColumn>,
): Promise<Page<UserRow>> {
  let query = filtered(db, filter);
  if (filter.role && filter.role !== 'all') query = query.where('role', '=', filter.role);
  if (filter.q) query = query.where(matchesSearch(sql.ref('search_text'), filter.q));
  const { limit, offset } = limitOf(filter);
  const rows = await query
    .select(userColumns)
    .orderBy(sortColumns[sort.column], (order) =>
      (sort.descending ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return filter.total ? { rows, total: await countOf(query) } : { rows };
}

/**
 * Names alone (decision 17). Role, status and the searchable rest are not filtered by, or trying filters would
 * tell what the rows do not: `q` looks in the part of `search_text` that is the name.
 */
export async function findUserNames(
  db: Db,
  filter: Filter,
  descending: boolean,
): Promise<Page<{ id: number; fullName: string }>> {
  let query = db.selectFrom('users');
  if (filter.q) {
    const name = sql<string>`left(search_text, length(search_text) - length(username_key) - length(email_key) - 2)`;
    query = query.where(matchesSearch(name, filter.q));
  }
  const { limit, offset } = limitOf(filter);
  const rows = await query
    .select(['id', 'full_name as fullName'])
    .orderBy('search_text', descending ? 'desc' : 'asc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return filter.total ? { rows, total: await countOf(query) } : { rows };
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
 * Locks a user together with every active master_admin, in the order of their ids, so that of two who
 * take one another away one waits and then sees who is left (decision 17).
 */
export async function lockUserAndAdministrators(
  db: Db,
  id: number,
): Promise<{ user: UserRow | undefined; otherAdministrators: number }> {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
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

/** No account can be made until the transaction ends: two first administrators would see nobody each. */
export async function lockUsers(db: Db): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(db);
}

export async function getAdministrator(db: Db): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('role', '=', 'master_admin')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Folded name, username, e-mail address. `findUserNames` relies on the order of the parts. */
function searchTextOf({ username, email, fullName }: Identity): string {
  return [
    foldForSearch(fullName),
    otherSpellings(fullName),
    identityKey(username),
    identityKey(email),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Writes the search texts of all users anew where the rule makes another one than is stored. */
export async function refreshUserSearchTexts(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'full_name as fullName', 'search_text as before'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const changed = rows.filter((row) => searchTextOf(row) !== row.before);
  if (changed.length === 0) return;
  await sql`update users u set search_text = n.search_text from (${rowsOf(changed, {
    id: ['bigint', ({ id }) => id],
    search_text: ['text', searchTextOf],
  })}) as n where u.id = n.id`.execute(db);
}

export interface Identity {
  username: string;
  email: string;
  fullName: string;
}

/** The name, as it is and as it is compared and searched. */
function identityColumns({ username, email, fullName }: Identity) {
  return {
    username,
    username_key: identityKey(username),
    email,
    email_key: identityKey(email),
    full_name: fullName,
    search_text: searchTextOf({ fullName, username, email }),
  };
}

export async function insertUser(
  db: Db,
  user: Identity & {
    role: Role;
    passwordHash: string;
    mustChangePassword: boolean;
    temporaryUntil: Date | null;
    createdAt: Date;
  },
): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({
      ...identityColumns(user),
      name_key: fullNameKey(user.fullName),
      role: user.role,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword,
      temporary_until: user.temporaryUntil,
      created_at: user.createdAt,
    })
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

export interface UserChanges {
  identity?: Identity;
  /** The full name is a new one: no other active user may have it. One that stays may have been shared before. */
  isRenamed?: boolean;
  role?: Role;
  isActive?: boolean;
  grants?: string[];
  /** A password given by another, to be changed at the next sign-in and good until then. */
  temporaryPassword?: { hash: string; until: Date };
}

export async function updateUser(db: Db, id: number, changes: UserChanges): Promise<UserRow> {
  const { identity, isRenamed, role, isActive, grants, temporaryPassword } = changes;
  return db
    .updateTable('users')
    .set((eb) => ({
      ...(identity && identityColumns(identity)),
      ...(identity && isRenamed && { name_key: fullNameKey(identity.fullName) }),
      ...(role && { role }),
      ...(isActive !== undefined && { is_active: isActive }),
      ...(grants && { grants }),
      ...(temporaryPassword && {
        password_hash: temporaryPassword.hash,
        must_change_password: true,
        temporary_until: temporaryPassword.until,
      }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}
