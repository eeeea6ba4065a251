import { isLong } from '@nimule/fixtures/testing/long';
import { patiently } from '@nimule/fixtures/testing/machine';
import { type Child, startChild } from '@nimule/fixtures/testing/processes/kill';
import { receiptText, startSmppServer } from '@nimule/fixtures/testing/servers/smpp-server';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendSms } from '../campaigns/service.ts';

const KILLS = isLong ? 50 : 3;
const NUMBERS = isLong ? 20_000 : 2_000;
/** A whole campaign. */
const POLL = { timeout: patiently(300_000) };
/** Longer than a lease. */
const BETWEEN_MS = 31_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const counts = async () => {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from messages group by status`.execute(app.db);
  return new Map(rows.map(({ status, count }) => [status, count]));
};

/** The program that is to be killed, and after how many messages; it is waiting for their answers then. */
let sender: Child | undefined;
let killAt = Number.POSITIVE_INFINITY;

test(`${KILLS} kills of a running campaign send nothing twice and lose nothing`, async () => {
  const server = await startSmppServer({
    options: '?window=20&insecure=yes',
    onSubmit({ message, answer, server: self }) {
      answer(0);
      if (self.submitted.length >= killAt) sender?.kill();
      // Receipts come at once, later, twice or never.
      const number = Number(message.id.slice(3));
      if (number % 4 === 0) return;
      self.deliver({ short_message: receiptText(message.id) });
      if (number % 4 === 1) self.deliver({ short_message: receiptText(message.id) });
    },
  });
  const list = Array.from({ length: NUMBERS }, (_, n) => `09770${10_000 + n}`.slice(-10)).join(
    '\n',
  );
  await sendSms(contextOf(app), { recipientType: 'custom_list', list, message: 'Dear customer' });
  let now = app.clock().getTime();
  const input = () => {
    now += BETWEEN_MS;
    return { settings: app.settings, url: server.url, now: new Date(now).toISOString() };
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    killAt = server.submitted.length + 1 + ((kill * 53) % 200);
    sender = startChild('sending-child', input());
    expect(await sender.ended).toBe(true);
  }
  killAt = Number.POSITIVE_INFINITY;
  // Killed while it was sending, not after the end.
  const after = await counts();
  expect((after.get('queued') ?? 0) + (after.get('claimed') ?? 0)).toBeGreaterThan(0);
  expect(server.submitted.length).toBeGreaterThan(KILLS);

  const last = startChild('sending-child', input());
  const open = async () => {
    const left = await counts();
    return ['queued', 'claimed', 'sending'].some((status) => left.has(status));
  };
  await expect.poll(open, { ...POLL, interval: 200 }).toBe(false);
  last.kill('SIGTERM');
  expect(await last.ended).toBe(false);

  const numbers = server.submitted.map(({ to }) => to);
  expect(new Set(numbers).size).toBe(numbers.length);
  const ended = await counts();
  const unknown = ended.get('unknown') ?? 0;
  expect((ended.get('sent') ?? 0) + (ended.get('delivered') ?? 0) + unknown).toBe(NUMBERS);
  // Of the unknown ones, some arrived; all others did.
  expect(numbers.length).toBeLessThanOrEqual(NUMBERS);
  expect(numbers.length).toBeGreaterThanOrEqual(NUMBERS - unknown);
  expect(unknown).toBeLessThanOrEqual(20 * KILLS);
  const { rows } =
    await sql`select recipients, sent + delivered + unknown as told, status from campaigns`.execute(
      app.db,
    );
  expect(rows).toEqual([{ recipients: NUMBERS, told: NUMBERS, status: 'done' }]);
  await server.close();
});
