import { refuseForOneself } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import { documentNumber, takeNumbers } from '../../database/counters.ts';
import { actorName, can } from '../../identity/actor.ts';
import { assertDateAllowed } from '../../kernel/dates.ts';
import { conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { departmentOf } from '../departments/service-record.ts';
import { renameInLeave } from '../leave/service-names.ts';
import { PAY } from '../schema.ts';
import { employees, findIdentities } from './queries.ts';
import * as lists from './queries-list.ts';
import * as references from './queries-references.ts';
import {
  EMPLOYEE_COUNTER,
  EMPLOYEE_PREFIX,
  EMPLOYEE_WIDTH,
  type EmployeeDetail,
  type EmployeeFields,
  employeeDefaults,
  fullNameOf,
  nameOfEmployee,
  sentFields,
  withLastDay,
} from './rules.ts';
import {
  type Identity,
  type KnownEmployees,
  keepEmployee,
  sameEmployeeProblem,
} from './rules-same.ts';
import {
  EMPLOYEE_KNOWN,
  type EmployeeInput,
  type EmployeeUpdate,
  employee as schema,
} from './schema.ts';
import { askForPay } from './service-pay.ts';
import { lockEmployee, tellOfPhone } from './service-record.ts';

/** An employee with department, manager, user and open advances (US cents). @throws AppError notFound. */
export async function getEmployee(ctx: Ctx, id: number): Promise<EmployeeDetail> {
  return (await lists.getEmployee(ctx.db, id)) ?? notFound('Employee', id);
}

/**
 * Adds an employee with the next number, EMP-001 (decision 7).
 * @throws AppError invalid for a department, manager or user that does not exist; conflict for a user account that belongs to
 *   another employee, and for an employee like another without `sameEmployee`; rule for a last day before the hire date.
 */
export async function createEmployee(ctx: Ctx, input: EmployeeInput): Promise<EmployeeDetail> {
  return transact(ctx, async (tx) => {
    const { departmentId, department, sameEmployee, ...rest } = input;
    const named = await departmentOf(tx, { departmentId, department });
    if (named === undefined) invalidField('departmentId', 'Choose a department.');
    await assertAllowed(tx, rest);
    await refuseForOneself(tx, {
      kind: 'pay_change',
      forUserId: rest.userId ?? null,
      what: 'Nobody adds themselves with a salary.',
    });
    const sent = withLastDay(sentFields(rest), undefined, tx.today);
    const fields = { ...employeeDefaults, ...sent, departmentId: named };
    const number = await takeNumbers(tx.db, EMPLOYEE_COUNTER);
    // After the counter is locked, so that of two at once one is asked.
    if (!sameEmployee) await askForSame(tx, { ...(fields as EmployeeFields), employeeNumber: '' });
    const after = await employees.insert(
      tx.db,
      {
        ...(fields as EmployeeFields),
        employeeNumber: documentNumber(EMPLOYEE_PREFIX, number, EMPLOYEE_WIDTH),
        createdAt: tx.now,
      },
      {
        created_by: ['text', () => actorName(tx.actor)],
        updated_at: ['timestamptz', () => tx.now],
      },
    );
    const detail = await getEmployee(tx, after.id);
    await auditEmployee(tx, 'employee.create', { after: detail });
    return detail;
  });
}

/**
 * Changes the sent fields. A change of pay waits for another person, with what else the call changes (decision 68). Who is terminated without a last day leaves today; payrolls that exist are not changed.
 * @throws AppError as `createEmployee`; notFound; conflict for an outdated version.
 */
export async function updateEmployee(
  ctx: Ctx,
  id: number,
  { version, departmentId, department, sameEmployee, ...input }: EmployeeUpdate,
): Promise<EmployeeDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockEmployee(tx, id, version);
    const shownBefore = await getEmployee(tx, id);
    const named = await departmentOf(tx, { departmentId, department });
    await assertAllowed(tx, input);
    const sent = sentFields({ ...input, departmentId: named });
    const changes = withLastDay(sent, before, tx.today);
    if (!sameEmployee) await askForSame(tx, { ...before, ...changes }, before);
    await askForPay(tx, before, changes, { ...sent, ...(sameEmployee && { sameEmployee }) });
    const after = await employees.update(tx.db, before, changes, { updated_at: tx.now });
    if (fullNameOf(after) !== fullNameOf(before)) await renameInLeave(tx, [after]);
    const detail = await getEmployee(tx, id);
    await tellOfPhone(tx, before, after);
    await auditEmployee(tx, 'employee.update', { before: shownBefore, after: detail });
    return detail;
  });
}

/** @throws AppError conflict that names the employee with the same name, e-mail address or bank account (decision 81). */
async function askForSame(tx: Ctx, one: Identity, before?: Identity): Promise<void> {
  const known: KnownEmployees = new Map();
  for (const other of await findIdentities(tx.db)) keepEmployee(known, other);
  const seesPay = can(tx.actor, PAY);
  const problem = sameEmployeeProblem(one, known, { before, seesPay });
  if (problem !== undefined) conflicts(EMPLOYEE_KNOWN, `${problem} Is this another person?`);
}

/** @throws AppError invalid for a hire date that is not allowed, and for a manager or a user that does not exist. */
async function assertAllowed(
  tx: Ctx,
  { hireDate, managerId, userId }: Pick<EmployeeUpdate, 'hireDate' | 'managerId' | 'userId'>,
): Promise<void> {
  if (hireDate !== undefined) assertDateAllowed('hireDate', hireDate, tx.today);
  if (managerId != null && !(await employees.get(tx.db, managerId)))
    invalidField('managerId', 'This employee does not exist.');
  if (userId != null && !(await references.findUserIds(tx.db, [userId])).has(userId))
    invalidField('userId', 'This user account does not exist.');
}

/** With the names of department, manager and user account, by which the history tells a change of them. */
function auditEmployee(
  tx: Ctx,
  action: string,
  change: { before?: EmployeeDetail; after: EmployeeDetail },
): Promise<void> {
  const { id } = change.after;
  const summary = nameOfEmployee(change.after);
  return audit(tx, { action, entity: 'employee', entityId: id, summary, schema, ...change });
}
