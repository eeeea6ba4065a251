import { defaultSettings } from '@nimule/core/network/monitoring/rules';
import { pollNetwork } from '@nimule/core/network/monitoring/service-poll';
import { updateNetworkSettings } from '@nimule/core/network/monitoring/service-settings';
import { createNode } from '@nimule/core/network/nodes/service';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn } from './harness.ts';

const DEAD = '10.0.0.2';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  const { app } = portal;
  app.ports.network = {
    ...app.ports.network,
    ping: async (addresses, { pings }) =>
      new Map(
        addresses.map((address) => [
          address,
          address === DEAD
            ? { sent: pings, received: 0, latencyUs: null }
            : { sent: pings, received: pings, latencyUs: 12_000 },
        ]),
      ),
  };
  const ctx = contextOf(app);
  const core = await createNode(ctx, {
    name: 'Juba Core',
    location: 'Juba Central',
    type: 'core',
    capacity: 10,
    address: '10.0.0.1',
  });
  await createNode(ctx, {
    name: 'Wau Tower',
    location: 'Wau',
    type: 'tower',
    capacity: 1,
    address: DEAD,
    parentId: core.id,
  });
  await updateNetworkSettings(ctx, { ...defaultSettings, isPolling: true, badSamples: 1 });
  await pollNetwork(ctx);
});
afterAll(() => portal.close());

test('a technical manager sees an alarm, toggles and adds a node, asks for suggestions, and looks by phone', async () => {
  const { page, faults, settled } = await portal.open();
  const { username } = await makeAccount(portal.app, 'technical_manager');
  const check = async (what: string) => {
    await settled();
    expect(await seriousFindings(page), what).toEqual([]);
  };
  await signIn(page, username!, '/dashboard?tab=network');
  await page.getByRole('button', { name: 'Set operational: Wau Tower' }).waitFor();
  await check('nodes');

  await page.getByRole('tab', { name: 'Alarms' }).click();
  const alarm = page.getByRole('row', { name: /Wau Tower.*Open.*Down/ });
  await alarm.waitFor();
  await check('alarms');
  await alarm.getByRole('link', { name: 'Wau Tower' }).click();
  const drawer = page.getByRole('dialog', { name: 'Wau Tower' });
  await drawer.getByRole('tab', { name: 'Charts' }).click();
  await drawer.locator('canvas').first().waitFor();
  await check('charts');
  await drawer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Start maintenance: Juba Core' }).click();
  await page.getByText('Node Updated').waitFor();
  await page.getByRole('button', { name: 'End maintenance: Juba Core' }).waitFor();

  await page.getByRole('button', { name: 'New Node' }).click();
  const form = page.getByRole('dialog', { name: 'New Node' });
  await form.getByRole('textbox', { name: /^Name/ }).fill('Yei Tower');
  await form.getByLabel(/^Capacity/).fill('0.5');
  await form.getByRole('combobox', { name: 'Parent' }).fill('juba');
  await form.getByRole('option', { name: /Juba Core/ }).click();
  await form.getByRole('button', { name: 'Add node' }).click();
  await page.getByText('Node Added').waitFor();
  await page.getByRole('row', { name: /Yei Tower under Juba Core/ }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'Generate Optimization' }).click();
  await page
    .getByRole('dialog', { name: 'Optimization suggestions' })
    .getByText(/Wau Tower/)
    .first()
    .waitFor();
  await check('suggestions');

  await go(page, '/regional-coverage');
  const wau = page.getByRole('link', { name: 'Wau 0 of 1 up: list of nodes' });
  await wau.waitFor();
  await check('coverage');
  await wau.click();
  await page.getByRole('row', { name: /Wau Tower/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?tab=network&location=Wau');

  await page.setViewportSize({ width: 390, height: 844 });
  await go(page, '/dashboard?tab=network&q=wau');
  const card = page.getByRole('row').filter({ hasText: 'Wau Tower' });
  await card.getByText('Offline').waitFor();
  expect(await card.getByRole('button', { name: 'Set operational: Wau Tower' }).isVisible()).toBe(
    true,
  );
  await check('nodes on a phone');
  expect(faults).toEqual([]);
});
