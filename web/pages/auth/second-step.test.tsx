import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { holdSignIn } from '../../client/second-step.ts';
import { CURRENT_USER_KEY } from '../../client/user-key.ts';
import { anAppSetUp, aSecondStep, someCodes, stubPasskeys } from '../../testing/factor-samples.ts';
import { aUser, company, noFactors } from '../../testing/samples.ts';
import { callsOf, json, type SeenRequest, stubFetch } from '../../testing/stub-fetch.ts';
import { AskBeforeLeaving } from '../../ui/form/unsaved-changes.tsx';
import { AuthPage } from './auth-page.tsx';

const achol = aUser({ fullName: 'Achol Deng' });
let loggedIn: object;
let ways: () => Response | object;
let byCode: () => Response | object;
let byPasskey: () => Response | object;
let seen: SeenRequest[];

const wrong = 'This code is not right, or was used before. Wait for the next one.';
const wrongCode = () =>
  json({ code: 'factor.wrongCode', message: wrong, fields: { code: wrong } }, 422);

beforeEach(() => {
  loggedIn = { ...achol, secondStep: 'code' };
  ways = () => aSecondStep();
  byCode = () => ({ user: achol });
  byPasskey = () => ({ user: achol });
  seen = stubFetch({
    'GET /api/company': () => company,
    'GET /api/user': () => achol,
    'POST /api/auth/login': () => ({ user: loggedIn }),
    'POST /api/auth/logout': () => undefined,
    'GET /api/auth/second-step': () => ways(),
    'POST /api/auth/second-step/code': () => byCode(),
    'POST /api/auth/second-step/challenge': () => ({
      ...{ challenge: 'AQID', rpId: 'localhost', timeoutMs: 60_000 },
      allowed: [{ id: 'BAUG', transports: ['internal'] }],
    }),
    'POST /api/auth/second-step/passkey': () => byPasskey(),
    'GET /api/auth/factors': () => ({
      ...{ ...noFactors, isRequired: true, graceUntil: '2026-11-20T08:00:00.000Z' },
    }),
    'POST /api/auth/factors/app': () => anAppSetUp,
    'POST /api/auth/factors/app/confirm': () => ({ recoveryCodes: someCodes }),
  });
});

function open() {
  render(
    <MemoryRouter initialEntries={['/auth']}>
      <AskBeforeLeaving>
        <Routes>
          <Route path="/auth" element={<AuthPage />} />
          <Route path="/dashboard" element={<p>the dashboard</p>} />
        </Routes>
      </AskBeforeLeaving>
    </MemoryRouter>,
  );
}

async function signIn() {
  open();
  await userEvent.type(screen.getByLabelText('Username'), 'achol');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
}
const codeBox = () => screen.findByRole('textbox', { name: 'Code' });
const sentCodes = () =>
  callsOf(seen, 'POST /api/auth/second-step/code').map(({ body }) => body as { code: string });
const stored = () => JSON.parse(localStorage.getItem(CURRENT_USER_KEY) ?? 'null');

describe('a code', () => {
  test('is sent by itself when six digits stand in the field, which has the focus', async () => {
    await signIn();
    expect(await codeBox()).toHaveFocus();
    expect(stored()).toBeNull();
    await userEvent.keyboard('123456');
    expect(await screen.findByText('the dashboard')).toBeVisible();
    expect(sentCodes()).toEqual([{ code: '123456' }]);
    expect(stored()).toEqual(achol);
    expect(sessionStorage.getItem('nimule.secondStep')).toBeNull();
  });

  test('that is wrong is said, selected and typed again', async () => {
    await signIn();
    byCode = wrongCode;
    await userEvent.type(await codeBox(), '000000');
    expect(await screen.findByText(wrong)).toBeVisible();
    expect(await codeBox()).toHaveAccessibleDescription(wrong);
    byCode = () => json({ code: 'factor.throttled', message: 'Try again in 12 minutes.' }, 429);
    await userEvent.keyboard('000001');
    expect(await screen.findByText('Try again in 12 minutes.')).toBeVisible();
    byCode = () => ({ user: achol });
    await userEvent.keyboard('123456');
    expect(await screen.findByText('the dashboard')).toBeVisible();
    expect(sentCodes().map(({ code }) => code)).toEqual(['000000', '000001', '123456']);
  });

  test('of the list of recovery codes is sent by Enter', async () => {
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    const box = await screen.findByRole('textbox', { name: 'Recovery code' });
    expect(box).toHaveFocus();
    await userEvent.keyboard('abcde-23456{Enter}');
    expect(await screen.findByText('the dashboard')).toBeVisible();
    expect(sentCodes()).toEqual([{ code: 'abcde-23456' }]);
  });

  test('is asked for again after a reload, and not after the session has ended', async () => {
    holdSignIn(aUser({ secondStep: 'code' }));
    ways = () => json({ code: 'session.missing', message: 'Sign in to continue.' }, 401);
    open();
    expect(
      await screen.findByText('Your session has ended. Sign in again to go on.'),
    ).toBeVisible();
    expect(screen.getByLabelText('Username')).toBeVisible();
    expect(sessionStorage.getItem('nimule.secondStep')).toBeNull();
  });

  test('is not asked for where another tab has completed the sign-in', async () => {
    holdSignIn(aUser({ secondStep: 'code' }));
    ways = () => aSecondStep({ step: null });
    open();
    expect(await screen.findByText('the dashboard')).toBeVisible();
    expect(stored()).toEqual(achol);
  });

  test('is followed by the change of a temporary password', async () => {
    await signIn();
    byCode = () => ({ user: { ...achol, mustChangePassword: true } });
    await userEvent.type(await codeBox(), '123456');
    expect(await screen.findByRole('dialog', { name: 'Change your password' })).toBeVisible();
    expect(stored()).toBeNull();
  });

  test('is not typed: cancel ends the session', async () => {
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Username')).toBeVisible();
    await waitFor(() => expect(callsOf(seen, 'POST /api/auth/logout')).toHaveLength(1));
  });
});

