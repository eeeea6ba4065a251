import { fillSafe } from '@nimule/fixtures/testing/cash';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { WaitingAnswer } from '../../approvals/schema.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { createCustomer } from '../../customers/service.ts';
import type { Actor, StaffActor } from '../../identity/actor.ts';
import { invoke } from '../../invoke.ts';
import type { RawInput } from '../../kernel/contract.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import type { Operation } from '../../routes.ts';
import { checkBooks } from '../checks/service.ts';
import { listWaiting } from './service.ts';

let app: TestApp;
let clerk: StaffActor;
let colleague: StaffActor;
let admin: StaffActor;
let manager: StaffActor;
let support: StaffActor;
const shell = { kind: 'shell', osUser: 'test' } as const;

async function call(actor: Actor, operation: Operation, input: RawInput) {
  const answer = await invoke(app, actor, operation, input);
  return answer as { body: Record<string, unknown> & WaitingAnswer; waits?: true };
}
const decide = (actor: Actor, id: number, accept = true) =>
  call(actor, 'decideApproval', { params: { id: String(id) }, body: { accept, reason: 'Seen' } });
async function count(table: 'journal_entries' | 'expenses' | 'refunds'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(app.db);
  return Number(rows[0]!.count);
}
const waitingFor = async (actor: Actor, id: number) =>
  (await listWaiting(contextOf(app, actor), {})).find(({ approvalId }) => approvalId === id);

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await makeWorker(app, 'billing', 'Mary Keji');
  colleague = await makeWorker(app, 'billing', 'Rose Ayen');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  manager = await makeWorker(app, 'manager', 'Santino Deng');
  support = await makeWorker(app, 'support', 'Viola Poni');
  await firstEmployees(contextOf(app), 3);
  await fillSafe(app, { usd: 900_000_00 });
});
afterEach(async () => {
  const { checks } = await checkBooks(contextOf(app));
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(() => app.close());

const money = { expenseType: 'operating_expense', account: 'checking' } as const;

describe('a recurring expense', () => {
  const template = (amount: string, more: object = {}) => ({
    body: {
      ...{ ...money, category: 'rent', description: 'Rent', location: 'Landlord', amount },
      ...{ day: '1', firstMonth: '2026-12', ...more },
    },
  });
  let id: string;

  test('above the limit waits, and is added by acceptance in the name of who asked', async () => {
    const { body, waits } = await call(clerk, 'createExpenseTemplate', template('2000.01'));
    expect(waits).toBe(true);
    expect((await call(shell, 'listExpenseTemplates', {})).body).toEqual([]);
    expect(await waitingFor(admin, body.approvalId)).toMatchObject({
      ...{ kind: 'expense', record: 'Landlord', amountUsd: 2000_01, mayDecide: true },
      summary: 'Recurring expense: Rent',
      facts: expect.arrayContaining([{ label: 'Each month', text: '$2,000.01' }]),
    });
    expect(await refusal(decide(clerk, body.approvalId))).toMatchObject({ kind: 'forbidden' });
    await decide(admin, body.approvalId);
    const [made] = (await call(shell, 'listExpenseTemplates', {})).body as unknown as object[];
    expect(made).toMatchObject({ amount: 2000.01, createdBy: 'Mary Keji' });
    id = String((made as { id: number }).id);
  });

  test('cannot be divided within a category, nor among persons, days, or months that are due', async () => {
    app.time.set('2026-11-24T08:00:00Z');
    const utilities = { category: 'utilities' };
    const small = await call(clerk, 'createExpenseTemplate', template('1500', utilities));
    expect(small.waits).toBeUndefined();
    app.time.set('2026-11-25T08:00:00Z');
    const other = template('500.01', utilities);
    expect((await call(colleague, 'createExpenseTemplate', other)).waits).toBe(true);
    // 600,000 pounds are $1,500 at 400.
    const inPounds = { currency: 'SSP', category: 'office_supplies' };
    expect(
      (await call(clerk, 'createExpenseTemplate', template('600000', inPounds))).waits,
    ).toBeUndefined();
    expect((await call(clerk, 'createExpenseTemplate', template('200100', inPounds))).waits).toBe(
      true,
    );
    // September to November are due at once.
    const due = { category: 'marketing', firstMonth: '2026-09' };
    const caughtUp = await call(clerk, 'createExpenseTemplate', template('700', due));
    expect(caughtUp.waits).toBe(true);
    expect(await waitingFor(admin, caughtUp.body.approvalId)).toMatchObject({ amountUsd: 2100_00 });
    // What was added today counts for the expenses of the day too.
    const maintenance = { category: 'maintenance' };
    await call(clerk, 'createExpenseTemplate', template('1200', maintenance));
    const once = { ...money, ...maintenance, date: '2026-11-25', location: 'x', description: 'x' };
    const expense = await call(clerk, 'createExpense', { body: { ...once, amount: '900' } });
    expect(expense.waits).toBe(true);
  });

  test('waits when it is changed to pay more or somebody else, and not when it pays less or ends', async () => {
    const change = (more: object) =>
      call(clerk, 'updateExpenseTemplate', {
        params: { id },
        ...template('2000.01', more),
      });
    const waiting = [];
    for (const more of [
      { amount: '2000.02' },
      { location: 'My cousin' },
      { firstMonth: '2026-11' },
    ])
      waiting.push((await change(more)).body.approvalId);
    expect(waiting).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect((await change({ description: 'Rent of the depot' })).waits).toBeUndefined();
    expect((await change({ amount: '1900' })).waits).toBeUndefined();
    expect((await change({ amount: '1900', isActive: false })).waits).toBeUndefined();
    // Below the limit alone it goes on.
    expect((await change({ amount: '1900', isActive: true })).waits).toBeUndefined();
    await decide(admin, waiting[1]!);
    const made = (await call(shell, 'listExpenseTemplates', {})).body as unknown as object[];
    expect(made).toContainEqual(
      expect.objectContaining({ id: Number(id), location: 'My cousin', amount: 2000.01 }),
    );
    expect((await call(shell, 'createExpenseTemplate', template('9000'))).waits).toBeUndefined();
  });

  test('is refused to roles that may not record expenses, and with bad input', async () => {
    expect(await refusal(call(support, 'createExpenseTemplate', template('1')))).toMatchObject({
      kind: 'forbidden',
    });
    for (const bad of [{ amount: '1e9' }, { amount: '-1' }, { category: 'tax' }, { day: '32' }])
      expect(
        await refusal(call(clerk, 'createExpenseTemplate', template('5000', bad))),
      ).toMatchObject({ kind: 'invalid' });
  });
});

describe('what changes the pay of all', () => {
  const rate = { brackets: [{ fromAmount: '0', points: '100' }], socialPoints: '800' };

  test('rates of tax and social security wait for another person', async () => {
    const { body, waits } = await call(admin, 'addPayrollRate', { body: rate });
    expect(waits).toBe(true);
    expect(await waitingFor(manager, body.approvalId)).toMatchObject({
      ...{ kind: 'pay_change', record: 'Tax and social security', mayDecide: true },
      facts: expect.arrayContaining([
        { label: 'From', text: 'the day of the approval' },
        { label: 'Tax', text: '1%' },
        { label: 'Social security', text: '8%' },
      ]),
    });
    const rates = async () => (await call(shell, 'listPayrollRates', {})).body.length;
    const before = await rates();
    expect(await refusal(decide(admin, body.approvalId))).toMatchObject({
      code: 'approval.ownRequest',
    });
    expect(await refusal(decide(support, body.approvalId))).toMatchObject({ kind: 'forbidden' });
    await decide(manager, body.approvalId);
    expect(await rates()).toBe(Number(before) + 1);
    expect(await refusal(call(clerk, 'addPayrollRate', { body: rate }))).toMatchObject({
      kind: 'forbidden',
    });
    const bad = { ...rate, brackets: [{ fromAmount: '5', points: '100' }] };
    expect(await refusal(call(admin, 'addPayrollRate', { body: bad }))).toMatchObject({
      kind: 'invalid',
    });
    expect((await call(shell, 'addPayrollRate', { body: rate })).waits).toBeUndefined();
  });

  test('the pay of overtime waits, rules for leave do not, and each keeps the other', async () => {
    const settings = (body: object) => call(manager, 'updateHrSettings', { body });
    const { body, waits } = await settings({ overtimePercent: '200' });
    expect(waits).toBe(true);
    expect((await settings({ carryOverDays: '5' })).body).toMatchObject({
      ...{ carryOverDays: 5, overtimePercent: 100 },
    });
    expect((await waitingFor(admin, body.approvalId))?.facts).toEqual([
      { label: 'Pay of an hour of overtime, in percent', text: '100 → 200' },
    ]);
    await decide(admin, body.approvalId);
    expect((await call(shell, 'getHrSettings', {})).body).toMatchObject({
      ...{ carryOverDays: 5, overtimePercent: 200 },
    });
  });
});

describe('a refund in another currency', () => {
  test('waits below the limit too, and is paid at the rate of the day of its acceptance', async () => {
    const { id: customerId } = await createCustomer(contextOf(app), { name: 'Paid in pounds' });
    const paid = { customerId, currency: 'SSP', amount: cents(40_000_00) } as const;
    await recordPayment(contextOf(app), paid);
    const refund = (amount: string, by: Actor = clerk) =>
      call(by, 'recordRefund', {
        body: { customerId: String(customerId), amount, account: 'bank', reason: 'Moves away' },
      });
    const before = await count('refunds');
    const first = await refund('10');
    const all = await refund('100');
    expect([first.waits, all.waits]).toEqual([true, true]);
    expect(await refusal(refund('100.01'))).toMatchObject({
      fields: { amount: expect.stringContaining("up to $100.00 in dollars at today's rate.") },
    });
    expect(await count('refunds')).toBe(before);
    const today = contextOf(app).today;
    const { today: validFrom } = contextOf(app);
    await updateRate(contextOf(app), {
      ...{ purpose: 'standard', rate: cents(800_00), validFrom },
    });
    await decide(admin, first.body.approvalId);
    const { rows } = await sql<object>`
      select amount_cents as credit, money_cents as money, created_by as by from refunds
      where customer_id = ${customerId} and refund_date = ${today}`.execute(app.db);
    // 8,000 pounds for $10 at 800; they were credited with $20.
    expect(rows).toEqual([{ credit: 20_00, money: 10_00, by: 'Mary Keji' }]);
    expect(await refusal(decide(admin, all.body.approvalId))).toMatchObject({
      fields: { amount: expect.stringContaining('up to $40.00 in dollars') },
    });
    expect(await count('refunds')).toBe(before + 1);
    await updateRate(contextOf(app), { purpose: 'standard', rate: cents(400_00), validFrom });
  });
});

describe('two at once to the same payee count together', () => {
  const race = async (operation: Operation, inputs: RawInput[]) => {
    const answers = await Promise.all(inputs.map((input) => call(clerk, operation, input)));
    return answers.filter(({ waits }) => waits !== true).length;
  };
  /** Of nearly equal amounts: an equal request is refused while one waits. */
  const four = (body: { amount: string } | { amountUsd: string }) =>
    [0, 1, 2, 3].map((cent) => ({
      body: Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          name.startsWith('amount') ? `${value}.0${cent}` : value,
        ]),
      ),
    }));

  test('expenses, also of a recurring one, payments, advances, refunds and grants', async () => {
    app.time.set('2026-11-26T08:00:00Z');
    const expense = { ...money, category: 'operations', location: 'x', description: 'x' };
    const once = { ...expense, amount: '1001', date: '2026-11-26' };
    expect(await race('createExpense', four(once))).toBe(1);
    const monthly = { ...money, location: 'x', description: 'x', category: 'salaries' };
    const recurring = { ...monthly, amount: '1001', day: '1', firstMonth: '2027-01' };
    expect(await race('createExpenseTemplate', four(recurring))).toBe(1);
    const supplier = await call(shell, 'createSupplier', { body: { name: 'Raced' } });
    const payment = { supplierId: String(supplier.body.id), amount: '501', account: 'checking' };
    expect(await race('createSupplierPayment', four(payment))).toBe(1);
    const advance = { employeeId: '3', amountUsd: '151', account: 'bank' };
    expect(await race('createAdvance', four(advance))).toBe(1);
    const { id } = await createCustomer(contextOf(app), { name: 'Raced' });
    await recordPayment(contextOf(app), { customerId: id, amount: cents(900_00) });
    const refund = { customerId: String(id), amount: '101', account: 'bank', reason: 'x' };
    expect(await race('recordRefund', four(refund))).toBe(1);
    const grant = { customerId: String(id), amountUsd: '51', reason: 'x' };
    expect(await race('grantCredit', four(grant))).toBe(1);
  });
});

