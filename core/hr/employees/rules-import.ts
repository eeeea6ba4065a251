import { DATE_NOT_ALLOWED, type IsoDate, isDateAllowed } from '../../kernel/dates.ts';
import { searchKey } from '../../kernel/text.ts';
import { departmentKey } from '../departments/rules.ts';
import {
  type EmployeeFields,
  type EmployeeRecord,
  employeeDefaults,
  sentFields,
  withLastDay,
} from './rules.ts';
import { type KnownEmployees, keepEmployee, sameEmployeeProblem } from './rules-same.ts';
import type { ImportedEmployee } from './schema-import.ts';

export type EmployeeFate =
  | { problem: string }
  | { before: EmployeeRecord | undefined; fields: EmployeeFields; employeeNumber: string };

interface Known {
  employees: readonly EmployeeRecord[];
  /** Ids of departments by the key of their name. */
  departments: ReadonlyMap<string, number>;
  today: IsoDate;
}

/** What a new employee needs (seeds/001 5). */
const required = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'departmentId',
  'position',
  'baseSalary',
  'hireDate',
] as const satisfies readonly (keyof EmployeeFields)[];

/** 'Mary Keji Lado' → the last word is the last name. Columns of their own take precedence. */
function splitName({ name = '', firstName, lastName }: ImportedEmployee) {
  const words = name.split(' ').filter(Boolean);
  const first = words.length > 1 ? words.slice(0, -1).join(' ') : undefined;
  return { firstName: firstName ?? first, lastName: lastName ?? words.at(-1) };
}

/** The fields of a row without blank cells of required fields, which say nothing. */
function fieldsOf(
  row: ImportedEmployee,
  departments: Known['departments'],
): Partial<EmployeeFields> | { problem: string } {
  const {
    employeeNumber: _number,
    name: _name,
    sameEmployee: _same,
    department = '',
    ...rest
  } = row;
  const departmentId = department
    ? departments.get(departmentKey({ name: department }))
    : undefined;
  if (department && departmentId === undefined)
    return {
      problem: `department: There is no department ${department}. Write another one in its place, or add it in Human Resources first.`,
    };
  const sent = sentFields({ ...rest, ...splitName(row), departmentId });
  const filled = Object.entries(sent).filter(
    ([field, value]) => value !== '' || !(required as readonly string[]).includes(field),
  );
  return Object.fromEntries(filled) as Partial<EmployeeFields>;
}

/** 'hireDate' → 'hire date'. */
const label = (field: string) =>
  field === 'departmentId'
    ? 'department'
    : field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function problemOf(fields: Partial<EmployeeFields>, isNew: boolean, today: IsoDate) {
  const missing = isNew ? required.filter((field) => fields[field] === undefined) : [];
  if (missing.length > 0)
    return `A new employee needs ${missing.map(label).join(', ')}: the file has none.`;
  const { hireDate, lastDay } = fields;
  if (hireDate !== undefined && !isDateAllowed(hireDate, today))
    return `hireDate: ${DATE_NOT_ALLOWED}`;
  if (lastDay && hireDate && lastDay < hireDate)
    return 'lastDay: The last day cannot be before the hire date.';
  return undefined;
}

/**
 * The fates of the rows of a staff list: new employees, changes of those found by number or else by e-mail in any case, and
 * rows that are refused: without number and e-mail, with an e-mail of several employees, twice in the file, with an unknown
 * department, or of a new employee with a required field missing. A new employee keeps the number of the file.
 */
export function planEmployees(rows: readonly ImportedEmployee[], known: Known): EmployeeFate[] {
  const byNumber = new Map(known.employees.map((one) => [one.employeeNumber.toUpperCase(), one]));
  const byEmail = new Map<string, EmployeeRecord[]>();
  for (const one of known.employees) {
    const key = searchKey(one.email);
    byEmail.set(key, [...(byEmail.get(key) ?? []), one]);
  }
  const identities: KnownEmployees = new Map();
  for (const one of known.employees) keepEmployee(identities, one);
  const seen = new Set<EmployeeRecord | string>();
  return rows.map((row): EmployeeFate => {
    const number = (row.employeeNumber ?? '').toUpperCase();
    const email = searchKey(row.email ?? '');
    if (number === '' && email === '')
      return { problem: 'The row has neither an employee number nor an e-mail address.' };
    const named = number === '' ? (byEmail.get(email) ?? []) : [];
    if (named.length > 1)
      return { problem: `email: ${row.email} belongs to several employees. Give the number.` };
    const before = number === '' ? named[0] : byNumber.get(number);
    const key = before ?? (number || email);
    if (seen.has(key))
      return { problem: `${row.employeeNumber || row.email} stands in the file twice.` };
    seen.add(key);
    const sent = fieldsOf(row, known.departments);
    if ('problem' in sent) return { problem: sent.problem as string };
    // Who was found by e-mail keeps its spelling.
    if (before && number === '') delete sent.email;
    const changes = withLastDay(sent, before, known.today);
    const fields = { ...(before ?? employeeDefaults), ...changes } as EmployeeFields;
    const problem = problemOf(fields, !before, known.today);
    if (problem !== undefined) return { problem };
    const one = { ...fields, employeeNumber: before?.employeeNumber ?? number };
    // Who may read a staff list sees bank accounts.
    const same = row.sameEmployee
      ? undefined
      : sameEmployeeProblem(one, identities, { before, seesPay: true });
    if (same !== undefined)
      return { problem: `${same} Set Same Employee to yes if this is another person.` };
    if (!before) keepEmployee(identities, one);
    return { before, fields, employeeNumber: before?.employeeNumber ?? number };
  });
}

/** The number in 'EMP-007' → 7; undefined for a number of another form. */
export function numberInEmployee(employeeNumber: string): number | undefined {
  const digits = /^EMP-(\d{1,9})$/.exec(employeeNumber)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
