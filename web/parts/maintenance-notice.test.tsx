import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ReadCache } from '../client/cache.tsx';
import { call } from '../client/call.ts';
import { useRead } from '../client/use-read.ts';
import { callsOf, json, stubFetch } from '../testing/stub-fetch.ts';
import { MaintenanceNotice } from './maintenance-notice.tsx';

const RATES = 'GET /api/billing/rates/current';
const message = 'The backup of last night is being restored.';

afterEach(() => {
  vi.useRealTimers();
});

function Screen() {
  const { data } = useRead('currentRates');
  return (
    <main>
      <label>
        Notes <input />
      </label>
      <p>Rate {data && data.standard / 100}</p>
    </main>
  );
}

test.each(['server.maintenance', 'database.maintenance'])(
  '%s covers the page until the server is ready, keeps typed text, and reads all again',
  async (code) => {
    let isHeld = false;
    let standard = 400;
    const seen = stubFetch({
      [RATES]: () =>
        isHeld
          ? json({ code, message }, 503, { 'retry-after': '10' })
          : { standard, voucher: 1300 },
      'GET /readyz': () => json({ status: isHeld ? 'maintenance' : 'ready' }, isHeld ? 503 : 200),
    });
    const user = userEvent.setup();
    render(
      <ReadCache>
        <Screen />
        <MaintenanceNotice />
      </ReadCache>,
    );
    await screen.findByText('Rate 400');
    await user.type(screen.getByLabelText('Notes'), 'A visit');

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    isHeld = true;
    standard = 410;
    await act(() => call('currentRates').then(undefined, () => undefined));
    const overlay = screen.getByRole('alertdialog', { name: 'One moment, please' });
    expect(overlay).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(overlay).toHaveProperty('open', true);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(callsOf(seen, 'GET /readyz')).toHaveLength(1);
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();

    isHeld = false;
    const before = callsOf(seen, RATES).length;
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await screen.findByText('Rate 410')).toBeInTheDocument();
    expect(callsOf(seen, RATES)).toHaveLength(before + 1);
    expect(screen.getByLabelText('Notes')).toHaveValue('A visit');
    expect(callsOf(seen, 'GET /readyz').map(({ headers }) => headers.get('x-background'))).toEqual([
      '1',
      '1',
    ]);
  },
);

test('another outage does not cover the page', async () => {
  stubFetch({
    [RATES]: () => json({ code: 'database.unavailable', message: 'Try again.' }, 503),
  });
  render(
    <ReadCache>
      <Screen />
      <MaintenanceNotice />
    </ReadCache>,
  );
  await act(() => call('currentRates').then(undefined, () => undefined));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
