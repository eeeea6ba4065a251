import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeUser } from '../../client/session.ts';
import { CURRENT_USER_KEY } from '../../client/user-key.ts';
import { aUser, company } from '../../testing/samples.ts';
import { callsOf, json, type SeenRequest, stubFetch } from '../../testing/stub-fetch.ts';
import { AuthPage } from './auth-page.tsx';

const achol = aUser({ fullName: 'Achol Deng' });
let login: () => Response | object;
let change: () => Response | object;
let seen: SeenRequest[];

beforeEach(() => {
  login = () => ({ user: achol });
  change = () => ({ message: 'Changed.' });
  seen = stubFetch({
    'GET /api/company': () => company,
    'POST /api/auth/login': () => login(),
    'POST /api/auth/change-password': () => change(),
    'POST /api/auth/logout': () => undefined,
  });
  render(
    <MemoryRouter initialEntries={['/auth']}>
      <Routes>
        <Route path="/auth" element={<AuthPage />} />
        <Route path="/dashboard" element={<p>the dashboard</p>} />
        <Route path="/" element={<p>the website</p>} />
      </Routes>
    </MemoryRouter>,
  );
});

async function signIn() {
  await userEvent.type(screen.getByLabelText('Username'), 'achol');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Access System' }));
}
/** A previous toast may still be in its exit animation. */
const toast = (title: string, text: string) =>
  waitFor(() => {
    const shown = screen.getAllByText(title).map((found) => found.parentElement?.textContent);
    expect(shown.filter((words) => words?.includes(`${title}${text}`))).not.toEqual([]);
  });
const stored = () => JSON.parse(localStorage.getItem(CURRENT_USER_KEY) ?? 'null');

describe('signing in', () => {
  test('stores the user, shows a toast and opens the dashboard', async () => {
    await signIn();
    expect(await screen.findByText('the dashboard')).toBeVisible();
    await toast('Login Successful', 'Welcome back, Achol Deng!');
    expect(stored()).toEqual(achol);
    expect(seen.at(-1)?.body).toEqual({ username: 'achol', password: 'secret' });
  });

  test('shows the error in a toast and in the form, and can be retried', async () => {
    const expired = 'Your temporary password has expired. Ask an administrator for a new one.';
    const failures = [
      [401, 'x', 'No.', 'Invalid credentials. Please try again.'],
      [429, 'x', 'Try again in 60 seconds.'],
      [503, 'x', 'The database cannot be reached.'],
      [401, 'session.temporaryPasswordEnded', expired],
    ] as const;
    await userEvent.type(screen.getByLabelText('Username'), 'achol');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    const submit = () => userEvent.click(screen.getByRole('button', { name: 'Access System' }));
    for (const [status, code, message, text = message] of failures) {
      login = () => json({ code, message }, status);
      await submit();
      await toast('Login Failed', text);
      expect(stored()).toBeNull();
      expect(screen.getByLabelText('Username')).toHaveValue('achol');
      const form = within(screen.getByRole('form', { name: 'Sign in' }));
      expect(form.getByText(text)).toBeVisible();
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(text);
    }
    login = () => ({ user: achol });
    await submit();
    expect(await screen.findByText('the dashboard')).toBeVisible();
  });

  test('is skipped if the user is signed in, in this tab or another', async () => {
    act(() => storeUser(achol));
    expect(await screen.findByText('the dashboard')).toBeVisible();
    expect(callsOf(seen, 'POST /api/auth/login')).toHaveLength(0);
  });

  test('is sent once for several presses, and its button keeps the focus', async () => {
    login = () => json({ code: 'x', message: 'No.' }, 401);
    const button = screen.getByRole('button', { name: 'Access System' });
    await userEvent.type(screen.getByLabelText('Username'), 'achol');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    act(() => {
      button.focus();
      button.click();
    });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    act(() => button.click());
    await toast('Login Failed', 'Invalid credentials. Please try again.');
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(button).toHaveFocus();
    expect(callsOf(seen, 'POST /api/auth/login')).toHaveLength(1);
  });

  test('shows and hides the password, and needs both fields', async () => {
    expect(screen.getByLabelText('Username')).toBeRequired();
    const box = screen.getByLabelText('Password');
    expect(box).toBeRequired();
    expect(box).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(box).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(box).toHaveAttribute('type', 'password');
  });

  test('leads back to the website', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Back to Website' }));
    expect(await screen.findByText('the website')).toBeVisible();
  });
});

describe('the forced change of the password', () => {
  beforeEach(async () => {
    login = () => ({ user: { ...achol, mustChangePassword: true } });
    await signIn();
    await screen.findByRole('dialog', { name: 'Change your password' });
  });

  async function fill(current: string, next: string, confirm: string) {
    for (const [label, value] of [
      ['Current password', current],
      ['New password', next],
      ['Confirm new password', confirm],
    ] as const) {
      await userEvent.clear(screen.getByLabelText(label));
      if (value) await userEvent.type(screen.getByLabelText(label), value);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  }

  test('is required; shows invalid input and errors of the server', async () => {
    await toast('Password Change Required', 'You must change your password before continuing.');
    expect(stored()).toBeNull();
    expect(screen.getByText(/This change is required/)).toBeVisible();

    const refused = [
      [['', 'newer1', 'newer1'], 'Missing Information', 'Please fill in all password fields.'],
      [
        ['secret', 'newer1', 'newer2'],
        'Password Mismatch',
        'New password and confirmation do not match.',
      ],
      [
        ['secret', 'new', 'new'],
        'Password Too Short',
        'New password must be at least 6 characters long.',
      ],
      [
        ['secret', 'secret', 'secret'],
        'Same Password',
        'New password must be different from current password.',
      ],
    ] as const;
    for (const [[current, next, confirm], title, text] of refused) {
      await fill(current, next, confirm);
      await toast(title, text);
      expect(within(screen.getByRole('dialog')).getByText(text)).toBeVisible();
      expect(callsOf(seen, 'POST /api/auth/change-password')).toHaveLength(0);
    }

    change = () => json({ code: 'password.common', message: 'Too common.' }, 422);
    await fill('secret', '123456', '123456');
    await toast('Password Change Failed', 'Too common.');
  });

  test('stores the user, opens the dashboard and shows two toasts in sequence', async () => {
    await fill('secret', 'newer1', 'newer1');
    expect(await screen.findByText('the dashboard')).toBeVisible();
    await toast('Password Changed', 'Your password has been successfully updated.');
    expect(screen.queryByText(/Welcome, Achol Deng!/)).toBeNull();
    expect(stored()).toEqual(achol);
    expect(callsOf(seen, 'POST /api/auth/change-password')[0]?.body).toEqual({
      userId: 7,
      currentPassword: 'secret',
      newPassword: 'newer1',
    });
    const first = screen.getByText('Your password has been successfully updated.');
    const close = first.closest('.bp6-toast')?.querySelector('button');
    await userEvent.click(close as HTMLElement);
    await toast('Login Successful', 'Password updated successfully. Welcome, Achol Deng!');
  });

  test('ends the session if closed', async () => {
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Change your password' })).toBeVisible();
    const dialog = screen.getByRole('dialog', { name: 'Change your password' });
    await userEvent.click(
      [...dialog.querySelectorAll('button')].find(
        (button) => button.getAttribute('aria-label') === 'Close',
      ) as HTMLElement,
    );
    await waitFor(() => expect(callsOf(seen, 'POST /api/auth/logout')).toHaveLength(1));
    expect(stored()).toBeNull();
  });
});
