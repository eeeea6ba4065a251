import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type EmployeeRecord, employeeSearchText } from './rules.ts';
import type { Identity } from './rules-same.ts';

export const employees = defineRecord<'employees', EmployeeRecord>(
  'employees',
  {
    id: 'id bigint',
    employeeNumber: 'employee_number text',
    firstName: 'first_name text',
    lastName: 'last_name text',
    email: 'email text',
    phone: 'phone text',
    departmentId: 'department_id bigint',
    position: 'position text',
    baseSalary: 'base_salary_cents bigint',
    employmentType: 'employment_type text',
    hireDate: 'hire_date date',
    lastDay: 'last_day date',
    status: 'status text',
    payBy: 'pay_by text',
    bankName: 'bank_name text',
    bankAccount: 'bank_account text',
    mobileMoney: 'mobile_money text',
    isTaxExempt: 'is_tax_exempt boolean',
    isSocialExempt: 'is_social_exempt boolean',
    managerId: 'manager_id bigint',
    userId: 'user_id bigint',
    notes: 'notes text',
    createdAt: 'created_at timestamptz',
    version: 'version int',
  },
  { derived: { search_text: ['text', employeeSearchText] } },
);

/**
 * Employees, by id, who belong to the company on a day of the period and are active now or leave it on or after its first
 * day; the suspended are left out. `ids` limits them.
 */
export function findEmployeesOn(
  db: Db,
  from: IsoDate,
  to: IsoDate,
  ids?: readonly number[],
): Promise<EmployeeRecord[]> {
  let query = db
    .selectFrom('employees')
    .select(employees.list())
    .where('hire_date', '<=', to)
    .where((eb) => eb.or([eb('last_day', 'is', null), eb('last_day', '>=', from)]))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'active'),
        eb.and([eb('status', '<>', 'suspended'), eb('last_day', '>=', from)]),
      ]),
    );
  if (ids) query = query.where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`);
  return query.orderBy('id').execute();
}

/** By what employees may be the same, in the order of their numbers. */
export function findIdentities(db: Db): Promise<Identity[]> {
  return db
    .selectFrom('employees')
    .select([
      'employee_number as employeeNumber',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'bank_account as bankAccount',
    ])
    .orderBy('id')
    .execute();
}

export async function findPhones(
  db: Db,
  userIds: readonly number[],
): Promise<{ userId: number; phone: string }[]> {
  const { rows } = await sql<{ userId: number; phone: string }>`
    select user_id as "userId", phone from employees
    where user_id = any(${arrayOf('bigint', userIds)}) and status = 'active' and phone <> ''`.execute(
    db,
  );
  return rows;
}

export function findByUser(db: Db, userId: number): Promise<EmployeeRecord | undefined> {
  return db
    .selectFrom('employees')
    .select(employees.list())
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
