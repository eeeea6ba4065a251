import { addDays, dateInJuba, formatDate } from '@nimule/core/kernel/dates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCustomer, anAccount } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  customersServer,
  openedForm,
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { CustomersPage } from '../customers-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const today = dateInJuba(new Date());
const opened = '/dashboard?tab=customers&q=tea&customer=SC003';

let customer: ReturnType<typeof aCustomer>;
let periods: unknown[];
beforeEach(() => {
  periods = [];
  customer = aCustomer();
  server = {
    ...customersServer(() => [customer]),
    lookupCustomer: ({ query }) => {
      expect(query).toEqual({ customerId: 'SC003' });
      return customer;
    },
    customerAccount: () =>
      anAccount({
        balanceUsd: 575,
        balanceSsp: 230_000,
        creditUsd: 20,
        creditSsp: 8000,
        refundableUsd: 20,
        overdueUsd: 125,
        overdueSsp: 50_000,
        openInvoices: 2,
        lastPaymentDate: '2026-11-03',
      }),
    customerStatement: ({ query }) => {
      periods.push(query);
      return {
        customerId: 3,
        ...(query as object),
        openingUsd: 100,
        openingSsp: 40_000,
        closingUsd: -20,
        closingSsp: -8_000,
        disputed: [],
        exchangeRate: 400,
        lines: [
          {
            date: '2026-11-03',
            reference: 'RCT-2026-000007',
            description: 'Payment RCT-2026-000007',
            debitUsd: 0,
            creditUsd: 120,
            balanceUsd: -20,
            debitSsp: 0,
            creditSsp: 48_000,
            balanceSsp: -8_000,
          },
        ],
      };
    },
  };
});

const drawer = async (title = 'Juba Tea House') => {
  return within(await screen.findByRole('dialog', { name: title }));
};

test('opens by row and by link; closing keeps the state of the list', async () => {
  const user = userEvent.setup();
  renderAs('technician', <CustomersPage />, '/dashboard?tab=customers&q=tea');
  await user.click(await screen.findByText('Juba Tea House'));
  expect(screen.getByLabelText('Address')).toHaveTextContent(opened);
  await drawer();
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.getByLabelText('Address')).toHaveTextContent(
      /^\/dashboard\?tab=customers&q=tea$/,
    ),
  );
});

test('shows balance, contact and package', async () => {
  renderAs('technician', <CustomersPage />, opened);
  const detail = await drawer();
  expect(await detail.findByText('$575.00')).toBeInTheDocument();
  // Balance, overdue amount and credit.
  for (const pounds of ['SSP 230,000', 'SSP 50,000', 'SSP 8,000'])
    expect(detail.getByText(pounds)).toBeInTheDocument();
  expect(detail.getByText('3 Nov 2026')).toBeInTheDocument();
  expect(detail.getByRole('link', { name: '0920 000 001' })).toHaveAttribute(
    'href',
    'tel:+211920000001',
  );
  expect(detail.getByRole('link', { name: 'tea@example.net' })).toHaveAttribute(
    'href',
    'mailto:tea@example.net',
  );
  expect(detail.getByText('50 Mbps')).toBeInTheDocument();
});

test('links to Record Payment only with the permission', async () => {
  const { unmount } = renderAs('billing', <CustomersPage />, opened);
  const shown = await drawer();
  const link = await shown.findByRole('link', { name: 'Record payment' });
  expect(link).toHaveAttribute(
    'href',
    expect.stringContaining('customer=SC003&record=payment&payer=SC003'),
  );
  expect(shown.getByRole('link', { name: 'Grant credit' })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&record=credit&customer=SC003',
  );
  expect(await shown.findByRole('link', { name: 'Refund credit' })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&record=refund&customer=SC003',
  );
  expect(shown.getByRole('link', { name: 'New invoice' })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&view=manual&invoice-for=SC003',
  );
  unmount();
  renderAs('technician', <CustomersPage />, opened);
  const detail = await drawer();
  await detail.findByText('$575.00');
  for (const name of ['Record payment', 'Grant credit', 'Refund credit', 'New invoice'])
    expect(detail.queryByRole('link', { name })).toBeNull();
});

test.each([
  [{ status: 'Active' }, /runs and is billed/],
  [{ status: 'Active', serviceStartDate: '2999-01-01' }, /starts on 1 Jan 2999/],
  [{ status: 'Suspended', suspendedByRule: true }, /By the 15-day rule/],
  [{ status: 'Suspended', suspendedByRule: false }, /By hand/],
  [{ status: 'Inactive' }, /has ended/],
])('says why the status is what it is: %o', async (facts, words) => {
  customer = aCustomer(facts);
  renderAs('technician', <CustomersPage />, opened);
  expect(await (await drawer()).findByText(words)).toBeInTheDocument();
});

