import { untilAlone } from '@nimule/fixtures/testing/databases/waiting';
import { isLong } from '@nimule/fixtures/testing/long';
import { runAndKill } from '@nimule/fixtures/testing/processes/kill';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNode } from '../nodes/service.ts';
import { defaultSettings } from './rules.ts';
import { updateNetworkSettings } from './service-settings.ts';

const KILLS = isLong ? 24 : 3;
const NODES = 100;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test(`${KILLS} kills of a measurement leave no minute half stored`, async () => {
  const ctx = contextOf(app);
  await updateNetworkSettings(ctx, { ...defaultSettings, isPolling: true });
  for (let n = 0; n < NODES; n += 1)
    await createNode(ctx, {
      name: `Tower ${n}`,
      address: `10.0.0.${n}`,
      location: 'Wau',
      type: 'tower',
      capacity: 1,
    });
  // The same minutes again and again: some are stored already.
  for (let kill = 0; kill < KILLS; kill += 1)
    expect(
      await runAndKill(
        'polling-child',
        { settings: app.settings, now: '2026-11-21T08:00:00Z' },
        41 + kill * 61,
      ),
    ).toBe(true);
  await untilAlone(app);
  const { rows } = await sql<{ minutes: number; whole: boolean }>`
    select count(*)::int as minutes, bool_and(nodes = ${NODES}) as whole
    from (select count(*) as nodes from network_samples group by at) m`.execute(app.db);
  expect(rows[0]!.minutes).toBeGreaterThan(3);
  expect(rows[0]!.whole).toBe(true);
  const sums = await sql<{ span: string; samples: number; sent: number; latency: number }>`
    select span, sum(samples)::int as samples, sum(sent)::int as sent, sum(latency_sum_us)::int as latency
    from network_rollups group by span order by span`.execute(app.db);
  const samples = rows[0]!.minutes * NODES;
  for (const row of sums.rows)
    expect(row).toMatchObject({ samples, sent: 5 * samples, latency: 20_000 * samples });
  const watches = await sql<{
    good: number;
  }>`select distinct good from network_watches where kind = 'down'`.execute(app.db);
  expect(watches.rows).toEqual([{ good: rows[0]!.minutes }]);
});
