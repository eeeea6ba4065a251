import {
  MORNING,
  messageStates,
  miscounted,
  newSender,
  passTime,
  resetMessages,
  sendToNumbers,
} from '@nimule/fixtures/testing/messages';
import type { FakeGateway } from '@nimule/fixtures/testing/servers/gateway';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import { drainOutbox, registerConsumer, writeOutbox } from '../../records/outbox.ts';
import { clearPause, setPause } from '../../records/pause.ts';
import * as campaigns from '../campaigns/service.ts';
import { RESTORED } from '../rules-status.ts';
import { listMessages, sendMessage, sendMessageAgain } from '../service.ts';
import { settleRestoredMessages } from '../service-restored.ts';
import { defaultSettings } from '../settings/rules.ts';
import { updateMessageSettings } from '../settings/service.ts';
import { waitReason } from '../settings/service-waits.ts';
import { createSender } from './service.ts';
import { smsGateway } from './service-gateways.ts';
import * as steps from './service-steps.ts';
import { plainSources } from './service-texts.ts';

let app: TestApp;
let gateway: FakeGateway;
const ctx = () => contextOf(app);
const later = (seconds: number) => passTime(app, seconds);
const send = (count: number, from?: number) => sendToNumbers(app, count, from);
const statuses = () => messageStates(app);
const expectCounted = async () => expect(await miscounted(app)).toEqual([]);

beforeAll(async () => {
  app = await createTestApp(MORNING);
});
beforeEach(async () => {
  gateway = await resetMessages(app);
});
afterAll(() => app.close());

describe('a campaign', () => {
  test('goes out once to each number, account messages first, and is done', async () => {
    const { id } = await send(10);
    const customer = await createCustomer(ctx(), { name: 'Achol', phone: '0922000001' });
    await sendMessage(ctx(), {
      customerId: customer.id,
      channel: 'sms',
      message: 'Dear {name}, {{ok}}',
    });
    expect(await newSender(app).pass()).toBe(11);
    expect(gateway.taken[0]).toMatchObject({ to: '+211922000001', text: 'Dear Achol, {ok}' });
    expect(new Set(gateway.taken.map(({ to }) => to)).size).toBe(11);
    expect(await campaigns.getCampaign(ctx(), id)).toMatchObject({
      status: 'done',
      sent: 10,
      queued: 0,
      finishedAt: app.time.now,
    });
    expect(await newSender(app).pass()).toBe(0);
    await expectCounted();
  });

  test('is not sent twice by two senders at once', async () => {
    await send(300);
    const senders = Array.from({ length: 4 }, () => newSender(app));
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(senders.map((sender) => sender.pass()));
      later(31);
    }
    expect(gateway.taken).toHaveLength(300);
    expect(new Set(gateway.taken.map(({ to }) => to)).size).toBe(300);
    await expectCounted();
  });

  test('stops between two groups, resumes, and is cancelled', async () => {
    const { id } = await send(20);
    let calls = 0;
    gateway.behave = async () => {
      calls += 1;
      if (calls === 4) await campaigns.stopCampaign(ctx(), id);
      return 'take' as const;
    };
    const sender = newSender(app);
    await sender.pass();
    expect(await campaigns.getCampaign(ctx(), id)).toMatchObject({
      status: 'stopped',
      sent: 4,
      queued: 16,
    });
    expect(await sender.pass()).toBe(0);
    gateway.behave = async () => {
      calls += 1;
      if (calls === 8) await campaigns.cancelCampaign(ctx(), id);
      return 'take' as const;
    };
    await campaigns.resumeCampaign(ctx(), id);
    await sender.pass();
    expect(await campaigns.getCampaign(ctx(), id)).toMatchObject({
      status: 'cancelled',
      sent: 8,
      cancelled: 12,
      queued: 0,
    });
    await expect(campaigns.resumeCampaign(ctx(), id)).rejects.toMatchObject({ kind: 'rule' });
    await expect(campaigns.retryCampaign(ctx(), id)).rejects.toMatchObject({ kind: 'rule' });
    await expectCounted();
  });

  test('is tried again where nothing was sent, and failed messages by a person', async () => {
    const { id } = await send(8);
    gateway.behave = ({ to }) => (to.endsWith('1') ? 'refuse' : 'unreachable');
    const sender = newSender(app);
    await sender.pass();
    // After the first group nothing more is tried.
    expect(await statuses()).toEqual({ failed: 1, queued: 7 });
    gateway.behave = ({ to }) => (to.endsWith('1') ? 'refuse' : 'take');
    expect(await sender.pass()).toBe(0);
    later(3600);
    await sender.pass();
    expect(await statuses()).toEqual({ failed: 1, sent: 7 });
    gateway.behave = () => 'take';
    expect(await campaigns.retryCampaign(ctx(), id)).toMatchObject({ status: 'queued', queued: 1 });
    await sender.pass();
    expect(await campaigns.getCampaign(ctx(), id)).toMatchObject({
      status: 'done',
      sent: 8,
      failed: 0,
    });
    await expectCounted();
  });

  test('waits as long as a busy gateway asks, which is no failed attempt', async () => {
    await send(6);
    gateway.behave = () => 'busy';
    const sender = newSender(app);
    await sender.pass();
    expect(await sender.pass()).toBe(0);
    expect((await listMessages(ctx(), {})).rows.map(({ attempts }) => attempts)).toEqual(
      Array(6).fill(0),
    );
    gateway.behave = () => 'take';
    later(6);
    expect(await sender.pass()).toBe(6);
  });

  test('keeps to the limit of messages an hour', async () => {
    await updateMessageSettings(ctx(), { ...defaultSettings, perHour: 5 });
    await send(12);
    const sender = newSender(app);
    expect(await waitReason(ctx(), 'sms')).toBeNull();
    expect(await sender.pass()).toBe(5);
    expect(await sender.pass()).toBe(0);
    expect(await waitReason(ctx(), 'sms')).toContain('The limit of 5 an hour is reached');
    expect(await waitReason(ctx(), 'email')).toBeNull();
    later(3601);
    expect(await waitReason(ctx(), 'sms')).toBeNull();
    expect(await sender.pass()).toBe(5);
  });

  test('does not go out in quiet hours, a pause after a restore, or while sending is stopped', async () => {
    await send(3);
    const sender = newSender(app);
    app.time.set('2026-11-21T20:00:00Z');
    const customer = await createCustomer(ctx(), { name: 'Achol', phone: '0922000002' });
    await sendMessage(ctx(), { customerId: customer.id, channel: 'sms', message: 'At once' });
    expect(await sender.pass()).toBe(1);
    app.time.set('2026-11-22T08:00:00Z');
    await transact(ctx(), (tx) => setPause(tx, { since: tx.now, by: 'Grace', filename: 'a.sql' }));
    expect(await sender.pass()).toBe(0);
    await transact(ctx(), clearPause);
    await updateMessageSettings(ctx(), { ...defaultSettings, isStopped: true });
    expect(await sender.pass()).toBe(0);
    await updateMessageSettings(ctx(), defaultSettings);
    expect(await sender.pass()).toBe(3);
  });
});

