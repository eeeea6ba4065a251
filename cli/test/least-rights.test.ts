import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@nimule/core/database/connect';
import { lacks, need } from '@nimule/fixtures/testing/needs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { run } from '../main.ts';
import { makeIo } from './harness.ts';

const database = `rights_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
const role = `app_${randomUUID().replaceAll('-', '')}`;
/** Owns the database and its tables. */
const keeper = `keeper_${randomUUID().replaceAll('-', '')}`;
const folder = mkdtempSync(join(tmpdir(), 'nimule-rights-'));
const server = inject('postgres');
let admin: pg.Pool;
let owner: pg.Pool;

function addressOf(user: string, name = database): string {
  const { host, port } = server!;
  return `postgresql:///${name}?${new URLSearchParams({ host, port: String(port), user })}`;
}

async function isp(user: string, line: string, env: Record<string, string> = {}) {
  const { io, read } = makeIo({
    env: { DATABASE_URL: addressOf(user), ISP_DATA_DIR: folder, ...env },
  });
  return { code: await run(line.split(' '), io), ...read() };
}

beforeAll(async () => {
  if (!server) return;
  admin = createPool({ ...server, database: 'postgres', max: 1 });
  await admin.query(`create role ${keeper} login`);
  await admin.query(`create database ${database} owner ${keeper}`);
  owner = createPool({ ...server, user: keeper, database, max: 1 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  if (!server) return;
  await owner.end();
  // Also those that a restore has replaced.
  const { rows } = await admin.query<{ name: string }>(
    'select datname::text as name from pg_database where starts_with(datname, $1)',
    [database],
  );
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
  await admin.query(
    `drop role if exists ${role}; drop role if exists ${keeper}_of_nothing; drop role ${keeper}`,
  );
  await admin.end();
});

describe.skipIf(!server)('a user of the database who owns nothing', () => {
  it('gets a message that the schema is missing, and who can create it', async () => {
    await admin.query(`create role ${role} login`);
    const outcome = await isp(role, 'billing status');
    expect(outcome).toMatchObject({ code: 8, stdout: '' });
    expect(outcome.stderr).toMatch(
      /at schema version 0, this program needs \d+.*Run "isp migrate"/,
    );
    await admin.query(`drop role ${role}`);
  });

  it('migrates as the owner whom ISP_OWNER_URL names, in the same database alone', async () => {
    await admin.query(`create role ${role} login`);
    const migrate = (ISP_OWNER_URL: string) =>
      isp(role, 'migrate --format json', { ISP_OWNER_URL });
    const other = await migrate(addressOf(server!.user, 'postgres'));
    expect(other).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('ISP_OWNER_URL and DATABASE_URL name different databases'),
    });
    const { host, port } = server!;
    const unknown = await migrate(
      `postgresql://nobody-here:s3cret%21@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    );
    expect(unknown.code).toBe(8);
    expect(unknown.stderr).toContain('refuses user "nobody-here"');
    expect(unknown.stderr).toContain('ISP_OWNER_URL names user and password');
    expect(unknown.stderr).not.toContain('s3cret');
    const { rows } = await owner.query(`select to_regclass('schema_migrations') as found`);
    expect(rows).toEqual([{ found: null }]);
    // A start does it too, and gives the role its rights.
    const started = await isp(role, 'billing status', { ISP_OWNER_URL: addressOf(keeper) });
    expect(started).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse((await migrate(addressOf(keeper))).stdout)).toMatchObject({
      applied: 0,
      version: expect.any(Number),
    });
    await owner.query(
      [
        'all tables in schema public',
        'all sequences in schema public',
        'all functions in schema public',
      ]
        .concat('schema public')
        .map((what) => `revoke all on ${what} from ${role}`)
        .join(';'),
    );
    await admin.query(`drop role ${role}`);
  });

  it('gets a message that grants are missing', async () => {
    const migrated = await isp(keeper, 'migrate --format json');
    expect(JSON.parse(migrated.stdout)).toMatchObject({ applied: expect.any(Number) });
    expect(JSON.parse((await isp(keeper, 'migrate --format json')).stdout).applied).toBe(0);
    await admin.query(`create role ${role} login`);
    expect((await isp(role, 'billing status')).stderr).toContain('lacks a grant');
    await admin.query(`drop role ${role}`);
  });

  it('is made beside the owner of an installation with one role, by one command', async () => {
    const secret = 'Not 2 be shown';
    const both = (user = role) => ({
      DATABASE_URL: `${addressOf(user)}&password=${encodeURIComponent(secret)}`,
      ISP_OWNER_URL: addressOf(keeper),
    });
    const roles = (env: Record<string, string>, more = '') =>
      isp(role, `database roles${more}`, env);
    const superuser = ` --superuser ${addressOf(server!.user, 'postgres')}`;
    for (const [env, message] of [
      [{ DATABASE_URL: '' }, 'The embedded database has one session'],
      [{}, 'ISP_OWNER_URL is not set'],
      [{ ISP_OWNER_URL: addressOf(role) }, 'both name the role'],
      [{ ISP_OWNER_URL: addressOf(keeper, 'postgres') }, 'name different databases'],
    ] as const)
      expect(await roles(env)).toMatchObject({
        stdout: '',
        stderr: expect.stringContaining(message),
      });
    expect((await roles(both(), ' --superuser mysql://x')).stderr).toContain(
      'An address is such as',
    );
    for (const [user, message] of [
      [server!.user, 'is a superuser: name another role'],
      [keeper, 'tables belong to'],
    ] as const) {
      const env = {
        DATABASE_URL: addressOf(user),
        ISP_OWNER_URL: addressOf(`${keeper}_of_nothing`),
      };
      const refused = await roles(env, superuser);
      expect(refused).toMatchObject({ code: 8, stderr: expect.stringContaining(message) });
    }
    await admin.query(`drop owned by ${keeper}_of_nothing`);

    const printed = await roles(both());
    expect(printed.stdout).toMatch(/^-- For a superuser.*\n\\set ON_ERROR_STOP on\n/);
    expect(printed.stdout).toContain(`alter role "${role}" login nocreatedb`);
    expect(printed.stdout).toContain("password 'SCRAM-SHA-256$4096:");
    expect(printed.stdout).not.toContain(secret);
    for (let times = 0; times < 2; times += 1)
      expect(await roles(both(), `${superuser} --format json`)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`"application": "${role}"`),
      });
    const { rows } = await admin.query(
      'select rolpassword as kept from pg_authid where rolname = $1',
      [role],
    );
    expect(rows).toEqual([{ kept: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) }]);
    // The database that it makes is the owner's, and empty.
    const made = `${database}_made`;
    const env = { DATABASE_URL: addressOf(role, made), ISP_OWNER_URL: addressOf(keeper, made) };
    expect(await roles(env, superuser)).toMatchObject({ code: 0 });
    expect(await isp(role, 'billing status', env)).toMatchObject({ code: 0, stderr: '' });
    const doctor = await isp(role, 'doctor', env);
    expect(doctor.stdout).toMatch(/^ok +role .*can change neither tables nor triggers/m);
  });

  it('can do everything with these rights', async ({ task }) => {
    expect((await isp(role, 'migrate', { ISP_OWNER_URL: addressOf(keeper) })).code).toBe(0);
    const customers = join(folder, 'customers.csv');
    writeFileSync(
      customers,
      `customerId,name,location,packageType,status,serviceStartDate\n${Array.from({ length: 600 }, (_, n) => `C${n},Akol ${n},Wau,Basic Fiber,Active,2026-01-01`).join('\n')}\n`,
    );
    const invoices = join(folder, 'invoices.csv');
    writeFileSync(
      invoices,
      'invoiceId,customerId,amountUsd,billDate,status,paidDate\nOLD-1,C1,12.00,2026-01-01,paid,2026-01-05\n',
    );
    for (const line of [
      'init --username grace --full-name Grace --email grace@example.net',
      `import customers ${customers}`,
      `import billing ${invoices}`,
      'billing run --yes',
      'rates set 5000',
      'billing disconnect --yes',
      // The nightly backup is due.
      ...(lacks(task, 'pg_dump') ? [] : ['jobs due']),
      'books check',
      'migrate',
    ]) {
      const outcome = await isp(role, line);
      expect({ line, code: outcome.code, stderr: outcome.stderr }).toMatchObject({ line, code: 0 });
    }
    expect((await isp(role, 'books check')).stdout).not.toContain('FAILED');
    // Without the owner's address no backup can be verified; with it all is well.
    const alone = await isp(role, 'doctor');
    expect(alone).toMatchObject({ code: 8 });
    expect(alone.stdout.match(/^failed .*$/gm)).toEqual([
      expect.stringMatching(/owner .*until then no backup can be verified or restored$/),
    ]);
    const withOwner = { ISP_OWNER_URL: addressOf(keeper) };
    await admin.query(`grant temporary on database ${database} to ${role}`);
    expect((await isp(role, 'doctor', withOwner)).stdout).toMatch(
      /^warning +role .*may make temporary tables; isp database roles takes it/m,
    );
    await admin.query(`revoke temporary on database ${database} from ${role}`);
    const owned = await isp(role, 'doctor', withOwner);
    expect(owned.stdout.match(/^failed .*$/gm)).toBeNull();
    expect(owned.code).toBe(0);
    expect(owned.stdout).toMatch(/^ok +role /m);
    expect(owned.stdout).toMatch(/^ok +evidence /m);
  });

  it('changes no evidence, and an owner who does is found', async () => {
    const tampering = [
      'update payments set amount_cents = 1',
      'update sales_order_lines set unit_price_cents = 1',
      'delete from refunds',
      'update invoices set rate_cents = 1',
      'truncate idempotency_keys',
    ];
    const application = createPool({ ...server!, user: role, database, max: 1 });
    for (const statement of [...tampering, 'alter table refunds disable trigger user'])
      await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
    await application.end();
    for (const statement of tampering)
      await expect(owner.query(statement)).rejects.toMatchObject({ code: '23001' });
    await owner.query(
      'alter table payments disable trigger user; grant update on refunds to public',
    );
    const disabled = 'Trigger payments_evidence of payments is disabled';
    const doctor = await isp(role, 'doctor', { ISP_OWNER_URL: addressOf(keeper) });
    expect(doctor.stdout).toMatch(new RegExp(`^failed +evidence .*${disabled}`, 'm'));
    expect(doctor.stdout).toMatch(/^warning +role .*more rights than it needs: update of refunds/m);
    expect((await isp(role, 'books check')).stdout).toContain(disabled);
    await owner.query(
      'alter table payments enable trigger user; revoke update on refunds from public',
    );
    expect((await isp(role, 'books check')).code).toBe(0);
    // As a migration of an earlier version left it.
    await owner.query(`grant update, delete on all tables in schema public to ${role}`);
    await isp(role, 'migrate', { ISP_OWNER_URL: addressOf(keeper) });
    expect((await isp(role, 'doctor')).stdout).toMatch(/^ok +role /m);
    // Who uses the owner itself is told.
    expect((await isp(keeper, 'doctor')).stdout).toMatch(/^warning +role .*owns the tables/m);
  });

  it('has its backups made and restored by the owner, who is told what is missing', async (test) => {
    need(test, 'pg_dump');
    const env = { ISP_OWNER_URL: addressOf(keeper) };
    const alone = await isp(role, 'backups create');
    expect([alone.code, alone.stderr]).toEqual([
      8,
      expect.stringContaining('Set ISP_OWNER_URL to the role that owns the tables.'),
    ]);
    const made = await isp(role, 'backups create --format json', env);
    const restore = `backups restore ${JSON.parse(made.stdout).filename} --yes`;
    await admin.query(`alter role ${keeper} nocreatedb`);
    expect(await isp(role, restore, env)).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(`ALTER ROLE ${keeper} CREATEDB`),
    });
    await admin.query(`alter role ${keeper} createdb; revoke ${role} from ${keeper}`);
    expect(await isp(role, restore, env)).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(`Run: grant "${role}" to "${keeper}"`),
    });
    await admin.query(`grant ${role} to ${keeper}`);
    expect(await isp(role, restore, env)).toMatchObject({ code: 0 });
    const doctor = await isp(role, 'doctor', env);
    expect(doctor.stdout).toMatch(/^ok +role /m);
    expect(doctor.stdout).toMatch(/^ok +evidence /m);
    for (const line of ['backups resume', 'rates set 5100', 'books check']) {
      expect({ line, ...(await isp(role, line)) }).toMatchObject({ line, code: 0 });
    }
  });

  it('cannot start on an outdated schema', async () => {
    await owner.query(
      'delete from schema_migrations where version = (select max(version) from schema_migrations)',
    );
    expect(await isp(role, 'billing status')).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('may not change the schema'),
    });
  });
});
