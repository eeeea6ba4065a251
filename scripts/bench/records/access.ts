import { compareSessions } from '@nimule/core/access/orders/service';
import { listTopUsers } from '@nimule/core/access/sessions/service-usage';
import { createContext } from '@nimule/core/context';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from '../database.ts';
import { fixed, line, median, seconds, verdict } from '../measure.ts';
import { fillAccess, fillTheirs } from './access-fill.ts';
import { compareServers, compareStatements, returnByStatements } from './access-rates.ts';
import { theirSchema } from './access-statements.ts';

const COMPARE_SECONDS = 2;
const PAGE_MS = 100;
const ROUNDS = 5;

/** Sign-ins, reports and the comparison of sessions, against FreeRADIUS' own schema for PostgreSQL. */
export async function benchAccess(bench: Bench, accounts: number): Promise<void> {
  line(`(t) ${accounts} access accounts, each with an open session`);
  await bench.create('access');
  await bench.create('radius');
  const sides = ['access', 'radius'].map((name) => {
    const settings = bench.settings(name);
    return { name, settings, app: openApp(settings, new Date().toISOString()) };
  });
  const [ours, theirs] = [sides[0]!, sides[1]!];
  for (const { app } of sides)
    await app.pool.query(
      'create table bench_facts as select extract(epoch from now())::bigint as value',
    );
  await fillAccess(ours.app, accounts);
  await fillTheirs(theirs.app, await theirSchema(), accounts);
  const ctx = () => createContext(ours.app, { kind: 'system', job: 'access.enforce' });
  try {
    await compareAll(ctx);
    await readTopUsers(ctx);
    await compareStatements(ours, theirs, accounts);
    await returnByStatements(ours, accounts);
    await compareServers(ours, theirs, accounts);
  } finally {
    for (const { app, name } of sides) {
      await app.close();
      await bench.drop(name);
    }
  }
}

type MakeContext = () => ReturnType<typeof createContext>;

/** The comparison of each minute: with nothing to do, and where all have another decision. */
async function compareAll(ctx: MakeContext): Promise<void> {
  for (const [what, change] of [
    ['as decided', ''],
    [
      'every tenth has another decision',
      'update access_accounts set decision = decision + 1 where id % 10 = 0',
    ],
  ] as const) {
    if (change) await ctx().pool.query(change);
    let differing = 0;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (change) await ctx().pool.query('truncate radius_orders');
      times.push(
        await seconds(async () => {
          differing = await compareSessions(ctx());
        }),
      );
    }
    const time = median(times);
    line(
      `    all sessions compared, ${what} (${differing} differ): ${fixed(time)} s (at most ${COMPARE_SECONDS}: ${verdict(time, COMPARE_SECONDS, true)})`,
    );
  }
  await ctx().pool.query('truncate radius_orders');
  await ctx().pool.query('update access_accounts set decision = 1 where decision <> 1');
  await ctx().pool.query('vacuum access_accounts');
}

async function readTopUsers(ctx: MakeContext): Promise<void> {
  for (const page of [1, 40]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await seconds(() => listTopUsers(ctx(), { page, pageSize: 50, total: true })));
    const time = median(times) * 1000;
    line(
      `    who used most, page ${page}: ${fixed(time, 0)} ms (at most ${PAGE_MS}: ${verdict(time, PAGE_MS, true)})`,
    );
  }
}
