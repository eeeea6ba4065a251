import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR, offer, purchase, sessionUntil, startWifiServer } from '../testing/wifi-server.ts';
import { pollWait, retryWait, timeLeftText } from './rules.ts';
import { PENDING, SESSION } from './store.ts';
import { signInAddress } from './visitor.ts';
import { WifiPage } from './wifi-page.tsx';

const NOW = Date.parse('2026-11-21T08:00:00Z');
let server: ReturnType<typeof startWifiServer>;
let stop = () => {};

function open(address = '/wifi-payment'): void {
  window.history.replaceState(null, '', address);
  stop = render(<WifiPage />).unmount;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  server = startWifiServer();
});
afterEach(() => {
  vi.useRealTimers();
});

const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Pay SSP/ });

async function chooseQuick(): Promise<void> {
  await userEvent.click(await screen.findByRole('radio', { name: /Quick Browse/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
}
async function pay(): Promise<void> {
  await chooseQuick();
  await userEvent.click(screen.getByRole('radio', { name: /MTN MoMo/ }));
  await userEvent.type(screen.getByLabelText('Phone number'), '0921 234 567');
  await userEvent.click(payButton());
}

describe('rules', () => {
  test('time is shown down to the second', () => {
    expect(timeLeftText(65_000)).toBe('01:05');
    expect(timeLeftText(HOUR)).toBe('1:00:00');
    expect(timeLeftText(7 * 24 * HOUR)).toBe('7 days 00:00:00');
    expect(timeLeftText(-5)).toBe('00:00');
  });

  test('a code goes to the sign-in page of a router of ours alone', () => {
    const known = ['10.5.50.1', 'login.isp.example'];
    const of = (login: string) => signInAddress(login, known, 'ABCD-EFGH-JKMN');
    expect(of('http://10.5.50.1/login?dst=http://x')).toBe(
      'http://10.5.50.1/login?username=ABCD-EFGH-JKMN&password=ABCD-EFGH-JKMN',
    );
    expect(of('https://login.isp.example/login')).toMatch(/^https:..login.isp.example.login/);
    const foreign = ['', 'login', 'http://10.5.50.2/login', 'http://10.5.50.1@evil.example/login'];
    for (const login of [...foreign, 'javascript:alert(1)//10.5.50.1', 'ftp://10.5.50.1/'])
      expect(of(login)).toBeUndefined();
  });

  test('waits grow and end', () => {
    const waits = Array.from({ length: 20 }, (_, turn) => pollWait(turn));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect([retryWait(0), retryWait(3), retryWait(50)]).toEqual([2000, 16_000, 60_000]);
  });
});

describe('the steps', () => {
  test('need a package, then a method and a valid number', async () => {
    open();
    const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue' });
    expect(next.disabled).toBe(true);
    expect(screen.getByText('Simulated payment: no money moves.')).toBeVisible();
    const popular = screen.getByRole('radio', { name: /Half Day/ }).closest('label')!;
    expect(popular).toHaveTextContent('Popular');
    expect(popular).toHaveTextContent('$2.00SSP 800');
    await chooseQuick();
    expect(screen.getByText('Pay', { selector: '.step-name' }).closest('li')).toHaveAttribute(
      'aria-current',
      'step',
    );
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /NilePay/ }).disabled).toBe(true);
    expect(payButton().disabled).toBe(true);
    const phone = screen.getByLabelText('Phone number');
    await userEvent.type(phone, '12');
    await userEvent.tab();
    expect(screen.getByText('Please enter a valid South Sudan phone number')).toBeVisible();
    expect(phone).toHaveAttribute('aria-invalid', 'true');
    await userEvent.clear(phone);
    await userEvent.type(phone, '0921 234 567');
    expect(screen.getByText('Please enter a valid South Sudan phone number')).not.toBeVisible();
    expect(payButton().disabled).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: /m-GURUSH/ }));
    expect(payButton().disabled).toBe(false);
    expect(server.sentTo('/api/wifi/purchases')).toEqual([]);
  });

  test('buy once and keep the session with the fields of the specification', async () => {
    const expiry = NOW + HOUR;
    server.replies['/api/wifi/purchases'] = { body: purchase('waiting') };
    server.replies['/api/wifi/purchases/status'] = {
      body: purchase('paid', { session: sessionUntil(expiry) }),
    };
    open('/wifi-payment?hotspot=airport');
    await pay();
    expect(screen.getByText('Waiting for your payment…')).toBeVisible();
    expect(await screen.findByText('ABCD-EFGH-JKMN')).toBeVisible();
    const [first, ...more] = server.sentTo('/api/wifi/purchases');
    expect(more).toEqual([]);
    expect(first!.body).toEqual({
      key: expect.stringMatching(/^[a-z0-9]{32}$/),
      packageId: 'quick',
      provider: 'mtn_momo',
      phone: '+211921234567',
      priceSSP: 200,
      hotspotId: 'airport',
    });
    expect(JSON.parse(localStorage.getItem(SESSION)!)).toEqual({
      ...sessionUntil(expiry),
      key: first!.body.key,
    });
    expect(localStorage.getItem(PENDING)).toBeNull();
    // The next purchase from this number shows that the last one was paid.
    stop();
    localStorage.removeItem(SESSION);
    open();
    await pay();
    await waitFor(() => expect(server.sentTo('/api/wifi/purchases')).toHaveLength(2));
    expect(server.sentTo('/api/wifi/purchases')[1]!.body.paidKey).toBe(first!.body.key);
  });

  test('a lost link is told and the same purchase sent again', async () => {
    let tries = 0;
    server.replies['/api/wifi/purchases'] = () => {
      tries += 1;
      if (tries === 1) return 'lost';
      return { body: purchase('paid', { session: sessionUntil(NOW + HOUR) }) };
    };
    open();
    await pay();
    expect(
      await screen.findByText('No connection. We keep trying; you do not pay twice.'),
    ).toBeVisible();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('ABCD-EFGH-JKMN')).toBeVisible();
    const keys = server.sentTo('/api/wifi/purchases').map(({ body }) => body.key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(screen.queryByText(/^No connection/)).toBeNull();
  });

  test('a purchase goes on after a reload and is not sent again', async () => {
    server.replies['/api/wifi/purchases'] = { body: purchase('waiting') };
    server.replies['/api/wifi/purchases/status'] = { body: purchase('waiting') };
    open();
    await pay();
    await waitFor(() => expect(localStorage.getItem(PENDING)).toContain('"isKnown":true'));
    stop();
    server.replies['/api/wifi/purchases/status'] = {
      body: purchase('paid', { session: sessionUntil(NOW + HOUR) }),
    };
    open();
    expect(await screen.findByText('ABCD-EFGH-JKMN')).toBeVisible();
    expect(server.sentTo('/api/wifi/purchases')).toHaveLength(1);
  });

  test('another tab takes part in a purchase that has begun', async () => {
    server.replies['/api/wifi/purchases'] = { body: purchase('waiting') };
    server.replies['/api/wifi/purchases/status'] = { body: purchase('waiting') };
    const key = 'a'.repeat(32);
    open();
    await chooseQuick();
    await userEvent.click(screen.getByRole('radio', { name: /MTN MoMo/ }));
    await userEvent.type(screen.getByLabelText('Phone number'), '0921234567');
    const input = {
      key,
      packageId: 'half-day',
      provider: 'm_gurush',
      phone: '+211955000000',
      priceSSP: 800,
    };
    const other = {
      input,
      since: NOW,
      isKnown: true,
      isSimulated: true,
      packageName: 'Half Day',
      providerName: 'm-GURUSH',
      dialCode: '*185#',
    };
    localStorage.setItem(PENDING, JSON.stringify(other));
    await userEvent.click(payButton());
    expect(await screen.findByText('Half Day')).toBeVisible();
    await waitFor(() =>
      expect(server.sentTo('/api/wifi/purchases/status')[0]!.body).toEqual({ key }),
    );
    expect(server.sentTo('/api/wifi/purchases')).toEqual([]);
  });

  test('a failure is told, and the next try is a new purchase', async () => {
    const message = 'Payment failed. Please try again. The payer refused.';
    server.replies['/api/wifi/purchases'] = { body: purchase('failed', { message }) };
    open();
    await pay();
    expect(await screen.findByText('Payment failed. Please try again.')).toBeVisible();
    expect(screen.getByText('The payer refused.')).toBeVisible();
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('+211921234567');
    await userEvent.click(payButton());
    await waitFor(() => expect(server.sentTo('/api/wifi/purchases')).toHaveLength(2));
    const keys = server.sentTo('/api/wifi/purchases').map(({ body }) => body.key);
    expect(new Set(keys).size).toBe(2);
  });

  test('money that came late brings its session', async () => {
    server.replies['/api/wifi/purchases'] = { body: purchase('failed') };
    open();
    await pay();
    await screen.findByText('Payment failed. Please try again.');
    stop();
    server.replies['/api/wifi/purchases/status'] = {
      body: purchase('paid', { session: sessionUntil(NOW + HOUR) }),
    };
    open();
    expect(await screen.findByText('Your payment has arrived.')).toBeVisible();
    expect(screen.getByText('ABCD-EFGH-JKMN')).toBeVisible();
  });
});

