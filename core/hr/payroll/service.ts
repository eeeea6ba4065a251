import { userIdOf } from '../../approvals/rules.ts';
import { type Ctx, transact } from '../../context.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { type Cents, formatUsd, MAX_AMOUNT } from '../../kernel/money.ts';
import * as queries from './queries.ts';
import { computePay, type Pay, type PayForm } from './rules.ts';
import { type PayeeDetails, type PayrollRecord, payColumns, toPayroll } from './rules-record.ts';
import type {
  Payroll,
  PayrollDraft,
  PayrollDraftQuery,
  PayrollInput,
  PayrollUpdate,
} from './schema.ts';
import { type PayBasis, payBasis, proposalsFor } from './service-process.ts';
import {
  answerOf,
  assertPeriod,
  assertStatus,
  auditPayroll,
  callerOf,
  lockPayroll,
  PAYROLLS,
} from './service-record.ts';

/** A payroll, US cents. @throws AppError notFound. */
export async function getPayroll(ctx: Ctx, id: number): Promise<Payroll> {
  return answerOf(ctx, (await queries.payrolls.get(ctx.db, id)) ?? notFound('Payroll', id));
}

async function payeeOf(ctx: Ctx, employeeId: number): Promise<PayeeDetails> {
  return (await queries.findPayees(ctx.db, [employeeId]))[0] ?? notFound('Employee', employeeId);
}

/**
 * What the form of a payroll begins with, and what its totals are computed with: the base by calendar days, overtime of the
 * attendance, and the instalments of advances that are due (seeds/001 5, decision 12). US cents.
 * @throws AppError notFound; invalid for a period out of order; rule when no rates are set for it.
 */
export async function payrollDraft(
  ctx: Ctx,
  { employeeId, startDate, endDate }: PayrollDraftQuery,
): Promise<PayrollDraft> {
  assertPeriod(ctx, startDate, endDate);
  const payee = await payeeOf(ctx, employeeId);
  const basis = await payBasis(ctx, startDate, endDate);
  const [proposal] = await proposalsFor(ctx, [payee], basis);
  const { baseSalary, overtimeHundredths, overtimeUsd, advancesDue } = proposal!;
  const overlapping = await queries.findOverlapping(ctx.db, [employeeId], startDate, endDate);
  return {
    ...{ monthlySalary: payee.monthlySalary, baseSalary, overtimeUsd, advancesDue },
    overtimeHours: overtimeHundredths / 100,
    isTaxExempt: payee.isTaxExempt,
    isSocialExempt: payee.isSocialExempt,
    rate: basis.rate,
    exchangeRate: basis.exchangeRate,
    overlaps: overlapping.get(employeeId) ?? '',
  };
}

