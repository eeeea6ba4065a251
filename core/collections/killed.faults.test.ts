import { fileURLToPath } from 'node:url';
import {
  checkNow,
  countSales,
  createMomoApp,
  passSeconds,
  storedIntents,
  unsound,
} from '@nimule/fixtures/testing/payments';
import { runAndKill } from '@nimule/fixtures/testing/processes/kill';
import type { MomoStub } from '@nimule/fixtures/testing/servers/momo-stub';
import type { TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const KILLS = 6;
const PURCHASES = 20;
const CHILD = fileURLToPath(
  new URL('../../fixtures/testing/processes/paying-momo-child.ts', import.meta.url),
);

let app: TestApp;
let stub: MomoStub;

beforeAll(async () => {
  ({ app, stub } = await createMomoApp());
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

test(`purchases whose program is killed ${KILLS} times between request and answer are asked for and sold once`, async () => {
  // The provider takes its time, so that most are killed while they wait for it.
  stub.onRequest = async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return 'answer' as const;
  };
  let kills = 0;
  let unanswered = 0;
  for (let tries = 0; kills < KILLS && tries < 3 * KILLS; tries += 1) {
    const keys = Array.from({ length: PURCHASES }, (_, n) =>
      String(10_000_000 + tries * 100 + n).padStart(32, 'k'),
    );
    const input = {
      settings: app.settings,
      momo: stub.settings,
      now: app.clock().toISOString(),
      keys,
    };
    if (await runAndKill(CHILD, input, 60 + 60 * (tries % 5))) kills += 1;
    // Connections of a killed program end when their statement does.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ open: number }>`
          select count(*)::int as open from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`.execute(app.db);
        return rows[0]!.open;
      })
      .toBe(0);
    unanswered += (await storedIntents(app)).filter(({ status }) => status === 'sending').length;
  }
  expect(kills).toBe(KILLS);
  expect(unanswered).toBeGreaterThan(0);
  stub.onRequest = () => 'answer';
  const decideAll = () => {
    for (const reference of stub.payments.keys()) stub.decide(reference, 'SUCCESSFUL');
  };
  for (let pass = 0; pass < 5; pass += 1) {
    decideAll();
    passSeconds(app, 61);
    await checkNow(app);
  }
  const intents = await storedIntents(app);
  expect(intents.filter(({ status }) => status !== 'paid')).toEqual([]);
  expect(stub.payments.size).toBe(intents.length);
  expect((await countSales(app)).sessions).toBe(intents.length);
  expect(await unsound(app)).toEqual([]);
}, 120_000);
