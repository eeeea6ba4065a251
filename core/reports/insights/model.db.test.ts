import { addCustomers } from '@nimule/fixtures/testing/customers';
import {
  type ModelBehaviour,
  type ModelStub,
  startModelStub,
} from '@nimule/fixtures/testing/servers/model-stub';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBilling } from '../../billing/runs/service.ts';
import { openAiModel } from '../../ports/assistant/openai.ts';
import { MAX_MODEL_TEXT } from './rules.ts';
import { exportInsight, generateInsight } from './service.ts';

let app: TestApp;
let stub: ModelStub;
let local: string;
let minutes = 0;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await addCustomers(app, 3);
  await runBilling(contextOf(app));
  local = (await generateInsight(contextOf(app))).insight;
  stub = await startModelStub();
  app.ports = { ...app.ports, assistant: openAiModel({ ...stub.settings, callMs: 400 }) };
});
afterAll(async () => {
  await stub.close();
  await app.close();
});

/** Lets so much time pass that the answer before is not used again. */
function forgetAnswer(): void {
  minutes += 11;
  app.time.set(new Date(Date.parse('2026-11-21T08:00:00Z') + minutes * 60_000).toISOString());
}

/** The insights while the model answers so. */
async function ask(behaviour: ModelBehaviour) {
  stub.answer = () => behaviour;
  stub.asked.length = 0;
  forgetAnswer();
  return generateInsight(contextOf(app));
}

describe('insights by a language model', () => {
  test('are shown when all their figures are in the findings, beside the same sections', async () => {
    const text = 'Three customers owe $375.00 in all. Ask them first.';
    const answer = await ask({ text });
    expect(answer).toMatchObject({ insight: text, driver: 'model' });
    expect(answer.sections.length).toBeGreaterThan(3);
  });

  test('are used again while the findings are the same, so that the requests of a day last', async () => {
    await ask({ text: 'Nothing stands out.' });
    stub.answer = () => ({ text: 'Something else.' });
    const again = () => generateInsight(contextOf(app));
    for (const { insight, driver } of await Promise.all([again(), again(), again()]))
      expect({ insight, driver }).toEqual({ insight: 'Nothing stands out.', driver: 'model' });
    expect(stub.asked).toHaveLength(1);
    await ask({ text: '3 customers owe $376.00 in all.' });
    expect((await again()).driver).toBe('fallback');
    expect(stub.asked).toHaveLength(1);
  });

  test('have no control characters', async () => {
    const { insight } = await ask({ text: 'Nothing \u001bc\u0007stands\u202e out.' });
    expect(insight).toBe('Nothing cstands out.');
  });

  test('are asked for without names of customers', async () => {
    await ask({ text: 'Nothing stands out.' });
    const sent = JSON.stringify(stub.asked);
    expect(sent).toContain('T1');
    expect(sent).not.toMatch(/Customer \d/);
  });

  test.each<[string, ModelBehaviour]>([
    ['names a wrong amount', { text: '3 customers owe $376.00 in all.' }],
    ['names a wrong percentage', { text: 'The collection rate is 12.5%.' }],
    ['names a wrong date', { text: 'They owe it since 2 March 2026.' }],
    ['does not answer in time', 'hang'],
    ['sends a body without an end', 'slowBody'],
    ['breaks off', 'cutOff'],
    ['is cut off by the limit', { text: '3 customers owe', finish: 'length' }],
    ['answers nothing', { text: '' }],
    ['answers blanks', { text: ' \n\t ' }],
    ['answers too much', { text: 'word '.repeat(MAX_MODEL_TEXT) }],
    ['sends megabytes', 'huge'],
    ['closes the connection', 'drop'],
    ['fails', { status: 500 }],
    ['sends a page', { body: '<html>login</html>', type: 'text/html' }],
  ])('are the local text if it %s', async (_what, behaviour) => {
    const answer = await ask(behaviour);
    expect(answer.driver).toBe('fallback');
    expect(answer.insight).toBe(local);
  });

  test('find no transaction open while the model is awaited', async () => {
    let locked = false;
    stub.answer = async () => {
      // Refused if anybody had read these tables in a transaction that is still open.
      await app.db.transaction().execute(async (trx) => {
        await sql`lock table customers, invoices, payments, assistant_usage in access exclusive mode nowait`.execute(
          trx,
        );
        locked = true;
      });
      return { text: 'Nothing stands out.' };
    };
    forgetAnswer();
    expect((await generateInsight(contextOf(app))).driver).toBe('model');
    expect(locked).toBe(true);
  });

  test('are not asked for by the PDF', async () => {
    stub.asked.length = 0;
    const { body } = await exportInsight(contextOf(app));
    expect(
      Buffer.from(body as Uint8Array)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(stub.asked).toEqual([]);
  });

  test('are local when the budget of the day is used up', async () => {
    app.config = { ...app.config, assistant: { ...app.config.assistant, dailyRequests: 0 } };
    expect(await ask({ text: 'Nothing stands out.' })).toMatchObject({
      driver: 'local',
      insight: local,
    });
    expect(stub.asked).toEqual([]);
  });
});
