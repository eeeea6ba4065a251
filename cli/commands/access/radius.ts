import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { defineCommand, text } from '../../command.ts';
import { type Io, printMessage } from '../../io.ts';
import { type RadiusPlace, radiusPlaceFile } from './radius-place.ts';

const run = promisify(execFile);

/** Of Debian 12: what is written where the program itself cannot be asked. */
const OLDEST = [3, 2, 1] as const;

/** The version of FreeRADIUS on this machine, 3.2.1; undefined where it is not installed. */
async function installedVersion(): Promise<string | undefined> {
  const path = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
  const answer = await run('freeradius', ['-v'], { env: { ...process.env, PATH: path } }).catch(
    () => undefined,
  );
  return /Version (\d{1,3}\.\d{1,3}\.\d{1,3})/.exec(answer?.stdout.slice(0, 500) ?? '')?.[1];
}

async function versionOf(given: string | undefined): Promise<readonly [number, number, number]> {
  const found = given ?? (await installedVersion());
  if (found === undefined) return OLDEST;
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(found.slice(0, 20));
  if (parts) return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const { invalidField } = await import('@nimule/core/kernel/errors');
  return invalidField('version', 'Enter a version such as 3.2.1.');
}

async function portOf(given: string | undefined, field: string, usual: number): Promise<number> {
  if (given === undefined) return usual;
  const { invalidField } = await import('@nimule/core/kernel/errors');
  const port = /^\d{1,5}$/.test(given.slice(0, 9)) ? Number(given) : 0;
  return port >= 1 && port <= 65_535 ? port : invalidField(field, 'Enter a port from 1 to 65535.');
}

/** Written aside and renamed: FreeRADIUS never reads half a file. The group stays that of the folder. */
async function writePrivate(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, content, { mode: 0o640 });
  await chmod(draft, 0o640);
  const { uid, gid } = await stat(dirname(path));
  // Only root may give files to a group of which it is no member.
  await chown(draft, uid, gid).catch(() => {});
  await rename(draft, path);
}

/** For isp doctor, which asks FreeRADIUS of this machine. */
async function keepPlace(io: Io, dataDir: string, place: RadiusPlace): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writePrivate(radiusPlaceFile(dataDir), `${JSON.stringify(place)}\n`);
  } catch (error) {
    printMessage(io, `isp doctor will not ask it: ${(error as Error).message}`);
  }
}

const authPort = text('port', 'Port of sign-ins; 1812 when left out');

