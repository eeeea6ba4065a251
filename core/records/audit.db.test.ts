import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cents, money } from '../kernel/money.ts';
import { audit } from './audit.ts';

const schema = z.object({
  name: z.string(),
  feeUsd: money,
  apiToken: z.string(),
  version: z.number(),
});
const record = { name: 'Akol', feeUsd: cents(45_000), apiToken: 'x', version: 1 };

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

async function lineOf(line: Parameters<typeof audit<typeof schema>>[1]) {
  await audit(contextOf(app), line);
  const { rows } = await app.pool.query(
    'select before, after, format from audit_log where entity_id = $1 order by id desc limit 1',
    [String(line.entityId)],
  );
  return rows[0];
}

const about = (entityId: string) => ({ action: 'thing.update', entity: 'thing', entityId, schema });

test('keeps a record as the API answers it, without its version and secrets', async () => {
  expect(await lineOf({ ...about('new'), after: record })).toEqual({
    before: null,
    after: { name: 'Akol', feeUsd: 450, apiToken: '•••' },
    format: 2,
  });
});

test('keeps only the differences of a change, and writes nothing without one', async () => {
  const after = { ...record, feeUsd: cents(12_550), version: 2 };
  expect(await lineOf({ ...about('changed'), before: record, after })).toMatchObject({
    before: { feeUsd: 450 },
    after: { feeUsd: 125.5 },
  });
  expect(await lineOf({ ...about('same'), before: record, after: { ...record, version: 2 } })).toBe(
    undefined,
  );
});

test('keeps facts unchanged', async () => {
  const line = { action: 'thing.run', entity: 'run', entityId: 'run', facts: { created: 3 } };
  expect(await lineOf(line)).toMatchObject({ before: null, after: { created: 3 } });
});