describe('the active session', () => {
  const keep = (expiry: number, more: object = {}) =>
    localStorage.setItem(
      SESSION,
      JSON.stringify({ ...sessionUntil(expiry), key: 'k'.repeat(32), ...more }),
    );

  test('is shown while its expiry is in the future, and ends after one question', async () => {
    keep(NOW + HOUR);
    server.replies['/api/wifi/purchases/status'] = {
      body: purchase('paid', { session: sessionUntil(NOW + HOUR) }),
    };
    server.replies['/api/wifi/purchases/end'] = () => 'lost';
    open();
    expect(screen.getByRole('heading', { name: 'Your WiFi session is active' })).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^(1:00:00|59:5\d)$/);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    const end = () => userEvent.click(screen.getByRole('button', { name: 'End Session' }));
    await end();
    expect(screen.getByText(/^End this session\?/)).toBeVisible();
    expect(server.sentTo('/api/wifi/purchases/end')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep session' }));
    await end();
    await end();
    expect(await screen.findByText(/The session did not end; please try again/)).toBeVisible();
    expect(localStorage.getItem(SESSION)).not.toBeNull();
    server.replies['/api/wifi/purchases/end'] = { body: purchase('paid') };
    await end();
    await end();
    expect(await screen.findByText('The session has ended.')).toBeVisible();
    expect(localStorage.getItem(SESSION)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible();
  });

  test('is not shown after its expiry, nor where staff have ended it', async () => {
    keep(NOW - 1);
    open();
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible();
    stop();
    keep(NOW + HOUR);
    server.replies['/api/wifi/purchases/status'] = {
      body: purchase('paid', { session: { ...sessionUntil(NOW + HOUR), status: 'ended' } }),
    };
    open();
    expect(await screen.findByText('This session is over.')).toBeVisible();
    expect(localStorage.getItem(SESSION)).toBeNull();
  });

  test('what is kept and unreadable is ignored', async () => {
    localStorage.setItem(SESSION, '{"expiryTime":7');
    localStorage.setItem(PENDING, '[]');
    open();
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible();
  });
});

describe('a voucher', () => {
  test('of the address is redeemed and shown as a session', async () => {
    let tries = 0;
    server.replies['/api/vouchers/redeem'] = () => {
      tries += 1;
      if (tries === 1) return 'lost';
      return {
        body: {
          bundleName: 'Week 5 GB',
          bundleType: 'data',
          dataAllowanceMB: 5120,
          speedMbps: null,
          validityDays: 7,
          activatedAt: new Date().toISOString(),
          expiryDate: new Date(NOW + 7 * 24 * HOUR).toISOString(),
        },
      };
    };
    open('/wifi-payment?code=abcd-efgh-jkmn');
    const form = within(screen.getByRole('form', { name: 'Have a voucher?' }));
    expect(form.getByLabelText<HTMLInputElement>('Voucher code').value).toBe('abcd-efgh-jkmn');
    await screen.findByRole('radio', { name: /Half Day/ });
    const simulated = screen.getByText('Simulated payment: no money moves.');
    expect(simulated).not.toBeVisible();
    const use = () => userEvent.click(form.getByRole('button', { name: 'Use voucher' }));
    await use();
    expect(await screen.findByText(/^There is no connection/)).toBeVisible();
    await use();
    expect(
      await screen.findByRole('heading', { name: 'Your WiFi session is active' }),
    ).toBeVisible();
    expect(simulated).not.toBeVisible();
    expect(screen.getByText('ABCD-EFGH-JKMN')).toBeVisible();
    expect(screen.getByText('5 GB')).toBeVisible();
    const devices = server.sentTo('/api/vouchers/redeem').map(({ body }) => body.deviceKey);
    expect(devices[0]).toMatch(/^[a-z0-9]{32}$/);
    expect(new Set(devices).size).toBe(1);
  });

  test('that is refused says why', async () => {
    server.replies['/api/vouchers/redeem'] = {
      status: 404,
      body: { code: 'voucher.notFound', message: 'This code is not valid.' },
    };
    open();
    await userEvent.type(screen.getByLabelText('Voucher code'), 'wrong{Enter}');
    expect(await screen.findByText('This code is not valid.')).toBeVisible();
  });

  test('is all there is where no payments are taken', async () => {
    server.replies['/api/wifi/offer'] = { body: { ...offer, takesPayments: false } };
    open();
    expect(await screen.findByText(/^WiFi cannot be paid here/)).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByLabelText('Voucher code')).toBeVisible();
  });
});

test('Back leads a visitor to the website and staff to the dashboard', () => {
  open();
  expect(screen.getByRole('link', { name: /Back/ })).toHaveAttribute('href', '/');
  stop();
  localStorage.setItem('currentUser', '{"id":1}');
  open();
  expect(screen.getByRole('link', { name: /Back/ })).toHaveAttribute('href', '/dashboard');
});
