import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WaitingAnswer } from '../../approvals/schema.ts';
import type { Actor, StaffActor } from '../../identity/actor.ts';
import { invoke } from '../../invoke.ts';
import type { RawInput } from '../../kernel/contract.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import type { Operation } from '../../routes.ts';
import { expireWaiting, listWaiting } from './service.ts';

let app: TestApp;
let clerk: StaffActor;
let admin: StaffActor;
let manager: StaffActor;
let other: StaffActor;
let supplierId: string;
const shell = { kind: 'shell', osUser: 'test' } as const;
const NOW = '2026-11-23T08:00:00Z';

async function call(actor: Actor, operation: Operation, input: RawInput, key?: string) {
  const origin = key === undefined ? undefined : { ip: '', idempotencyKey: key };
  const answer = await invoke(app, actor, operation, input, origin);
  return answer as { body: Record<string, unknown> & WaitingAnswer; waits?: true };
}
const decide = (actor: Actor, id: number, accept = true) =>
  call(actor, 'decideApproval', { params: { id: String(id) }, body: { accept, reason: 'Seen' } });
const entries = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from journal_entries`.execute(app.db);
  return rows[0]!.count;
};

beforeAll(async () => {
  app = await createTestApp(NOW);
  clerk = await makeWorker(app, 'billing', 'Mary Keji');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  manager = await makeWorker(app, 'manager', 'Santino Deng');
  other = await makeWorker(app, 'ceo', 'Peter Lado');
  await firstEmployees(contextOf(app), 3);
  await sql`update employees set user_id = ${manager.userId} where id = 1`.execute(app.db);
  await sql`update employees set user_id = ${clerk.userId} where id = 2`.execute(app.db);
  const { body } = await call(shell, 'createSupplier', { body: { name: 'Shell Company' } });
  supplierId = String(body.id);
});
beforeEach(() => app.time.set(NOW));
afterAll(() => app.close());

const expense = (amount: string, more: object = {}) => ({
  body: {
    ...{
      date: '2026-11-23',
      location: 'Depot',
      description: 'Diesel',
      amount,
      account: 'checking',
    },
    ...{ expenseType: 'operating_expense', category: 'operations', ...more },
  },
});

describe('an expense above the limit', () => {
  test('waits, posts nothing, and is recorded by acceptance in the name of who asked', async () => {
    const before = await entries();
    const { body, waits } = await call(clerk, 'createExpense', expense('2000.01'), 'k1');
    expect(waits).toBe(true);
    expect(body).toEqual({ waiting: true, approvalId: expect.any(Number), message: body.message });
    expect(body.message).toContain('Waits for the approval of another person');
    const again = await call(clerk, 'createExpense', expense('2000.01'), 'k1');
    expect(again).toEqual({ body, waits: true });
    expect(await entries()).toBe(before);
    const [item] = await listWaiting(contextOf(app, admin), {});
    expect(item).toMatchObject({
      ...{ kind: 'expense', record: 'Depot', amountUsd: 2000_01, mayDecide: true },
      facts: expect.arrayContaining([{ label: 'Limit of a day', usd: 2000_00 }]),
    });
    expect(await refusal(decide(clerk, body.approvalId))).toMatchObject({ kind: 'forbidden' });
    const two = await Promise.allSettled([
      decide(admin, body.approvalId),
      decide(other, body.approvalId),
    ]);
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await entries()).toBe(before + 1);
    const { rows } = await sql<{ by: string }>`
      select created_by as by from expenses order by id desc limit 1`.execute(app.db);
    expect(rows).toEqual([{ by: 'Mary Keji' }]);
  });

  test('counts what one person recorded on the day in the category, also as a change and an import', async () => {
    const category = { category: 'maintenance' };
    const first = await call(clerk, 'createExpense', expense('1500', category));
    expect(first.waits).toBeUndefined();
    expect((await call(clerk, 'createExpense', expense('500.01', category))).waits).toBe(true);
    expect((await call(clerk, 'createExpense', expense('500', category))).waits).toBeUndefined();
    const id = String(first.body.id);
    const raised = { params: { id }, body: { amount: '1500.01' } };
    expect((await call(clerk, 'updateExpense', raised)).waits).toBe(true);
    const lower = { params: { id }, body: { amount: '1400' } };
    expect((await call(clerk, 'updateExpense', lower)).waits).toBeUndefined();
    app.time.set('2026-11-24T08:00:00Z');
    expect((await call(clerk, 'createExpense', expense('1000', category))).waits).toBeUndefined();
  });

  test('in pounds tells the pounds, in dollars only the dollars', async () => {
    const factsOf = async (answer: Promise<{ body: WaitingAnswer }>) => {
      const { approvalId } = (await answer).body;
      const items = await listWaiting(contextOf(app, admin), {});
      const labels = items.find((item) => item.approvalId === approvalId)!.facts;
      return labels.filter(({ text }) => text?.startsWith('SSP'));
    };
    await updateRate(contextOf(app), {
      ...{ purpose: 'standard', rate: cents(500_00), validFrom: contextOf(app).today },
    });
    const pounds = { currency: 'SSP', category: 'utilities' };
    const told = [{ label: 'Amount', text: 'SSP 2,000,000' }];
    expect(await factsOf(call(clerk, 'createExpense', expense('2000000', pounds)))).toEqual(told);
    const dollars = expense('2500', { category: 'utilities' });
    expect(await factsOf(call(clerk, 'createExpense', dollars))).toEqual([]);
    const paid = { supplierId, amount: '2000000', account: 'checking', currency: 'SSP' };
    expect(await factsOf(call(clerk, 'createSupplierPayment', { body: paid }))).toEqual(told);
    const advance = { employeeId: '1', amountUsd: '400', account: 'bank', currency: 'SSP' };
    expect(await factsOf(call(clerk, 'createAdvance', { body: advance }))).toEqual([
      { label: 'Paid in pounds, at the rate of the day', text: 'SSP 200,000' },
    ]);
  });

  test('of the shell does not wait', async () => {
    expect((await call(shell, 'createExpense', expense('2999'))).waits).toBeUndefined();
  });

  test('is refused with the words of the operation when it is not possible any more', async () => {
    const { body } = await call(clerk, 'createExpense', expense('3000'));
    await call(shell, 'lockMonth', { params: { month: '2026-11' } });
    try {
      expect(await refusal(decide(admin, body.approvalId))).toMatchObject({ kind: 'rule' });
    } finally {
      await call(shell, 'unlockMonth', { params: { month: '2026-11' } });
    }
    await decide(admin, body.approvalId, false);
    expect(await refusal(decide(admin, body.approvalId))).toMatchObject({
      code: 'approval.decided',
    });
  });
});

test('a payment to a supplier without a bill waits from the limit on', async () => {
  const pay = (amount: string) => ({
    body: { supplierId, amount, account: 'checking', paymentDate: '2026-11-20' },
  });
  expect((await call(clerk, 'createSupplierPayment', pay('999'))).waits).toBeUndefined();
  const { body } = await call(clerk, 'createSupplierPayment', pay('1.01'));
  expect(body.waiting).toBe(true);
  expect((await decide(admin, body.approvalId)).body).toMatchObject({ status: 'accepted' });
});

test('a reference that another payment has is asked about when it is asked for, and again when it is accepted', async () => {
  const used = { code: 'payment.referenceUsed', kind: 'conflict' };
  const pay = (amount: string, reference: string, by: Actor = clerk) =>
    call(by, 'createSupplierPayment', {
      body: { supplierId, amount, account: 'checking', reference },
    });
  await pay('1', 'CHQ 1', shell);
  expect(await refusal(pay('5000', 'chq1'))).toMatchObject(used);
  const { body } = await pay('5000', 'CHQ 2');
  await pay('1', 'CHQ 2', shell);
  expect(await refusal(decide(admin, body.approvalId))).toMatchObject(used);
  const { body: decided } = await call(admin, 'decideApproval', {
    params: { id: String(body.approvalId) },
    body: { accept: true, reason: 'Two cheques', sameReference: true },
  });
  expect(decided).toMatchObject({ status: 'accepted' });
});

describe('nobody acts for oneself', () => {
  test('an advance to oneself is refused, and above the limit one to another waits', async () => {
    const advance = (employeeId: string, amountUsd: string) => ({
      body: { employeeId, amountUsd, account: 'bank' },
    });
    expect(await refusal(call(clerk, 'createAdvance', advance('2', '1')))).toMatchObject({
      code: 'approval.forYourself',
    });
    const { body } = await call(clerk, 'createAdvance', advance('3', '300.01'));
    expect(body.waiting).toBe(true);
    const shown = JSON.stringify(await listWaiting(contextOf(app, clerk), {}));
    expect(shown).not.toContain('30001');
    await decide(admin, body.approvalId);
  });

  test('an advance is listed to who asked for it, without its amount, and not asked for twice', async () => {
    const ask = (amountUsd: string, reason: string) =>
      call(clerk, 'createAdvance', {
        body: { employeeId: '3', amountUsd, account: 'bank', reason },
      });
    const [one, same] = await Promise.allSettled([ask('410', 'Rent'), ask('410', 'Rent again')]);
    const [made, refused] = one!.status === 'fulfilled' ? [one!, same!] : [same!, one!];
    expect(refused).toMatchObject({
      reason: {
        ...{ kind: 'conflict', code: 'approval.asked' },
        message: expect.stringMatching(
          /^An equal request waits already: Mary Keji asked for it on 23 Nov 2026\./,
        ),
      },
    });
    const other = await ask('420', 'School');
    const listed = async (actor: Actor) =>
      (await listWaiting(contextOf(app, actor), {})).filter(
        ({ kind, entityId }) => kind === 'employee_advance' && entityId === 3,
      );
    expect(await listed(clerk)).toMatchObject([
      { record: 'Deng Akol 3', amountUsd: null, facts: [], mayWithdraw: true, mayDecide: false },
      { amountUsd: null, facts: [], mayWithdraw: true },
    ]);
    expect((await listed(admin)).map(({ facts }) => facts.at(-1))).toEqual([
      { label: 'Other requests that wait for the same', usd: 420_00 },
      { label: 'Other requests that wait for the same', usd: 410_00 },
    ]);
    const { approvalId } = (made as PromiseFulfilledResult<typeof other>).value.body;
    for (const id of [approvalId, other.body.approvalId])
      await call(clerk, 'withdrawApproval', { params: { id: String(id) } });
    expect(await listed(clerk)).toEqual([]);
    const again = await ask('410', 'Rent');
    expect(again.waits).toBe(true);
    await decide(admin, again.body.approvalId, false);
  });

  test('the own pay and bank account are not changed', async () => {
    for (const change of [{ baseSalary: '9999' }, { bankAccount: '666' }, { userId: null }])
      expect(
        await refusal(call(manager, 'updateEmployee', { params: { id: '1' }, body: change })),
      ).toMatchObject({ code: 'approval.forYourself' });
  });

  test('the pay of another waits, without its amounts in the audit log, and not for the payee', async () => {
    const change = { params: { id: '3' }, body: { baseSalary: '1777', position: 'Lead' } };
    const { body } = await call(manager, 'updateEmployee', change);
    expect(body.waiting).toBe(true);
    const before = await call(shell, 'getEmployee', { params: { id: '3' } });
    expect(before.body).toMatchObject({ baseSalary: 1000, position: 'Engineer' });
    expect(await refusal(decide(manager, body.approvalId))).toMatchObject({
      code: 'approval.ownRequest',
    });
    const { rows } = await sql<{ text: string }>`
      select coalesce(before::text, '') || coalesce(after::text, '') || summary as text from audit_log
      where entity = 'approval' and entity_id = ${String(body.approvalId)}`.execute(app.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.text).not.toContain('1777');
    const byKind = async (actor: Actor) =>
      (await listWaiting(contextOf(app, actor), {})).filter(({ kind }) => kind === 'pay_change');
    expect(await byKind(clerk)).toEqual([]);
    expect(JSON.stringify(await byKind(admin))).toContain('177700');
    await decide(admin, body.approvalId);
    const after = await call(shell, 'getEmployee', { params: { id: '3' } });
    expect(after.body).toMatchObject({ baseSalary: 1777, position: 'Lead' });
    const own = await call(admin, 'updateEmployee', {
      params: { id: '1' },
      body: { bankAccount: '777' },
    });
    expect(await refusal(decide(manager, own.body.approvalId))).toMatchObject({
      code: 'approval.forYourself',
    });
    await decide(other, own.body.approvalId, false);
  });

  test('a change of pay keeps what it changes, the department too, and nothing that was changed meanwhile', async () => {
    const read = async () => (await call(shell, 'getEmployee', { params: { id: '3' } })).body;
    const update = (actor: Actor, body: object) =>
      call(actor, 'updateEmployee', { params: { id: '3' }, body });
    const { rows: departments } = await sql<{ id: number; name: string }>`
      select id, name from departments order by id`.execute(app.db);
    const before = await read();
    const target = departments.find(({ id }) => id !== before.departmentId)!;
    const { firstName, phone, bankAccount } = before;
    const form = { firstName, phone, bankAccount, baseSalary: '1500', department: target.name };
    const asked = await update(manager, form);
    // The form sent the account as it was; another one is stored before the decision.
    await update(shell, { bankAccount: '222' });
    await decide(admin, asked.body.approvalId);
    expect(await read()).toMatchObject({
      ...{ baseSalary: 1500, bankAccount: '222', departmentId: target.id, phone },
    });
    const raised = await update(manager, { baseSalary: '1600', bankAccount: '333' });
    await update(shell, { bankAccount: '444' });
    expect(await refusal(decide(admin, raised.body.approvalId))).toMatchObject({
      code: 'approval.changed',
      message:
        'What this would change of Deng Akol 3 was changed meanwhile: bank account. Refuse it, so that it can be asked for again.',
    });
    expect(await read()).toMatchObject({ baseSalary: 1500, bankAccount: '444' });
    await decide(admin, raised.body.approvalId, false);
    await update(shell, { baseSalary: '1777', department: before.department });
  });

  test('other changes of an employee do not wait', async () => {
    const change = { params: { id: '3' }, body: { position: 'Engineer', baseSalary: '1777' } };
    expect((await call(manager, 'updateEmployee', change)).waits).toBeUndefined();
  });
});

test('who asked may withdraw, others may not, and after 30 days it expires', async () => {
  const { body } = await call(clerk, 'createExpense', expense('5000'));
  const params = { params: { id: String(body.approvalId) } };
  expect(await refusal(call(admin, 'withdrawApproval', params))).toMatchObject({
    kind: 'notFound',
  });
  expect((await call(clerk, 'withdrawApproval', params)).body).toMatchObject({
    status: 'withdrawn',
  });
  const late = await call(clerk, 'createExpense', expense('5001'));
  app.time.set('2026-12-24T08:00:00Z');
  expect(await expireWaiting(contextOf(app))).toMatch(/^\d+ requests expired$/);
  expect(await refusal(decide(admin, late.body.approvalId))).toMatchObject({
    code: 'approval.decided',
  });
});

test('the limits are changed by privileged roles alone, and a company with one holder acts alone', async () => {
  const limits = {
    ...{ expenseUsd: '10', supplierPaymentUsd: '10', advanceUsd: '10' },
    ...{ refundUsd: '10', grantUsd: '10' },
  };
  expect(await refusal(call(admin, 'updateApprovalLimits', { body: limits }))).toMatchObject({
    kind: 'forbidden',
  });
  await call(shell, 'updateApprovalLimits', { body: limits });
  expect((await call(clerk, 'createExpense', expense('11', { category: 'marketing' }))).waits).toBe(
    true,
  );
  await sql`update users set is_active = false where id <> ${admin.userId}`.execute(app.db);
  const alone = await call(admin, 'createExpense', expense('12', { category: 'marketing' }));
  expect(alone.waits).toBeUndefined();
});
