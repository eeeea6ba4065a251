import { dateProblem } from '../../accounting/opening/rules-calendar.ts';
import { readCalendar } from '../../accounting/opening/service-calendar.ts';
import { userIdOf } from '../../approvals/rules.ts';
import type { Ctx } from '../../context.ts';
import type { Numbering } from '../../database/counters.ts';
import { can } from '../../identity/actor.ts';
import { someHolders } from '../../identity/users/service-holders.ts';
import { assertDateAllowed, daysBetween, type IsoDate, laterDate } from '../../kernel/dates.ts';
import { AppError, breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { payrollConstraints } from '../schema-constraints-payroll.ts';
import * as queries from './queries.ts';
import { MAX_PERIOD_DAYS, payPeriodOf } from './rules.ts';
import {
  isForOthers,
  type NamedPayroll,
  type PayrollCaller,
  type PayrollRecord,
  toPayroll,
} from './rules-record.ts';
import { type Payroll, payroll as schema } from './schema.ts';
import type { PayrollRate } from './schema-rates.ts';

/** PR-2026-0001, counted in the year of the last day (decision 7). */
export const PAYROLLS: Numbering = { counter: 'payroll', prefix: 'PR', width: 4 };

/** Who processed a payroll, and who changed its amounts last. */
const MOST_MAKERS = 2;

export async function callerOf(ctx: Ctx): Promise<PayrollCaller> {
  const userId = userIdOf(ctx.actor);
  const mayApprove = can(ctx.actor, 'payroll.approve');
  return {
    userId,
    mayRun: can(ctx.actor, 'payroll.run'),
    mayApprove,
    mayPay: can(ctx.actor, 'payment.record'),
    approvers: mayApprove ? await someHolders(ctx, 'payroll.approve', MOST_MAKERS + 1) : [],
  };
}

/** Payrolls with the names of their employees and batches, in the given order. */
export async function withNames(
  ctx: Ctx,
  records: readonly PayrollRecord[],
): Promise<NamedPayroll[]> {
  const names = await queries.findNames(
    ctx.db,
    records.map(({ id }) => id),
  );
  return records.map((record) => ({ ...record, ...names.get(record.id)! }));
}

export async function answerOf(ctx: Ctx, record: PayrollRecord): Promise<Payroll> {
  const [named] = await withNames(ctx, [record]);
  return toPayroll(named!, await callerOf(ctx));
}

/** @throws AppError notFound for a payroll that does not exist. */
export async function assertPayrollKnown(ctx: Ctx, id: number): Promise<void> {
  if (!(await queries.payrolls.get(ctx.db, id))) notFound('Payroll', id);
}

/** Locks a payroll. @throws AppError notFound; conflict for an outdated version. */
export async function lockPayroll(
  tx: Ctx,
  id: number,
  version?: number | undefined,
): Promise<PayrollRecord> {
  const record = (await queries.payrolls.lock(tx.db, id)) ?? notFound('Payroll', id);
  assertVersion('payroll', record.version, version);
  return record;
}

/** @throws AppError rule, when the payroll is no longer in one of the states in which something can be done with it. */
export function assertStatus(
  { payrollNumber, status }: PayrollRecord,
  allowed: readonly PayrollRecord['status'][],
  what: string,
): void {
  if (allowed.includes(status)) return;
  breaksRule('payroll.status', `${payrollNumber} is ${status} and cannot be ${what}.`);
}

/** @throws AppError invalid for a period that ends before it begins, is too long, or lies out of range. */
export function assertPeriod(tx: Ctx, startDate: IsoDate, endDate: IsoDate): void {
  assertDateAllowed('startDate', startDate, tx.today);
  assertDateAllowed('endDate', endDate, tx.today);
  if (endDate < startDate) invalidField('endDate', 'The end date cannot be before the start date.');
  if (daysBetween(startDate, endDate) >= MAX_PERIOD_DAYS)
    invalidField('endDate', 'The period cannot be longer than a year.');
}

/**
 * @throws AppError rule when nothing can be posted on a day because its month is locked or it lies before the opening date.
 *   A day to come is allowed: the pay of a month may be approved before its end.
 */
export async function assertPostable(
  tx: Ctx,
  dates: readonly IsoDate[],
  field = 'endDate',
): Promise<void> {
  const calendar = await readCalendar(tx);
  for (const date of new Set(dates)) {
    const problem = dateProblem('A payroll', date, {
      ...calendar,
      today: laterDate(tx.today, date),
    });
    if (!problem) continue;
    throw new AppError('rule', problem.code, problem.message, {
      fields: { [field]: problem.message },
    });
  }
}

/** The rates of payrolls that end on a day. @throws AppError rule before the first. */
export async function ratesFor(ctx: Ctx, endDate: IsoDate): Promise<PayrollRate> {
  return (
    (await queries.getRateOn(ctx.db, endDate)) ??
    breaksRule('payroll.noRate', `No tax and social security rates are set for ${endDate}.`)
  );
}

export const OWN_PAYROLL = payrollConstraints.payrolls_second_person.message;

/** @throws AppError rule for payrolls that the caller made, while another active user could approve them (decision 34). */
export function refuseOwn(record: PayrollRecord, caller: PayrollCaller): void {
  if (!isForOthers(record, caller)) return;
  breaksRule('payroll.ownApproval', OWN_PAYROLL);
}

/**
 * A line of the audit log about one payroll. Its summary, which everybody with hr.read sees, names no amounts and no typed
 * reason, which may tell them. Returns the payroll after the action with its names, which are read unless `named` has them.
 */
export async function auditPayroll(
  tx: Ctx,
  action: string,
  { before, after }: { before?: PayrollRecord; after: PayrollRecord },
  named?: NamedPayroll,
): Promise<NamedPayroll> {
  const result = named ? { ...named, ...after } : (await withNames(tx, [after]))[0]!;
  const shown = (record: PayrollRecord) => ({
    ...record,
    payPeriod: payPeriodOf(record.startDate, record.endDate),
  });
  await audit(tx, {
    action,
    entity: 'payroll',
    entityId: after.id,
    summary: `${after.payrollNumber}, ${result.employeeName}`,
    schema,
    ...(before ? { before: shown(before) } : {}),
    after: shown(after),
  });
  return result;
}
