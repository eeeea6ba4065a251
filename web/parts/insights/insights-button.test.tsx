import { insightLinks } from '@nimule/core/reports/insights/schema';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { someInsights } from '../../testing/report-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { linkOf } from './insight-links.ts';
import { InsightsButton } from './insights-button.tsx';

let server: StubServer;
const served = serveCalls(() => server);
beforeEach(() => {
  server = {
    billingInsight: () => someInsights,
    exportInsight: () => ({ filename: 'billing-insights-2026-11-21.pdf' }),
  };
});

const TITLE = 'AI-Generated Billing Insights';
const button = () => screen.getByRole('button', { name: 'Generate AI Insights' });
async function generate() {
  renderAs('ceo', <InsightsButton />);
  await userEvent.click(button());
  return within(await screen.findByRole('dialog', { name: TITLE }));
}

test('shows the findings with the lists behind them, and who wrote them', async () => {
  const dialog = await generate();
  expect(dialog.getByText(/Written by the rules of this system/)).toBeVisible();
  expect(dialog.getByText(/^As of 21 Nov 2026, generated 21 Nov 2026, 09:00\./)).toBeVisible();
  const collection = within(dialog.getByRole('region', { name: 'Collection' }));
  expect(collection.getByText(/\$37,000\.10 are paid/)).toBeVisible();
  expect(collection.getByRole('link', { name: /^See the invoices: Of \$45/ })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&month=2026-11',
  );
  const debtors = within(dialog.getByRole('region', { name: 'Largest debtors' }));
  expect(debtors.getAllByRole('listitem')).toHaveLength(2);
  expect(debtors.getAllByRole('link')).toHaveLength(1);
  expect(dialog.queryByRole('region', { name: 'Ageing' })).toBeNull();
  // The text of the rules is that of the sections: once.
  expect(dialog.getAllByText(/\$37,000\.10/)).toHaveLength(1);
  expect(dialog.queryByRole('textbox')).toBeNull();
});

test('the text of a model comes before the facts', async () => {
  server.billingInsight = () => ({
    ...someInsights,
    insight: 'Collections are on track.',
    driver: 'model',
  });
  const dialog = await generate();
  expect(dialog.getByText(/Written by a language model/)).toBeVisible();
  expect(dialog.getByText('Collections are on track.')).toBeVisible();
  expect(dialog.getByRole('heading', { name: 'The facts' })).toBeVisible();
  expect(dialog.getByRole('region', { name: 'Collection' })).toBeVisible();
});

test('says why the rules wrote instead of the model', async () => {
  server.billingInsight = () => ({ ...someInsights, driver: 'fallback' });
  const dialog = await generate();
  expect(dialog.getByText(/the language model did not answer, or named figures/)).toBeVisible();
});

test('without findings it shows the text, or says that nothing stands out', async () => {
  server.billingInsight = () => ({ ...someInsights, insight: '', sections: [] });
  expect((await generate()).getByText('Nothing stands out')).toBeVisible();
});

test('a failure shows the text of the specification, and the dialog stays closed', async () => {
  server.billingInsight = () => {
    throw new Error('a bug');
  };
  renderAs('ceo', <InsightsButton />);
  await userEvent.click(button());
  expect(await screen.findByText('Failed to generate billing insights.')).toBeVisible();
  expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
  server.billingInsight = () => refuse('tooMany', 'Try again in a minute.');
  await userEvent.click(button());
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
});

test('exports the PDF, and closes', async () => {
  const dialog = await generate();
  await userEvent.click(dialog.getByRole('button', { name: 'Export Report' }));
  await waitFor(() => expect(served.saved).toEqual(['billing-insights-2026-11-21.pdf']));
  expect(callsOf(served.seen, 'GET /api/billing/insights/pdf')).toHaveLength(1);
  // The header of the dialog has a button of that name too.
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull());
});

test('each kind of link leads to its list', () => {
  const addressOf = (to: (typeof insightLinks)[number], query: Record<string, string> = {}) =>
    linkOf({ to, query }).to;
  expect(addressOf('customer', { customer: 'SC003' })).toBe(
    '/dashboard?tab=customers&customer=SC003',
  );
  expect(addressOf('payments', { q: 'SC003', from: '2026-11-02' })).toBe(
    '/dashboard?tab=billing&view=payments&payments-q=SC003&payments-from=2026-11-02',
  );
  expect(addressOf('packages', { packageType: 'Basic Fiber', status: 'Active' })).toBe(
    '/dashboard?tab=customers&packageType=Basic+Fiber&status=Active',
  );
  expect(Object.fromEntries(insightLinks.map((to) => [to, addressOf(to)]))).toMatchObject({
    invoices: '/dashboard?tab=billing',
    customers: '/dashboard?tab=customers',
    ageing: '/reports?view=own&report=ageing',
    suspended: '/dashboard?tab=billing&view=disconnect&disconnect-show=suspended',
    automation: '/dashboard?tab=billing&view=automation',
    profit: '/dashboard?tab=billing&view=rates',
    online: '/dashboard?tab=network&view=online',
    topUsers: '/dashboard?tab=network&view=online&online-part=top',
    refusals: '/dashboard?tab=network&view=refusals',
  });
});
