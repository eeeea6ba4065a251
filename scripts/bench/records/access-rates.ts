import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { App } from '@nimule/core/context';
import type { PoolSettings } from '@nimule/core/database/connect';
import { findPostgresBinaries } from '@nimule/fixtures/testing/databases/cluster';
import { type FreeRadius, startFreeRadius } from '@nimule/fixtures/testing/servers/freeradius';
import { fixed, line, median, seconds, verdict } from '../measure.ts';
import { DEVICE, FIRST, PASSWORD } from './access-fill.ts';
import {
  ourConfig,
  ourScripts,
  type Scripts,
  theirConfig,
  theirScripts,
} from './access-statements.ts';

const run = promisify(execFile);
const CLIENTS = 16;
const ROUNDS = 3;
/** Of each of the clients, a round. */
const CALLS = 1250;
const RETURNING = 10_000;
const PACKETS = 10_000;

interface Side {
  name: string;
  settings: PoolSettings;
  app: App;
}

/** Runs a script of pgbench as 16 clients, each so often; the answer is the calls a second. */
async function rateOf(
  { settings, app }: Side,
  script: string,
  { users, each }: { users: number; each: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'nimule-pgbench-'));
  // A session's length is what its router says of it.
  const { rows } = await app.pool.query(
    'select extract(epoch from now())::bigint as epoch, (select value from bench_facts) as filled',
  );
  const [{ epoch, filled }] = rows;
  const variables = {
    ...{ first: FIRST, last: FIRST + users - 1, each, i: 0 },
    ...{ epoch, seconds: 3600 + Number(epoch) - Number(filled) },
  };
  try {
    await writeFile(join(folder, 'script'), script);
    const { stdout } = await run(join(findPostgresBinaries()!, 'pgbench'), [
      ...['-n', '-M', 'simple', '-c', `${CLIENTS}`, '-j', '2', '-t', `${each}`],
      ...['-f', join(folder, 'script'), '-h', settings.host!, '-p', `${settings.port}`],
      ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ...['-U', settings.user!, settings.database!],
    ]);
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (failed !== '0' || !rate) throw new Error(`pgbench: ${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Both sides in turns, so that both have the same machine. */
async function compare(
  what: string,
  least: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<void> {
  const rates = { ours: [] as number[], theirs: [] as number[] };
  // The first round loads what is read.
  for (let round = 0; round <= ROUNDS; round += 1) {
    rates.ours.push(await ours());
    rates.theirs.push(await theirs());
  }
  const [mine, other] = [median(rates.ours.slice(1)), median(rates.theirs.slice(1))];
  const ratio = mine / other;
  line(
    `    ${what.padEnd(26)} ${fixed(mine, 0)} a second, FreeRADIUS' own schema ${fixed(other, 0)}: ratio ${fixed(ratio)} (at least ${least}: ${verdict(ratio, least, false)})`,
  );
}

/** What FreeRADIUS runs for a sign-in and an interim report, for us and with its own schema. */
export async function compareStatements(ours: Side, theirs: Side, users: number): Promise<void> {
  const [mine, other] = [ourScripts(ours.settings), await theirScripts()];
  const rate = (side: Side, scripts: Scripts, kind: keyof Scripts) => () =>
    rateOf(side, scripts[kind], { users, each: CALLS });
  line(`    by SQL, ${CLIENTS} connections`);
  for (const [kind, what, least] of [
    ['signIn', '  sign-ins', 0.9],
    ['interim', '  interim reports', 0.8],
  ] as const)
    await compare(what, least, rate(ours, mine, kind), rate(theirs, other, kind));
}

/** Ten thousand who return at once, each with a sign-in and the report of its start, which replaces its former session. */
export async function returnByStatements(ours: Side, users: number): Promise<void> {
  const { comeBack } = ourScripts(ours.settings);
  const rate = await rateOf(ours, comeBack, { users, each: RETURNING / CLIENTS });
  line(
    `    ${RETURNING} return, by SQL: ${fixed(RETURNING / rate)} s, ${fixed(rate, 0)} a second (at most 30 s: ${verdict(RETURNING / rate, 30, true)})`,
  );
}

interface Packets {
  radius: FreeRadius;
  kind: 'auth' | 'acct';
  packets: readonly Record<string, string>[];
  /** How many are under way at once. */
  parallel: number;
}

