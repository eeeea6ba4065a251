import { invoke } from '@nimule/core/invoke';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('lists nodes, toggles one and connects the customers of a location', async () => {
  const actor = { kind: 'shell', osUser: 'test' } as const;
  const tower = { name: 'Bor Tower', location: 'Bor', type: 'tower', capacity: '2.5' };
  await invoke(shell.app, actor, 'createNode', { body: tower });
  await invoke(shell.app, actor, 'createCustomer', { body: { name: 'Akol', location: 'Bor' } });
  expect(await shell.json('network nodes --type tower')).toMatchObject([
    { name: 'Bor Tower', status: 'operational', capacity: 2.5 },
  ]);
  const towns = await shell.json('network coverage');
  expect(towns).toHaveLength(9);
  expect(towns).toContainEqual(
    expect.objectContaining({ town: 'Bor', status: 'full_coverage', coverage: 100, customers: 1 }),
  );
  expect((await shell.isp('network coverage')).stdout).toMatch(/^Bor +full_coverage +100/m);
  const { stdout } = await shell.isp('network nodes --format csv');
  expect(stdout).toMatch(/^Name,Location|^name,location/);
  expect(await shell.json('network toggle "bor tower"')).toMatchObject({ status: 'maintenance' });
  expect(await shell.json('network toggle "Bor Tower"')).toMatchObject({ status: 'operational' });
  expect((await shell.isp('network toggle "Wau Tower"')).code).toBe(5);
  const assigned = await shell.isp('network assign "Bor Tower" --location Bor');
  expect(assigned.stdout + assigned.stderr).toContain('1 customer of Bor connected to Bor Tower.');
  expect(await shell.json('customers list')).toMatchObject([{ nodeName: 'Bor Tower' }]);
});
