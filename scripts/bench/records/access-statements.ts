import { readFile } from 'node:fs/promises';
import { radiusConfig } from '@nimule/core/access/radius/rules-config';
import type { PoolSettings } from '@nimule/core/database/connect';
import type { RadiusFolders } from '@nimule/fixtures/testing/servers/freeradius';
import { PASSWORD } from './access-fill.ts';

const RADIUS = '/etc/freeradius/3.0/mods-config/sql/main/postgresql';
/** The schema and the queries that FreeRADIUS is installed with. */
export const theirSchema = () => readFile(`${RADIUS}/schema.sql`, 'utf8');
const theirQueries = () => readFile(`${RADIUS}/queries.conf`, 'utf8');

const libpq = ({ host, port, database, user }: PoolSettings) =>
  `host=${host} port=${port} dbname=${database} user=${user}`;

/** The configuration that is written for a company, with one router on this machine. */
export function ourConfig(settings: PoolSettings, folders: RadiusFolders) {
  const { folder, stateFolder, authPort, acctPort } = folders;
  return radiusConfig(
    {
      ...{ version: [3, 2, 1], libraryFolder: '/usr/lib/freeradius', folder, stateFolder },
      dictionaryFolder: '/usr/share/freeradius',
      database: libpq(settings),
      listen: { address: '127.0.0.1', authPort, acctPort },
      routers: [{ id: 1, address: '127.0.0.1', secret: PASSWORD }],
      ...{ statusSecret: PASSWORD, codeKey: '00' },
    },
    'bench',
  );
}

/** The same server with FreeRADIUS' own queries, in the order of the site that it is installed with. */
export async function theirConfig(settings: PoolSettings, folders: RadiusFolders) {
  const modules = `sql {
	dialect = "postgresql"
	driver = "rlm_sql_postgresql"
	radius_db = "${libpq(settings)}"
	acct_table1 = "radacct"
	acct_table2 = "radacct"
	postauth_table = "radpostauth"
	authcheck_table = "radcheck"
	groupcheck_table = "radgroupcheck"
	authreply_table = "radreply"
	groupreply_table = "radgroupreply"
	usergroup_table = "radusergroup"
	read_groups = yes
	read_clients = no
	client_table = "nas"
	group_attribute = "SQL-Group"
	pool {
		start = 1
		min = 1
		max = 16
		spare = 4
		uses = 0
		lifetime = 0
		idle_timeout = 60
	}
${await theirQueries()}
}
pap {
	normalise = no
}
mschap {
}
expr {
}
always reject {
	rcode = reject
}
always fail {
	rcode = fail
}
always ok {
	rcode = ok
}
`;
  const listen = (type: string, port: number) =>
    `	listen {\n\t\ttype = ${type}\n\t\tipaddr = 127.0.0.1\n\t\tport = ${port}\n\t}\n`;
  const server = `server theirs {
${listen('auth', folders.authPort)}${listen('acct', folders.acctPort)}
	authorize {
		mschap
		sql
		pap
	}
	authenticate {
		Auth-Type PAP {
			pap
		}
	}
	preacct {
		update request {
			Acct-Unique-Session-Id := "unique%{Acct-Session-Id}"
		}
	}
	accounting {
		sql
	}
	post-auth {
		sql
	}
}
`;
  const other: Record<string, string> = {
    'modules.conf': modules,
    'policy.conf': '',
    'server.conf': server,
  };
  return ourConfig(settings, folders).map(({ name, text }) => ({
    name,
    text: other[name] ?? text,
  }));
}

/** A query of a configuration by its name, the first after `section`, on one line. */
function queryOf(config: string, name: string, section = /^/): string {
  const lines = config.slice(config.search(section));
  const found = new RegExp(`^\\s*${name} = "((?:[^"\\\\]|\\\\[\\s\\S])*)"`, 'm').exec(lines);
  if (!found) throw new Error(`no query ${name}`);
  return found[1]!.replaceAll(/\\\n\s*/g, ' ').trim();
}

