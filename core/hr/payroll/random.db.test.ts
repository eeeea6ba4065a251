import { fillSafe } from '@nimule/fixtures/testing/cash';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { addMonths, firstDay, isoMonth, lastDay } from '../../kernel/dates.ts';
import { isAppError } from '../../kernel/errors.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { createPayrollPayment, reversePayrollPayment } from '../payments/service.ts';
import {
  createAdvance,
  repayAdvance,
  reverseAdvance,
  reverseRepayment,
} from '../payments/service-advances.ts';
import { createRemittance, reverseRemittance } from '../payments/service-remittances.ts';
import { remittanceKinds } from './schema-payments.ts';
import { createPayroll, updatePayroll } from './service.ts';
import { approvePayroll, approvePayrollBatch } from './service-approve.ts';
import { createPayrollBatch } from './service-batches.ts';
import { reversePayroll } from './service-reverse.ts';

let app: TestApp;
const EMPLOYEES = 4;
const manager = (userId: number): Ctx => ({
  ...contextOf(app, { ...staff('manager'), userId } as ReturnType<typeof staff>),
  isAccepted: true,
});
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await firstEmployees(contextOf(app), EMPLOYEES);
  await fillSafe(app, { usd: 1_000_000_00, ssp: 400_000_000_00 });
});
afterAll(() => app.close());

const kinds = [
  ...['batch', 'process', 'change', 'approve', 'approveBatch', 'pay', 'unpay', 'reverse'],
  ...['advance', 'repay', 'unrepay', 'unadvance', 'remit', 'unremit'],
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  /** Which of the records, whose months and amounts. */
  n: fc.integer({ min: 0, max: 20 }),
  amount: fc.integer({ min: 1, max: 900_00 }).map(cents),
  isPounds: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const FIRST = isoMonth('2024-01');

async function idOf(table: string, n: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select id from ${sql.table(table)} order by id desc offset ${n} limit 1`.execute(app.db);
  return rows[0]?.id ?? 1;
}

async function run({ kind, n, amount, isPounds }: Step): Promise<unknown> {
  const [maker, other] = [manager(1), manager(2)];
  const month = addMonths(FIRST, n);
  const account = (['cash', 'bank', 'mobile_money'] as const)[n % 3]!;
  const paid = { account, currency: isPounds ? ('SSP' as const) : ('USD' as const) };
  const reason = { reason: 'Reversed' };
  const employeeId = 1 + (n % EMPLOYEES);
  switch (kind) {
    case 'batch':
      return createPayrollBatch(maker, { month });
    case 'process': {
      const period = { startDate: firstDay(month), endDate: lastDay(month) };
      return createPayroll(maker, { employeeId, ...period, baseSalary: amount });
    }
    case 'change':
      return updatePayroll(maker, await idOf('payrolls', n), { bonus: amount });
    case 'approve':
      return approvePayroll(other, await idOf('payrolls', n));
    case 'approveBatch':
      return approvePayrollBatch(other, await idOf('payroll_batches', n % 3));
    case 'pay':
      return createPayrollPayment(
        other,
        isPounds ? { ...paid, month } : { ...paid, payrollIds: [await idOf('payrolls', n)] },
      );
    case 'unpay':
      return reversePayrollPayment(other, await idOf('payroll_payments', n % 4), reason);
    case 'reverse':
      return reversePayroll(other, await idOf('payrolls', n), reason);
    case 'advance':
      return createAdvance(other, {
        ...paid,
        employeeId,
        amountUsd: amount,
        instalments: 1 + (n % 5),
        firstMonth: FIRST,
      });
    case 'repay':
      return repayAdvance(other, await idOf('employee_advances', n % 4), {
        ...paid,
        amountUsd: amount,
      });
    case 'unrepay':
      return reverseRepayment(other, await idOf('advance_movements', n), reason);
    case 'unadvance':
      return reverseAdvance(other, await idOf('employee_advances', n % 4), reason);
    case 'remit':
      return createRemittance(other, { ...paid, kind: remittanceKinds[n % 3]!, month, amount });
    case 'unremit':
      return reverseRemittance(other, await idOf('payroll_remittances', n % 4), reason);
  }
}

test('any order of runs, approvals, payments and reversals, one by one or together, keeps the books', async () => {
  // A random order may never approve and pay the same payroll.
  for (const kind of ['process', 'approve', 'pay', 'unpay', 'reverse', 'advance'] as const)
    await run({ kind, n: 0, amount: cents(500_00), isPounds: false });
  let done = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 15, maxLength: 30 }),
      async (rounds) => {
        for (const together of rounds) {
          const results = await Promise.allSettled(together.map(run));
          for (const result of results) {
            if (result.status === 'fulfilled') done += 1;
            // Refused in words, never by a database error.
            else expect(isAppError(result.reason) ? '' : result.reason).toBe('');
          }
        }
        const { isSound, checks } = await checkBooks(contextOf(app));
        expect(isSound ? [] : checks.filter(({ isSound: sound }) => !sound)).toEqual([]);
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
  expect(done).toBeGreaterThan(40);
  const { rows } = await sql<{ table: string; n: number }>`
    select source as table, count(*) as n from journal_entries where source like 'payroll.%' group by 1 order by 1`.execute(
    app.db,
  );
  expect(rows.map(({ table }) => table)).toEqual(
    expect.arrayContaining([
      'payroll.advance',
      'payroll.approval',
      'payroll.approval.reversal',
      'payroll.payment',
    ]),
  );
});
