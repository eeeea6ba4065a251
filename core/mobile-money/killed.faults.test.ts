import { untilAlone } from '@nimule/fixtures/testing/databases/waiting';
import { isLong } from '@nimule/fixtures/testing/long';
import {
  checkNow,
  countSales,
  createMomoApp,
  passSeconds,
  storedIntents,
  unsound,
} from '@nimule/fixtures/testing/payments';
import { type Child, startChild } from '@nimule/fixtures/testing/processes/kill';
import type { MomoStub } from '@nimule/fixtures/testing/servers/momo-stub';
import type { TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';

const KILLS = isLong ? 12 : 2;
const PURCHASES = 20;

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
  // Of each program some purchases are answered, and then it is killed while it waits for the others.
  let child: Child;
  let answered = 0;
  let answersBefore = 0;
  stub.onRequest = async () => {
    answered += 1;
    if (answered <= answersBefore) return 'answer' as const;
    child.kill();
    await child.ended;
    return 'answer' as const;
  };
  let unanswered = 0;
  for (let tries = 0; tries < KILLS; tries += 1) {
    const keys = Array.from({ length: PURCHASES }, (_, n) =>
      String(10_000_000 + tries * 100 + n).padStart(32, 'k'),
    );
    const input = {
      settings: app.settings,
      momo: stub.settings,
      now: app.clock().toISOString(),
      keys,
    };
    answered = 0;
    answersBefore = (tries * 7) % PURCHASES;
    child = startChild('paying-momo-child', input);
    expect(await child.ended).toBe(true);
    await untilAlone(app);
    unanswered += (await storedIntents(app)).filter(({ status }) => status === 'sending').length;
  }
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
});
