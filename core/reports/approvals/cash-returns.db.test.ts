import { fillSafe } from '@nimule/fixtures/testing/cash';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sumSafe } from '../../accounting/cash/queries.ts';
import type { WaitingAnswer } from '../../approvals/schema.ts';
import type { Actor, StaffActor } from '../../identity/actor.ts';
import { invoke } from '../../invoke.ts';
import type { RawInput } from '../../kernel/contract.ts';
import type { Operation } from '../../routes.ts';
import { listWaiting } from './service.ts';

let app: TestApp;
let clerk: StaffActor;
let colleague: StaffActor;
let admin: StaffActor;
const shell = { kind: 'shell', osUser: 'test' } as const;
const TODAY = '2026-11-24T08:00:00Z';
const YESTERDAY = '2026-11-23T20:00:00Z';

async function call(actor: Actor, operation: Operation, input: RawInput) {
  const answer = await invoke(app, actor, operation, input);
  return answer as { body: Record<string, unknown> & { id: number } & WaitingAnswer; waits?: true };
}
const accept = (id: number) =>
  call(admin, 'decideApproval', {
    params: { id: String(id) },
    body: { accept: true, reason: 'Counted with the customer' },
  });
const held = () => sumSafe(app.db, 'USD');

beforeAll(async () => {
  app = await createMarkedApp(YESTERDAY);
  clerk = await makeWorker(app, 'billing', 'Mary Keji');
  colleague = await makeWorker(app, 'billing', 'Rose Ayen');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  await fillSafe(app, { usd: 10_000_00 });
});
beforeEach(() => app.time.set(YESTERDAY));
afterAll(() => app.close());

async function customer(): Promise<string> {
  const { body } = await call(shell, 'createCustomer', {
    body: { name: 'John Deng', type: 'individual', packageType: 'Basic Fiber' },
  });
  return String(body.id);
}
async function pay(customerId: string, amount: string, by: Actor = clerk, account = 'cash') {
  const { body } = await call(by, 'recordPayment', {
    body: {
      ...{ customerId, amount, account },
      ...(account === 'cash' ? { from: 'safe' } : { reference: `R-${customerId}` }),
    },
  });
  return String(body.id);
}
const reverse = (id: string, by: Actor = clerk) =>
  call(by, 'reversePayment', { params: { id }, body: { reason: 'Wrong customer', from: 'safe' } });

describe('a payment in cash that is reversed', () => {
  test('on a later day waits above the limit of refunds, and is reversed when another person accepts', async () => {
    const id = await pay(await customer(), '5000');
    app.time.set(TODAY);
    const before = await held();
    const { body, waits } = await reverse(id);
    expect(waits).toBe(true);
    expect(await held()).toBe(before);
    expect(await call(shell, 'getPayment', { params: { id } })).toMatchObject({
      body: { status: 'recorded', keptUsd: 5000 },
    });
    const items = await listWaiting(contextOf(app, admin), {});
    expect(items.find(({ entity }) => entity === 'customer')).toMatchObject({
      ...{ kind: 'customer_refund', record: 'John Deng', amountUsd: 5000_00, mayDecide: true },
      summary: expect.stringMatching(/^Reversal of .* of John Deng, paid in cash$/),
    });
    await accept(body.approvalId);
    expect(await held()).toBe(before - 5000_00);
    expect(await call(shell, 'getPayment', { params: { id } })).toMatchObject({
      body: { status: 'reversed', reversedBy: 'Mary Keji' },
    });
  });

  test('of another person waits on the same day too, one’s own does not', async () => {
    const customerId = await customer();
    const [first, second] = [await pay(customerId, '300'), await pay(customerId, '300')];
    expect((await reverse(first, colleague)).waits).toBe(true);
    expect((await reverse(second)).body).toMatchObject({ status: 'reversed' });
    expect((await reverse(first)).body).toMatchObject({ status: 'reversed' });
  });

  test('counts together with refunds and other reversals of the customer on the day', async () => {
    const customerId = await customer();
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push(await pay(customerId, '90'));
    app.time.set(TODAY);
    const [first, second, third] = ids;
    expect((await reverse(first!)).waits).toBeUndefined();
    expect((await reverse(second!)).waits).toBeUndefined();
    expect((await reverse(third!)).waits).toBe(true);
    const refund = (amount: string) =>
      call(clerk, 'recordRefund', {
        body: { customerId, amount, account: 'cash', from: 'safe', reason: 'Moved away' },
      });
    expect((await refund('20.01')).waits).toBe(true);
    expect((await refund('20')).waits).toBeUndefined();
  });

  test('from the bank does not wait', async () => {
    const id = await pay(await customer(), '5000', clerk, 'bank');
    app.time.set(TODAY);
    expect((await reverse(id)).body).toMatchObject({ status: 'reversed' });
  });

  test('by setting its invoice back waits too', async () => {
    const customerId = await customer();
    const { body: invoice } = await call(shell, 'createManualInvoice', {
      body: { customerId, amountUsd: '300', description: 'Cable', dueDate: '2026-12-10' },
    });
    for (const amount of ['150', '150']) await pay(customerId, amount);
    app.time.set(TODAY);
    const before = await held();
    const params = { id: String(invoice.id) };
    const setBack = () =>
      call(clerk, 'updatePaymentStatus', {
        params,
        body: { status: 'pending', reason: 'Bounced' },
      });
    const { body, waits } = await setBack();
    expect([waits, await held()]).toEqual([true, before]);
    await accept(body.approvalId);
    expect(await held()).toBe(before - 300_00);
    expect((await call(shell, 'getInvoice', { params })).body).toMatchObject({ status: 'pending' });
  });
});

test('vouchers that are taken back for cash wait above the limit of refunds', async () => {
  const { body: bundle } = await call(shell, 'createVoucherBundle', {
    body: {
      ...{ name: 'Week', bundleType: 'data', dataAllowanceMB: '5120', validityDays: '7' },
      priceUsd: '5',
    },
  });
  const sell = async () => {
    const { body } = await call(clerk, 'sellVouchers', {
      body: { bundleId: String(bundle.id), quantity: '30', account: 'cash' },
    });
    return String(body.id);
  };
  const [old, older] = [await sell(), await sell()];
  const takeBack = (id: string, by: Actor = clerk) =>
    call(by, 'voidVouchers', { params: { id }, body: { reason: 'Unused' } });
  // The same day: what was sold is taken back by its seller.
  expect((await takeBack(await sell())).waits).toBeUndefined();
  expect((await takeBack(await sell())).waits).toBeUndefined();
  app.time.set(TODAY);
  expect((await takeBack(old)).waits).toBeUndefined();
  const before = await held();
  const { body, waits } = await takeBack(older);
  expect([waits, await held()]).toEqual([true, before]);
  await accept(body.approvalId);
  expect(await held()).toBe(before - 150_00);
});
