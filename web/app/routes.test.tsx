import { setImmediate } from 'node:timers/promises';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { probe } from '../client/request.ts';
import { forgetUser, sessionEnded } from '../client/session.ts';
import { CURRENT_USER_KEY } from '../client/user-key.ts';
import { anOwnEmployee } from '../testing/hr-samples.ts';
import { aUser, company } from '../testing/samples.ts';
import { callsOf, json, type SeenRequest, stubFetch } from '../testing/stub-fetch.ts';
import { TAB_CHANGE } from './dashboard.tsx';
import { returnPathFor, saveReturnPath } from './return-path.ts';
import { AppRoutes } from './routes.tsx';

const user = aUser({ role: 'super_admin', fullName: 'Achol Deng' });
let seen: SeenRequest[];

/** With what the shell reads: the number next to the approvals, and whether the user is an employee. */
const stubPortal: typeof stubFetch = (handlers) =>
  stubFetch({
    'GET /api/approvals/count': () => ({ count: 0 }),
    'GET /api/hr/mine': () => ({ employee: null, balance: null }),
    ...handlers,
  });

// Load the chunks before the tests, so that they do not count towards test timeouts.
beforeAll(async () => {
  await import('./staff-area.tsx');
  await import('../pages/auth/auth-page.tsx');
});

