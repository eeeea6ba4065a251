import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { tellUser } from '../../identity/users/service-tell.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { notFound } from '../../kernel/errors.ts';
import { parsePhone } from '../../kernel/phone.ts';
import { assertVersion } from '../../kernel/versions.ts';
import * as queries from './queries.ts';
import { employees } from './queries.ts';
import type { EmployeeRecord } from './rules.ts';

/** An employee's row with salary and accounts, for services. @throws AppError notFound. */
export async function getEmployeeRecord(ctx: Ctx, id: number): Promise<EmployeeRecord> {
  return (await employees.get(ctx.db, id)) ?? notFound('Employee', id);
}

/**
 * As `getEmployeeRecord`, locked until the transaction ends.
 * @throws AppError notFound; conflict if it is no longer of the sent `version`.
 */
export async function lockEmployee(
  tx: Ctx,
  id: number,
  version?: number | undefined,
): Promise<EmployeeRecord> {
  const record = (await employees.lock(tx.db, id)) ?? notFound('Employee', id);
  assertVersion('employee', record.version, version);
  return record;
}

/** The telephones of users who are active employees, by user id, in international form. */
export async function phonesOfUsers(
  ctx: Ctx,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const found = await queries.findPhones(ctx.db, userIds);
  return new Map(
    found.flatMap(({ userId, phone }) => {
      const number = parsePhone(phone);
      return number === undefined ? [] : [[userId, number]];
    }),
  );
}

/**
 * Tells the user of an employee of another telephone, by e-mail or, without an address, at the old number: SMS about the
 * account go to it (decision 128).
 */
export async function tellOfPhone(
  tx: Ctx,
  before: Pick<EmployeeRecord, 'userId' | 'phone'>,
  after: Pick<EmployeeRecord, 'phone'>,
): Promise<void> {
  const { userId, phone } = before;
  if (userId === null || parsePhone(phone) === parsePhone(after.phone)) return;
  await tellUser(tx, userId, 'phoneChanged', { by: actorName(tx.actor), phone });
}

/**
 * The staff of a period, both days included, by id: who belongs to the company on one of its days and is active now, or
 * leaves on or after its first day. Suspended employees are left out. With `ids` only those of them.
 */
export function employeesOn(
  ctx: Ctx,
  from: IsoDate,
  to: IsoDate,
  ids?: readonly number[],
): Promise<EmployeeRecord[]> {
  return queries.findEmployeesOn(ctx.db, from, to, ids);
}

/** The employee whose sign-in this is; undefined if the user is linked to none. */
export function employeeOfUser(ctx: Ctx, userId: number): Promise<EmployeeRecord | undefined> {
  return queries.findByUser(ctx.db, userId);
}

/** Whether there is an employee with this id. */
export async function employeeKnown(ctx: Ctx, id: number): Promise<boolean> {
  return (await employees.get(ctx.db, id)) !== undefined;
}