test('a promise to pay needs a reason, is recorded, and can be withdrawn', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  server.setPromise = ({ body }) => {
    sent.push(body);
    const { until, reason = '' } = body as { until: string | null; reason?: string };
    customer = aCustomer({
      doNotDisconnectUntil: until,
      doNotDisconnectReason: reason,
      version: customer.version + 1,
    });
    return customer;
  };
  renderAs('support', <CustomersPage />, opened);
  const detail = await drawer();
  await user.click(await detail.findByRole('button', { name: 'Do not disconnect…' }));
  const form = await openedForm('Do Not Disconnect');
  await user.click(form.getByRole('button', { name: 'Record promise' }));
  expect(await form.findByText('The reason is required.')).toBeInTheDocument();
  await user.type(form.getByLabelText(/^Reason/), 'Bank transfer on Friday');
  await user.click(form.getByRole('button', { name: 'Record promise' }));
  const inAWeek = addDays(today, 7);
  expect(
    await detail.findByText(`Do not disconnect until ${formatDate(inAWeek)}`),
  ).toBeInTheDocument();
  expect(detail.getByText('Bank transfer on Friday')).toBeInTheDocument();
  await user.click(detail.getByRole('button', { name: 'Take back' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Take back promise' }));
  expect(await detail.findByText('No promise to pay')).toBeInTheDocument();
  expect(sent).toEqual([
    { until: inAWeek, reason: 'Bank transfer on Friday', version: 4 },
    { until: null, version: 5 },
  ]);
});

test('a promise changed by another user is reloaded before it is withdrawn', async () => {
  const user = userEvent.setup();
  customer = aCustomer({ doNotDisconnectUntil: '2999-01-05', doNotDisconnectReason: 'Tender' });
  server.setPromise = ({ body }) => {
    if ((body as { version: number }).version === customer.version) return aCustomer();
    return refuseStale();
  };
  renderAs('support', <CustomersPage />, opened);
  await user.click(await (await drawer()).findByRole('button', { name: 'Take back' }));
  const question = within(await screen.findByRole('alertdialog'));
  customer = { ...customer, doNotDisconnectReason: 'Tender won', version: 5 };
  await user.click(question.getByRole('button', { name: 'Take back promise' }));
  expect(question.getByText(/while an invoice is 15 or more days past due\./)).toBeVisible();
  expect(await question.findByRole('alert')).toHaveTextContent(/nothing was done/);
  expect(await screen.findByText('Tender won')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Take back promise' }));
  expect(await screen.findByText('Promise Taken Back')).toBeInTheDocument();
});

test('shows that a promise has expired', async () => {
  customer = aCustomer({
    doNotDisconnectUntil: '2026-01-05',
    doNotDisconnectReason: 'After the tender',
  });
  renderAs('technician', <CustomersPage />, opened);
  expect(await (await drawer()).findByText(/After the tender \(this date is over/)).toBeVisible();
});

test('the statement has a validated period and a PDF', async () => {
  const user = userEvent.setup();
  renderAs('technician', <CustomersPage />, `${opened}&its-part=statement&its-to=2026-11-21`);
  const detail = await drawer();
  expect(await detail.findByText('Payment RCT-2026-000007')).toBeInTheDocument();
  expect(periods).toEqual([{ from: '2026-06-01', to: '2026-11-21' }]);
  expect(detail.getByText('SSP 48,000')).toBeInTheDocument();
  expect(detail.getByText('-SSP 8,000')).toBeInTheDocument();
  expect(detail.getByText('in advance')).toBeInTheDocument();
  const from = detail.getByLabelText(/^From/);
  await user.clear(from);
  await user.type(from, '2026-12-01');
  await user.click(detail.getByRole('button', { name: 'Show statement' }));
  expect(await detail.findByText('The period ends before it begins.')).toBeInTheDocument();
  await user.clear(from);
  await user.type(from, '2026-10-15');
  await user.click(detail.getByRole('button', { name: 'Show statement' }));
  await waitFor(() => expect(periods.at(-1)).toEqual({ from: '2026-10-15', to: '2026-11-21' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('its-from=2026-10-15');
  // The fallback name is used if the server sends none.
  server.statementPdf = () => ({});
  await user.click(detail.getByRole('button', { name: 'Download PDF' }));
  expect(await screen.findByText('statement-SC003.pdf')).toBeInTheDocument();
  expect(served.saved).toEqual(['statement-SC003.pdf']);
  const [asked, ...more] = callsOf(served.seen, 'GET /api/customers/3/statement/pdf');
  expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
    from: '2026-10-15',
    to: '2026-11-21',
  });
  expect(more).toEqual([]);
});

test('shows that a customer does not exist, and can be closed', async () => {
  server.lookupCustomer = () => refuse('notFound', 'Customer SC999 was not found.');
  renderAs('technician', <CustomersPage />, '/dashboard?tab=customers&customer=SC999');
  const detail = await drawer('SC999');
  expect(await detail.findByText('Customer SC999 was not found.')).toBeInTheDocument();
});

test('shows why the user may not change customers', async () => {
  renderAs('technician', <CustomersPage />, opened);
  const detail = await drawer();
  for (const name of ['Edit', 'Suspend', 'Do not disconnect…'])
    expect(await detail.findByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(detail.queryByRole('button', { name: 'Edit telephone' })).toBeNull();
});
