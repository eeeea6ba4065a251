import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderAs, type StubServer, serveCalls } from '../testing/stub-server.tsx';
import { ApprovalsLink } from './approvals-link.tsx';

let server: StubServer;
serveCalls(() => server);
beforeEach(() => {
  server = { countWaiting: () => ({ count: 3 }) };
});

test('shows how many the user may decide', async () => {
  renderAs('admin', <ApprovalsLink />);
  const link = await screen.findByRole('link', { name: 'Approvals, 3 to decide' });
  expect(link).toHaveAttribute('href', '/dashboard?view=approvals');
  expect(link).not.toHaveAttribute('aria-current');
  expect(screen.getByText('3')).toBeVisible();
});

test('shows no badge for none, and marks the current view', async () => {
  server = { countWaiting: () => ({ count: 0 }) };
  renderAs('admin', <ApprovalsLink />, '/dashboard?view=approvals');
  expect(await screen.findByRole('link', { name: 'Approvals' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(screen.queryByText('0')).toBeNull();
});

test('a large number is cut', async () => {
  server = { countWaiting: () => ({ count: 240 }) };
  renderAs('admin', <ApprovalsLink isSmall />);
  expect(await screen.findByText('99+')).toBeVisible();
});
