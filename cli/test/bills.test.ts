import { newSupplier, orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('records, lists, ages and pays bills', async () => {
  const ctx = contextOf(shell.app as TestApp);
  const supplierId = await newSupplier(ctx, 'Juba Cables');
  await orderWithGoods(ctx, {
    supplierId,
    lines: [{ quantity: 10, unitPrice: 25_00 }],
  });
  const add = `bills add SUP-001 --date ${ctx.today}`;
  const bill = await shell.json(`${add} --number A-1 --line LPO-TEST-1:1:4:25.00`);
  expect(bill).toMatchObject({ billId: 'BILL-2026-0001', state: 'open', openUsd: 100 });
  expect(await shell.json(`${add} --number A-2 --line LPO-TEST-1:1:1:26`)).toMatchObject({
    state: 'held',
  });
  expect((await shell.isp(`${add} --number A-3 --line LPO-TEST-1:1:9:25`)).code).toBe(2);
  expect((await shell.isp(`${add} --number A-3 --line 25`)).code).toBe(2);
  expect((await shell.isp(`${add} --number A-3 --line LPO-TEST-9:1:1:25`)).code).toBe(5);
  expect(
    (await shell.isp('bills add SUP-009 --date 2026-11-20 --number x --line LPO-TEST-1:1:1:1'))
      .code,
  ).toBe(5);
  const numbers = async (query: string) =>
    ((await shell.json(`bills list ${query}`)) as { billId: string }[]).map(({ billId }) => billId);
  expect(await numbers('--state open --supplier sup-001')).toEqual(['BILL-2026-0001']);
  expect(await numbers('--state held')).toEqual(['BILL-2026-0002']);
  const held = await shell.isp(`bills export --state held --supplier SUP-001`);
  expect(held.stdout).toMatch(/^[^\n]*supplierNumber[^\n]*\n[^\n]*BILL-2026-0002[^\n]*\n$/);
  const pay = 'bills pay SUP-001 --account checking';
  expect(await shell.json(`${pay} --amount 60 --bill a-1`)).toMatchObject({ advanceUsd: 0 });
  expect(await shell.json(`${pay} --amount 60 --bill BILL-2026-0001`)).toMatchObject({
    paymentId: 'SPY-2026-000002',
    advanceUsd: 20,
  });
  expect((await shell.isp(`${pay} --amount 60 --bill A-1`)).code).toBe(2);
  expect((await shell.isp(`${pay} --amount 60 --bill A-77`)).code).toBe(5);
  expect(await numbers('--state open')).toEqual([]);
  await shell.json(`${add} --number A-4 --due ${ctx.today} --line LPO-TEST-1:1:2:25.00`);
  expect(await shell.json('bills ageing')).toMatchObject({
    suppliers: [{ notDueUsd: 50, totalUsd: 50, dueThisWeekUsd: 50 }],
  });
  expect((await shell.isp('bills ageing')).stdout).toContain('Juba Cables');
});
