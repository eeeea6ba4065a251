import { fillSafe } from '@nimule/fixtures/testing/cash';
import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { lockMonth, trialBalance, unlockMonth } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents, ZERO } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import {
  createPayrollPayment,
  listPayrollDue,
  listPayrollPayments,
  reversePayrollPayment,
} from '../payments/service.ts';
import {
  createAdvance,
  getAdvance,
  repayAdvance,
  reverseAdvance,
  reverseRepayment,
} from '../payments/service-advances.ts';
import {
  createRemittance,
  listRemittancesOwed,
  reverseRemittance,
} from '../payments/service-remittances.ts';
import type { PayrollInput } from './schema.ts';
import { createPayroll, getPayroll, payrollDraft, updatePayroll } from './service.ts';
import { approvePayroll, approvePayrollBatch } from './service-approve.ts';
import { createPayrollBatch, getPayrollBatch, previewPayrollBatch } from './service-batches.ts';
import { addPayrollRate } from './service-rates.ts';
import { reversePayroll } from './service-reverse.ts';
import { payrollTaxReport } from './service-tax.ts';

let app: TestApp;
const EMPLOYEES = 70;
/** Managers, of whom one processes and another approves. */
const manager = (userId: number): Ctx =>
  contextOf(app, { ...staff('manager'), userId, fullName: `Manager ${userId}` } as never);
const maker = () => manager(1);
const approver = () => manager(2);
const day = isoDate;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await firstEmployees(contextOf(app), EMPLOYEES);
  await fillSafe(app, { usd: 100_000_00, ssp: 400_000_000_00 });
  await sql`insert into users (username, username_key, full_name, search_text, email, email_key, role, password_hash, created_at)
    select 'm' || n, 'm' || n, 'Manager ' || n, 'manager ' || n, n || '@example.net', n || '@example.net', 'manager', 'x', now()
    from generate_series(1, 3) n`.execute(app.db);
});
afterAll(() => app.close());

let next = 0;
/** An employee without payrolls. */
function someone(): number {
  next += 1;
  if (next > EMPLOYEES) throw new Error('no employee left');
  return next;
}

const october = { startDate: day('2026-10-01'), endDate: day('2026-10-31') };
const november = { startDate: day('2026-11-01'), endDate: day('2026-11-30') };

function process(employeeId: number, change: Partial<PayrollInput> = {}) {
  return createPayroll(maker(), {
    employeeId,
    ...october,
    baseSalary: cents(1000_00),
    ...change,
  });
}