export const radiusCommands = [
  defineCommand({
    name: 'radius config',
    summary: 'Write the configuration of FreeRADIUS for the routers of the portal',
    details:
      'The files hold the secrets of the routers: only their owner and group may read them. FreeRADIUS reads them at its start, so restart it: systemctl restart freeradius. --database is what libpq reads; a password belongs into a file that passfile= names.',
    args: { directory: { help: 'Where to write, such as /etc/freeradius/nimule' } },
    options: {
      database: text(
        'conninfo',
        "How FreeRADIUS reaches the database; 'host=/var/run/postgresql dbname=nimule user=nimule_radius' when left out",
      ),
      listen: text('address', 'IP address to listen on; * when left out'),
      authPort,
      acctPort: text('port', 'Port of reports; 1813 when left out'),
      state: text(
        'directory',
        'Where reports wait while the database is away; /var/lib/nimule-radius',
      ),
      version: text('version', 'Of FreeRADIUS, where it runs on another machine; 3.2.1'),
    },
    examples: [
      'isp radius config /etc/freeradius/nimule',
      "isp radius config ./raddb --database 'host=10.0.0.2 dbname=nimule user=nimule_radius passfile=/etc/freeradius/nimule.pgpass'",
    ],
    async run({ io, args, options, open }) {
      const { canonicalIp } = await import('@nimule/core/kernel/net-addresses');
      const { invalidField } = await import('@nimule/core/kernel/errors');
      const { listen: typed = '*' } = options;
      const address =
        typed === '*'
          ? '*'
          : (canonicalIp(typed) ?? invalidField('listen', 'Enter an IP address, or *.'));
      const folder = resolve(args.directory);
      const stateFolder = resolve(options.state ?? '/var/lib/nimule-radius');
      for (const [field, path] of Object.entries({ directory: folder, state: stateFolder })) {
        const isPlain = path.length <= 200 && /^[\w./-]+$/.test(path);
        if (!isPlain)
          invalidField(field, 'Its path may have letters, digits, dots, hyphens and underscores.');
      }
      const session = await open();
      const { writeRadiusConfig } = await import('@nimule/core/access/radius/service');
      const authPortNumber = await portOf(options.authPort, 'authPort', 1812);
      const { files, routers } = await writeRadiusConfig(await session.context(), {
        version: await versionOf(options.version),
        libraryFolder: '/usr/lib/freeradius',
        dictionaryFolder: '/usr/share/freeradius',
        ...{ folder, stateFolder },
        database: options.database ?? 'host=/var/run/postgresql dbname=nimule user=nimule_radius',
        listen: {
          address,
          authPort: authPortNumber,
          acctPort: await portOf(options.acctPort, 'acctPort', 1813),
        },
      });
      await mkdir(folder, { recursive: true, mode: 0o750 });
      for (const { name, text: content } of files) await writePrivate(join(folder, name), content);
      const { dataDir } = session.app.config;
      await keepPlace(io, dataDir, {
        address: address === '*' ? '127.0.0.1' : address,
        port: authPortNumber,
      });
      const count = `${routers} ${routers === 1 ? 'router' : 'routers'}`;
      printMessage(
        io,
        `Written to ${folder} for ${count}. If it is new, let the group of FreeRADIUS read it (chgrp -R freerad ${folder}) and make ${join(stateFolder, 'waiting')} for it. Then restart FreeRADIUS.`,
      );
    },
  }),
  defineCommand({
    name: 'radius check',
    summary: 'Ask FreeRADIUS whether it answers, knows all routers and reaches the database',
    options: {
      address: text('address', 'Where it listens; 127.0.0.1 when left out'),
      authPort,
    },
    examples: ['isp radius check'],
    async run({ io, options, open }) {
      const { canonicalIp } = await import('@nimule/core/kernel/net-addresses');
      const { AppError, invalidField } = await import('@nimule/core/kernel/errors');
      const address =
        canonicalIp(options.address ?? '127.0.0.1') ??
        invalidField('address', 'Enter an IP address.');
      const port = await portOf(options.authPort, 'authPort', 1812);
      const session = await open();
      const { checkRadius } = await import('@nimule/core/access/radius/service');
      const { isCurrent, reachesDatabase } = await checkRadius(await session.context(), {
        address,
        port,
      });
      if (!reachesDatabase) {
        const message = 'FreeRADIUS answers, and does not reach the database: its log says why.';
        throw new AppError('unavailable', 'radius.noDatabase', message);
      }
      if (!isCurrent) {
        const message =
          'FreeRADIUS has other routers or secrets than the portal: write them by isp radius config, and restart it.';
        throw new AppError('rule', 'radius.outdated', message);
      }
      printMessage(io, 'FreeRADIUS answers, knows the routers and reaches the database.');
    },
  }),
  defineCommand({
    name: 'radius role',
    summary: 'Print the SQL of the database role of FreeRADIUS',
    details:
      'Run it as a superuser, after each update too: sudo -u postgres psql nimule. The role may run the functions of sign-ins and reports, and reads no table. Give it a password, or sign it in by the socket.',
    options: {
      role: text('name', 'nimule_radius when left out'),
      owner: text('name', 'The owner of the database; nimule when left out'),
    },
    examples: ['isp radius role | sudo -u postgres psql nimule'],
    async run({ io, options }) {
      const { roleSql } = await import('@nimule/core/access/radius/rules-role');
      io.stdout.write(roleSql(options.role ?? 'nimule_radius', options.owner ?? 'nimule'));
    },
  }),
];
