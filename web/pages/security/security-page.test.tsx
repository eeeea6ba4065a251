import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeUser } from '../../client/session.ts';
import {
  aFactor,
  anAppSetUp,
  aSession,
  someCodes,
  stubPasskeys,
} from '../../testing/factor-samples.ts';
import { aUser, noFactors } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { SecurityPage } from './security-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  storeUser(aUser());
  server = {
    listFactors: () => ({
      ...{ ...noFactors, factors: [aFactor()], recoveryCodesLeft: 2, isRequired: true },
    }),
    listOwnSessions: () => [
      aSession(),
      aSession({ id: 12, device: 'Chrome on Android', ip: '192.0.2.9', isCurrent: false }),
    ],
  };
});

const open = (more = '') =>
  renderAs('billing', <SecurityPage />, `/dashboard?view=security${more}`);
const factors = () => screen.findByRole('table', { name: 'Your second factors' }).then(within);

test('says until when the role can do without, and why a passkey is not possible', async () => {
  server.listFactors = () => ({
    ...{ ...noFactors, isRequired: true, graceUntil: '2026-11-28T08:00:00.000Z' },
    passkeysWhyNot: 'Passkeys need an address that begins with https://.',
  });
  open();
  expect(await screen.findByText('28 Nov 2026')).toBeVisible();
  expect(screen.getByText('No second factor yet')).toBeVisible();
  expect(screen.getByText(/^Passkeys need an address/)).toBeVisible();
  const passkey = screen.getByRole('button', { name: 'Add passkey' });
  expect(passkey).toHaveAttribute('aria-disabled', 'true');
});

test('adds an app by its first code and shows the recovery codes once', async () => {
  server = {
    ...server,
    listFactors: () => noFactors,
    startApp: () => anAppSetUp,
    finishApp: ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { recoveryCodes: someCodes }
        : refuse('rule', 'This code is not right.', { code: 'This code is not right.' }),
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add authenticator app' }));
  const form = within(await screen.findByRole('dialog', { name: 'Authenticator App' }));
  const code = form.getByRole('textbox', { name: /^First code/ });
  await userEvent.type(code, '000000');
  expect(await form.findByText('This code is not right.')).toBeVisible();
  await userEvent.clear(code);
  await userEvent.type(code, '123456');
  const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
  expect(codes.getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(codes.getByRole('button', { name: 'Download' }));
  expect(served.saved).toEqual(['recovery-codes.txt']);
  await userEvent.click(codes.getByRole('button', { name: 'Copy' }));
  expect(await codes.findByText('Copied.')).toBeVisible();
  await userEvent.click(codes.getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('adds a passkey with a name', async () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  const create = vi.fn(async (_options: object) => ({
    id: 'BAUG',
    response: {
      ...{ clientDataJSON: bytes(1), attestationObject: bytes(2) },
      getTransports: () => ['internal'],
    },
  }));
  stubPasskeys({ create });
  server = {
    ...server,
    startPasskey: () => ({
      ...{ challenge: 'AQID', rpId: 'localhost', rpName: 'Nimule', userId: 'Nw' },
      ...{ userName: 'achol', userDisplayName: 'Achol Deng', algorithms: [-7], timeoutMs: 60_000 },
      excluded: [],
    }),
    finishPasskey: () => ({ recoveryCodes: [] }),
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add passkey' }));
  const form = within(await screen.findByRole('dialog', { name: 'Passkey' }));
  const name = form.getByRole('textbox', { name: /^Name/ });
  expect(name).toHaveValue('Computer');
  await userEvent.clear(name);
  await userEvent.type(name, 'Laptop of Achol');
  create.mockRejectedValueOnce(new DOMException('no', 'InvalidStateError'));
  await userEvent.click(form.getByRole('button', { name: 'Add passkey' }));
  expect(await screen.findByText(/has a passkey for your account already/)).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Add passkey' }));
  expect(await screen.findByText('Passkey Added')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/auth/factors/passkey')[0]?.body).toEqual({
    ...{ name: 'Laptop of Achol', id: 'BAUG', clientDataJSON: 'AQ', attestationObject: 'Ag' },
    transports: ['internal'],
  });
});

test('does not remove the last one that the role needs, and warns of few recovery codes', async () => {
  server.renewRecoveryCodes = () => ({ recoveryCodes: someCodes });
  open();
  const remove = (await factors()).getByRole('button', { name: 'Remove Authenticator app' });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('2 of 10 recovery codes')).toBeVisible();
  expect(screen.getByText(/Make new ones before they run out/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New recovery codes' }));
  const asked = within(await screen.findByRole('alertdialog', { name: 'New recovery codes?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Make new codes' }));
  expect(await screen.findByText(someCodes[0]!)).toBeVisible();
});

test('removes one after a question', async () => {
  server = {
    ...server,
    listFactors: () => ({
      ...{ ...noFactors, isRequired: true, recoveryCodesLeft: 10 },
      factors: [aFactor(), aFactor({ id: 2, kind: 'passkey', name: 'Laptop' })],
    }),
    removeFactor: () => ({ message: 'Passkey removed.' }),
  };
  open();
  await userEvent.click((await factors()).getByRole('button', { name: 'Remove Laptop' }));
  const asked = within(await screen.findByRole('alertdialog', { name: 'Remove Laptop?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Remove it' }));
  expect(await screen.findByText('Passkey removed.')).toBeVisible();
  expect(callsOf(served.seen, 'DELETE /api/auth/factors/2')).toHaveLength(1);
});

test('lists the sessions, and ends one or all others', async () => {
  server = {
    ...server,
    endStaffSession: () => ({ ended: 1 }),
    endOtherSessions: () => ({ ended: 1 }),
  };
  open('&add=end-sessions');
  const others = within(await screen.findByRole('alertdialog', { name: /other sessions/ }));
  await userEvent.click(others.getByRole('button', { name: 'End the others' }));
  expect(await screen.findByText('1 session ended.')).toBeVisible();
  const list = within(await screen.findByRole('table', { name: 'Your sessions' }));
  expect(list.getByRole('row', { name: /Firefox on Linux.*this one/ })).toBeVisible();
  await userEvent.click(list.getByRole('button', { name: 'End Chrome on Android, 192.0.2.9' }));
  const one = within(await screen.findByRole('alertdialog', { name: 'End this session?' }));
  await userEvent.click(one.getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(callsOf(served.seen, 'DELETE /api/auth/sessions/12')).toHaveLength(1));
});

test('what cannot be loaded is said, with another try', async () => {
  server.listOwnSessions = () => refuse('unavailable', 'The database cannot be reached.');
  open();
  expect(await screen.findByText('The database cannot be reached.')).toBeVisible();
  server.listOwnSessions = () => [aSession()];
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Your sessions' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'End the others' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
