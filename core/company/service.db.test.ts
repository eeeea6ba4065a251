import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCompany, markDemo } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

test('a database is the demo once it is marked so, and marking it again changes nothing', async () => {
  const ctx = contextOf(app);
  expect((await getCompany(ctx)).demo).toBe(false);
  await markDemo(ctx);
  await markDemo(ctx);
  expect((await getCompany(ctx)).demo).toBe(true);
});
