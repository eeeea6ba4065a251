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
import { createCustomer } from '../../customers/service.ts';
import { AppError } from '../../kernel/errors.ts';
import { gatewayId, type SmsReceipt, smsRefused } from '../../ports/sms.ts';
import { retryCampaign } from '../campaigns/service.ts';
import { followParts, insertParts } from '../queries-states.ts';
import { listMessages, sendMessage } from '../service.ts';
import { accountFields } from '../texts/rules-templates.ts';
import { createSender, startSending } from './service.ts';
import { emailGateway, smsGateway } from './service-gateways.ts';
import { recordReceipts } from './service-receipts.ts';
import { plainSources } from './service-texts.ts';

let app: TestApp;
let gateway: FakeGateway;
const ctx = () => contextOf(app);
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

describe('receipts', () => {
  const receive = (...receipts: [string, SmsReceipt['status']][]) =>
    recordReceipts(
      ctx(),
      'smpp',
      receipts.map(([id, status]) => ({ id, status })),
    );

  test('in any order, doubled, and before the answer', async () => {
    await send(2);
    gateway.idsOf = ({ id }) => [`${id}-a`, `${id}-b`];
    const early = new Set<string>();
    gateway.behave = async ({ id }) => {
      if (id === '1') await receive(['1-a', 'delivered'], ['1-a', 'delivered']);
      early.add(id);
      return 'take' as const;
    };
    await newSender(app).pass();
    expect(await statuses()).toEqual({ sent: 2 });
    await receive(['1-b', 'delivered'], ['2-b', 'pending'], ['2-b', 'failed']);
    expect(await statuses()).toEqual({ delivered: 1, failed: 1 });
    await receive(
      ['2-a', 'delivered'],
      ['2-b', 'delivered'],
      ['1-b', 'expired'],
      ['zzz', 'failed'],
    );
    expect(await statuses()).toEqual({ delivered: 2 });
    await expectCounted();
  });

  test('of an earlier hand-over say nothing when the gateway gives the same id again', async () => {
    const { id } = await send(1);
    gateway.idsOf = (message) => [`ours-${message.id}`];
    await newSender(app).pass();
    await receive(['ours-1', 'failed']);
    await retryCampaign(ctx(), id);
    await sql`delete from message_senders`.execute(app.db);
    await newSender(app).pass();
    expect(await statuses()).toEqual({ sent: 1 });
    await receive(['ours-1', 'delivered']);
    // The commit of the answer was thought lost, and it is recorded again.
    const part = { gateway: 'smpp', gatewayId: 'ours-1', messageId: 1, part: 1 };
    await insertParts(app.db, [part], app.time.now);
    await followParts(app.db, [1], app.time.now);
    expect(await statuses()).toEqual({ delivered: 1 });
    await expectCounted();
  });

  test('and answers with control characters are recorded', async () => {
    await send(2);
    gateway.send = async ({ to }) => {
      if (to.endsWith('0')) throw smsRefused('no \u0000 route');
      return { ids: [gatewayId('x\u00001')!] };
    };
    await newSender(app).pass();
    expect(await statuses()).toEqual({ failed: 1, sent: 1 });
    await recordReceipts(ctx(), 'smpp', [{ id: 'x1', status: 'failed', error: 'a\u0000b' }]);
    expect((await listMessages(ctx(), {})).rows.map(({ error }) => error)).toEqual([
      'ab',
      'The SMS gateway refused the message: no  route.',
    ]);
  });

  test('come through the port while the program sends, and at its end', async () => {
    await send(5);
    const sending = startSending(app, { pollMs: 20 });
    await expect.poll(() => gateway.taken).toHaveLength(5);
    const told = Array.from({ length: 5 }, (_, n) =>
      gateway.listener!({ id: `g${n + 1}`, status: 'delivered' }),
    );
    await sending.stop();
    expect(await Promise.all(told)).toEqual(Array(5).fill(true));
    expect(await statuses()).toEqual({ delivered: 5 });
    const { rows } = await sql`select 1 from message_senders`.execute(app.db);
    expect(rows).toEqual([]);
  });
});

test('receipts that cannot be recorded are refused, so that the gateway delivers them again', async () => {
  const sending = startSending(app);
  app.maintenance.message = 'A backup is being restored.';
  try {
    const offered = gateway.listener!({ id: 'g1', status: 'delivered' });
    await expect(offered).rejects.toThrow('A backup is being restored.');
  } finally {
    app.maintenance.message = undefined;
    await sending.stop();
  }
});

