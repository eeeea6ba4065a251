import { invoke } from '@nimule/core/invoke';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

const first = { expenseUsd: 2000, supplierPaymentUsd: 1000, advanceUsd: 300 };

it('shows and changes the limits above which another person decides', async () => {
  const limits = { ...first, refundUsd: 200, grantUsd: 100 };
  expect(await shell.json('approvals limits')).toEqual(limits);
  expect(await shell.json('approvals limits --expense-usd 1500.50 --grant-usd 0')).toEqual({
    ...limits,
    ...{ expenseUsd: 1500.5, grantUsd: 0 },
  });
  expect(await shell.json('approvals limits')).toMatchObject({
    expenseUsd: 1500.5,
    refundUsd: 200,
  });
  for (const wrong of ['--expense-usd=-1', '--refund-usd many', '--advance-usd 1e9'])
    expect((await shell.isp(`approvals limits ${wrong}`)).code).toBe(2);
  const lines = (await shell.json('audit list --entity approvalLimits')) as object[];
  expect(lines).toMatchObject([{ actorKind: 'shell' }]);
});

it('withdraws what a person asked for, once', async () => {
  const app = shell.app as TestApp;
  const clerk = await makeWorker(app, 'billing', 'Mary Keji');
  await makeWorker(app, 'admin', 'Ann Wani');
  const asked = await invoke(app, clerk, 'createExpense', {
    body: {
      ...{ date: contextOf(app).today, location: 'Depot', description: 'Diesel', amount: '3000' },
      ...{ account: 'checking', expenseType: 'operating_expense', category: 'operations' },
    },
  });
  const { approvalId } = asked.body as { approvalId: number };
  expect(await shell.json(`approvals withdraw ${approvalId}`)).toMatchObject({
    ...{ record: 'Depot', status: 'withdrawn', amountUsd: 3000 },
  });
  expect(await shell.json('approvals list')).toEqual([]);
  expect((await shell.isp(`approvals withdraw ${approvalId}`)).stderr).toContain(
    'Depot was already withdrawn',
  );
  expect((await shell.isp('approvals withdraw 9999')).code).not.toBe(0);
  expect((await shell.isp('approvals withdraw x')).code).toBe(2);
});
