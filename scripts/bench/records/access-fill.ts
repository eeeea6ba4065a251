import { ntHash } from '@nimule/core/access/rules-nt-hash';
import type { App } from '@nimule/core/context';
import { fillCustomers } from '../database.ts';

export const PASSWORD = 'secret';
/** Ids and user names of six digits, so that they are as long for all: user100000 has the id 100000. */
export const FIRST = 100_000;
const CODES = 10_000;
const DAYS = 28;
/** Of a device: six digits after this are its address. */
export const DEVICE = '020000';

/**
 * Customers with an access account each, codes, a month of usage by day, and an open session of each; every other account has a
 * fair use, every other code a limit of data. Plain SQL, not measured.
 */
export async function fillAccess(app: App, accounts: number): Promise<void> {
  await fillCustomers(app, accounts);
  const { ports } = app;
  const pool = await app.pool.connect();
  // Without the triggers: all that they check is so.
  await pool.query('set session_replication_role = replica');
  await pool.query(
    `insert into radius_routers (id, name, name_key, kind, address, secret_encrypted, created_at, updated_at)
     values (1, 'Bor', 'bor', 'mikrotik', '127.0.0.1', $1, now(), now())`,
    [ports.secrets.encrypt(PASSWORD, 'bench')],
  );
  await pool.query(
    `insert into settings (name, value, updated_at) values ('access', '{"enforced": true, "interimSeconds": 300}', now())`,
  );
  await pool.query(
    `insert into access_accounts (id, customer_id, kind, username, password_encrypted, nt_hash, access, download_kbps, upload_kbps,
       fair_use_bytes, reduced_download_kbps, reduced_upload_kbps, decided_at, created_at, updated_at)
     select $1 + n - 1, c.id, 'pppoe', 'user' || $1 + n - 1, $2, $3, 'on', 10000, 5000,
       case when n % 2 = 0 then 100000000000 end, case when n % 2 = 0 then 2000 end, case when n % 2 = 0 then 1000 end,
       now(), now(), now()
     from (select id, row_number() over (order by id)::int as n from customers) c`,
    [FIRST, ports.secrets.encrypt(PASSWORD, 'bench'), Buffer.from(ntHash(PASSWORD))],
  );
  await pool.query(
    `insert into access_accounts (id, kind, username, code_hash, source, source_id, access, download_kbps, upload_kbps, ends_at,
       data_bytes, decided_at, created_at, updated_at)
     select $1::int + $2::int + n, 'code', 'vb-2026-' || lpad((n / 100)::text, 6, '0') || '/' || 1 + n % 100,
       substr(sha256(n::text::bytea), 1, 20), 'voucher', n, 'on', 2000, 2000, now() + interval '1 day',
       case when n % 2 = 0 then 10737418240 end, now(), now(), now()
     from generate_series(1, $3::int) n`,
    [FIRST, accounts, CODES],
  );
  // Of each day the rows of all accounts, as they are written.
  await pool.query(
    `insert into radius_usage (account_id, day, upload_bytes, download_bytes)
     select a.id, date_trunc('month', radius_today())::date + d, 100000000 + a.id * 7919 % 1000000, 900000000 + a.id * 104729 % 100000000
     from generate_series(0, $1::int - 1) d, access_accounts a where a.kind <> 'code' or d < 2 order by d, a.id`,
    [DAYS],
  );
  await pool.query(
    `insert into radius_months (account_id, month, upload_bytes, download_bytes)
     select account_id, date_trunc('month', day)::date, sum(upload_bytes), sum(download_bytes) from radius_usage group by 1, 2`,
  );
  await pool.query(
    `insert into radius_sessions (router_id, account_id, session_id, username, started_at, device, ip, seconds, upload_bytes,
       download_bytes, last_at, day, decision)
     select 1, a.id, 's' || a.id, a.username, now() - interval '1 hour',
       substr(m, 1, 2) || ':' || substr(m, 3, 2) || ':' || substr(m, 5, 2) || ':' || substr(m, 7, 2) || ':' || substr(m, 9, 2) || ':' || substr(m, 11, 2),
       '10.0.0.0'::inet + a.id, 3600, 1000000, 9000000 + a.id, now(), radius_today(), 1
     from access_accounts a, lateral (select $1 || a.id as m) device order by a.id`,
    [DEVICE],
  );
  await pool.query('vacuum');
  pool.release(true);
}

/** The same accounts and sessions in the tables of FreeRADIUS: speeds by group, as its documentation does. */
export async function fillTheirs(app: App, schema: string, accounts: number): Promise<void> {
  const { pool } = app;
  await pool.query(schema);
  await pool.query(
    `insert into radcheck (username, attribute, op, value) select 'user' || $1::int + n, 'NT-Password', ':=', $3
     from generate_series(0, $2::int - 1) n`,
    [FIRST, accounts, `0x${Buffer.from(ntHash(PASSWORD)).toString('hex')}`],
  );
  await pool.query(
    `insert into radusergroup (username, groupname, priority) select 'user' || $1::int + n, 'basic' || n % 4, 1
     from generate_series(0, $2::int - 1) n`,
    [FIRST, accounts],
  );
  await pool.query(
    `insert into radgroupreply (groupname, attribute, op, value)
     select 'basic' || n, attribute, ':=', value from generate_series(0, 3) n,
       (values ('Mikrotik-Rate-Limit', '5000k/10000k'), ('Acct-Interim-Interval', '300')) given(attribute, value)`,
  );
  await pool.query(
    `insert into radacct (acctsessionid, acctuniqueid, username, nasipaddress, nasporttype, acctstarttime, acctupdatetime,
       acctsessiontime, acctauthentic, acctinputoctets, acctoutputoctets, calledstationid, callingstationid, servicetype,
       framedprotocol, framedipaddress)
     select 's' || id, 'uniques' || id, 'user' || id, '127.0.0.1', 'Ethernet', now() - interval '1 hour', now(), 3600, 'RADIUS',
       1000000, 9000000, 'pppoe', $2 || id, 'Framed-User', 'PPP', '10.0.0.0'::inet + id
     from generate_series($1::int, $1::int + $3::int - 1) id`,
    [FIRST, DEVICE, accounts],
  );
  await pool.query('vacuum');
}
