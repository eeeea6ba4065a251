import pg from 'pg';
import { isPostgresUrl } from '../../config-values.ts';
import { AppError } from '../../kernel/errors.ts';
import { openingError } from '../address.ts';
import { withConnection, withDatabase } from '../dump/connections.ts';
import { queryOf, quoted } from '../dump/contents.ts';
import type { Addresses } from '../owner.ts';
import { scramVerifier } from './scram.ts';

interface Role {
  name: string;
  password: string | null;
}

/** The two roles and the database that the settings name. */
export interface RolesWanted {
  owner: Role;
  application: Role;
  database: string;
}

const invalid = (code: string, message: string) => new AppError('rule', code, message);

/**
 * Reads the roles from DATABASE_URL (the application's) and ISP_OWNER_URL (the owner's).
 * @throws AppError rule `roles.…` where they do not name two roles of one database.
 */
export function rolesOf({ databaseUrl, ownerUrl }: Addresses): RolesWanted {
  if (!databaseUrl) {
    const message =
      'The embedded database has one session, which owns it: roles are for PostgreSQL, which DATABASE_URL names.';
    throw invalid('roles.embedded', message);
  }
  if (!ownerUrl) {
    const message =
      'ISP_OWNER_URL is not set. It names the role that owns the tables, such as postgres://nimule:…@localhost/nimule, and DATABASE_URL the one of the application, such as postgres://nimule_app:…@localhost/nimule.';
    throw invalid('roles.noOwner', message);
  }
  const [application, owner] = [new pg.Client(databaseUrl), new pg.Client(ownerUrl)];
  const same = (field: 'host' | 'port' | 'database') => application[field] === owner[field];
  if (!same('host') || !same('port') || !same('database')) {
    const message = 'DATABASE_URL and ISP_OWNER_URL name different databases.';
    throw invalid('roles.otherDatabase', message);
  }
  if (application.user === owner.user) {
    const message = `DATABASE_URL and ISP_OWNER_URL both name the role "${owner.user}". Choose another one for DATABASE_URL, such as nimule_app.`;
    throw invalid('roles.same', message);
  }
  const roleOf = ({ user, password }: pg.Client): Role => ({
    name: user ?? '',
    password: typeof password === 'string' && password !== '' ? password : null,
  });
  return {
    owner: roleOf(owner),
    application: roleOf(application),
    database: owner.database ?? '',
  };
}

const literal = (text: string) => pg.escapeLiteral(text);
const passwordOf = ({ password }: Role) =>
  password === null ? '' : ` password ${literal(scramVerifier(password))}`;

/** In any database of the server. */
function roleStatements({ owner, application }: RolesWanted): string[] {
  const [app, own] = [quoted(application.name), quoted(owner.name)];
  const raise = (message: string) => `raise exception ${literal(message.replaceAll('%', '%%'))};`;
  return [
    `do $roles$ begin
  if not exists (select from pg_catalog.pg_roles where rolname = ${literal(owner.name)}) then create role ${own}; end if;
  if not exists (select from pg_catalog.pg_roles where rolname = ${literal(application.name)}) then create role ${app}; end if;
  if (select rolsuper from pg_catalog.pg_roles where rolname = ${literal(application.name)}) then
    ${raise(`role ${app} is a superuser: name another role in DATABASE_URL`)}
  end if;
  if pg_has_role(${literal(application.name)}, ${literal(owner.name)}, 'member') then
    ${raise(`role ${app} may become ${own}: revoke ${own} from ${app}`)}
  end if;
end $roles$`,
    // It loads backups into databases of their own, and disconnects the application for a restore.
    `alter role ${own} login createdb${passwordOf(owner)}`,
    `alter role ${app} login nocreatedb nocreaterole noreplication nobypassrls${passwordOf(application)}`,
    `grant ${app} to ${own}`,
  ];
}

const creation = ({ owner, database }: RolesWanted) =>
  `create database ${quoted(database)} owner ${quoted(owner.name)} template template0 encoding 'UTF8'`;

/** In the database. */
function databaseStatements({ owner, application, database }: RolesWanted): string[] {
  const [app, own] = [quoted(application.name), quoted(owner.name)];
  return [
    `do $roles$ begin
  if exists (select from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and pg_get_userbyid(relowner) = ${literal(application.name)}) then
    raise exception ${literal(`tables belong to ${app}: it goes into ISP_OWNER_URL, and a new role into DATABASE_URL`.replaceAll('%', '%%'))};
  end if;
end $roles$`,
    `alter database ${quoted(database)} owner to ${own}`,
    `grant usage, create on schema public to ${own}`,
    `revoke create on schema public from public, ${app}`,
    `grant usage on schema public to ${app}`,
    // A temporary table of the same name would come before one of ours.
    `revoke temporary on database ${quoted(database)} from public, ${app}`,
  ];
}

/** The script for psql, run by a superuser, that makes both roles and the database; it can be repeated. */
export function rolesScript(wanted: RolesWanted): string {
  const { database } = wanted;
  const statements = (list: readonly string[]) => list.map((one) => `${one};`);
  return [
    '-- For a superuser: isp database roles | sudo -u postgres psql',
    '\\set ON_ERROR_STOP on',
    ...statements(roleStatements(wanted)),
    `select ${literal(creation(wanted))} where not exists (select from pg_catalog.pg_database where datname = ${literal(database)}) \\gexec`,
    `\\connect ${quoted(database)}`,
    ...statements(databaseStatements(wanted)),
    '',
  ].join('\n');
}

/**
 * Does what `rolesScript` says, with connections of a superuser; `superuserUrl` names any database of the server.
 * @throws AppError invalid for another address; unavailable when the server cannot be reached, or refuses a statement.
 */
export async function makeRoles(wanted: RolesWanted, superuserUrl: string): Promise<void> {
  const { database } = wanted;
  if (!isPostgresUrl(superuserUrl)) {
    const message = 'An address is such as postgres://postgres@host:5432/postgres.';
    throw new AppError('invalid', 'roles.address', message, { fields: { superuser: message } });
  }
  try {
    await withConnection({ url: superuserUrl }, async (client) => {
      const query = queryOf(client);
      for (const statement of roleStatements(wanted)) await query(statement);
      const known = await query('select from pg_catalog.pg_database where datname = $1', [
        database,
      ]);
      if (known.length === 0) await query(creation(wanted));
    });
    await withConnection(withDatabase({ url: superuserUrl }, database), async (client) => {
      for (const statement of databaseStatements(wanted)) await queryOf(client)(statement);
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // `raise exception` of the statements, and rights that the role lacks.
    if (code === 'P0001' || code === '42501')
      throw new AppError('unavailable', 'roles.refused', `The roles were not made: ${message}.`, {
        cause: error,
      });
    throw openingError(superuserUrl, error, '--superuser');
  }
}
