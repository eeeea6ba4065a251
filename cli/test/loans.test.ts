import { createCustomer, deleteCustomer } from '@nimule/core/customers/service';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('issues equipment, lists what is to be collected, and takes it back', async () => {
  const ctx = contextOf(shell.app as TestApp);
  const { id, customerId } = await createCustomer(ctx, { name: 'Akol Deng', location: 'Wau' });
  const sent = { isSerialised: true, quantityInStock: 1, serials: ['SN-001'] };
  const { equipmentId } = await addItem(ctx, sent);
  const issue = `loans issue ${equipmentId} ${customerId.toLowerCase()}`;
  expect((await shell.isp(issue)).code).toBe(2);
  expect((await shell.isp(`${issue} --serial SN-001 --mac x`)).code).toBe(2);
  expect((await shell.isp('loans issue EQ-999 SC001')).code).toBe(5);
  const loan = (await shell.json(`${issue} --serial SN-001 --mac aabbcc000001`)) as {
    loanNumber: string;
  };
  expect(loan).toMatchObject({ status: 'out', macAddress: 'AA:BB:CC:00:00:01' });
  expect(await shell.json(`loans list --customer ${customerId}`)).toHaveLength(1);
  expect(await shell.json('loans collect')).toEqual([]);
  await deleteCustomer(ctx, id);
  expect(await shell.json('loans collect --location Wau')).toMatchObject([
    { customerName: 'Akol Deng', customerLocation: 'Wau' },
  ]);
  expect((await shell.isp('loans export --collect true --output -')).stdout).toContain('SN-001');
  expect((await shell.isp('loans return LN-1 good')).code).toBe(5);
  const back = `loans return ${loan.loanNumber}`;
  expect((await shell.isp(`${back} broken`)).code).toBe(2);
  expect(await shell.json(`${back} damaged --notes Burnt`)).toMatchObject({ status: 'damaged' });
  expect((await shell.isp(`${back} good`)).code).toBe(7);
});
