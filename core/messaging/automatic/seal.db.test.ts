import { resetMessages } from '@nimule/fixtures/testing/messages';
import { sealedLog } from '@nimule/fixtures/testing/audit';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { addTicket, makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealSettings } from '../../seals/schema.ts';
import { newestSeal } from '../../seals/service.ts';
import { getSealSettings, updateSealSettings } from '../../seals/service-settings.ts';
import { verifySeals } from '../../seals/service-verify.ts';
import { readCopies } from '../../seals/rules.ts';
import { createSender } from '../sending/service.ts';
import { emailGateway } from '../sending/service-gateways.ts';
import { queueDigests } from './service-digest.ts';
import { queueSeal } from './service-seal.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
});
beforeEach(async () => {
  await resetMessages(app);
  app.time.set('2026-11-23T08:00:00Z');
  app.sent.length = 0;
});
afterAll(() => app.close());

async function sendEmails(): Promise<void> {
  const sender = createSender(app, emailGateway(app));
  await sender.pass();
  await sender.end();
}

test('the newest seal goes once a day to the address that is set, as a copy to compare with', async () => {
  expect(await queueSeal(ctx())).toBe('Nothing: no address is set');
  await updateSealSettings(ctx(), { copyTo: 'auditor@example.com' });
  expect(await getSealSettings(ctx())).toEqual({ copyTo: 'auditor@example.com' });
  expect(await queueSeal(ctx())).toBe('Nothing is sealed yet');
  const seal = await sealedLog(app).seal();
  expect(await queueSeal(ctx())).toBe(`Seal ${seal.id} queued`);
  expect(await queueSeal(ctx())).toBe('Queued before');
  await sendEmails();
  expect(app.sent).toHaveLength(1);
  const [mail] = app.sent;
  expect(mail).toMatchObject({
    to: 'auditor@example.com',
    subject: expect.stringContaining('seal 1'),
  });
  const copies = readCopies(mail!.text, 'the mail');
  expect(copies).toEqual([{ seal: seal.id, hash: seal.hash }]);
  expect((await verifySeals(ctx(), { against: copies })).isSound).toBe(true);
  app.time.set('2026-11-24T08:00:00Z');
  expect(await queueSeal(ctx())).toBe(`Seal ${seal.id} queued`);
});

test('an address is one, or empty', () => {
  expect(sealSettings.safeParse({ copyTo: '' }).success).toBe(true);
  expect(sealSettings.safeParse({ copyTo: 'nobody' }).success).toBe(false);
});

test('the daily list of tickets has the newest seal for those who may read the audit log', async () => {
  const head = await makeWorker(app, 'super_admin', 'Mary Deng');
  const worker = await makeWorker(app, 'technician', 'Peter Deng');
  for (const { userId } of [head, worker]) await addTicket(ctx(), { assignedTo: userId });
  await sealedLog(app).seal();
  const { copy } = (await newestSeal(app))!;
  await queueDigests(ctx());
  await sendEmails();
  const told = app.sent.map(({ text }) => [text.split('\n')[0], text.includes(copy)]);
  expect(told.sort()).toEqual([
    ['Good morning Mary Deng,', true],
    ['Good morning Peter Deng,', false],
  ]);
});