/** Lets everything run that waits for answers which are there. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

const openUserMenu = () =>
  userEvent.click(screen.getByRole('button', { name: 'Your menu: Achol Deng Super Admin' }));

beforeEach(() => {
  seen = stubPortal({
    'GET /api/company': () => company,
    'GET /api/user': () => user,
    'POST /api/auth/logout': () => undefined,
  });
});

function open(address: string, stored: string | null = JSON.stringify(user)) {
  if (stored !== null) localStorage.setItem(CURRENT_USER_KEY, stored);
  window.history.replaceState(null, '', address);
  return render(
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>,
  );
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const modules = () => screen.getAllByRole('navigation', { name: 'Modules' })[0] as HTMLElement;

describe('addresses', () => {
  test('an unknown URL shows Page Not Found', async () => {
    open('/customers/3');
    expect(await heading('Page Not Found')).toBeVisible();
    await expect.poll(() => document.title).toContain('Page Not Found');
  });

  test.each([
    ['nobody', null],
    ['something unreadable', '{"id":'],
    ['somebody of no known role', JSON.stringify({ ...user, role: 'king' })],
  ])('with %s stored, staff screens lead to the sign-in', async (_what, stored) => {
    open('/dashboard?tab=network', stored);
    expect(await heading('System Access Portal')).toBeVisible();
    expect(window.location.pathname).toBe('/auth');
  });
});

describe('modules', () => {
  const asRole = (role: CurrentUser['role']) => {
    const member = { ...user, role };
    stubPortal({ 'GET /api/company': () => company, 'GET /api/user': () => member });
    return JSON.stringify(member);
  };

  test.each([
    ['/accounting', 'financial management'],
    ['/hr', 'human resources'],
    ['/backup-management', 'backup & security'],
    ['/user-management', 'user management'],
  ])('%s says Access Denied to those who may not see it', async (address, what) => {
    open(address, asRole('technical_manager'));
    expect(await heading('Access Denied')).toBeVisible();
    expect(screen.getByText(`You don't have permission to access ${what}.`)).toBeVisible();
  });

  test('modules outside the sidebar are linked from their module', async () => {
    open('/dashboard?tab=network');
    await heading('Network Management');
    expect(within(modules()).queryByRole('link', { name: 'Regional Coverage' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Regional Coverage' }));
    expect(await heading('Regional Coverage')).toBeVisible();
    expect(window.location.pathname).toBe('/regional-coverage');
  });
});

describe('the landing page', () => {
  test('shows the company and has the links of seeds/000 2', async () => {
    open('/', null);
    expect(await heading('Fast, dependable internet for South Sudan')).toBeVisible();
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    for (const name of ['WiFi Payment', 'Connect Now', 'Start Your Connection Journey'])
      expect(target(name)).toBe('/wifi-payment');
    for (const name of ['Staff Login', 'Business Portal', 'Get Started Today'])
      expect(target(name)).toBe('/auth');
    expect(await screen.findByText('Hai Cinema, Ministries Road')).toBeVisible();
    expect(target('+211 900 000 000')).toBe('tel:+211900000000');
    expect(target('support@nimule.example')).toBe('mailto:support@nimule.example');
    for (const text of ['10,000+', '99.9%', '1Gbps', '24/7', '78%', '12ms'])
      expect(screen.getByText(text)).toBeVisible();
  });
});

describe('the shell', () => {
  test('shows the user and the current tab', async () => {
    open('/dashboard?tab=network');
    await heading('Network Management');
    expect(screen.getByText('Achol Deng')).toBeVisible();
    expect(screen.getByText('Super Admin')).toBeVisible();
    const active = () => within(modules()).getByRole('link', { current: 'page' }).textContent;
    expect(active()).toBe('Network Management');
    const announced: unknown[] = [];
    const listen = (event: Event) => announced.push((event as CustomEvent).detail);
    window.addEventListener(TAB_CHANGE, listen);
    await userEvent.click(within(modules()).getByRole('link', { name: 'Support Tickets' }));
    await heading('Support Tickets & Repairs');
    expect(active()).toBe('Support Tickets');
    expect(announced).toEqual(['support']);
    // The event changes the tab, unless its detail is not a tab.
    act(() => void window.dispatchEvent(new CustomEvent(TAB_CHANGE, { detail: 'ai' })));
    await heading('AI Customer Support');
    act(() => void window.dispatchEvent(new CustomEvent(TAB_CHANGE, { detail: 'nonsense' })));
    expect(window.location.search).toBe('?tab=ai');
    act(() => window.history.back());
    await heading('Support Tickets & Repairs');
    window.removeEventListener(TAB_CHANGE, listen);
  });

  test.each([
    ['an employee', anOwnEmployee(), 1],
    ['nobody else', { employee: null, balance: null }, 0],
  ])('links own leave and payslips for %s', async (_who, answer, links) => {
    stubPortal({
      'GET /api/company': () => company,
      'GET /api/user': () => user,
      'GET /api/hr/mine': () => answer,
    });
    open('/dashboard?tab=network');
    await heading('Network Management');
    await openUserMenu();
    await screen.findByRole('link', { name: 'My till' });
    const found = () => screen.queryAllByRole('link', { name: 'My leave and payslips' });
    await waitFor(() => expect(found()).toHaveLength(links));
  });

  test('the phone menu moves the focus to the chosen module, or back when closed', async () => {
    open('/dashboard?tab=network');
    await heading('Network Management');
    const opener = screen.getByRole('button', { name: 'Open the menu' });
    const openMenu = async () => {
      await userEvent.click(opener);
      return within(await screen.findByRole('dialog', { name: 'Menu' }));
    };
    const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click((await openMenu()).getByRole('link', { name: 'Support Tickets' }));
    await isGone();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    await openMenu();
    await userEvent.keyboard('{Escape}');
    await isGone();
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('logout ends the session, removes the user and redirects to the website', async () => {
    open('/hr');
    await heading('Human Resources Management');
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Fast, dependable internet for South Sudan');
    expect(window.location.pathname).toBe('/');
    expect(localStorage.getItem(CURRENT_USER_KEY)).toBeNull();
    expect(callsOf(seen, 'POST /api/auth/logout')).toHaveLength(1);
  });

  test.each([
    ['a logout', 'logout', '/'],
    ['the end of the session', 'end', '/auth'],
  ] as const)('%s that this tab only hears of leads it along', async (_what, by, path) => {
    open('/hr');
    await heading('Human Resources Management');
    act(() => forgetUser(by));
    await waitFor(() => expect(window.location.pathname).toBe(path));
  });

  describe('after signing in again', () => {
    const place = '/dashboard?tab=network&q=tower';

    async function signInAs(who: CurrentUser) {
      stubPortal({
        'GET /api/company': () => company,
        'GET /api/user': () => who,
        'POST /api/auth/login': () => ({ user: who }),
      });
      await userEvent.type(await screen.findByLabelText('Username'), 'achol');
      await userEvent.type(screen.getByLabelText('Password'), 'secret');
      await userEvent.click(screen.getByRole('button', { name: 'Access System' }));
      await screen.findByRole('navigation', { name: 'Modules' });
    }
    const address = () => `${window.location.pathname}${window.location.search}`;

    async function openAndLose(by: 'end' | 'idle' | 'logout') {
      open(place);
      await heading('Network Management');
      act(() => forgetUser(by));
      if (by === 'end') return;
      await heading('Fast, dependable internet for South Sudan');
      await userEvent.click(screen.getByRole('link', { name: 'Staff Login' }));
    }

    test.each(['end', 'idle'] as const)(
      'one is where one was when the session ended (%s)',
      async (by) => {
        await openAndLose(by);
        await signInAs(user);
        await waitFor(() => expect(address()).toBe(place));
        // Only once.
        act(() => forgetUser('logout'));
        await userEvent.click(await screen.findByRole('link', { name: 'Staff Login' }));
        await signInAs(user);
        await waitFor(() => expect(address()).toBe('/dashboard'));
      },
    );

    test('after a logout, or as another user, the dashboard is shown', async () => {
      await openAndLose('logout');
      await signInAs(user);
      await waitFor(() => expect(address()).toBe('/dashboard'));
      cleanup();
      forgetUser('logout');
      await openAndLose('end');
      await signInAs({ ...user, id: user.id + 1 });
      await waitFor(() => expect(address()).toBe('/dashboard'));
    });
  });

  test.each([
    ['a staff screen', '/user-management?view=management', '/user-management?view=management'],
    ['no address of another site', 'https://evil.example/dashboard', '/dashboard'],
    ['none without a scheme either', '//evil.example/dashboard', '/dashboard'],
    ['nor with a backslash', '/\\evil.example/dashboard', '/dashboard'],
    ['no script', 'javascript:alert(1)', '/dashboard'],
    ['no public page', '/wifi-payment', '/dashboard'],
    ['not the sign-in', '/auth', '/dashboard'],
    ['no file of the API', '/api/docs', '/dashboard'],
  ])('what is kept to return to is %s', (_what, path, target) => {
    saveReturnPath(7, path);
    expect(returnPathFor(7)).toBe(target);
    expect(returnPathFor(8)).toBe('/dashboard');
  });

  test('an invalid stored path leads to the dashboard', () => {
    for (const text of ['{', 'null', '7', '{"userId":7}', '{"userId":7,"path":["/hr"]}']) {
      sessionStorage.setItem('nimule.place', text);
      expect(returnPathFor(7)).toBe('/dashboard');
    }
  });

  test('signed-in users skip the sign-in page', async () => {
    open('/auth');
    await screen.findByRole('navigation', { name: 'Modules' });
    expect(window.location.pathname).toBe('/dashboard');
  });

  test('a 401 of a read during the logout does not change its result', async () => {
    open('/hr');
    await heading('Human Resources Management');
    stubPortal({
      'GET /api/company': () => company,
      'POST /api/auth/logout': () => {
        sessionEnded();
        return undefined;
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Fast, dependable internet for South Sudan');
    expect(window.location.pathname).toBe('/');
    expect(screen.queryByText('Session Ended')).toBeNull();
  });

  test('a pending response does not restore a user who logged out in another tab', async () => {
    let answer: (response: Response) => void = () => undefined;
    stubPortal({
      'GET /api/company': () => company,
      'GET /api/user': () => new Promise((resolve) => (answer = resolve)),
    });
    open('/hr');
    await heading('Human Resources Management');
    // Removed by another tab; its storage event has not arrived yet.
    localStorage.removeItem(CURRENT_USER_KEY);
    const response = json(user);
    answer(response);
    await waitFor(() => expect(response.bodyUsed).toBe(true));
    await act(() => turns());
    expect(localStorage.getItem(CURRENT_USER_KEY)).toBeNull();
  });

  test('a staff URL redirects to the sign-in page after a logout too', async () => {
    forgetUser('logout');
    open('/hr', null);
    expect(await heading('System Access Portal')).toBeVisible();
  });

  test('logout of a session that has already ended redirects there too, without an error', async () => {
    open('/hr');
    await heading('Human Resources Management');
    stubPortal({
      'GET /api/company': () => company,
      'POST /api/auth/logout': () => json({ code: 'session.missing', message: 'Sign in.' }, 401),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Fast, dependable internet for South Sudan');
    expect(window.location.pathname).toBe('/');
    expect(screen.queryByText('Session Ended')).toBeNull();
  });

  test('users can change their password from any screen', async () => {
    open('/hr');
    await heading('Human Resources Management');
    const sent = stubPortal({
      'GET /api/company': () => company,
      'POST /api/auth/change-password': () => ({ success: true, message: 'Changed.' }),
    });
    await openUserMenu();
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change your password' }));
    expect(dialog.queryByText(/required before you can continue/)).toBeNull();
    await userEvent.type(dialog.getByLabelText('Current password'), 'Old river 26');
    await userEvent.type(dialog.getByLabelText('New password'), 'Quiet river 27');
    await userEvent.type(dialog.getByLabelText('Confirm new password'), 'Quiet river 27');
    await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Your password has been successfully updated.')).toBeVisible();
    expect(callsOf(sent, 'POST /api/auth/change-password')).toHaveLength(1);
    expect(window.location.pathname).toBe('/hr');
  });

  test('an ended session redirects to the sign-in page', async () => {
    stubPortal({
      'GET /api/company': () => company,
      'GET /api/user': () => json({ code: 'session.missing', message: 'Sign in.' }, 401),
    });
    open('/hr');
    await heading('System Access Portal');
    expect(localStorage.getItem(CURRENT_USER_KEY)).toBeNull();
    expect(await screen.findByText('Session Ended')).toBeVisible();
  });

  test('the user of the server replaces the stored one', async () => {
    stubPortal({
      'GET /api/company': () => company,
      'GET /api/user': () => ({ ...user, role: 'technical_manager' }),
    });
    open('/dashboard?tab=network');
    expect(await screen.findByText('Tech Manager')).toBeVisible();
    await waitFor(() =>
      expect(
        within(modules()).queryByRole('link', { name: 'User Management' }),
      ).not.toBeInTheDocument(),
    );
  });

  test('shows that the connection is lost', async () => {
    stubFetch({});
    open('/hr');
    await heading('Human Resources Management');
    expect(await screen.findByText(/No connection to the server/)).toBeVisible();
  });

  test('one read without an answer does not make the shell repeat its requests', async () => {
    let counts = 0;
    const requests = stubPortal({
      'GET /healthz': () => undefined,
      'GET /api/company': () => company,
      'GET /api/user': () => ({ ...user, fullName: 'Achol Garang' }),
      'GET /api/approvals/count': () => {
        counts += 1;
        // An endless repetition would keep the test from ending.
        if (counts > 50) return new Promise<Response>(() => undefined);
        throw new TypeError('Failed to fetch');
      },
    });
    open('/hr');
    expect(await screen.findByText('Achol Garang')).toBeVisible();
    for (let probes = 0; probes < 5; probes += 1) {
      await act(() => probe());
      await act(() => turns());
    }
    expect(counts).toBeLessThanOrEqual(2);
    expect(callsOf(requests, 'GET /api/user').length).toBeLessThanOrEqual(2);
  });

  test('retries reading the current user when the connection returns', async () => {
    stubFetch({});
    open('/hr');
    expect(await screen.findByText(/No connection to the server/)).toBeVisible();
    stubPortal({
      'GET /healthz': () => undefined,
      'GET /api/company': () => company,
      'GET /api/user': () => ({ ...user, fullName: 'Achol Garang' }),
    });
    await act(() => probe());
    expect(await screen.findByText('Achol Garang')).toBeVisible();
    expect(screen.queryByText(/No connection to the server/)).toBeNull();
  });
});
