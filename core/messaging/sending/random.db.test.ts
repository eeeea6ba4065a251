import {
  MORNING,
  miscounted,
  newSender,
  passTime,
  resetMessages,
  sendToNumbers,
} from '@nimule/fixtures/testing/messages';
import { seedOfRun } from '@nimule/fixtures/testing/seed';
import type { FakeGateway } from '@nimule/fixtures/testing/servers/gateway';
import {
  contextOf,
  createTestApp,
  seededRandom,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as campaigns from '../campaigns/service.ts';
import { listMessages, sendMessageAgain } from '../service.ts';
import { defaultSettings } from '../settings/rules.ts';
import { smsGateway } from './service-gateways.ts';
import { recordReceipts } from './service-receipts.ts';
import * as steps from './service-steps.ts';
import { fillMessage, plainSources } from './service-texts.ts';

let app: TestApp;
let gateway: FakeGateway;
const ctx = () => contextOf(app);
const later = (seconds: number) => passTime(app, seconds);
const send = (count: number, from?: number) => sendToNumbers(app, count, from);
const expectCounted = async () => expect(await miscounted(app)).toEqual([]);

beforeAll(async () => {
  app = await createTestApp(MORNING);
});
beforeEach(async () => {
  gateway = await resetMessages(app);
});
afterAll(() => app.close());

const RUNS = Number(process.env.NIMULE_PROPERTY_RUNS ?? 6);

describe('random sequences', () => {
  test.each(Array.from({ length: RUNS }, (_, run) => run))(
    '%i lose no message and send none twice by themselves',
    async (run) => {
      const random = seededRandom(`${seedOfRun()}-messages-${run}`);
      const pick = <T>(list: readonly T[]) => list[random.integer(list.length)]!;
      gateway.behave = () =>
        pick([
          'take',
          'take',
          'take',
          'refuse',
          'busy',
          'unreachable',
          'unanswered',
          'lost',
        ] as const);
      gateway.idsOf = ({ id }) =>
        [`${id}-${gateway.taken.length}-a`, `${id}-${gateway.taken.length}-b`].slice(
          0,
          1 + random.integer(2),
        );
      const ids: number[] = [];
      /** How often a person has let each message be sent. */
      const allowed = new Map<number, number>();
      const allowAgain = (id: number) => allowed.set(id, (allowed.get(id) ?? 1) + 1);
      let queued = 0;
      let sender = newSender(app);
      let holder = { channel: 'sms' as const, name: `killed-${run}-0` };
      const known: string[] = [];
      const attempt = async (work: () => Promise<unknown>) => {
        await work().catch((error: { kind?: string }) => {
          if (error.kind !== 'rule') throw error;
        });
      };
      const commands: Record<string, () => Promise<unknown>> = {
        async queue() {
          const count = 1 + random.integer(12);
          ids.push((await send(count, queued)).id);
          queued += count;
        },
        pass: () => sender.pass(),
        async late() {
          later(pick([1, 40, 400]));
        },
        // A process that is killed after one of the steps.
        async kill() {
          later(31);
          holder = { channel: 'sms', name: `killed-${run}-${random.integer(1e9)}` };
          if (!(await steps.takeChannel(ctx(), holder))) return;
          const claimed = await steps.claim(ctx(), holder, { limit: 6, onlyAtOnce: false });
          if (random.integer(3) === 0) return;
          const smpp = smsGateway(app);
          const filled = await Promise.all(
            claimed.slice(0, 4).map((one) => fillMessage(ctx(), one, plainSources)),
          );
          const marked = await steps.mark(
            ctx(),
            holder,
            smpp,
            filled.flatMap((one) => ('error' in one ? [] : [one])),
          );
          if (random.integer(3) === 0) return;
          const answers = await steps.handOver(smpp, marked!);
          if (random.integer(2) === 0) return;
          // It was only slow: another one has taken over meanwhile.
          later(31);
          await sender.pass();
          await steps.record(ctx(), smpp, answers, {
            settings: defaultSettings,
            sources: plainSources,
          });
        },
        async restart() {
          sender = newSender(app);
          later(31);
        },
        stop: () => attempt(() => campaigns.stopCampaign(ctx(), pick(ids))),
        resume: () => attempt(() => campaigns.resumeCampaign(ctx(), pick(ids))),
        async cancel() {
          if (random.integer(3) === 0)
            await attempt(() => campaigns.cancelCampaign(ctx(), pick(ids)));
        },
        async retry() {
          const id = pick(ids);
          const { rows } = await sql<{
            id: number;
          }>`select id from messages where campaign_id = ${id} and status = 'failed'`.execute(
            app.db,
          );
          await attempt(async () => {
            await campaigns.retryCampaign(ctx(), id);
            for (const row of rows) allowAgain(row.id);
          });
        },
        async again() {
          const { rows } = await listMessages(ctx(), { status: pick(['failed', 'unknown']) });
          if (rows.length === 0) return;
          const { id } = pick(rows);
          await attempt(async () => {
            await sendMessageAgain(ctx(), id);
            allowAgain(id);
          });
        },
        async receipts() {
          for (const { id } of gateway.taken.slice(-4))
            known.push(`${id}-${gateway.taken.length}-a`, `${id}-${gateway.taken.length}-b`);
          const told = Array.from({ length: 5 }, () => ({
            id: pick(known.length > 0 ? known : ['x']),
            status: pick(['delivered', 'failed', 'pending'] as const),
          }));
          await recordReceipts(ctx(), 'smpp', told);
        },
      };
      await commands.queue!();
      const names = [...Object.keys(commands), 'pass', 'pass', 'pass', 'kill', 'late'];
      for (let step = 0; step < 60; step += 1) {
        await commands[pick(names)]!();
        await expectCounted();
      }
      for (const id of ids) await attempt(() => campaigns.resumeCampaign(ctx(), id));
      gateway.behave = () => 'take';
      later(86_400);
      sender = newSender(app);
      while ((await sender.pass()) > 0);
      await expectCounted();
      const { rows: left } = await sql<{
        count: number;
      }>`select count(*) as count from messages where status in ('queued', 'claimed', 'sending')`.execute(
        app.db,
      );
      const { rows: all } = await sql<{
        count: number;
      }>`select count(*) as count from messages`.execute(app.db);
      expect([left[0]!.count, all[0]!.count]).toEqual([0, queued]);
      const times = new Map<number, number>();
      for (const { id } of gateway.taken) times.set(Number(id), (times.get(Number(id)) ?? 0) + 1);
      for (const [id, count] of times) expect(count).toBeLessThanOrEqual(allowed.get(id) ?? 1);
    },
  );
});