/** The entries of documents: source and date, then account and amount by line, credits below zero. */
async function entriesOf(pattern: string, id: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select e.source || ' ' || e.entry_date || ': ' || string_agg(l.account_code || ' ' || (l.debit_cents - l.credit_cents)
      || coalesce(' SSP ' || l.ssp_cents, ''), ', ' order by l.line_no) as text
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source like ${pattern} and e.source_id = ${id} group by e.id order by e.id`.execute(
    app.db,
  );
  return rows.map(({ text }) => text);
}

describe('a payroll', () => {
  test('is processed, approved by somebody else with a posting, paid and reversed', async () => {
    const made = await process(someone(), {
      overtime: cents(100_00),
      deductions: cents(20_00),
      status: 'paid',
      netPay: 1,
    });
    expect(made).toMatchObject({
      payrollNumber: expect.stringMatching(/^PR-2026-\d{4}$/),
      payPeriod: 'October 2026',
      grossPay: 1100_00,
      tax: 165_00,
      socialSecurity: 88_00,
      netPay: 827_00,
      status: 'processed',
      processedBy: 'Manager 1',
      actions: ['edit', 'reverse'],
    });
    expect(await entriesOf('payroll.%', made.id)).toEqual([]);
    expect(await refusal(approvePayroll(maker(), made.id))).toMatchObject({
      code: 'payroll.ownApproval',
    });
    const approved = await approvePayroll(approver(), made.id, { version: made.version });
    expect(approved).toMatchObject({ status: 'approved', approvedBy: 'Manager 2', isSole: false });
    expect(await refusal(approvePayroll(approver(), made.id))).toMatchObject({
      code: 'payroll.status',
    });
    expect(await refusal(updatePayroll(maker(), made.id, { bonus: cents(1) }))).toMatchObject({
      code: 'payroll.status',
    });
    const paying = { payrollIds: [made.id], account: 'bank' as const };
    const payment = await createPayrollPayment(approver(), paying);
    expect(payment).toMatchObject({ amountUsd: 827_00, payrolls: 1 });
    expect(await refusal(createPayrollPayment(approver(), paying))).toMatchObject({
      code: 'payroll.notDue',
    });
    const reversal = { reason: 'Wrong hours' };
    expect(await refusal(reversePayroll(approver(), made.id, reversal))).toMatchObject({
      code: 'payroll.isPaid',
    });
    await reversePayrollPayment(approver(), payment.id, { reason: 'Came back' });
    const again = reversePayrollPayment(approver(), payment.id, { reason: 'Came back' });
    expect(await refusal(again)).toMatchObject({ code: 'payrollPayment.reversed' });
    const early = reversePayroll(approver(), made.id, { ...reversal, date: day('2026-10-30') });
    expect(await refusal(early)).toMatchObject({ code: 'input.invalid' });
    expect(await reversePayroll(approver(), made.id, reversal)).toMatchObject({
      status: 'reversed',
      reversedOn: '2026-11-21',
      reversalReason: 'Wrong hours',
    });
    expect(await entriesOf('payroll.approval%', made.id)).toEqual([
      'payroll.approval 2026-10-31: 5420 110000, 2320 -16500, 2310 -8800, 2350 -2000, 2330 -82700',
      'payroll.approval.reversal 2026-11-21: 5420 -110000, 2320 16500, 2310 8800, 2350 2000, 2330 82700',
    ]);
    expect(await entriesOf('payroll.payment%', payment.id)).toEqual([
      'payroll.payment 2026-11-21: 2330 82700, 1120 -82700',
      'payroll.payment.reversal 2026-11-21: 2330 -82700, 1120 82700',
    ]);
    // Its days can be processed anew.
    expect(await process(made.employeeId)).toMatchObject({ status: 'processed' });
  });

  test('does not overlap another one of its employee, also of two at once', async () => {
    const employeeId = someone();
    const both = await Promise.allSettled([process(employeeId), process(employeeId)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const overlapping = process(employeeId, {
      startDate: day('2026-10-31'),
      endDate: day('2026-11-10'),
    });
    expect(await refusal(overlapping)).toMatchObject({ code: 'payroll.overlaps' });
    const draft = await payrollDraft(maker(), { employeeId, ...october });
    expect(draft).toMatchObject({ baseSalary: 1000_00, overlaps: expect.stringMatching(/^PR-/) });
  });

  test('is refused with a period out of order, a net below zero and unknown people', async () => {
    const employeeId = someone();
    const backwards = { startDate: day('2026-10-10'), endDate: day('2026-10-09') };
    expect(await refusal(process(employeeId, backwards))).toMatchObject({
      fields: { endDate: expect.stringContaining('before the start') },
    });
    const long = { startDate: day('2025-01-01'), endDate: day('2026-10-09') };
    expect(await refusal(process(employeeId, long))).toMatchObject({ code: 'input.invalid' });
    const deductions = cents(800_00);
    expect(await refusal(process(employeeId, { deductions }))).toMatchObject({
      code: 'payroll.negative',
    });
    expect(await refusal(process(employeeId, { advances: cents(1) }))).toMatchObject({
      code: 'advance.tooMuch',
    });
    expect(await refusal(process(99_999))).toMatchObject({ code: 'employee.notFound' });
    expect(await refusal(getPayroll(maker(), 99_999))).toMatchObject({ code: 'payroll.notFound' });
  });

  test('changed by another is not approved by that one', async () => {
    const made = await process(someone(), { tax: cents(10_00) });
    const stale = updatePayroll(maker(), made.id, {
      bonus: cents(5_00),
      version: made.version + 1,
    });
    expect(await refusal(stale)).toMatchObject({ code: 'payroll.stale' });
    const changed = await updatePayroll(approver(), made.id, { bonus: cents(50_00) });
    // The typed tax stays; social security is computed again.
    expect(changed).toMatchObject({ tax: 10_00, isTaxTyped: true, socialSecurity: 84_00 });
    expect(changed.changedBy).toBe('Manager 2');
    expect(await refusal(approvePayroll(approver(), made.id))).toMatchObject({
      code: 'payroll.ownApproval',
    });
    const blank = await updatePayroll(maker(), made.id, { tax: ZERO });
    expect(blank).toMatchObject({ tax: 157_50, isTaxTyped: false });
    const noted = await updatePayroll(approver(), made.id, { notes: 'Checked' });
    expect(noted).toMatchObject({ changedBy: 'Manager 1', notes: 'Checked' });
    expect(await approvePayroll(approver(), made.id)).toMatchObject({ status: 'approved' });
  });

  test('of zero is approved without an entry, has nothing to be paid, and is reversed', async () => {
    const made = await process(someone(), { baseSalary: ZERO });
    expect(await approvePayroll(approver(), made.id)).toMatchObject({ status: 'paid' });
    const reversed = await reversePayroll(maker(), made.id, { reason: 'Not needed' });
    expect(reversed.status).toBe('reversed');
    expect(await entriesOf('payroll.approval%', made.id)).toEqual([]);
  });

  test('ending in a locked month waits until it is open', async () => {
    const made = await process(someone(), {
      startDate: day('2026-09-01'),
      endDate: day('2026-09-30'),
    });
    await lockMonth(contextOf(app), isoMonth('2026-09'));
    expect(await refusal(approvePayroll(approver(), made.id))).toMatchObject({
      code: 'month.locked',
    });
    await unlockMonth(contextOf(app), isoMonth('2026-09'));
    expect(await approvePayroll(approver(), made.id)).toMatchObject({ status: 'approved' });
  });

  test('approved fifty times at once is posted once', async () => {
    const made = await process(someone());
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => approvePayroll(approver(), made.id)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await entriesOf('payroll.approval', made.id)).toHaveLength(1);
  });

  test('of the only one who may approve is approved by the maker, which it records', async () => {
    await sql`update users set is_active = false where username in ('m2', 'm3')`.execute(app.db);
    const made = await process(someone());
    expect(made.actions).toContain('approve');
    expect(await approvePayroll(maker(), made.id)).toMatchObject({ isSole: true });
    await sql`update users set is_active = true where username in ('m2', 'm3')`.execute(app.db);
  });

  test('made by the only two who may approve is approved by one of them, which it records', async () => {
    const both = async () => {
      const made = await process(someone());
      return updatePayroll(approver(), made.id, { bonus: cents(50_00) });
    };
    const [refused, made] = [await both(), await both()];
    expect(refused.actions).not.toContain('approve');
    for (const own of [maker(), approver()])
      expect(await refusal(approvePayroll(own, refused.id))).toMatchObject({
        code: 'payroll.ownApproval',
      });
    await sql`update users set is_active = false where username = 'm3'`.execute(app.db);
    expect((await getPayroll(maker(), made.id)).actions).toContain('approve');
    expect(await approvePayroll(maker(), made.id)).toMatchObject({ isSole: true });
    await sql`update users set is_active = true where username = 'm3'`.execute(app.db);
  });
});

describe('advances', () => {
  test('are repaid in instalments, in money, and open again when a payroll is reversed', async () => {
    const employeeId = someone();
    const advance = await createAdvance(approver(), {
      employeeId,
      amountUsd: cents(100_00),
      instalments: 3,
      firstMonth: isoMonth('2026-10'),
      account: 'cash',
      currency: 'SSP',
      advanceDate: day('2026-09-20'),
    });
    expect(advance).toMatchObject({
      advanceNumber: expect.stringMatching(/^ADV-2026-/),
      instalmentUsd: 33_34,
      amount: 40_000_00,
    });
    const made = await process(employeeId);
    expect(made).toMatchObject({ advances: 33_34, netPay: 736_66 });
    const later = await process(employeeId, { ...november, advances: cents(66_66) });
    expect(
      await refusal(updatePayroll(maker(), later.id, { advances: cents(66_67) })),
    ).toMatchObject({
      code: 'advance.tooMuch',
    });
    await approvePayroll(approver(), made.id);
    await repayAdvance(approver(), advance.id, { amountUsd: cents(10_00), account: 'cash' });
    expect(await refusal(approvePayroll(approver(), later.id))).toMatchObject({
      code: 'advance.changed',
    });
    await updatePayroll(maker(), later.id, { advances: cents(56_66) });
    await approvePayroll(approver(), later.id);
    expect(await getAdvance(approver(), advance.id)).toMatchObject({
      openUsd: 0,
      movements: [{ amountUsd: 33_34 }, { kind: 'repayment' }, { amountUsd: 56_66 }],
    });
    const more = repayAdvance(approver(), advance.id, { amountUsd: cents(1), account: 'cash' });
    expect(await refusal(more)).toMatchObject({ code: 'advance.repaid' });
    const whole = reverseAdvance(approver(), advance.id, { reason: 'Error' });
    expect(await refusal(whole)).toMatchObject({ code: 'advance.isRepaid' });
    await reversePayroll(approver(), made.id, { reason: 'Error' });
    expect(await getAdvance(approver(), advance.id)).toMatchObject({ repaidUsd: 66_66 });
    expect(await entriesOf('payroll.advance', advance.id)).toEqual([
      'payroll.advance 2026-09-20: 1520 10000, 1160 -10000 SSP -4000000',
    ]);
    expect((await entriesOf('payroll.approval', made.id))[0]).toContain('1520 -3334');
  });

  test('are open again by what was repaid in money and is taken back, once', async () => {
    const advance = await createAdvance(approver(), {
      ...{ employeeId: someone(), amountUsd: cents(100_00), account: 'cash' },
      ...{ instalments: 2, firstMonth: isoMonth('2026-10'), advanceDate: day('2026-09-20') },
    });
    const { id, employeeId } = advance;
    const pounds = { account: 'mobile_money', currency: 'SSP' } as const;
    const before = { amountUsd: cents(70_00), ...pounds, date: day('2026-09-19') };
    expect(await refusal(repayAdvance(approver(), id, before))).toMatchObject({
      fields: { date: 'The repayment cannot be dated before the advance, 20 Sep 2026.' },
    });
    await repayAdvance(approver(), id, { amountUsd: cents(70_00), ...pounds });
    // A later payroll takes what is left; the reversal opens the part of the repayment alone.
    const made = await process(employeeId);
    expect(made).toMatchObject({ advances: 30_00 });
    await approvePayroll(approver(), made.id);
    const [repayment, taken] = (await getAdvance(approver(), id)).movements;
    const reversal = { reason: 'Never arrived' };
    expect(await refusal(reverseRepayment(approver(), taken!.id, reversal))).toMatchObject({
      code: 'repayment.notFound',
    });
    const early = { ...reversal, date: day('2026-11-20') };
    expect(await refusal(reverseRepayment(approver(), repayment!.id, early))).toMatchObject({
      code: 'input.invalid',
    });
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => reverseRepayment(approver(), repayment!.id, reversal)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(reverseRepayment(approver(), repayment!.id, reversal))).toMatchObject({
      code: 'repayment.reversed',
    });
    expect(await getAdvance(approver(), id)).toMatchObject({
      ...{ repaidUsd: 30_00, openUsd: 70_00 },
      movements: [
        { kind: 'repayment', amountUsd: 70_00, isReversed: true },
        { kind: 'payroll', isReversed: false },
        { kind: 'repayment_reversal', amountUsd: -70_00, reason: 'Never arrived' },
      ],
    });
    expect(await entriesOf('payroll.repayment%', repayment!.id)).toEqual([
      'payroll.repayment 2026-11-21: 1180 7000 SSP 2800000, 1520 -7000',
      'payroll.repayment.reversal 2026-11-21: 1180 -7000 SSP -2800000, 1520 7000',
    ]);
    expect(await process(employeeId, november)).toMatchObject({ advances: 50_00 });
  });

  test('are repaid once a month by two payrolls of the same month', async () => {
    const employeeId = someone();
    await createAdvance(approver(), {
      ...{ employeeId, amountUsd: cents(300_00), instalments: 3, account: 'cash' },
      ...{ firstMonth: isoMonth('2026-10'), advanceDate: day('2026-09-20') },
    });
    const [half, rest] = [
      { startDate: day('2026-10-01'), endDate: day('2026-10-15') },
      { startDate: day('2026-10-16'), endDate: day('2026-10-31') },
    ];
    const first = await process(employeeId, { ...half, advances: cents(40_00) });
    // Before and after its approval, 60 of the month's 100 are left.
    expect(await payrollDraft(maker(), { employeeId, ...rest! })).toMatchObject({
      advancesDue: 60_00,
    });
    await approvePayroll(approver(), first.id);
    expect(await process(employeeId, rest)).toMatchObject({ advances: 60_00 });
    expect(await process(employeeId, november)).toMatchObject({ advances: 100_00 });
  });

  test('of which nothing is repaid are reversed', async () => {
    const input = { employeeId: someone(), amountUsd: cents(50_00), account: 'bank' as const };
    const advance = await createAdvance(approver(), input);
    expect(await reverseAdvance(approver(), advance.id, { reason: 'Not taken' })).toMatchObject({
      openUsd: 0,
      reversedOn: '2026-11-21',
    });
    expect(await refusal(reverseAdvance(approver(), advance.id, { reason: 'x' }))).toMatchObject({
      code: 'advance.reversed',
    });
  });
});

describe('payments and remittances', () => {
  test('of a month are paid in pounds with a line for each payslip; billing sees no single pay', async () => {
    const period = { startDate: day('2026-08-01'), endDate: day('2026-08-31') };
    const made = [await process(someone(), period), await process(someone(), period)];
    for (const { id } of made) await approvePayroll(approver(), id);
    const billing = () => contextOf(app, staff('billing'));
    const due = await listPayrollDue(billing());
    expect(due.find(({ month }) => month === '2026-08')).toMatchObject({
      payrolls: 2,
      netUsd: null,
    });
    expect(
      (await listPayrollDue(approver())).find(({ month }) => month === '2026-08'),
    ).toMatchObject({ netUsd: 1540_00 });
    const payment = await createPayrollPayment(billing(), {
      month: isoMonth('2026-08'),
      account: 'mobile_money',
      currency: 'SSP',
      paymentDate: day('2026-09-01'),
    });
    expect(payment).toMatchObject({ payrolls: 2, amountUsd: null, amount: null });
    const { rows } = await listPayrollPayments(approver(), {});
    expect(rows.find(({ id }) => id === payment.id)).toMatchObject({
      ...{ amountUsd: 1540_00, amount: 616_000_00 },
    });
    expect(await entriesOf('payroll.payment', payment.id)).toEqual([
      'payroll.payment 2026-09-01: 2330 77000, 2330 77000, 1180 -154000 SSP -61600000',
    ]);
    const single = await process(someone());
    await approvePayroll(approver(), single.id);
    const one = await createPayrollPayment(billing(), { payrollIds: [single.id], account: 'cash' });
    expect(one).toMatchObject({ amountUsd: null, amount: null });
    expect(await refusal(createPayrollPayment(billing(), { account: 'cash' }))).toMatchObject({
      code: 'input.invalid',
    });
    const future = {
      month: isoMonth('2026-08'),
      account: 'cash' as const,
      paymentDate: day('2026-11-22'),
    };
    expect(await refusal(createPayrollPayment(billing(), future))).toMatchObject({
      code: 'input.invalid',
    });
  });

  test('not more is remitted than is owed, also of many at once', async () => {
    const owed = async () =>
      (await listRemittancesOwed(approver())).find(({ kind }) => kind === 'income_tax')!.owedUsd ??
      Number.NaN;
    const before = await owed();
    expect(before).toBeGreaterThan(0);
    const remit = (amount: number) =>
      createRemittance(approver(), {
        kind: 'income_tax',
        month: isoMonth('2026-08'),
        amount: cents(amount),
        account: 'bank',
      });
    expect(await refusal(remit(before + 1))).toMatchObject({ code: 'remittance.tooMuch' });
    const all = await Promise.allSettled([1, 2, 3].map(() => remit(before)));
    const done = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done).toHaveLength(1);
    expect(await owed()).toBe(0);
    const report = await payrollTaxReport(approver(), { from: isoMonth('2026-08') });
    expect(report.months[0]).toMatchObject({
      month: '2026-08',
      employees: 2,
      remittedTaxUsd: before,
    });
    await reverseRemittance(approver(), done[0]!.id, { reason: 'Came back' });
    expect(await owed()).toBe(before);
  });
});

describe('a batch', () => {
  test('holds active staff and leavers by calendar days, and is approved with one posting each', async () => {
    await sql`update employees set status = 'terminated', last_day = '2025-03-10' where id = 1`.execute(
      app.db,
    );
    await sql`update employees set hire_date = '2025-03-16' where id = 2`.execute(app.db);
    await sql`update employees set status = 'suspended' where id = 3`.execute(app.db);
    const input = { month: isoMonth('2025-03') };
    const preview = await previewPayrollBatch(maker(), input);
    expect(preview.rows).toHaveLength(EMPLOYEES - 1);
    expect(preview.rows.slice(0, 3)).toMatchObject([
      { employeeId: 1, baseSalary: 322_58 },
      { employeeId: 2, baseSalary: 516_13 },
      { employeeId: 4, baseSalary: 1000_00 },
    ]);
    const both = await Promise.allSettled([
      createPayrollBatch(maker(), input),
      createPayrollBatch(maker(), input),
    ]);
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toHaveLength(1);
    const [batch] = made;
    expect(batch).toMatchObject({
      batchNumber: expect.stringMatching(/^PB-2025-/),
      month: '2025-03',
      processed: EMPLOYEES - 1,
      grossUsd: preview.grossUsd,
      netUsd: preview.netUsd,
    });
    expect(await approvePayrollBatch(maker(), batch!.id)).toMatchObject({
      approved: 0,
      own: EMPLOYEES - 1,
    });
    const approved = await approvePayrollBatch(approver(), batch!.id);
    expect(approved).toMatchObject({ approved: EMPLOYEES - 1, own: 0 });
    expect(await refusal(approvePayrollBatch(approver(), batch!.id))).toMatchObject({
      code: 'payrollBatch.nothing',
    });
    const chosen = await previewPayrollBatch(maker(), {
      month: isoMonth('2025-04'),
      employeeIds: [1, 3, 4],
    });
    expect(chosen.leftOut.map(({ reason }) => reason)).toEqual([
      'No days in the month.',
      'Suspended.',
    ]);
    const unknown = previewPayrollBatch(maker(), {
      month: isoMonth('2025-04'),
      employeeIds: [9999],
    });
    expect(await refusal(unknown)).toMatchObject({ code: 'input.invalid' });
    const { rows } = await sql<{ n: number }>`select count(*) as n from journal_entries e
      join payrolls p on p.id = e.source_id where e.source = 'payroll.approval' and p.batch_id = ${batch!.id}`.execute(
      app.db,
    );
    expect(rows[0]!.n).toBe(EMPLOYEES - 1);
  });
});

test('a batch is approved and paid only as it was seen', async () => {
  const [first, second] = [someone(), someone()];
  const month = isoMonth('2025-06');
  const batch = await createPayrollBatch(maker(), { month, employeeIds: [first, second] });
  const { rows } = await sql<{ id: number }>`
    select id from payrolls where batch_id = ${batch.id} order by id`.execute(app.db);
  await updatePayroll(maker(), rows[0]!.id, { bonus: cents(5000_00) });
  const seen = { version: batch.version };
  expect(await refusal(approvePayrollBatch(approver(), batch.id, seen))).toMatchObject({
    kind: 'conflict',
    code: 'payrollBatch.stale',
  });
  await approvePayroll(approver(), rows[1]!.id);
  const { version } = await getPayrollBatch(approver(), batch.id);
  const due = (await listPayrollDue(approver())).find((one) => one.month === month)!;
  expect(due.payrolls).toBe(1);
  expect(await approvePayrollBatch(approver(), batch.id, { version })).toMatchObject({
    approved: 1,
  });
  // The bank was given a list of one.
  const pay = (payrolls: number) =>
    createPayrollPayment(approver(), { month, payBy: due.payBy, account: 'bank', payrolls });
  expect(await refusal(pay(due.payrolls))).toMatchObject({ kind: 'conflict' });
  expect(await pay(2)).toMatchObject({ payrolls: 2 });
});

test('rates are added from a day on, in pounds at the rate of the payroll', async () => {
  const invalid = addPayrollRate(maker(), {
    taxKind: 'progressive',
    brackets: [{ fromAmount: cents(1), points: 0 }],
    socialPoints: 0,
  });
  expect(await refusal(invalid)).toMatchObject({ fields: { brackets: expect.any(String) } });
  await addPayrollRate(
    { ...maker(), isAccepted: true },
    {
      validFrom: day('2026-12-01'),
      taxKind: 'progressive',
      taxCurrency: 'SSP',
      brackets: [
        { fromAmount: ZERO, points: 0 },
        { fromAmount: cents(200_000_00), points: 1000 },
      ],
      socialPoints: 800,
      employerPoints: 1700,
    },
  );
  await updateRate(contextOf(app), { rate: cents(500_00), validFrom: day('2026-11-20') });
  const december = { startDate: day('2026-12-01'), endDate: day('2026-12-31') };
  const made = await process(someone(), december);
  // 500,000 pounds a month, of which 300,000 are above the bracket.
  expect(made).toMatchObject({ exchangeRate: 500_00, tax: 60_00, employerSocialSecurity: 170_00 });
  expect(await approvePayroll(approver(), made.id)).toMatchObject({ status: 'approved' });
  expect(await entriesOf('payroll.approval', made.id)).toEqual([
    'payroll.approval 2026-12-31: 5420 100000, 5410 17000, 2320 -6000, 2310 -25000, 2330 -86000',
  ]);
});

test('the books are in order after all of it', async () => {
  const { isSound, checks } = await checkBooks(contextOf(app));
  expect({ isSound, checks: isSound ? [] : checks }).toEqual({ isSound: true, checks: [] });
});

test.each([
  [
    'Payslips and their payments',
    'update payrolls set tax_cents = tax_cents + 1, net_cents = net_cents - 1',
  ],
  ['What is repaid of an advance', 'update employee_advances set repaid_cents = repaid_cents - 1'],
  [
    'What an approved payslip takes',
    'update payrolls set advance_cents = advance_cents - 1, other_cents = other_cents + 1',
  ],
  ['A payslip is paid if', 'update payroll_payment_lines set is_reversed = true'],
  ['A payment of salaries is', 'update payroll_payments set amount_cents = amount_cents + 1'],
])('%s: the check of the books finds what does not agree', async (name, damage) => {
  const which: Record<string, string> = {
    payrolls: "status = 'approved' and advance_cents > 0",
    employee_advances: 'repaid_cents > 0',
    payroll_payment_lines: 'not is_reversed',
    payroll_payments: 'reversed_on is null',
  };
  const table = damage.split(' ')[1]!;
  const failed = await unsoundAfter(
    app,
    [`${damage} where ${which[table]}`],
    async (db) => (await checkBooks({ ...contextOf(app), db })).checks,
  );
  expect(Object.keys(failed).some((check) => check.startsWith(name))).toBe(true);
  // Who sees the books reads the messages, also without pay.read: only sums of accounts have amounts.
  for (const [check, detail] of Object.entries(failed))
    if (!check.startsWith('Payslips and their payments'))
      expect([check, detail]).toEqual([check, expect.not.stringMatching(/\d\.\d\d/)]);
});

test('the reversals of one approval are in the figures of those who may not see pay once all are reversed', async () => {
  const reader = contextOf(app, staff('support'));
  const salaries = async () => {
    const { accounts } = await trialBalance(reader, {});
    const found = accounts.find(({ code }) => code === leaf.salaries);
    return found ? found.debit - found.credit : 0;
  };
  const before = await salaries();
  const employeeIds = [someone(), someone(), someone(), someone(), someone()];
  const batch = await createPayrollBatch(maker(), { month: isoMonth('2026-09'), employeeIds });
  await approvePayrollBatch(approver(), batch.id);
  const shown = await salaries();
  expect(shown).toBe(before + 5 * 1000_00);
  const { rows } = await sql<{ id: number }>`
    select id from payrolls where batch_id = ${batch.id} order by id`.execute(app.db);
  const reverse = ({ id }: { id: number }) => reversePayroll(approver(), id, { reason: 'Wrong' });
  for (const one of rows.slice(0, 3)) await reverse(one);
  expect(await salaries()).toBe(shown);
  await Promise.all(rows.slice(3).map(reverse));
  expect(await salaries()).toBe(before);
});
