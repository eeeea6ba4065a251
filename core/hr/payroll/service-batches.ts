import { userIdOf } from '../../approvals/rules.ts';
import { type Ctx, MAX_TRIES, transact } from '../../context.ts';
import { unlessTaken } from '../../database/bulk.ts';
import { type Numbering, takeYearlyNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed, firstDay, formatMonth, lastDay, monthOf } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import { MAX_AMOUNT, sumOf } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { audit } from '../../records/audit.ts';
import * as queries from './queries.ts';
import { findBatches, getBatch } from './queries-list.ts';
import type { Pay } from './rules.ts';
import { type Payee, payColumns } from './rules-record.ts';
import type { BatchFilter, BatchInput, BatchPreview, PayrollBatch } from './schema.ts';
import { type PayBasis, type Proposal, payBasis, payOf, proposalsFor } from './service-process.ts';
import { PAYROLLS } from './service-record.ts';

/** PB-2026-0001, by the year of the month. */
const BATCHES: Numbering = { counter: 'payrollBatch', prefix: 'PB', width: 4 };

interface Planned {
  basis: PayBasis;
  rows: { proposal: Proposal; pay: Pay }[];
  leftOut: BatchPreview['leftOut'];
}

/** Why an employee has no payroll of a month; undefined if there should be one. */
function reasonOf(payee: Payee, { startDate, endDate }: PayBasis): string | undefined {
  const { status, hireDate, lastDay: last } = payee;
  if (status === 'suspended') return 'Suspended.';
  if (status !== 'active' && last === null) return 'Not active.';
  if (hireDate > endDate || (last !== null && last < startDate)) return 'No days in the month.';
  return undefined;
}

/** The chosen employees. @throws AppError invalid for one that does not exist. */
async function chosenStaff(ctx: Ctx, ids: readonly number[]): Promise<Payee[]> {
  const found = await queries.findPayees(ctx.db, [...new Set(ids)]);
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) invalidField('employeeIds', `Employee ${unknown} was not found.`);
  return found;
}

/** What a batch of a month would hold: active staff and leavers with days in it, whose payrolls are computed. */
async function plan(ctx: Ctx, { month, employeeIds, addOvertime }: BatchInput): Promise<Planned> {
  const [start, end] = [firstDay(month), lastDay(month)];
  assertDateAllowed('month', end, ctx.today);
  const basis = await payBasis(ctx, start, end);
  const staff = employeeIds
    ? await chosenStaff(ctx, employeeIds)
    : await queries.findStaffOf(ctx.db, start, end);
  const ids = staff.map(({ id }) => id);
  const overlapping = await queries.findOverlapping(ctx.db, ids, start, end);
  const planned: Planned = { basis, rows: [], leftOut: [] };
  const leaveOut = ({ id, employeeName }: Payee, reason: string) =>
    planned.leftOut.push({ employeeId: id, employeeName, reason });
  const paid: Payee[] = [];
  for (const payee of staff) {
    const number = overlapping.get(payee.id);
    const reason =
      number === undefined
        ? reasonOf(payee, basis)
        : `${number} is a payroll of days in the month already.`;
    if (reason === undefined) paid.push(payee);
    else leaveOut(payee, reason);
  }
  for (const proposal of await proposalsFor(ctx, paid, basis)) {
    const pay = payOf(proposal, basis, addOvertime ?? false);
    if (pay.netPay < 0) leaveOut(proposal.payee, 'The deductions are more than the gross pay.');
    else if (pay.grossPay > MAX_AMOUNT.USD) leaveOut(proposal.payee, 'The gross pay is too large.');
    else planned.rows.push({ proposal, pay });
  }
  return planned;
}