describe('cash that waits', () => {
  const expense = (from?: string, description = 'x') => ({
    body: {
      ...{ ...money, account: 'cash', category: 'operations', location: 'x', description },
      ...{ amount: '2500', date: '2026-11-27', ...(from ? { from } : {}) },
    },
  });
  const held = async (user: StaffActor) => {
    const { rows } = await sql<{ usd: number }>`
      select usd_cents as usd from tills where user_id = ${user.userId} and status = 'open'`.execute(
      app.db,
    );
    return rows[0] && Number(rows[0].usd);
  };

  test('leaves the place that was chosen, and a till that is closed meanwhile pays nothing', async () => {
    app.time.set('2026-11-27T08:00:00Z');
    const noTill = await refusal(call(clerk, 'createExpense', expense('till')));
    expect(noTill).toMatchObject({ code: 'till.required' });
    expect(noTill.message).toMatch(/^Open your till first/);
    const opened = await call(clerk, 'openTill', { body: { floatUsd: '6000' } });
    const ofTill = await call(clerk, 'createExpense', expense('till'));
    const again = await call(clerk, 'createExpense', expense('till', 'y'));
    const ofSafe = await call(clerk, 'createExpense', expense('safe'));
    await decide(admin, ofSafe.body.approvalId);
    expect(await held(clerk)).toBe(6000_00);
    await decide(admin, ofTill.body.approvalId);
    expect(await held(clerk)).toBe(3500_00);
    expect(await held(admin)).toBeUndefined();
    const params = { id: String(opened.body.id) };
    const pieces = [{ currency: 'USD', denomination: '100', pieces: '35' }];
    await call(clerk, 'countTill', { params, body: { pieces } });
    const before = [await count('journal_entries'), await count('expenses')];
    const closed = await refusal(decide(admin, again.body.approvalId));
    expect(closed).toMatchObject({ kind: 'rule', code: 'till.required' });
    expect(closed.message).toBe(
      'The cash was to come from the till of Mary Keji, who has no open till now. Accept it when it is open, or refuse it.',
    );
    expect([await count('journal_entries'), await count('expenses')]).toEqual(before);
    expect(await waitingFor(admin, again.body.approvalId)).toBeDefined();
    await call(clerk, 'openTill', { body: { floatUsd: '2000' } });
    expect(await refusal(decide(admin, again.body.approvalId))).toMatchObject({
      code: 'till.short',
    });
    expect([await count('journal_entries'), await count('expenses')]).toEqual(before);
    expect((await decide(admin, again.body.approvalId, false)).body.status).toBe('refused');
  });

  test('is not asked for from the safe by those who may not use it', async () => {
    const technician = await makeWorker(app, 'technician', 'James Lado');
    for (const by of [support, technician])
      expect(await refusal(call(by, 'createExpense', expense('safe')))).toMatchObject({
        kind: 'forbidden',
      });
    const operations = await makeWorker(app, 'operations_manager', 'Peter Lado');
    expect(await refusal(call(operations, 'createExpense', expense('safe')))).toMatchObject({
      kind: 'forbidden',
    });
    expect(await refusal(call(clerk, 'createExpense', expense('pocket')))).toMatchObject({
      kind: 'invalid',
    });
  });
});

test('the shell withdraws what anybody asked for, and changes limits with an audit line', async () => {
  const asked = await call(clerk, 'createExpenseTemplate', {
    body: {
      ...{ ...money, category: 'operations', description: 'x', location: 'x', amount: '5000' },
      ...{ day: '1', firstMonth: '2026-12' },
    },
  });
  const params = { id: String(asked.body.approvalId) };
  expect(await refusal(call(admin, 'withdrawApproval', { params }))).toMatchObject({
    kind: 'notFound',
  });
  expect((await call(shell, 'withdrawApproval', { params })).body.status).toBe('withdrawn');
  expect(await refusal(call(shell, 'withdrawApproval', { params }))).toMatchObject({
    code: 'approval.decided',
  });
  const { rows } = await sql<{ action: string; kind: string }>`
    select action, actor_kind as kind from audit_log
    where entity = 'approval' and entity_id = ${params.id} order by id`.execute(app.db);
  expect(rows).toEqual([
    { action: 'approval.request', kind: 'staff' },
    { action: 'approval.withdraw', kind: 'shell' },
  ]);
});