/** Sends packets by radclient, as a router does; the answer is how many a second were answered, all of them. */
async function answeredBy({ radius, kind, packets, parallel }: Packets): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'nimule-packets-'));
  const file = join(folder, 'packets');
  const text = packets.map((attributes) =>
    Object.entries(attributes)
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n'),
  );
  try {
    await writeFile(file, `${text.join('\n\n')}\n`);
    const port = kind === 'auth' ? radius.authPort : radius.acctPort;
    let stdout = '';
    const time = await seconds(async () => {
      const options = ['-q', '-s', '-r', '10', '-t', '3', '-p', `${parallel}`, '-f', file];
      ({ stdout } = await run('radclient', [...options, `127.0.0.1:${port}`, kind, PASSWORD], {
        maxBuffer: 64 * 1024 * 1024,
      }));
    });
    const accepted = Number(/(?:Accepted|Access-Accept\w*)\s*:\s*(\d+)/.exec(stdout)?.[1]);
    if (accepted !== packets.length) throw new Error(`radclient: ${stdout.slice(-2000)}`);
    return packets.length / time;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const userOf = (n: number) => ({
  'User-Name': `"user${FIRST + n}"`,
  'Calling-Station-Id': `"${DEVICE}${FIRST + n}"`,
});
const signIns = (numbers: readonly number[]) =>
  numbers.map((n) => ({ ...userOf(n), 'User-Password': `"${PASSWORD}"` }));
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
const interims = (numbers: readonly number[], length: number) =>
  numbers.map((n) => ({
    ...userOf(n),
    'Acct-Status-Type': 'Interim-Update',
    'Acct-Session-Id': `"s${FIRST + n}"`,
    Class: `0x${Buffer.from(`a${FIRST + n}.1`).toString('hex')}`,
    'Framed-IP-Address': addressOf(FIRST + n),
    'Acct-Session-Time': `${length}`,
    'Acct-Input-Octets': `${1_000_000_000 + n}`,
    'Acct-Output-Octets': `${1_000_000_000 + n}`,
  }));

/** The same by a real FreeRADIUS with either configuration, asked by radclient on the same machine. */
export async function compareServers(ours: Side, theirs: Side, users: number): Promise<void> {
  line('    by FreeRADIUS, 64 packets under way');
  const mine = await startFreeRadius(async (folders) => ourConfig(ours.settings, folders));
  const other = await startFreeRadius((folders) => theirConfig(theirs.settings, folders));
  try {
    const numbers = Array.from({ length: PACKETS }, (_, n) => (n * 7919) % users);
    const { rows } = await ours.app.pool.query(
      'select 3600 + extract(epoch from now())::bigint - value as length from bench_facts',
    );
    const length = Number(rows[0].length);
    const signIn = { kind: 'auth', packets: signIns(numbers), parallel: 64 } as const;
    const interim = { kind: 'acct', packets: interims(numbers, length), parallel: 64 } as const;
    for (const [what, least, packets] of [
      ['  sign-ins', 0.9, signIn],
      ['  interim reports', 0.8, interim],
    ] as const)
      await compare(
        what,
        least,
        () => answeredBy({ radius: mine, ...packets }),
        () => answeredBy({ radius: other, ...packets }),
      );
    const back = Array.from({ length: RETURNING }, (_, n) => users - RETURNING + n);
    const starts = back.map((n) => ({
      ...userOf(n),
      'Acct-Status-Type': 'Start',
      'Acct-Session-Id': `"again${FIRST + n}"`,
      Class: `0x${Buffer.from(`a${FIRST + n}.1`).toString('hex')}`,
    }));
    const time = await seconds(async () => {
      await answeredBy({ radius: mine, kind: 'auth', packets: signIns(back), parallel: 256 });
      await answeredBy({ radius: mine, kind: 'acct', packets: starts, parallel: 256 });
    });
    line(
      `    ${RETURNING} return, by FreeRADIUS: ${fixed(time)} s, ${fixed(RETURNING / time, 0)} a second (at most 30 s: ${verdict(time, 30, true)})`,
    );
  } finally {
    await Promise.all([mine.stop(), other.stop()]);
  }
}
