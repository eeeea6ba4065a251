import { z } from 'zod';
import { emailAddress, phone } from '../../kernel/contact.ts';
import { dateText, instant, optionalDate } from '../../kernel/dates.ts';
import { guarded, guardSorts } from '../../kernel/guarded.ts';
import { money, moneyNotNegative } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  yesNo,
} from '../../kernel/text.ts';
import { PAY, payAccounts } from '../schema.ts';

/** seeds/001 4. */
export const employmentTypes = ['full-time', 'part-time', 'contract', 'intern'] as const;
export type EmploymentType = (typeof employmentTypes)[number];
export const employeeStatuses = ['active', 'inactive', 'suspended', 'terminated'] as const;
export type EmployeeStatus = (typeof employeeStatuses)[number];

/** seeds/001 3, with the user account, manager, last day, how the salary is paid, and exemptions (decision 12). */
export const employee = z.object({
  id: recordId,
  employeeNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  departmentId: recordId,
  department: z.string(),
  position: z.string(),
  /** US dollars a month. */
  baseSalary: guarded(PAY, money),
  employmentType: z.enum(employmentTypes),
  hireDate: dateText,
  lastDay: dateText.nullable(),
  status: z.enum(employeeStatuses),
  payBy: guarded(PAY, z.enum(payAccounts)),
  bankName: guarded(PAY, z.string()),
  bankAccount: guarded(PAY, z.string()),
  mobileMoney: guarded(PAY, z.string()),
  isTaxExempt: guarded(PAY, z.boolean()),
  isSocialExempt: guarded(PAY, z.boolean()),
  /** Not yet repaid of advances. */
  openAdvancesUsd: guarded(PAY, money),
  managerId: recordId.nullable(),
  manager: z.string(),
  userId: recordId.nullable(),
  /** The name of that user; '' without one. */
  username: z.string(),
  notes: guarded(PAY, z.string()),
  createdAt: instant,
  version: z.number(),
});
export type Employee = z.output<typeof employee>;

/** What the search box shows of an employee: no guarded field. */
export const foundEmployee = employee.pick({
  id: true,
  employeeNumber: true,
  fullName: true,
  position: true,
  department: true,
  status: true,
});
export type FoundEmployee = z.output<typeof foundEmployee>;

/** The code of the question about an employee like another; `sameEmployee` answers it (decision 81). */
export const EMPLOYEE_KNOWN = 'employee.known';

/** The form of seeds/001 5; a department is named by its id or its name. */
export const employeeInput = z.object({
  firstName: requiredText('The first name', 100),
  lastName: requiredText('The last name', 100),
  email: emailAddress.refine((value) => value !== '', {
    message: 'The e-mail address is required.',
  }),
  phone: phone.refine((value) => value !== '', { message: 'The telephone number is required.' }),
  departmentId: recordId.optional(),
  department: optionalText('The department', 100).optional(),
  position: requiredText('The position', 200),
  baseSalary: moneyNotNegative,
  employmentType: z.enum(employmentTypes).optional(),
  hireDate: dateText,
  lastDay: optionalDate.optional(),
  status: z.enum(employeeStatuses).optional(),
  payBy: z.enum(payAccounts).optional(),
  bankName: optionalText('The bank', 100).optional(),
  bankAccount: optionalText('The bank account', 60).optional(),
  mobileMoney: phone.optional(),
  isTaxExempt: yesNo.optional(),
  isSocialExempt: yesNo.optional(),
  managerId: recordId.nullable().optional(),
  userId: recordId.nullable().optional(),
  notes: optionalLines('The notes', 2000).optional(),
  /** Another person than the one with the same name, e-mail address or bank account. */
  sameEmployee: yesNo.optional(),
});
export type EmployeeInput = z.output<typeof employeeInput>;
export const employeeUpdate = employeeInput.partial().extend({ version: recordVersion });
export type EmployeeUpdate = z.output<typeof employeeUpdate>;

export const employeeSorts = [
  'name',
  'employeeNumber',
  'department',
  'position',
  'hireDate',
  'status',
  'baseSalary',
] as const;
export type EmployeeSort = (typeof employeeSorts)[number];
export const employeeFilter = pagingQuery(employeeSorts).extend({
  status: z.enum(['all', ...employeeStatuses]).optional(),
  employmentType: z.enum(['all', ...employmentTypes]).optional(),
  departmentId: recordId.optional(),
  managerId: recordId.optional(),
  /** Hired by that day, and not terminated on it. */
  employedOn: dateText.optional(),
  payBy: guarded(PAY, z.enum(['all', ...payAccounts])),
  salaryFrom: guarded(PAY, moneyNotNegative),
  salaryTo: guarded(PAY, moneyNotNegative),
});
guardSorts(employeeFilter.shape.sort, ['baseSalary'], PAY);
export type EmployeeFilter = z.output<typeof employeeFilter>;
export const employeeExport = employeeFilter.extend({ format: z.enum(exportFormats).optional() });
export type EmployeeExport = z.output<typeof employeeExport>;