/** @throws AppError invalid above the largest amount; rule for a net below zero. */
function assertPay({ grossPay, netPay }: Pay): void {
  if (grossPay > MAX_AMOUNT.USD)
    invalidField('baseSalary', `The gross pay cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
  if (netPay < 0) {
    const message = 'The deductions are more than the gross pay.';
    breaksRule('payroll.negative', message, { deductions: message });
  }
}

/** @throws AppError rule when more would be repaid than is open of the employee's advances. */
function assertAdvances(advances: Cents, open: Cents): void {
  if (advances <= open) return;
  const message =
    open > 0
      ? `Only ${formatUsd(open)} of advances are open.`
      : 'The employee has no open advances.';
  breaksRule('advance.tooMuch', message, { advances: message });
}

interface Computed {
  pay: Pay;
  basis: PayBasis;
  overtimeHundredths: number;
}

/** Computes a payroll from its form; instalments that are left out are those due. */
async function compute(
  tx: Ctx,
  payee: PayeeDetails,
  form: PayForm & Pick<PayrollInput, 'startDate' | 'endDate'>,
  exceptId?: number,
): Promise<Computed> {
  const basis = await payBasis(tx, form.startDate, form.endDate);
  const [proposal] = await proposalsFor(tx, [payee], basis, exceptId);
  const { advancesDue, overtimeHundredths, advancesOpen } = proposal!;
  const advances = form.advances ?? advancesDue;
  const pay = computePay({ ...form, advances }, basis.rate, basis.exchangeRate, payee);
  assertPay(pay);
  assertAdvances(advances, advancesOpen);
  return { pay, basis, overtimeHundredths };
}

/** The columns of a payroll that follow from its computation. */
function computedColumns({ pay, basis, overtimeHundredths }: Computed) {
  const { startDate, endDate, rate, exchangeRate } = basis;
  return {
    ...payColumns(pay),
    startDate,
    endDate,
    overtimeHundredths,
    rateId: rate.id,
    exchangeRate,
  };
}

/**
 * Processes the payroll of an employee (seeds/001 5): tax and social security that are zero or blank are computed, and
 * instalments of advances that are left out are those due. Nothing is posted before it is approved (decision 37).
 * @throws AppError notFound; invalid for a period out of order; conflict for an overlapping payroll; rule for a net below
 *   zero or more repaid than is open of advances.
 */
export async function createPayroll(ctx: Ctx, input: PayrollInput): Promise<Payroll> {
  return transact(ctx, async (tx) => {
    assertPeriod(tx, input.startDate, input.endDate);
    const payee = await payeeOf(tx, input.employeeId);
    const computed = await compute(tx, payee, input);
    const [payrollNumber] = await takeYearlyNumbers(tx.db, PAYROLLS, [input.endDate]);
    const [by, userId] = [actorName(tx.actor), userIdOf(tx.actor)];
    const stored = await queries.payrolls.insert(
      tx.db,
      {
        payrollNumber: payrollNumber!,
        employeeId: payee.id,
        ...computedColumns(computed),
        notes: input.notes ?? '',
        ...{ processedAt: tx.now, processedBy: by, processedById: userId },
        ...{ changedBy: by, changedById: userId },
      },
      { updated_at: ['timestamptz', () => tx.now] },
    );
    const named = await auditPayroll(tx, 'payroll.create', { after: stored });
    return toPayroll(named, await callerOf(tx));
  });
}

/** The form of a stored payroll after a change; typed tax and social security stay. */
function changedForm(before: PayrollRecord, input: PayrollUpdate) {
  return {
    startDate: input.startDate ?? before.startDate,
    endDate: input.endDate ?? before.endDate,
    baseSalary: input.baseSalary ?? before.baseSalary,
    overtime: input.overtime ?? before.overtime,
    bonus: input.bonus ?? before.bonus,
    deductions: input.deductions ?? before.deductions,
    advances: input.advances ?? before.advances,
    tax: input.tax ?? (before.isTaxTyped ? before.tax : undefined),
    socialSecurity:
      input.socialSecurity ?? (before.isSocialSecurityTyped ? before.socialSecurity : undefined),
  };
}

/**
 * Changes a payroll that is not approved; what is computed is computed again. Whoever changes its amounts does not approve
 * it (decision 34).
 * @throws AppError notFound; conflict for an outdated version or an overlapping payroll; invalid and rule as for a new one;
 *   rule for a payroll that is approved, paid or reversed.
 */
export async function updatePayroll(ctx: Ctx, id: number, input: PayrollUpdate): Promise<Payroll> {
  return transact(ctx, async (tx) => {
    const before = await lockPayroll(tx, id, input.version);
    assertStatus(before, ['processed'], 'changed');
    const form = changedForm(before, input);
    assertPeriod(tx, form.startDate, form.endDate);
    const payee = await payeeOf(tx, before.employeeId);
    const columns = computedColumns(await compute(tx, payee, form, id));
    const names = Object.keys(columns) as (keyof typeof columns)[];
    const isChanged = names.some((name) => columns[name] !== before[name]);
    const stored = await queries.payrolls.update(
      tx.db,
      before,
      {
        ...columns,
        notes: input.notes ?? before.notes,
        ...(isChanged ? { changedBy: actorName(tx.actor), changedById: userIdOf(tx.actor) } : {}),
      },
      { updated_at: tx.now },
    );
    const named = await auditPayroll(tx, 'payroll.update', { before, after: stored });
    return toPayroll(named, await callerOf(tx));
  });
}
