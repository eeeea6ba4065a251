import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { company } from '../../testing/samples.ts';
import { renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';

let server: StubServer;
serveCalls(() => server);
beforeEach(() => {
  localStorage.clear();
  // The company is read once per page: each test loads the page anew.
  vi.resetModules();
});

async function show(changes: Partial<typeof company>) {
  const { MailNotice, SmsNotice } = await import('./unsent-notice.tsx');
  server = { company: () => ({ ...company, ...changes }) };
  renderAs(
    'billing',
    <>
      <p>here</p>
      <MailNotice />
      <SmsNotice />
    </>,
    '/dashboard',
  );
}

test('says that e-mails are not sent where no mail server is connected', async () => {
  await show({ sendsMail: false });
  expect(await screen.findByText('E-mails are not sent.')).toBeVisible();
  expect(screen.queryByText('SMS are not sent.')).toBeNull();
});

test('says that SMS are not sent where no gateway is connected', async () => {
  await show({ sendsSms: false });
  expect(await screen.findByText('SMS are not sent.')).toBeVisible();
  expect(screen.queryByText('E-mails are not sent.')).toBeNull();
});

test('says nothing where both are sent', async () => {
  await show({});
  await waitFor(() => expect(localStorage.getItem('nimule.company')).not.toBeNull());
  expect(screen.queryByText(/are not sent/)).toBeNull();
});
