import { setImmediate } from 'node:timers/promises';
import {
  checkNow,
  createMomoApp,
  newOrder,
  passSeconds,
  storedIntents,
  unsound,
  visitorOf,
} from '@nimule/fixtures/testing/payments';
import { newBuyer } from '@nimule/fixtures/testing/sales';
import { seedOfRun } from '@nimule/fixtures/testing/seed';
import type { MomoStub, StubBehaviour } from '@nimule/fixtures/testing/servers/momo-stub';
import { contextOf, seededRandom, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '../kernel/money.ts';
import { callbacksEnded, takeCallback } from './service-callback.ts';
import { requestPayment } from './service-customers.ts';
import { claim } from './service-steps.ts';
import { buyWifi, checkPurchase } from './service-visitors.ts';

let app: TestApp;
let stub: MomoStub;
let customerId: number;

beforeAll(async () => {
  ({ app, stub } = await createMomoApp());
  customerId = await newBuyer(contextOf(app));
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

/** 1,000 with NIMULE_PROPERTY_RUNS=1000. */
const RUNS = Number(process.env.NIMULE_PROPERTY_RUNS ?? 12);

/** What a request has brought. */
async function salesOf(id: number) {
  const { rows } = await sql<{ status: string; sessions: number; payments: number }>`
    select i.status, (select count(*) from wifi_sessions s where s.intent_id = i.id) as sessions,
      (select count(*) from payments p where p.id = i.payment_id) as payments
    from payment_intents i where i.id = ${id}`.execute(app.db);
  const { status, sessions, payments } = rows[0]!;
  return { status, sales: sessions + payments };
}

describe('a provider that loses, doubles, delays and lies', () => {
  test.each(Array.from({ length: RUNS }, (_, run) => run))(
    'is paid once for each payment: run %i',
    async (run) => {
      const random = seededRandom(`${seedOfRun()}-payments-${run}`);
      const pick = <T>(list: readonly T[]) => list[random.integer(list.length)]!;
      const behave = async (): Promise<StubBehaviour> => {
        // Some are overtaken by others.
        if (random.integer(3) === 0)
          for (let turns = random.integer(60); turns > 0; turns -= 1) await setImmediate();
        return pick(['answer', 'answer', 'answer', 'loseAnswer', 'lose', 'error', 'takenError']);
      };
      stub.onRequest = behave;
      stub.onLook = behave;
      const first = (await storedIntents(app)).at(-1)?.id ?? 0;
      const orders = [newOrder(), newOrder({ packageId: 'quick' })];
      const own = async () => (await storedIntents(app)).filter(({ id }) => id > first);
      /** References that were paid as asked, and otherwise. */
      const [right, wrong] = [new Set<string>(), new Set<string>()];
      const decide = (reference: string) => {
        if (stub.payments.get(reference)?.status !== 'PENDING') return;
        const how = random.integer(5);
        if (how === 0) stub.decide(reference, 'FAILED');
        else if (how > 2) {
          stub.decide(reference, 'SUCCESSFUL');
          right.add(reference);
        } else {
          stub.decide(
            reference,
            'SUCCESSFUL',
            how === 1
              ? { amount: '7' }
              : { payer: { partyIdType: 'MSISDN', partyId: '211900000999' } },
          );
          wrong.add(reference);
        }
      };
      const commands: Record<string, () => Promise<unknown>> = {
        buy: () =>
          Promise.all([
            buyWifi(visitorOf(app), pick(orders)),
            buyWifi(visitorOf(app), pick(orders)),
          ]),
        poll: () =>
          Promise.all(orders.map((order) => checkPurchase(visitorOf(app), order).catch(() => {}))),
        ask: () =>
          requestPayment(contextOf(app), {
            customerId,
            phone: '+211912000111',
            amount: cents(100_000),
          }),
        job: () => Promise.all([checkNow(app), checkNow(app)]),
        async wait() {
          passSeconds(app, pick([1, 3, 20, 61, 61, 700]));
        },
        async payer() {
          const all = await own();
          if (all.length > 0) decide(pick(all).reference);
        },
        // Sent twice, late, or for a payment of another.
        async callback() {
          const all = await own();
          const reference = all.length > 0 ? pick(all).reference : 'unknown';
          const body = pick(['{"status":"SUCCESSFUL","amount":"1"}', 'not JSON', '']);
          const call = () => takeCallback(contextOf(app), { reference, body });
          await Promise.all([call(), call()]);
        },
        // A process that is killed after it has claimed.
        kill: () => claim(contextOf(app), { limit: 2 }),
      };
      const names = [...Object.keys(commands), 'job', 'wait', 'payer', 'poll'];
      await commands.buy!();
      let asked = 0;
      for (let step = 0; step < 25; step += 1) {
        const name = pick(names);
        if (name === 'ask') asked += 1;
        if (name === 'ask' && asked > 1) continue;
        await commands[name]!();
      }
      // The provider is well again, everybody who was asked decides, and time passes.
      stub.onRequest = () => 'answer';
      stub.onLook = () => 'answer';
      for (let pass = 0; pass < 8; pass += 1) {
        passSeconds(app, 601);
        for (const { reference } of await own()) decide(reference);
        await checkNow(app);
      }
      passSeconds(app, 3_600);
      await checkNow(app);
      await callbacksEnded(app);
      for (const { id, reference, problem } of await own()) {
        const { status, sales } = await salesOf(id);
        const expected = right.has(reference) ? 'paid' : wrong.has(reference) ? 'review' : 'failed';
        expect({ status, sales, problem }).toEqual({
          status: expected,
          sales: expected === 'paid' ? 1 : 0,
          problem: expect.any(String),
        });
      }
    },
  );

  test('and the books are sound', async () => {
    expect(await unsound(app)).toEqual([]);
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from payment_intents where status in ('created', 'sending', 'requested')`.execute(
      app.db,
    );
    expect(rows[0]!.open).toBe(0);
  });
});