describe('a passkey', () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  const get = vi.fn();
  beforeEach(() => {
    get.mockReset();
    get.mockResolvedValue({
      id: 'BAUG',
      response: {
        ...{ clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(251, 255) },
      },
    });
    stubPasskeys({ get });
  });

  test('is asked for at once where there is nothing else', async () => {
    ways = () => aSecondStep({ hasApp: false, hasPasskeys: true });
    await signIn();
    expect(await screen.findByText('the dashboard')).toBeVisible();
    expect(get).toHaveBeenCalledTimes(1);
    const [{ publicKey }] = get.mock.calls[0] as [{ publicKey: { challenge: Uint8Array } }];
    expect([...publicKey.challenge]).toEqual([1, 2, 3]);
    expect(callsOf(seen, 'POST /api/auth/second-step/passkey')[0]?.body).toEqual({
      ...{ id: 'BAUG', clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: '-_8' },
    });
  });

  test('is not offered where the server says that it cannot be used, which the page repeats', async () => {
    const passkeysWhyNot = 'Passkeys need an address that begins with https://.';
    ways = () => aSecondStep({ hasApp: false, passkeysWhyNot });
    await signIn();
    expect(await screen.findByText(passkeysWhyNot)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Recovery code' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
    expect(get).not.toHaveBeenCalled();
  });

  test('asks for no code where the account has nothing else', async () => {
    const passkeysWhyNot = 'Passkeys need an address that begins with https://.';
    ways = () => aSecondStep({ hasApp: false, hasRecoveryCodes: false, passkeysWhyNot });
    await signIn();
    expect(await screen.findByText(passkeysWhyNot)).toBeVisible();
    expect(screen.getByText(/An administrator can reset your second factor/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('is asked for after a click beside an app, and a refusal is said', async () => {
    ways = () => aSecondStep({ hasPasskeys: true });
    get.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await signIn();
    const button = await screen.findByRole('button', { name: 'Use a passkey' });
    expect(get).not.toHaveBeenCalled();
    await userEvent.click(button);
    expect(await screen.findByText(/it was cancelled, or took too long/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use the passkey' }));
    expect(await screen.findByText('the dashboard')).toBeVisible();
  });
});

describe('a second factor that must be set up', () => {
  test('says why, takes the first code and shows the recovery codes before it goes on', async () => {
    loggedIn = { ...achol, secondStep: 'setUp' };
    ways = () => aSecondStep({ step: 'setUp', hasApp: false, hasRecoveryCodes: false });
    await signIn();
    expect(
      await screen.findByText(/your role needs a second factor since 20 Nov 2026/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByLabelText('Key for the authenticator app')).toHaveValue(anAppSetUp.secret);
    await userEvent.type(screen.getByRole('textbox', { name: /^First code/ }), '123456');
    expect(await screen.findByText(someCodes[9]!)).toBeVisible();
    expect(stored()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText('the dashboard')).toBeVisible();
    expect(stored()).toEqual(achol);
    expect(callsOf(seen, 'POST /api/auth/factors/app/confirm')).toHaveLength(1);
  });
});
