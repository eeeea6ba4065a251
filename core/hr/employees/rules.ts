import type { ApprovalFact } from '../../approvals/schema.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { dialled } from '../../kernel/phone.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import type { PayAccount } from '../schema.ts';
import type { Employee, EmployeeInput } from './schema.ts';

/** Employees are numbered EMP-001 (decision 7). */
export const EMPLOYEE_COUNTER = 'employee';
export const EMPLOYEE_PREFIX = 'EMP-';
export const EMPLOYEE_WIDTH = 3;

/** The guarded fields of an employee, which services see whole. */
export interface PayFields {
  /** US cents a month. */
  baseSalary: Cents;
  payBy: PayAccount;
  bankName: string;
  bankAccount: string;
  mobileMoney: string;
  isTaxExempt: boolean;
  isSocialExempt: boolean;
  notes: string;
}

/** Read from other tables, or computed. */
type Computed = 'fullName' | 'department' | 'openAdvancesUsd' | 'manager' | 'username';

/** A row of the table employees. */
export type EmployeeRecord = Omit<Employee, Computed | keyof PayFields> & PayFields;

/** An employee with the names of what it refers to, and with all guarded fields. */
export type EmployeeDetail = EmployeeRecord &
  Required<Pick<Employee, Exclude<Computed, 'openAdvancesUsd'>>> & { openAdvancesUsd: Cents };

/** What the form and imports write. */
export type EmployeeFields = Omit<
  EmployeeRecord,
  'id' | 'employeeNumber' | 'createdAt' | 'version'
>;

/** 'Deng Akol'. */
export function fullNameOf({
  firstName,
  lastName,
}: Pick<EmployeeRecord, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** 'EMP-001 Deng Akol', for summaries and messages. */
export function nameOfEmployee(
  employee: Pick<EmployeeRecord, 'employeeNumber' | 'firstName' | 'lastName'>,
): string {
  return `${employee.employeeNumber} ${fullNameOf(employee)}`;
}

/** What search matches, folded: name, position, number, telephone, e-mail. Never amounts or accounts (decision 16). */
export function employeeSearchText(
  employee: Pick<
    EmployeeRecord,
    'firstName' | 'lastName' | 'position' | 'employeeNumber' | 'phone' | 'email'
  >,
): string {
  const name = fullNameOf(employee);
  return searchTextOf(
    foldForSearch(`${name} ${employee.position}`),
    searchKey(employee.employeeNumber),
    dialled(employee.phone),
    foldForSearch(employee.email),
    otherSpellings(name),
  );
}

/** Defaults of a new employee (seeds/001 4). */
export const employeeDefaults = {
  employmentType: 'full-time',
  status: 'active',
  lastDay: null,
  payBy: 'bank',
  bankName: '',
  bankAccount: '',
  mobileMoney: '',
  isTaxExempt: false,
  isSocialExempt: false,
  managerId: null,
  userId: null,
  notes: '',
} as const satisfies Partial<EmployeeFields>;

/** Whether an employee belongs to the company on a day. */
export function isEmployedOn(
  { hireDate, lastDay }: Pick<EmployeeRecord, 'hireDate' | 'lastDay'>,
  day: IsoDate,
): boolean {
  return hireDate <= day && (lastDay === null || lastDay >= day);
}

type Sent = Partial<Omit<EmployeeInput, 'departmentId' | 'department' | 'sameEmployee'>> & {
  departmentId?: number | undefined;
};

/** The sent fields, without those that were left out. */
export function sentFields(input: Sent): Partial<EmployeeFields> {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<EmployeeFields>;
}

/**
 * The last day that follows from a change of status when none was sent: who is terminated leaves today, or on the hire date
 * if that is later; who was terminated and is not any more has none. Forms and files send the old one again.
 */
export function withLastDay(
  sent: Partial<EmployeeFields>,
  before: Pick<EmployeeFields, 'status' | 'hireDate' | 'lastDay'> | undefined,
  today: IsoDate,
): Partial<EmployeeFields> {
  if (sent.status === undefined) return sent;
  const cameBack = before?.status === 'terminated' && sent.status !== 'terminated';
  if (cameBack && (sent.lastDay === undefined || sent.lastDay === before.lastDay))
    return { ...sent, lastDay: null };
  if (sent.lastDay !== undefined && sent.lastDay !== null) return sent;
  if (sent.status === 'terminated') {
    if (before?.lastDay && sent.lastDay === undefined) return sent;
    const hireDate = sent.hireDate ?? before?.hireDate ?? today;
    return { ...sent, lastDay: hireDate > today ? hireDate : today };
  }
  return sent;
}

/** Fields of pay and of where it goes, which a second person decides on (decision 68), as parts of a sentence. */
export const payLabels = {
  baseSalary: 'base salary',
  payBy: 'way of payment',
  bankName: 'bank',
  bankAccount: 'bank account',
  mobileMoney: 'mobile money number',
  isTaxExempt: 'tax exemption',
  isSocialExempt: 'social security exemption',
} as const satisfies Partial<Record<keyof EmployeeFields, string>>;

export type PayField = keyof typeof payLabels;

/** Those of the fields of pay that a change changes. */
export function changedPay(before: EmployeeFields, changes: Partial<EmployeeFields>): PayField[] {
  return (Object.keys(payLabels) as PayField[]).filter(
    (name) => changes[name] !== undefined && changes[name] !== before[name],
  );
}

/** What the person who decides is told of the change. */
export function payFacts(
  before: EmployeeFields,
  changes: Partial<EmployeeFields>,
  names: readonly PayField[],
): ApprovalFact[] {
  return names.flatMap((name): ApprovalFact[] => {
    const label = `${payLabels[name][0]!.toUpperCase()}${payLabels[name].slice(1)}`;
    if (name === 'baseSalary')
      return [
        { label: `${label} now`, usd: before.baseSalary },
        { label: `${label} then`, usd: changes.baseSalary! },
      ];
    return [{ label, text: `${textOf(before[name])} → ${textOf(changes[name])}` }];
  });
}

const textOf = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '') || 'none';