/** A configuration's query as a line of pgbench, with its variables in the place of attributes. */
function lineOf(query: string, attributes: Record<string, string>): string {
  let text = query;
  const known = Object.entries(attributes);
  // From within to without: %{%{A}:-0}.
  for (let before = ''; before !== text; ) {
    before = text;
    for (const [name, value] of known) text = text.replaceAll(name, value);
    text = text.replaceAll(/%\{(?:integer:)?([A-Za-z0-9-]+)\}/g, '');
    text = text.replaceAll(/%\{([^%{}]*):-([^%{}]*)\}/g, (_, value, other) => value || other);
  }
  if (/[%$]\{/.test(text)) throw new Error(`not understood: ${text}`);
  return `${text};`;
}

/** What the router says of the session of one user; the variables are set by the scripts below. */
const device = '020000:n';
const ours = {
  '%{%{Tmp-String-1}:-%{client:shortname}}': 'router_1',
  '%{SQL-User-Name}': 'user:n',
  '%{Calling-Station-Id}': device,
};
const interim = {
  '%{Acct-Status-Type}': 'Interim-Update',
  '%{Framed-IP-Address}': '10.:b.:c.:d',
  '%{Acct-Session-Time}': ':seconds',
  '%{Acct-Input-Octets}': ':bytes',
  '%{Acct-Output-Octets}': ':bytes',
  '%{Acct-Input-Gigawords}': '0',
  '%{Acct-Output-Gigawords}': '0',
};
const theirs = {
  ...{ '${authcheck_table}': 'radcheck', '${authreply_table}': 'radreply' },
  ...{ '${usergroup_table}': 'radusergroup', '${groupcheck_table}': 'radgroupcheck' },
  ...{ '${groupreply_table}': 'radgroupreply', '%{${group_attribute}}': 'basic:g' },
  ...{ '${..postauth_table}': 'radpostauth', '${....acct_table1}': 'radacct' },
  ...{
    '${..class.column_name}': '',
    '${..class.reply_xlat}': '',
    '%S.%M': '2026-11-21 10:00:00.1',
  },
  ...{ '${....event_timestamp_epoch}': ':epoch', '${....event_timestamp}': 'TO_TIMESTAMP(:epoch)' },
  ...{ '%{SQL-User-Name}': 'user:n', '%{User-Name}': 'user:n', '%{User-Password}': PASSWORD },
  ...{ '%{reply:Packet-Type}': 'Access-Accept', '%{Acct-Unique-Session-Id}': 'uniques:n' },
};
/** a100000.1 in hexadecimal digits: that of a digit is 3 and the digit. */
const CLASS = `\\set k (30 + :n / 100000) * 10000000000 + (30 + :n / 10000 % 10) * 100000000 + (30 + :n / 1000 % 10) * 1000000
\\set k :k + (30 + :n / 100 % 10) * 10000 + (30 + :n / 10 % 10) * 100 + 30 + :n % 10`;
const classText = "0x61:k'\n'2e31";

/** The address of the session, which does not change. */
const ADDRESS = '\\set b :n / 65536\n\\set c :n / 256 % 256\n\\set d :n % 256';
const ANY_USER = '\\set n random(:first, :last)\n\\set g (:n - :first) % 4';
/** Each client has its own users, and each user comes once. */
const NEXT_USER = '\\set i :i + 1\n\\set n :first + :client_id * :each + :i - 1';

export interface Scripts {
  signIn: string;
  interim: string;
}

export interface OurScripts extends Scripts {
  /** The sign-in of a user that has not come yet and the report of the session's start, which replaces another one. */
  comeBack: string;
}

/** What FreeRADIUS runs for us, by the configuration that is written for it. */
export function ourScripts(settings: PoolSettings): OurScripts {
  const nowhere = { folder: '', stateFolder: '', authPort: 0, acctPort: 0 };
  const config = ourConfig(settings, nowhere).find(({ name }) => name === 'modules.conf')!.text;
  const signIn = ['authorize_check_query', 'authorize_reply_query', 'simul_count_query'].map(
    (name) => lineOf(queryOf(config, name), ours),
  );
  const accounting = queryOf(config, 'report', /^\taccounting \{/m);
  const report = (session: Record<string, string>) =>
    lineOf(accounting, { ...ours, '%{Class}': classText, ...session });
  return {
    signIn: [ANY_USER, ...signIn].join('\n'),
    interim: [
      ANY_USER,
      CLASS,
      ADDRESS,
      '\\set bytes random(1000000000, 2000000000)',
      report({ ...interim, '%{Acct-Session-Id}': 's:n' }),
    ].join('\n'),
    comeBack: [
      NEXT_USER,
      CLASS,
      ...signIn,
      report({ '%{Acct-Status-Type}': 'Start', '%{Acct-Session-Id}': 'back:n' }),
    ].join('\n'),
  };
}

/** What FreeRADIUS runs with its own schema. */
export async function theirScripts(): Promise<Scripts> {
  const config = await theirQueries();
  const names = [
    'authorize_check_query',
    'authorize_reply_query',
    'group_membership_query',
    'authorize_group_check_query',
    'authorize_group_reply_query',
  ];
  const signIn = names.map((name) => lineOf(queryOf(config, name), theirs));
  return {
    signIn: [ANY_USER, ...signIn, lineOf(queryOf(config, 'query', /^post-auth \{/m), theirs)].join(
      '\n',
    ),
    interim: [
      ANY_USER,
      ADDRESS,
      '\\set bytes random(1000000000, 2000000000)',
      lineOf(queryOf(config, 'query', /^\t+interim-update \{/m), { ...theirs, ...interim }),
    ].join('\n'),
  };
}
