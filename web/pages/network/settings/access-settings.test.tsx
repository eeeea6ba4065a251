import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { accessSettingsSample } from '../../../testing/network-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { NetworkPage } from '../network-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let settings: Record<string, unknown>;
const fiber = {
  ...{ packageType: 'Basic Fiber', uploadPercent: 100, fairUseGb: null, reducedMbps: null },
};
const limited = {
  ...{ packageType: 'Standard Fiber', uploadPercent: 50, fairUseGb: 500, reducedMbps: 4 },
};

beforeEach(() => {
  settings = accessSettingsSample;
  server = {
    getAccessSettings: () => settings,
    updateAccessSettings: ({ body }) => {
      settings = { ...settings, ...(body as object) };
      return settings;
    },
    listAccessProfiles: () => [fiber, limited],
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'technical_manager') =>
  renderAs(role, <NetworkPage />, '/dashboard?tab=network&view=settings&settings-part=access');

test("'Enforce' says what it means before it is saved", async () => {
  const user = userEvent.setup();
  open();
  const form = within(await screen.findByRole('form', { name: 'Settings of access' }));
  expect(form.getByText(/The lists show what would be done to whom/)).toBeVisible();
  await user.selectOptions(form.getByLabelText(/^Suspensions/), 'Enforce');
  expect(form.getByText(/open sessions are changed or ended within seconds/)).toBeVisible();
  await user.selectOptions(form.getByLabelText(/^Suspended customers get/), 'A refusal');
  await user.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Suspensions are applied from now on.')).toBeVisible();
  const { everybodyUntil: _, ...rest } = accessSettingsSample;
  expect(callsOf(served.seen, 'PUT /api/access/settings')[0]?.body).toEqual({
    ...rest,
    ...{ enforced: 'true', suspended: 'off' },
  });
});

test('everybody is let on at all routers, with a reason; it can be ended', async () => {
  const user = userEvent.setup();
  server.letEverybodyOn = ({ body }) => {
    const { until } = body as { until: Date | null };
    settings = { ...settings, everybodyUntil: until?.toISOString() ?? null };
    return settings;
  };
  open();
  await user.click(await screen.findByRole('button', { name: 'Let everybody on' }));
  const form = within(await screen.findByRole('dialog', { name: 'Let Everybody On' }));
  await user.type(form.getByLabelText(/^Reason/), 'Restored yesterday');
  await user.click(form.getByRole('button', { name: 'Let everybody on' }));
  await user.click(await screen.findByRole('button', { name: 'Apply suspensions again' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', {
      name: 'Apply suspensions',
    }),
  );
  expect(await screen.findByRole('button', { name: 'Let everybody on' })).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/access/everybody').map(({ body }) => body)).toEqual([
    { until: expect.any(String), reason: 'Restored yesterday' },
    { until: null },
  ]);
});

test('packages show what they give, and are changed; a refusal stands at its field', async () => {
  const user = userEvent.setup();
  server.updateAccessProfile = ({ body }) =>
    (body as { reducedMbps: number | null }).reducedMbps === null
      ? refuse('invalid', 'Not accepted.', { reducedMbps: 'Enter the speed after the fair use.' })
      : { packageType: 'Basic Fiber', ...(body as object) };
  open();
  const table = within(await screen.findByRole('table', { name: 'Access by package' }));
  expect(table.getByRole('row', { name: /Standard Fiber/ })).toHaveTextContent(
    '50%500 GB, then 4 Mbps',
  );
  expect(table.getByRole('row', { name: /Basic Fiber/ })).toHaveTextContent('100%no limit');
  await user.click(table.getByRole('button', { name: 'Edit access of Basic Fiber' }));
  const form = await openedForm('Access of Basic Fiber');
  await user.type(form.getByLabelText(/^Fair use of a month/), '300');
  await user.click(form.getByRole('button', { name: 'Save package' }));
  expect(await form.findByText('Enter the speed after the fair use.')).toBeVisible();
  await user.type(form.getByLabelText(/^Speed after that/), '2');
  await user.click(form.getByRole('button', { name: 'Save package' }));
  expect(await screen.findByText('Package saved')).toBeVisible();
});

test('a role that may not enforce sees the settings, and why they are closed', async () => {
  open('technician');
  expect(
    await screen.findByText('Your role may not decide what the network enforces.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save settings' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Let everybody on' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
