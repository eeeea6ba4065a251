import { department } from '../../hr/departments/schema.ts';
import { employee } from '../../hr/employees/schema.ts';
import { PAY } from '../../hr/schema.ts';
import { type May, withoutGuarded } from '../../kernel/guarded.ts';

/** Entities of audit lines with single guarded fields, and their schemas. */
const guardedEntities = { employee, department };

/** Entities whose lines are about pay as a whole. */
const payEntities: readonly string[] = [
  'payroll',
  'payrollBatch',
  'payrollRate',
  'payrollPayment',
  'payrollRemittance',
  'employeeAdvance',
];

type Logged = Readonly<Record<string, unknown>>;

/**
 * What a reader may see of the values of an audit line: without pay.read nothing of payrolls and advances, and of employees
 * and departments only the fields of their schemas that are not guarded. Papers of an employee are logged under the
 * employee and have none of these fields.
 */
export function shownValues(entity: string, values: Logged, may: May): Logged | null {
  if (may(PAY)) return values;
  if (payEntities.includes(entity)) return null;
  const schema = guardedEntities[entity as keyof typeof guardedEntities];
  if (!Object.hasOwn(guardedEntities, entity)) return values;
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(schema.shape, name));
  return withoutGuarded(schema, Object.fromEntries(known), may);
}
