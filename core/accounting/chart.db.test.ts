import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultChart, isPoundAccount, leaf } from './chart.ts';
import { LEAF_LEVEL } from './schema.ts';
import { listAccounts } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

it('the default chart is what a new database has', async () => {
  expect(defaultChart).toEqual(await listAccounts(contextOf(app)));
});

it('every account that Nimule posts to is a leaf of it', () => {
  const leaves = defaultChart.filter(({ level }) => level === LEAF_LEVEL).map(({ code }) => code);
  expect(leaves).toEqual(expect.arrayContaining(Object.values(leaf)));
});

it('knows which accounts are kept in pounds', () => {
  expect(Object.values(leaf).filter(isPoundAccount)).toEqual([
    leaf.cashOnHandSsp,
    leaf.bankSsp,
    leaf.mobileMoneySsp,
    leaf.pettyCashSsp,
    leaf.tradePayablesSsp,
  ]);
});
