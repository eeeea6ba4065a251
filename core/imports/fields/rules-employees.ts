import type { z } from 'zod';
import { employeeStatuses, employmentTypes } from '../../hr/employees/schema.ts';
import { importedEmployee } from '../../hr/employees/schema-import.ts';
import { payAccounts } from '../../hr/schema.ts';
import type { ImportTable, ImportTotal } from './rules.ts';

export type EmployeeRow = z.output<typeof importedEmployee>;

/** Employees; the key is the number, or the e-mail. */
export const employeeTable: ImportTable<EmployeeRow> = {
  type: 'employees',
  key: 'employeeNumber',
  keyOr: 'email',
  schema: importedEmployee,
  fields: [
    {
      name: 'employeeNumber',
      kind: 'text',
      aliases: [
        'Employee Number',
        'Employee No',
        'Employee ID',
        'Employee Code',
        'Staff Number',
        'Staff No',
        'Staff ID',
        'Payroll Number',
      ],
      example: 'EMP-001',
    },
    {
      name: 'name',
      kind: 'text',
      standsFor: 'firstName',
      aliases: ['Employee', 'Employee Name', 'Staff Name', 'Full Name'],
      example: '',
    },
    {
      name: 'firstName',
      kind: 'text',
      isRequired: true,
      aliases: ['First Name', 'Given Name', 'Forename'],
      example: 'Mary',
    },
    {
      name: 'lastName',
      kind: 'text',
      aliases: ['Last Name', 'Surname', 'Family Name'],
      example: 'Keji',
    },
    {
      name: 'email',
      kind: 'text',
      isRequired: true,
      aliases: ['E-Mail', 'Email Address', 'Work Email', 'Mail'],
      example: 'mary.keji@example.net',
    },
    {
      name: 'phone',
      kind: 'text',
      isContact: true,
      aliases: ['Phone Number', 'Telephone', 'Mobile', 'Tel'],
      example: '0977 123 456',
    },
    {
      name: 'department',
      kind: 'text',
      aliases: ['Department Name', 'Dept', 'Division', 'Unit'],
      example: 'Network Operations',
    },
    {
      name: 'position',
      kind: 'text',
      aliases: ['Job Title', 'Designation', 'Title', 'Role', 'Job'],
      example: 'Field Engineer',
    },
    {
      name: 'baseSalary',
      kind: 'amount',
      aliases: ['Base Salary', 'Basic Salary', 'Salary', 'Monthly Salary', 'Basic Pay', 'Basic'],
      example: '450.00',
    },
    {
      name: 'employmentType',
      kind: 'choice',
      choices: employmentTypes,
      synonyms: {
        'full time': 'full-time',
        permanent: 'full-time',
        'part time': 'part-time',
        contractor: 'contract',
        temporary: 'contract',
        internship: 'intern',
      },
      aliases: ['Employment Type', 'Contract Type', 'Employment'],
      example: 'full-time',
    },
    {
      name: 'hireDate',
      kind: 'date',
      aliases: [
        'Hire Date',
        'Date of Hire',
        'Date Hired',
        'Start Date',
        'Joining Date',
        'Joined',
        'Hired',
        'Hired On',
      ],
      example: '2024-03-01',
    },
    {
      name: 'lastDay',
      kind: 'date',
      aliases: ['Last Day', 'Leaving Date', 'Relieving Date', 'Termination Date', 'Contract End'],
      example: '',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: employeeStatuses,
      synonyms: { left: 'terminated', resigned: 'terminated' },
      aliases: ['Employee Status', 'Staff Status'],
      example: 'active',
    },
    {
      name: 'payBy',
      kind: 'choice',
      choices: payAccounts,
      synonyms: { 'mobile money': 'mobile_money', momo: 'mobile_money', 'bank transfer': 'bank' },
      aliases: ['Pay By', 'Payment Method', 'Salary Mode', 'Paid By'],
      example: 'bank',
    },
    { name: 'bankName', kind: 'text', aliases: ['Bank', 'Bank Name'], example: 'Example Bank' },
    {
      name: 'bankAccount',
      kind: 'text',
      aliases: ['Bank Account', 'Bank Account No', 'Bank Account Number', 'Bank A/C No'],
      example: '0001234567',
    },
    {
      name: 'mobileMoney',
      kind: 'text',
      aliases: ['Mobile Money', 'Mobile Money Number', 'MoMo Number'],
      example: '',
    },
    {
      name: 'isTaxExempt',
      kind: 'text',
      aliases: ['Tax Exempt', 'Exempt From Tax'],
      example: 'no',
    },
    {
      name: 'isSocialExempt',
      kind: 'text',
      aliases: ['Social Security Exempt', 'Exempt From Social Security'],
      example: 'no',
    },
    { name: 'notes', kind: 'text', aliases: ['Note', 'Remarks', 'Comments'], example: '' },
    {
      name: 'sameEmployee',
      kind: 'text',
      aliases: ['Same Employee', 'Another Person'],
      example: '',
    },
  ],
};

export const employeeTotals: readonly ImportTotal<EmployeeRow>[] = [
  { key: 'employees', label: 'Employees', unit: 'count', of: () => 1 },
];
