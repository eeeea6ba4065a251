import type { Ctx } from '../../context.ts';
import { documentNumber, skipNumbers, takeNumbers } from '../../database/counters.ts';
import { changedFields } from '../../database/record.ts';
import { removeUnused } from '../../database/removal.ts';
import { actorName, authorise } from '../../identity/actor.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { Created, KeptRecord } from '../../kernel/imported.ts';
import { acceptedRows, countRow, emptyResults, outcomeOf } from '../../kernel/outcomes.ts';
import { departmentKeys } from '../departments/service-record.ts';
import { renameInLeave } from '../leave/service-names.ts';
import { PAY } from '../schema.ts';
import { employees } from './queries.ts';
import * as queries from './queries-import.ts';
import {
  changedPay,
  EMPLOYEE_COUNTER,
  EMPLOYEE_PREFIX,
  EMPLOYEE_WIDTH,
  type EmployeeFields,
  type EmployeeRecord,
  nameOfEmployee,
} from './rules.ts';
import { type EmployeeFate, numberInEmployee, planEmployees } from './rules-import.ts';
import { employee as schema } from './schema.ts';
import type { ImportedEmployee } from './schema-import.ts';
import { importedPayProblem } from './service-pay.ts';
import { tellOfPhone } from './service-record.ts';

type Planned = Exclude<EmployeeFate, { problem: string }> & { index: number };

const fieldNames = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'departmentId',
  'position',
  'baseSalary',
  'employmentType',
  'hireDate',
  'lastDay',
  'status',
  'payBy',
  'bankName',
  'bankAccount',
  'mobileMoney',
  'isTaxExempt',
  'isSocialExempt',
  'notes',
] as const satisfies readonly (keyof EmployeeFields)[];

const differing = (before: EmployeeRecord, fields: EmployeeFields) => {
  const changed = new Set<string>(changedFields(before, fields));
  return fieldNames.filter((name) => changed.has(name));
};

/** A value as it is shown of a change: amounts in US dollars. */
const shown = (name: (typeof fieldNames)[number], fields: EmployeeFields): string =>
  String(schema.shape[name].encode(fields[name] as never) ?? '');

async function plan(ctx: Ctx, rows: readonly ImportedEmployee[], dryRun: boolean) {
  authorise(ctx.actor, PAY);
  const departments = await departmentKeys(ctx);
  const known = await queries.findAll(ctx.db, dryRun);
  return planEmployees(rows, { employees: known, departments, today: ctx.today });
}

/**
 * Writes employees of a staff list by number or e-mail in a constant number of statements, and one for each user who is told of another
 * telephone; see `planEmployees` for its rules.
 * The caller writes the audit line of the whole import. With `dryRun` it counts the same and writes nothing.
 * @throws AppError forbidden without pay.read: the file and its report hold salaries.
 */
export async function importEmployees(
  tx: Ctx,
  rows: readonly ImportedEmployee[],
  { dryRun }: { dryRun: boolean },
) {
  const fates = await plan(tx, rows, dryRun);
  const result = emptyResults(rows.length);
  const accepted = acceptedRows(fates, result);
  const payProblem = await importedPayProblem(tx);
  const changed: EmployeeRecord[] = [];
  const known = new Map<number, EmployeeRecord>();
  for (const { before, fields, index } of accepted) {
    if (before && payProblem && changedPay(before, fields).length > 0) {
      result.errors.push({ index, message: `baseSalary: ${payProblem}` });
      continue;
    }
    const names = before ? differing(before, fields) : [];
    countRow(result, index, outcomeOf(before, names.length > 0));
    if (dryRun || !before || names.length === 0) continue;
    changed.push({ ...before, ...fields });
    known.set(before.id, before);
    result.changes.push({
      index,
      entity: 'employee',
      entityId: before.id,
      label: nameOfEmployee(before),
      fields: names.map((field) => ({
        field,
        before: shown(field, before),
        after: shown(field, fields),
      })),
    });
  }
  if (dryRun) return result;
  const added = accepted.filter(({ before }) => !before);
  result.made = (await insertAll(tx, added)).map(({ id, version }) => ({ id, version }));
  await employees.updateMany(tx.db, changed, fieldNames, {
    updated_at: ['timestamptz', () => tx.now],
  });
  await renameInLeave(tx, changed);
  for (const after of changed) await tellOfPhone(tx, known.get(after.id)!, after);
  return result;
}

/** Numbers of the file are kept and skipped over by the counter (decision 7). */
async function insertAll(tx: Ctx, added: readonly Planned[]): Promise<EmployeeRecord[]> {
  if (added.length === 0) return [];
  const highest = Math.max(
    0,
    ...added.map(({ employeeNumber }) => numberInEmployee(employeeNumber) ?? 0),
  );
  if (highest > 0) await skipNumbers(tx.db, EMPLOYEE_COUNTER, highest);
  const without = added.filter(({ employeeNumber }) => employeeNumber === '').length;
  let next = without > 0 ? await takeNumbers(tx.db, EMPLOYEE_COUNTER, without) : 0;
  const rows = added.map(({ fields, employeeNumber }) => ({
    ...fields,
    employeeNumber: employeeNumber || documentNumber(EMPLOYEE_PREFIX, next++, EMPLOYEE_WIDTH),
    createdAt: tx.now,
  }));
  return employees.insertMany(tx.db, rows, {
    created_by: ['text', () => actorName(tx.actor)],
    updated_at: ['timestamptz', () => tx.now],
  });
}

/** The present values of what each row would change; undefined for a new employee. */
export async function presentEmployees(
  ctx: Ctx,
  rows: readonly ImportedEmployee[],
): Promise<(Record<string, unknown> | undefined)[]> {
  return (await plan(ctx, rows, true)).map((fate) => {
    if ('problem' in fate || !fate.before) return undefined;
    const { before } = fate;
    return Object.fromEntries(differing(before, fate.fields).map((name) => [name, before[name]]));
  });
}

/** Which of the imported rows have an employee. */
export async function employeesInBooks(
  tx: Ctx,
  rows: readonly ImportedEmployee[],
): Promise<BookValues[]> {
  const fates = await plan(tx, rows, true);
  return fates.map((fate) => ({
    values: { employees: !('problem' in fate) && fate.before ? 1 : 0 },
  }));
}

/** Removes employees that an import created, unless they were changed since or other records name them. */
export async function removeImportedEmployees(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  return removeUnused<EmployeeRecord>(tx.db, employees, created, {
    entity: 'employee',
    labelOf: (one) => nameOfEmployee(one),
    changed: 'The employee was changed since.',
    named: 'The employee has payrolls, leave, attendance or other records.',
  });
}