test('quiet hours and a stop end a batch after the group that is under way', async () => {
  await send(12);
  gateway.behave = () => {
    app.time.set('2026-11-21T18:30:00Z');
    return 'take';
  };
  const sender = newSender(app);
  expect(await sender.pass()).toBe(4);
  expect(await statuses()).toEqual({ queued: 8, sent: 4 });
  app.time.set('2026-11-22T08:00:00Z');
  gateway.behave = async () => {
    await updateMessageSettings(ctx(), { ...defaultSettings, isStopped: true });
    return 'take' as const;
  };
  expect(await sender.pass()).toBe(4);
  expect(await sender.pass()).toBe(0);
  expect(await statuses()).toEqual({ queued: 4, sent: 8 });
});

test('what a failed step left under way is settled with the next pass', async () => {
  await send(1);
  let isFailing = true;
  const sources = {
    ...plainSources,
    outdated: async () => {
      if (isFailing) throw new Error('the database is away');
      return new Map();
    },
  };
  const sender = createSender(app, smsGateway(app), { sources });
  await expect(sender.pass()).rejects.toThrow('away');
  expect(await statuses()).toEqual({ claimed: 1 });
  isFailing = false;
  expect(await sender.pass()).toBe(1);
  expect(await statuses()).toEqual({ sent: 1 });

  await send(1, 10);
  // The commit of the mark was answered too late: nobody has handed the message over.
  await sql`update messages m set status = 'sending', claimed_at = now(),
    claimed_by = (select held_by from message_senders where channel = 'sms') where m.status = 'queued'`.execute(
    app.db,
  );
  expect(await sender.pass()).toBe(0);
  expect(await statuses()).toEqual({ sent: 1, unknown: 1 });
  await expectCounted();
});

test('no transaction is open while the answer of a gateway is awaited', async () => {
  await send(4);
  let open: unknown;
  gateway.behave = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app.db);
    const { rows: sending } = await sql<{
      n: number;
    }>`select count(*) as n from messages where status = 'sending'`.execute(app.db);
    open = { transactions: rows[0]!.n, sending: sending[0]!.n };
    return 'take' as const;
  };
  await newSender(app).pass();
  // On the embedded database this would wait for an open transaction.
  expect(open).toEqual({ transactions: 0, sending: 4 });
});

test('a lost answer is unknown, and sent again only by a person', async () => {
  await send(1);
  gateway.behave = () => 'unanswered';
  const sender = newSender(app);
  await sender.pass();
  gateway.behave = () => 'take';
  later(86_400);
  expect(await sender.pass()).toBe(0);
  const [message] = (await listMessages(ctx(), {})).rows;
  expect(message).toMatchObject({
    status: 'unknown',
    error: expect.stringContaining('connection was lost'),
  });
  await sendMessageAgain(ctx(), message!.id);
  await expect(sendMessageAgain(ctx(), message!.id)).rejects.toMatchObject({ kind: 'rule' });
  expect(await sender.pass()).toBe(1);
  expect(gateway.taken).toHaveLength(2);
  await expectCounted();
});

test('what restored data still had to send is unknown, and stays so', async () => {
  const { id } = await send(5);
  await steps.takeChannel(ctx(), { channel: 'sms', name: 'before' });
  await steps.claim(ctx(), { channel: 'sms', name: 'before' }, { limit: 2, onlyAtOnce: false });
  await registerConsumer(ctx(), 'messages', 'invoice.issued');
  await transact(ctx(), async (tx) => {
    await writeOutbox(tx, 'invoice.issued', [1, 2]);
    await settleRestoredMessages(tx);
  });
  expect(await campaigns.getCampaign(ctx(), id)).toMatchObject({
    status: 'done',
    unknown: 5,
    queued: 0,
  });
  expect((await listMessages(ctx(), {})).rows[0]).toMatchObject({
    status: 'unknown',
    error: RESTORED,
  });
  expect(await newSender(app).pass()).toBe(0);
  expect(await drainOutbox(ctx(), 'messages', 'invoice.issued', async () => {})).toBe(0);
  await expectCounted();
});
