import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aWaitingItem } from '../../testing/stock-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const anOrder = (changes: Record<string, unknown> = {}) =>
  aWaitingItem({
    kind: 'purchase_order',
    approvalId: null,
    entity: 'purchaseOrder',
    entityId: 3,
    record: 'LPO-2026-0003',
    summary: 'Purchase order to Juba Networks, waits for approval',
    amountUsd: 900,
    reason: '',
    expiresAt: null,
    ...changes,
  });
const decided = (changes: Record<string, unknown> = {}) => ({
  ...{ id: 12, kind: 'stock_count', entity: 'stockCount', entityId: 7, record: 'CNT-2026-0007' },
  ...{ summary: '', amountUsd: -58.5, requestedBy: 'Mary Keji', requestedById: 5, reason: '' },
  ...{ requestedAt: '2026-11-22T08:00:00.000Z', expiresAt: '2026-12-22T08:00:00.000Z' },
  ...{ status: 'accepted', decidedBy: 'Ann Wani', decidedAt: '2026-11-23T08:00:00.000Z' },
  ...{ decisionReason: 'Seen', isSole: false },
  ...changes,
});

beforeEach(() => {
  server = {
    listWaiting: () => [
      aWaitingItem(),
      anOrder(),
      aWaitingItem({
        approvalId: 13,
        entityId: 8,
        record: 'CNT-2026-0008',
        mayDecide: false,
        refusal: 'You asked for this yourself: another person must decide on it.',
      }),
    ],
    decideApproval: () => decided(),
  };
});

const open = () => renderAs('admin', <ApprovalsPage />, '/dashboard?view=approvals');

test('lists what the user may decide, and with the reason what others decide', async () => {
  open();
  const mine = within(await screen.findByRole('list', { name: 'For you to decide' }));
  expect(mine.getByRole('link', { name: 'CNT-2026-0007' })).toHaveAttribute(
    'href',
    '/equipment?view=counts&stock-count=7',
  );
  expect(mine.getByText('-$58.50')).toBeVisible();
  expect(mine.getByText('“Yearly count”')).toBeVisible();
  expect(mine.getAllByText(/Mary Keji/)[0]).toBeVisible();
  expect(mine.getByText(/expires/)).toHaveTextContent('22 Dec 2026');
  const others = within(screen.getByRole('list', { name: 'Waits for others' }));
  expect(
    others.getByText('You asked for this yourself: another person must decide on it.'),
  ).toBeVisible();
  expect(others.queryByRole('button')).toBeNull();
});

test('a document with a status of its own is decided on its page', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Open LPO-2026-0003' })).toHaveAttribute(
    'href',
    '/procurement?view=orders&purchase-order=3',
  );
  expect(screen.queryByRole('button', { name: 'Accept LPO-2026-0003' })).toBeNull();
});

test('accepts and refuses with a reason, and reads the list again', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Accept CNT-2026-0007' }));
  let form = within(await screen.findByRole('dialog', { name: 'Accept CNT-2026-0007' }));
  await user.click(form.getByRole('button', { name: 'Accept' }));
  expect(callsOf(served.seen, 'POST /api/approvals/12/decide')).toEqual([]);
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Counted again');
  server = { ...server, decideApproval: () => refuse('rule', 'EQ-004 was adjusted since.') };
  await user.click(form.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('EQ-004 was adjusted since.')).toBeVisible();
  server = { ...server, decideApproval: () => decided({ isSole: true }) };
  await user.click(form.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(/nobody else could decide/)).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/approvals/12/decide').at(-1)?.body).toEqual({
    accept: true,
    reason: 'Counted again',
  });
  await waitFor(() => expect(callsOf(served.seen, 'GET /api/approvals')).toHaveLength(2));

  await user.click(screen.getByRole('button', { name: 'Refuse CNT-2026-0007' }));
  form = within(await screen.findByRole('dialog', { name: 'Refuse CNT-2026-0007' }));
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Look in the van');
  server = { ...server, decideApproval: () => decided({ status: 'refused' }) };
  await user.click(form.getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('Refused')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/approvals/12/decide').at(-1)?.body).toEqual({
    accept: false,
    reason: 'Look in the van',
  });
});

test('says that nothing waits', async () => {
  server = { listWaiting: () => [] };
  open();
  expect(await screen.findByText('Nothing waits for you')).toBeVisible();
  expect(screen.queryByRole('region', { name: /^Waits for others/ })).toBeNull();
});