/** What a payroll batch would hold; writes nothing. US cents. @throws AppError as `createPayrollBatch`. */
export async function previewPayrollBatch(ctx: Ctx, input: BatchInput): Promise<BatchPreview> {
  const { basis, rows, leftOut } = await plan(ctx, input);
  return {
    month: input.month,
    rows: rows.map(({ proposal, pay }) => {
      const { payee, overtimeHundredths } = proposal;
      const { totalDeductions, deductions, bonus, isTaxTyped, isSocialSecurityTyped, ...amounts } =
        pay;
      return {
        employeeId: payee.id,
        employeeNumber: payee.employeeNumber,
        employeeName: payee.employeeName,
        department: payee.department,
        startDate: basis.startDate,
        endDate: basis.endDate,
        overtimeHours: overtimeHundredths / 100,
        ...amounts,
      };
    }),
    leftOut,
    grossUsd: sumOf(rows, ({ pay }) => pay.grossPay),
    netUsd: sumOf(rows, ({ pay }) => pay.netPay),
  };
}

/** Writes a planned batch. Answers its id. */
async function insertBatch(tx: Ctx, { basis, rows }: Planned): Promise<number> {
  const { startDate, endDate, rate, exchangeRate } = basis;
  const [by, userId] = [actorName(tx.actor), userIdOf(tx.actor)];
  const numbers = await takeYearlyNumbers(
    tx.db,
    PAYROLLS,
    rows.map(() => endDate),
  );
  const [batchNumber] = await takeYearlyNumbers(tx.db, BATCHES, [endDate]);
  const batch = await queries.batches.insert(tx.db, {
    batchNumber: batchNumber!,
    month: startDate,
    createdAt: tx.now,
    createdBy: by,
    createdById: userId,
  });
  await queries.payrolls.insertMany(
    tx.db,
    rows.map(({ proposal, pay }, index) => ({
      payrollNumber: numbers[index]!,
      employeeId: proposal.payee.id,
      batchId: batch.id,
      ...{ startDate, endDate, rateId: rate.id, exchangeRate },
      ...payColumns(pay),
      overtimeHundredths: proposal.overtimeHundredths,
      ...{ processedAt: tx.now, processedBy: by, processedById: userId },
      ...{ changedBy: by, changedById: userId },
    })),
    { updated_at: ['timestamptz', () => tx.now] },
  );
  return batch.id;
}

/**
 * Processes the payrolls of a month together: of active staff and those who left with days in it, the base by calendar days,
 * overtime of the attendance only if asked for, and instalments of advances as far as the pay reaches. Who already has a
 * payroll of days in the month is left out. Nothing is posted before it is approved.
 * @throws AppError invalid for a month out of range or an unknown employee; rule when nobody is left, or no rates are set;
 *   conflict when others process the same payrolls again and again.
 */
export async function createPayrollBatch(ctx: Ctx, input: BatchInput): Promise<PayrollBatch> {
  return transact(ctx, async (tx) => {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const planned = await plan(tx, input);
      if (planned.rows.length === 0)
        breaksRule(
          'payrollBatch.empty',
          `There is nobody to pay in ${formatMonth(input.month)} who does not have a payroll already.`,
        );
      let id = 0;
      const isDone = await unlessTaken(tx.db, 'payrolls_once', async () => {
        id = await insertBatch(tx, planned);
      });
      if (!isDone) continue;
      const batch = await getPayrollBatch(tx, id);
      await audit(tx, {
        action: 'payrollBatch.create',
        entity: 'payrollBatch',
        entityId: id,
        summary: `${batch.batchNumber}, ${formatMonth(batch.month)}: ${batch.processed} payrolls`,
        facts: { payrolls: batch.processed, leftOut: planned.leftOut.length },
      });
      return batch;
    }
    conflicts('payrollBatch.busy', 'Somebody else processes payrolls of this month. Try again.');
  });
}

/** A batch with what its payrolls add up to, in US cents. @throws AppError notFound. */
export async function getPayrollBatch(ctx: Ctx, id: number): Promise<PayrollBatch> {
  const batch = (await getBatch(ctx.db, id)) ?? notFound('Payroll batch', id);
  return { ...batch, month: monthOf(batch.month) };
}

/** Batches, newest first by default. */
export async function listPayrollBatches(
  ctx: Ctx,
  filter: BatchFilter,
): Promise<Page<PayrollBatch>> {
  const { rows, ...page } = await findBatches(ctx.db, filter);
  return { rows: rows.map((batch) => ({ ...batch, month: monthOf(batch.month) })), ...page };
}
