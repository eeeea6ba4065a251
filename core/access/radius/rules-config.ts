import { CODE_ALPHABET, CODE_LENGTH } from '../../kernel/codes.ts';

/** What the configuration of FreeRADIUS is made of. */
export interface RadiusFacts {
  /** Of FreeRADIUS: 3.2.1. */
  version: readonly [number, number, number];
  /** Of Debian: the folder of its modules, and of its dictionaries. */
  libraryFolder: string;
  dictionaryFolder: string;
  /** The folder of these files. */
  folder: string;
  /** Where its log, its file of waiting reports and its pid are kept. */
  stateFolder: string;
  /** As libpq reads it: host=/run/nimule dbname=nimule user=nimule_radius password=… */
  database: string;
  /** On which addresses and ports it listens. */
  listen: { address: string; authPort: number; acctPort: number };
  routers: readonly { id: number; address: string; secret: string }[];
  /** For Status-Server, asked from the same machine. */
  statusSecret: string;
  /** With which the hash of a code is computed: hexadecimal digits. */
  codeKey: string;
}

export interface ConfigFile {
  name: string;
  text: string;
}

/** A text in double quotes, in which nothing is expanded. */
function quoted(text: string): string {
  return `"${text
    .replace(/[\\"]/g, '\\$&')
    .replace(/%/g, '%%')
    .replace(/[\r\n]/g, ' ')}"`;
}

/** From 3.2.5 on there is `auto`: whoever signs once must sign always. Before, a client that does not sign is let in. */
function messageAuthenticator([major, minor, patch]: RadiusFacts['version']): string {
  const isNew = major > 3 || (major === 3 && (minor > 2 || (minor === 2 && patch >= 5)));
  return isNew
    ? 'require_message_authenticator = auto\n\tlimit_proxy_state = auto'
    : 'require_message_authenticator = no';
}

function clients({ routers, statusSecret, version }: RadiusFacts): string {
  const mode = messageAuthenticator(version);
  const client = (name: string, address: string, secret: string) => `client ${name} {
	ipaddr = ${address}
	secret = ${quoted(secret)}
	shortname = ${name}
	${mode}
}
`;
  const own = routers.some(({ address }) => address === '127.0.0.1')
    ? ''
    : client('router_0', '127.0.0.1', statusSecret);
  return (
    own + routers.map(({ id, address, secret }) => client(`router_${id}`, address, secret)).join('')
  );
}

/** Of a report that has waited, the router is kept with it. */
const router = "'%{%{Tmp-String-1}:-%{client:shortname}}'";
const request = [router, "'%{SQL-User-Name}'", "'%{Calling-Station-Id}'"].join(', ');
const reported = [
  'Acct-Status-Type',
  'SQL-User-Name',
  'Acct-Session-Id',
  'Class',
  'Calling-Station-Id',
  'Framed-IP-Address',
  'Framed-IPv6-Prefix',
  'Delegated-IPv6-Prefix',
  'Acct-Session-Time',
  'Acct-Input-Octets',
  'Acct-Input-Gigawords',
  'Acct-Output-Octets',
  'Acct-Output-Gigawords',
  'Acct-Delay-Time',
  'Acct-Terminate-Cause',
]
  .map((name) => `'%{${name}}'`)
  .join(', ');
const report = `${router}, ${reported}`;

function modules({ database, folder, stateFolder }: RadiusFacts): string {
  return `sql {
	dialect = "postgresql"
	driver = "rlm_sql_postgresql"
	radius_db = ${quoted(database)}
	read_clients = no
	read_groups = no
	# Else other letters than those of ASCII become =XX.
	auto_escape = yes
	query_timeout = 2
	sql_user_name = "%{%{Tmp-String-4}:-%{User-Name}}"
	postgresql {
		send_application_name = yes
	}
	pool {
		start = 1
		min = 1
		max = 16
		spare = 4
		uses = 0
		# Seconds until a lost database is tried again; 30 by default.
		retry_delay = 1
		lifetime = 0
		idle_timeout = 60
	}
	authorize_check_query = "select * from radius_check(${request})"
	authorize_reply_query = "select * from radius_reply(${request})"
	simul_count_query = "select radius_reserve(${request})"
	accounting {
		reference = "report"
		report = "select radius_accounting(${report})"
	}
	post-auth {
		reference = "refused"
		refused = "select radius_refused(${request}, '%{control:Tmp-String-0}')"
	}
}
pap {
	normalise = no
}
mschap {
	use_mppe = yes
	require_encryption = no
	require_strong = no
	with_ntdomain_hack = no
}
detail waiting {
	filename = ${stateFolder}/waiting/reports
	permissions = 0600
	header = "%t"
	locking = yes
}
attr_filter refusals {
	filename = ${folder}/refusals
	key = "%{User-Name}"
}
expr {
}
always ok {
	rcode = ok
}
always reject {
	rcode = reject
}
always fail {
	rcode = fail
}
`;
}

/**
 * A name that may be the code of a voucher or of WiFi is asked about by its hash (Tmp-String-4): where it is one, the database
 * never sees the code. A person who types a hash has no code.
 */
