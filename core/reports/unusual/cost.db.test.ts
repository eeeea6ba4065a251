import {
  forgetStatistics,
  recordStatements,
  workOf,
} from '@nimule/fixtures/testing/databases/statements';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyActions } from './rules.ts';
import { unusualLately } from './service.ts';

const LINES = 20_000;
const FEW_ACTIONS = ['refusal.count', 'payment.reverse', 'user.grant', 'rate.update', 'till.count'];

let app: TestApp;
let noted: ReturnType<typeof recordStatements>;
beforeAll(async () => {
  app = await createTestApp('2026-11-24T08:00:00Z');
  noted = recordStatements(app.pool);
});
afterAll(() => app.close());

/** Lines of all actions that the rules look for, and of others, from `from` on within so many hours. */
async function fill(from: string, hours: number, actions: readonly string[]): Promise<void> {
  await sql`
    insert into audit_log (at, actor_kind, actor_id, actor_name, actor_username, action, entity, entity_id, after, format)
    select ${from}::timestamptz + make_interval(secs => ${hours * 3600}::int * (n::float / ${LINES}::int)), 'staff', 7, 'Mary', 'mary',
      (${sql.val(actions)}::text[])[1 + n % ${actions.length}::int], 'thing', n::text, '{"kind":"code","tries":1}', 2
    from generate_series(0, ${LINES - 1}::int) n`.execute(app.db);
}

async function work(): Promise<number> {
  noted.take();
  await unusualLately(contextOf(app));
  let total = 0;
  for (const statement of noted.take()) total += await workOf(app.pool, statement);
  return total;
}

test(
  'what is looked for costs by the last days and not by the length of the log',
  async () => {
    await forgetStatistics(app.pool);
    await fill('2026-11-23T08:00:00+02:00', 10, ['customer.update', ...FEW_ACTIONS]);
    const before = await work();
    for (const year of ['2023', '2024', '2025'])
      await fill(`${year}-11-20T00:00:00Z`, 2_000, [...FEW_ACTIONS, ...moneyActions, 'export.all']);
    const after = await work();
    expect(after).toBeLessThan(1.5 * before + 20_000);
    // A busy day whose lines are of other actions is not read.
    await fill('2026-11-24T08:00:00+02:00', 1, ['customer.update']);
    expect(await work()).toBeLessThan(1.2 * after + 5_000);
  },
  patiently(120_000),
);
