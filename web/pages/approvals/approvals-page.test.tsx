import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aLeaveRequest, aPayrollBatch } from '../../testing/hr-samples.ts';
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
  expect(others.getByText('Ann Wani or Peter Lado')).toBeVisible();
  expect(mine.queryByText(/can decide/)).toBeNull();
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

test('a price below the list is decided here, with a link to its order', async () => {
  const price = { kind: 'price_below_list', entity: 'salesOrder', entityId: 9 };
  server = { listWaiting: () => [aWaitingItem({ ...price, record: 'SO-2026-0009' })] };
  open();
  expect(await screen.findByRole('link', { name: 'SO-2026-0009' })).toHaveAttribute(
    'href',
    '/equipment?view=sales&sale=9',
  );
  expect(screen.getByRole('button', { name: 'Accept SO-2026-0009' })).toBeVisible();
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

const itself = { approvalId: null, expiresAt: null };

test('leave and payrolls are decided here, with the dialogs of their modules', async () => {
  const user = userEvent.setup();
  const leave = { kind: 'leave_request', entity: 'leaveRequest', entityId: 9, amountUsd: null };
  const batch = { kind: 'payroll_batch', entity: 'payrollBatch', entityId: 3, amountUsd: 3400 };
  server = {
    listWaiting: () => [
      aWaitingItem({ ...itself, ...leave, record: 'Mary Akech', summary: 'Annual Leave' }),
      aWaitingItem({ ...itself, ...batch, record: 'PB-2026-0003', summary: '4 payrolls' }),
    ],
    getLeaveRequest: () => aLeaveRequest({ version: 4 }),
    rejectLeaveRequest: () => aLeaveRequest({ status: 'rejected' }),
    getPayrollBatch: () => aPayrollBatch(),
    approvePayrollBatch: () => ({ approved: 3, own: 1, batch: aPayrollBatch() }),
  };
  open();
  expect(await screen.findByRole('link', { name: 'Mary Akech' })).toHaveAttribute(
    'href',
    '/hr?view=leave&leave=9',
  );
  expect(screen.getByRole('link', { name: 'PB-2026-0003' })).toHaveAttribute(
    'href',
    '/hr?view=payroll&pay-part=batches&payroll-batch=3',
  );
  expect(screen.getByText('$3,400.00')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reject Mary Akech' }));
  const form = within(
    await screen.findByRole('dialog', { name: 'Reject Annual Leave of Mary Akech?' }),
  );
  await user.click(form.getByRole('button', { name: 'Reject leave' }));
  expect(await screen.findByText('Leave Rejected')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/leave-requests/9/reject').at(-1)?.body).toEqual({
    notes: '',
    version: 4,
  });

  await user.click(screen.getByRole('button', { name: 'Approve PB-2026-0003' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Approve payrolls' }));
  expect(
    await screen.findByText(/3 payrolls approved\. 1 payroll of your own must be approved/),
  ).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/payroll-batches/3/approve')).toHaveLength(1);
});