describe('an e-mail', () => {
  test('is sent from the same queue; without an answer it is unknown', async () => {
    const customer = await createCustomer(ctx(), { name: 'Deng', email: 'deng@mail.example' });
    const input = {
      customerId: customer.id,
      channel: 'email' as const,
      subject: 'Hello {name}',
      message: 'Dear {name}',
    };
    for (const subject of ['Hello {nam}', 'Hello {name'])
      await expect(sendMessage(ctx(), { ...input, subject })).rejects.toMatchObject({
        fields: { subject: expect.any(String) },
      });
    await sendMessage(ctx(), { ...input, subject: 'Hello {name}, {balance}' });
    const sender = createSender(app, emailGateway(app));
    app.sent.length = 0;
    expect(await sender.pass()).toBe(1);
    expect(app.sent).toMatchObject([
      { to: 'deng@mail.example', subject: 'Hello Deng, $0.00', text: 'Dear Deng' },
    ]);
    const { send: usual } = app.ports.email;
    for (const [code, cause, status] of [
      ['email.unanswered', undefined, 'unknown'],
      ['email.failed', { responseCode: 550, code: 'EENVELOPE', command: 'RCPT TO' }, 'failed'],
      ['email.failed', { responseCode: 554, code: 'EMESSAGE', command: 'DATA' }, 'failed'],
      ['email.failed', { responseCode: 450, code: 'EENVELOPE', command: 'RCPT TO' }, 'queued'],
      // A wrong password is not the message's.
      ['email.failed', { responseCode: 535, code: 'EAUTH', command: 'AUTH PLAIN' }, 'queued'],
      ['email.failed', { responseCode: 550, code: 'EENVELOPE', command: 'MAIL FROM' }, 'queued'],
      ['email.failed', { responseCode: 554, code: 'EPROTOCOL', command: 'HELO' }, 'queued'],
      ['email.failed', undefined, 'queued'],
    ] as const) {
      app.ports.email.send = async () => {
        throw new AppError('unavailable', code, 'Not accepted.', { cause });
      };
      const { id } = await sendMessage(ctx(), input);
      await createSender(app, emailGateway(app)).end();
      await sql`delete from message_senders`.execute(app.db);
      await createSender(app, emailGateway(app)).pass();
      expect((await listMessages(ctx(), {})).rows.find((row) => row.id === id)?.status).toBe(
        status,
      );
    }
    app.ports.email.send = usual;
  });
});

test('a secret is put into the text when it is sent, and is not kept', async () => {
  await sql`insert into messages (type, channel, recipient, text, fields, status, next_at, queued_at, created_by)
    values ('single', 'sms', '+211977000009', 'Your code: {reason}', '{"reason": {"secret": "voucher", "id": 7}}', 'queued', now() - interval '10 years', now(), 'test')`.execute(
    app.db,
  );
  const sources = {
    ...plainSources,
    secrets: { voucher: async (_: unknown, [id]: readonly number[]) => ({ text: `K7-${id}` }) },
    fieldsOf: () => accountFields,
  };
  await createSender(app, smsGateway(app), { sources }).pass();
  expect(gateway.taken.map(({ text }) => text)).toEqual(['Your code: K7-7']);
  const { rows } = await sql<{
    row: string;
  }>`select row_to_json(messages)::text as row from messages`.execute(app.db);
  expect(rows[0]!.row).toContain('Your code: •••');
  expect(rows[0]!.row).not.toContain('K7');
});

test('a message that cannot be made is tried again later and holds up no other', async () => {
  await send(3);
  let made = 0;
  const sources = {
    ...plainSources,
    common() {
      made += 1;
      if (made === 1) throw new TypeError('no such property');
      return {};
    },
  };
  const sender = createSender(app, smsGateway(app), { sources });
  expect(await sender.pass()).toBe(2);
  expect((await listMessages(ctx(), { status: 'queued' })).rows).toMatchObject([
    {
      attempts: 1,
      error: expect.stringContaining('could not be made'),
      recipient: '+211977100000',
    },
  ]);
  passTime(app, 61);
  expect(await sender.pass()).toBe(1);
  expect(await statuses()).toEqual({ sent: 3 });
  await expectCounted();
});
