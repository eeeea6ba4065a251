import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderAs } from '../../testing/stub-server.tsx';
import { HelpPage } from './help-page.tsx';

const address = () => screen.getByRole('status', { name: 'Address' });

test('opens the guide at the section of the URL, and follows its links', async () => {
  renderAs('billing', <HelpPage />, '/dashboard?view=help&guide=clerk#take-back-a-payment');
  const heading = await screen.findByRole('heading', { name: 'Take back a payment' });
  await waitFor(() => expect(heading).toHaveFocus());
  const contents = screen.getByRole('navigation', { name: 'Contents' });
  expect(within(contents).getByRole('link', { current: 'location' })).toHaveTextContent(
    'Take back a payment',
  );
  await userEvent.click(screen.getByRole('link', { name: 'refunded' }));
  expect(address()).toHaveTextContent('/dashboard?view=help&guide=accountant');
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Credit notes and refunds' })).toHaveFocus(),
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
});

test('a clerk reads no guide for administrators, and links to it are text', async () => {
  const { unmount } = renderAs('billing', <HelpPage />, '/dashboard?view=help&guide=administrator');
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Administrators' })).not.toBeInTheDocument();
  unmount();
  renderAs('billing', <HelpPage />, '/dashboard?view=help&guide=clerk#sign-in');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(screen.getByText(/gives you a temporary one/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'gives you a temporary one' })).not.toBeInTheDocument();
});

test('an administrator reads it', async () => {
  renderAs(
    'super_admin',
    <HelpPage />,
    '/dashboard?view=help&guide=administrator#restore-a-backup',
  );
  expect(await screen.findByRole('heading', { name: 'Restore a backup' })).toBeVisible();
});

test('lists the keys', () => {
  renderAs('technician', <HelpPage />, '/dashboard?view=help&guide=keys');
  expect(screen.getByText('Ctrl K')).toBeVisible();
  expect(screen.getByRole('region', { name: 'In forms' })).toBeVisible();
});