const policies = ({ codeKey }: RadiusFacts) => {
  // Between the letters whatever is neither letter nor digit: blanks, or dashes, which have up to three bytes.
  const other = '[^A-Za-z0-9]{0,9}';
  const name = `^${other}${`([${CODE_ALPHABET}])${other}`.repeat(CODE_LENGTH)}$`;
  const letters = Array.from({ length: CODE_LENGTH }, (_, index) => `%{${index + 1}}`).join('');
  return `policy {
	code {
		if (&User-Name =~ /${name}/i) {
			update request {
				Tmp-String-2 := "%{toupper:${letters}}"
				Tmp-String-3 := "${codeKey}"
			}
			update request {
				Tmp-String-4 := "code:%{hmacsha1:&request:Tmp-String-2 &request:Tmp-String-3}"
				Tmp-String-2 !* ANY
				Tmp-String-3 !* ANY
			}
			update request {
				Tmp-String-5 := "%{sql:select radius_is_code('%{Tmp-String-4}')}"
			}
			if (&Tmp-String-5 == "0") {
				update request {
					Tmp-String-4 !* ANY
				}
			}
			elsif (&Tmp-String-5 == "1") {
				ok
			}
			else {
				# The database is away.
				update request {
					Tmp-String-4 := "code:"
					Tmp-String-5 := "away"
				}
			}
		}
		elsif (&User-Name =~ /^code:/i) {
			update request {
				Tmp-String-4 := "code:"
			}
		}
	}
}
`;
};

/** Where the database cannot be asked, reports wait in a file; one that can never be stored is answered and counted. */
function server({ listen, stateFolder }: RadiusFacts, fingerprint: string): string {
  const store = (away: string) => `		code
		if (&Tmp-String-5 == "away") {
			${away}
		}
		else {
			sql {
				fail = 1
				invalid = 1
			}
			# Refused, which may have been for somebody else's lock.
			if (invalid || noop) {
				sql {
					fail = 1
					invalid = 1
				}
			}
			if (invalid || noop) {
				# It is this report that the database cannot read.
				if ("%{sql:select radius_unreadable(${router})}" != "") {
					ok
				}
				else {
					${away}
				}
			}
			elsif (fail) {
				${away}
			}
		}`;
  return `server nimule {
	listen {
		type = auth
		ipaddr = ${listen.address}
		port = ${listen.authPort}
	}
	listen {
		type = acct
		ipaddr = ${listen.address}
		port = ${listen.acctPort}
	}
	authorize {
		mschap
		code
		# A code is the secret itself, and proves nothing by a challenge.
		if (&Tmp-String-5 == "1" && (&MS-CHAP-Challenge || &CHAP-Password || &EAP-Message)) {
			reject
		}
		sql
		pap
		Autz-Type Status-Server {
			update reply {
				Reply-Message := "config ${fingerprint}"
				Reply-Message += "database %{sql:select radius_ping()}"
			}
			ok
		}
	}
	authenticate {
		Auth-Type PAP {
			pap
		}
		Auth-Type MS-CHAP {
			mschap
		}
	}
	session {
		sql
	}
	accounting {
${store('update request {\n\t\t\t\t\tTmp-String-1 := "%{client:shortname}"\n\t\t\t\t}\n\t\t\t\twaiting')}
	}
	post-auth {
		# BlastRADIUS: routers drop answers that are not signed. This version signs none by itself.
		update reply {
			Message-Authenticator := 0x00
		}
		Post-Auth-Type REJECT {
			if (&reply:Reply-Message =~ /already logged in/) {
				update control {
					Tmp-String-0 := "tooMany"
				}
			}
			sql
			refusals
			update reply {
				Message-Authenticator := 0x00
			}
		}
	}
}
server waiting {
	listen {
		type = detail
		filename = ${stateFolder}/waiting/reports
		load_factor = 50
		retry_interval = 2
		poll_interval = 1
	}
	accounting {
${store('fail')}
	}
}
`;
}

const main = (
  facts: RadiusFacts,
) => `# Written by isp radius config. It is written anew by the same command: do not change it by hand.
name = nimule
prefix = /usr
raddbdir = ${facts.folder}
libdir = ${facts.libraryFolder}
localstatedir = ${facts.stateFolder}
logdir = ${facts.stateFolder}
run_dir = ${facts.stateFolder}
pidfile = ${facts.stateFolder}/radiusd.pid
max_request_time = 30
cleanup_delay = 5
max_requests = 65536
hostname_lookups = no
correct_escapes = true
proxy_requests = no
log {
	destination = stdout
	auth = no
	auth_badpass = no
	auth_goodpass = no
}
security {
	max_attributes = 200
	reject_delay = 1
	status_server = yes
}
thread pool {
	start_servers = 4
	max_servers = 16
	min_spare_servers = 2
	max_spare_servers = 8
	max_queue_size = 65536
}
$INCLUDE clients.conf
modules {
	$INCLUDE modules.conf
}
$INCLUDE policy.conf
$INCLUDE server.conf
`;

/** What stays of an answer to somebody who is refused. */
const REFUSALS = `DEFAULT
	Reply-Message =* ANY,
	MS-CHAP-Error =* ANY,
	Message-Authenticator =* ANY,
	Error-Cause =* ANY
`;

/**
 * All files of a folder with which FreeRADIUS is started: `freeradius -d FOLDER`. They hold the secrets of the routers.
 * Status-Server is answered with `fingerprint`.
 * Source: decision 131.
 */
export function radiusConfig(facts: RadiusFacts, fingerprint: string): ConfigFile[] {
  return [
    { name: 'dictionary', text: `$INCLUDE ${facts.dictionaryFolder}/dictionary\n` },
    { name: 'radiusd.conf', text: main(facts) },
    { name: 'clients.conf', text: clients(facts) },
    { name: 'modules.conf', text: modules(facts) },
    { name: 'policy.conf', text: policies(facts) },
    { name: 'refusals', text: REFUSALS },
    { name: 'server.conf', text: server(facts, fingerprint) },
  ];
}
