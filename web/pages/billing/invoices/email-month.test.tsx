import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCampaign } from '../../../testing/message-samples.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { EmailMonthButton } from './email-month.tsx';

let server: StubServer;
serveCalls(() => server);

test('e-mails the invoices of a chosen month, says who is left out, and opens the progress', async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  server = {
    previewInvoiceEmails: () => ({
      recipients: 2,
      leftOut: [
        { reason: 'E-mailed already', count: 1, names: ['INV-2026-000002 Poni Ayen'] },
        { reason: 'No e-mail address', count: 3, names: ['INV-2026-000003 Achol Deng'] },
      ],
    }),
    emailInvoices: ({ body }) => {
      asked.push(body);
      return {
        ...aCampaign({ channel: 'email', recipientType: 'invoices', recipients: 2 }),
        leftOutBecause: [{ reason: 'No e-mail address', count: 3, names: ['Achol Deng'] }],
      };
    },
  };
  renderAs('billing', <EmailMonthButton />, '/dashboard?tab=billing');
  await user.click(screen.getByRole('button', { name: 'E-mail invoices' }));
  const question = within(await screen.findByRole('alertdialog'));
  const month = question.getByRole('combobox', { name: 'Month to e-mail' });
  const [, before] = within(month).getAllByRole<HTMLOptionElement>('option');
  await user.selectOptions(month, before!);
  expect(await question.findByText('Get their invoice')).toBeVisible();
  expect(question.getByText('INV-2026-000003 Achol Deng and 2 more')).toBeVisible();
  expect(question.getByText('E-mailed already')).toBeVisible();
  await user.click(
    question.getByRole('button', { name: `E-mail invoices of ${before!.textContent}` }),
  );
  expect(await screen.findByText(/2 e-mails. Left out: No e-mail address, 3/)).toBeVisible();
  expect(asked).toEqual([{ month: before!.value }]);
  await waitFor(() =>
    expect(screen.getByLabelText('Address')).toHaveTextContent('/dashboard?tab=sms&campaign=5'),
  );
});

test('a role that may not send sees why', async () => {
  server = {};
  renderAs('technician', <EmailMonthButton />, '/dashboard?tab=billing');
  expect(screen.getByRole('button', { name: 'E-mail invoices' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
