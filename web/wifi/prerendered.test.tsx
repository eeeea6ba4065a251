import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { expect, test } from 'vitest';
import { startWifiServer } from '../testing/wifi-server.ts';
import { html } from './prerendered.tsx';
import { WifiPage } from './wifi-page.tsx';

/** Opens the page as the build writes it, with `typed` in its field before scripts run, and then runs them. */
async function openBuilt(
  address: string,
  typed: string,
  check: (root: HTMLElement) => Promise<void>,
): Promise<void> {
  window.history.replaceState(null, '', address);
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = html;
  const box = within(root).getByLabelText<HTMLInputElement>('Voucher code');
  box.value = typed;
  box.focus();
  const mended: unknown[] = [];
  const onRecoverableError = (error: unknown) => mended.push(error);
  let page: Root | undefined;
  await act(async () => {
    page = hydrateRoot(root, <WifiPage />, { onRecoverableError });
  });
  try {
    expect(within(root).getByLabelText('Voucher code')).toBe(box);
    expect(document.activeElement).toBe(box);
    await check(root);
    expect(mended).toEqual([]);
  } finally {
    act(() => page?.unmount());
    root.remove();
  }
}

test('the prerendered page reads without scripts, which send nothing before they run', () => {
  const root = document.createElement('div');
  root.innerHTML = html;
  expect(root.querySelector('script')).toBeNull();
  const page = within(root);
  expect(page.getByRole('heading', { name: 'WiFi Payment' })).toBeDefined();
  expect(root).toHaveTextContent('Loading packages…');
  expect(page.getByRole('link', { name: /Back/ })).toHaveAttribute('href', '/');
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Use voucher' }).disabled).toBe(true);
});

test('the prerendered page is taken over with the code that was typed meanwhile', async () => {
  const { replies, sentTo } = startWifiServer();
  replies['/api/vouchers/redeem'] = {
    status: 404,
    body: { code: 'voucher.notFound', message: 'This code is not valid.' },
  };
  await openBuilt('/wifi-payment', 'abcd-efgh', async () => {
    await screen.findByRole('radio', { name: /Half Day/ });
    expect(screen.getByLabelText('Voucher code')).toHaveValue('abcd-efgh');
    await userEvent.click(screen.getByRole('button', { name: 'Use voucher' }));
    expect(await screen.findByText('This code is not valid.')).toBeVisible();
    expect(sentTo('/api/vouchers/redeem')[0]!.body.code).toBe('abcd-efgh');
  });
});

test('the prerendered page is taken over with the code of its address, which comes first', async () => {
  startWifiServer();
  await openBuilt('/wifi-payment?code=abcd-efgh-jkmn', '', async (root) => {
    expect(screen.getByLabelText('Voucher code')).toHaveValue('abcd-efgh-jkmn');
    await screen.findByRole('radio', { name: /Half Day/ });
    const [first] = root.querySelectorAll('.panel');
    expect(first).toHaveTextContent('Have a voucher?');
  });
});
