import { fillSafe } from '@nimule/fixtures/testing/cash';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { firstDay, type IsoMonth, isoDate, isoMonth, lastDay } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import type { RemittanceInput } from '../payroll/schema-payments.ts';
import { createPayroll } from '../payroll/service.ts';
import { approvePayroll } from '../payroll/service-approve.ts';
import { createRemittance, openRemittances, reverseRemittance } from './service-remittances.ts';

let app: TestApp;
/** Managers, of whom one processes and another approves. */
const manager = (userId: number): Ctx =>
  contextOf(app, { ...staff('manager'), userId, fullName: `Manager ${userId}` } as never);

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await firstEmployees(contextOf(app), 1);
  await fillSafe(app, { usd: 100_000_00, ssp: 400_000_000_00 });
  await sql`insert into users (username, username_key, full_name, search_text, email, email_key, role, password_hash, created_at)
    select 'm' || n, 'm' || n, 'Manager ' || n, 'manager ' || n, n || '@example.net', n || '@example.net', 'manager', 'x', now()
    from generate_series(1, 2) n`.execute(app.db);
});
afterAll(() => app.close());

/** 1,000.00 US dollars of pay at 400 pounds, of which 150.00 of income tax are withheld: 60,000 pounds. */
async function payrollOf(month: IsoMonth): Promise<void> {
  const period = { startDate: firstDay(month), endDate: lastDay(month) };
  const pay = { employeeId: 1, baseSalary: cents(1000_00), ...period };
  const { id } = await createPayroll(manager(1), pay);
  await approvePayroll(manager(2), id);
}

const openOf = async (month: IsoMonth) =>
  (await openRemittances(manager(2), month)).find(({ kind }) => kind === 'income_tax');

type Paid = Partial<Omit<RemittanceInput, 'amount'>> & { amount: number };
const remit = (month: IsoMonth, input: Paid) =>
  createRemittance(manager(2), {
    ...{ kind: 'income_tax', month, currency: 'SSP', account: 'bank', ...input },
    amount: cents(input.amount),
  });

test.each([
  { rate: 1300, month: isoMonth('2025-02'), worth: 46_15, rest: '4520 -10385' },
  { rate: 350, month: isoMonth('2025-03'), worth: 171_43, rest: '5620 2143' },
])('pounds withheld at 400 are remitted at $rate and leave nothing owed', async (paying) => {
  const { month } = paying;
  await payrollOf(month);
  expect(await openOf(month)).toEqual({
    ...{ kind: 'income_tax', openUsd: 150_00, openSsp: 60_000_00 },
  });
  const paymentDate = isoDate(`${month.slice(0, 5)}0${Number(month.slice(5)) + 3}-02`);
  await updateRate(contextOf(app), { rate: cents(paying.rate * 100), validFrom: paymentDate });
  const part = await remit(month, { amount: 20_000_00, paymentDate });
  expect(part.settledUsd).toBe(50_00);
  expect(await openOf(month)).toMatchObject({ openUsd: 100_00, openSsp: 40_000_00 });
  await reverseRemittance(manager(2), part.id, { reason: 'Came back', date: paymentDate });
  const whole = await remit(month, { amount: 60_000_00, paymentDate });
  expect(whole).toMatchObject({ settledUsd: 150_00, amountUsd: paying.worth });
  expect(await openOf(month)).toMatchObject({ openUsd: 0, openSsp: 0 });
  const { rows } = await sql<{ lines: string }>`
    select string_agg(account_code || ' ' || (debit_cents - credit_cents), ', ' order by line_no) as lines
    from journal_lines l join journal_entries e on e.id = l.entry_id
    where e.source = 'payroll.remittance' and e.source_id = ${whole.id}`.execute(app.db);
  expect(rows).toEqual([{ lines: `2320 15000, 1170 -${paying.worth}, ${paying.rest}` }]);
  const { isSound, checks } = await checkBooks(contextOf(app));
  expect(isSound ? [] : checks.filter((check) => !check.isSound)).toEqual([]);
});

test('dollars settle what they are; pounds what is said, and no more than is owed', async () => {
  const month = isoMonth('2025-08');
  await payrollOf(month);
  const dollars = { currency: 'USD', amount: 10_00 } as const;
  expect(await refusal(remit(month, { ...dollars, settledUsd: cents(11_00) }))).toMatchObject({
    fields: { settledUsd: expect.any(String) },
  });
  expect(await remit(month, dollars)).toMatchObject({ settledUsd: 10_00, amountUsd: 10_00 });
  const pounds = { amount: 1_000_00 };
  expect(await remit(month, { ...pounds, settledUsd: cents(3_00) })).toMatchObject({
    settledUsd: 3_00,
  });
  const far = { ...pounds, settledUsd: cents(30_00) };
  expect(await refusal(remit(month, far))).toMatchObject({
    fields: { settledUsd: expect.any(String) },
  });
  const tooMuch = { amount: 60_000_00, settledUsd: cents(138_00) };
  expect(await refusal(remit(month, tooMuch))).toMatchObject({ code: 'remittance.tooMuch' });
  expect(await refusal(remit(month, { amount: 1 }))).toMatchObject({ code: 'input.invalid' });
});
