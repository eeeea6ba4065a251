import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import {
  createDepartment,
  deleteDepartment,
  listDepartments,
  updateDepartment,
} from '../departments/service.ts';
import { hrOverview } from '../service-overview.ts';
import { hrSettings, updateHrSettings } from '../service-settings.ts';
import { EMPLOYEE_KNOWN, type EmployeeInput, type EmployeeUpdate } from './schema.ts';
import { createEmployee, getEmployee, updateEmployee } from './service.ts';
import { importEmployees, removeImportedEmployees } from './service-import.ts';
import { listEmployees, searchEmployees } from './service-list.ts';
import { employeeOfUser, employeesOn } from './service-record.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('manager'));

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterEach(async () => {
  await sql`update departments set manager_id = null`.execute(app.db);
  await sql`delete from employees`.execute(app.db);
  await sql`delete from counters where name = 'employee'`.execute(app.db);
});
afterAll(() => app.close());

const deng: EmployeeInput = {
  firstName: 'Dɛ̈ŋ',
  lastName: 'Akol',
  email: 'deng@example.net',
  phone: '+211977123456',
  department: 'network operations',
  position: 'Engineer',
  baseSalary: cents(45_000),
  hireDate: isoDate('2024-03-01'),
};
const add = (changes: Partial<EmployeeInput> = {}) =>
  createEmployee(ctx(), { ...deng, sameEmployee: true, ...changes });
const refused = (kind: string, code?: string) => ({ kind, ...(code && { code }) });

describe('an employee', () => {
  it('gets the next number, the defaults, and the department by its name', async () => {
    const made = await add();
    expect(made).toMatchObject({
      ...{ employeeNumber: 'EMP-001', fullName: 'Dɛ̈ŋ Akol', department: 'Network Operations' },
      ...{ employmentType: 'full-time', status: 'active', payBy: 'bank', openAdvancesUsd: 0 },
      ...{ manager: '', username: '', lastDay: null, version: 1 },
    });
    const { employeeNumber, id, createdAt, ...defaults } = made;
    const left = { employmentType: undefined, status: undefined, payBy: undefined };
    const more = { bankName: undefined, isTaxExempt: undefined, lastDay: undefined };
    expect(await add({ ...left, ...more, notes: undefined })).toMatchObject(defaults);
    expect((await add({ managerId: made.id })).manager).toBe('Dɛ̈ŋ Akol');
  });

  it('needs a department, a manager and a user that exist', async () => {
    await expect(add({ department: '' })).rejects.toMatchObject(refused('invalid'));
    await expect(add({ department: 'Space' })).rejects.toMatchObject(refused('invalid'));
    await expect(add({ departmentId: 99 })).rejects.toMatchObject(refused('invalid'));
    await expect(add({ managerId: 99 })).rejects.toMatchObject(refused('invalid'));
    await expect(add({ userId: 99 })).rejects.toMatchObject(refused('invalid'));
    await expect(add({ hireDate: isoDate('1999-12-31') })).rejects.toMatchObject(
      refused('invalid'),
    );
    await expect(add({ lastDay: isoDate('2024-02-29') })).rejects.toMatchObject(
      refused('rule', 'employee.lastDay'),
    );
  });

  it('belongs to one user account', async () => {
    const { userId } = await makeWorker(app, 'support', 'Mary Keji');
    const made = await add({ userId });
    expect(made.username).not.toBe('');
    expect(await employeeOfUser(ctx(), userId)).toMatchObject({ id: made.id });
    await expect(add({ userId })).rejects.toMatchObject(refused('conflict', 'employee.userTaken'));
  });

  it('is asked about when another has the name, the e-mail address or the bank account', async () => {
    const first = await add({ bankAccount: '0001-234 567' });
    const nyibol = { firstName: 'Nyibol', lastName: 'Garang', email: 'nyibol@example.net' };
    const ask = (changes: Partial<EmployeeInput>) =>
      add({ ...nyibol, sameEmployee: undefined, ...changes });
    for (const [changes, shared] of [
      [{ firstName: 'DƐ̈Ŋ', lastName: 'akol' }, 'name'],
      [{ email: 'DENG@example.net' }, 'e-mail address'],
      [{ bankAccount: '0001234567' }, 'bank account'],
      [{ ...deng, bankAccount: '0001 234567' }, 'name, e-mail address and bank account'],
    ] as const)
      await expect(ask(changes)).rejects.toMatchObject({
        ...refused('conflict', EMPLOYEE_KNOWN),
        message: `EMP-001 Dɛ̈ŋ Akol has the same ${shared}. Is this another person?`,
      });
    // Nothing was written, and no number was used up.
    const second = await ask({});
    expect(second.employeeNumber).toBe('EMP-002');
    const change = (changes: EmployeeUpdate) => updateEmployee(ctx(), second.id, changes);
    await expect(change({ email: first.email })).rejects.toMatchObject(
      refused('conflict', EMPLOYEE_KNOWN),
    );
    const changed = await change({ email: first.email, sameEmployee: true });
    expect(changed.email).toBe(first.email);
    // What is shared already is not asked about again.
    expect((await change({ position: 'Director', email: first.email })).position).toBe('Director');
    const both = await Promise.allSettled(
      [1, 2].map(() => ask({ ...nyibol, email: 'x@y.example', firstName: 'Ayen' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is changed by field, refused when outdated, and leaves today when terminated', async () => {
    const { id } = await add();
    const moved = await updateEmployee(ctx(), id, { department: 'Administration', version: 1 });
    expect(moved).toMatchObject({ department: 'Administration', firstName: 'Dɛ̈ŋ', version: 2 });
    await expect(updateEmployee(ctx(), id, { notes: 'x', version: 1 })).rejects.toMatchObject(
      refused('conflict', 'employee.stale'),
    );
    await expect(updateEmployee(ctx(), id, { managerId: id })).rejects.toMatchObject(
      refused('rule', 'employee.ownManager'),
    );
    const left = await updateEmployee(ctx(), id, { status: 'terminated' });
    expect(left.lastDay).toBe('2026-11-21');
    await expect(updateEmployee(ctx(), id, { lastDay: null })).rejects.toMatchObject(
      refused('rule', 'employee.terminatedLastDay'),
    );
    expect((await updateEmployee(ctx(), id, { status: 'active' })).lastDay).toBeNull();
    const { rows } =
      await sql`select from audit_log where entity = 'employee' and entity_id = ${String(id)}`.execute(
        app.db,
      );
    expect(rows).toHaveLength(4);
  });

  it('who comes back has no last day, also where the form sends the old one', async () => {
    const { id } = await add({ status: 'terminated', lastDay: isoDate('2026-10-03') });
    const sent = { status: 'active', lastDay: isoDate('2026-10-03') } as const;
    expect(await updateEmployee(ctx(), id, sent)).toMatchObject({ lastDay: null });
    await updateEmployee(ctx(), id, { status: 'terminated' });
    const until = { status: 'active', lastDay: isoDate('2027-01-31') } as const;
    expect(await updateEmployee(ctx(), id, until)).toMatchObject({ lastDay: '2027-01-31' });
  });

  it('is found by name, number, telephone and position, and never by account or salary', async () => {
    const { id } = await add({ bankAccount: '0009876', notes: 'secret' });
    for (const q of ['den akol', 'EMP-001', '0977 123 456', 'engineer', 'deng@example'])
      expect([q, (await listEmployees(ctx(), { q })).rows.map((one) => one.id)]).toEqual([q, [id]]);
    for (const q of ['0009876', '450', 'secret'])
      expect((await listEmployees(ctx(), { q })).rows).toEqual([]);
    expect(await searchEmployees(ctx(), 'akol', 6)).toEqual([
      {
        ...{ id, employeeNumber: 'EMP-001', fullName: 'Dɛ̈ŋ Akol', position: 'Engineer' },
        ...{ status: 'active', department: 'Network Operations' },
      },
    ]);
  });

  it('is filtered and sorted', async () => {
    await add({ lastName: 'B', baseSalary: cents(70_000), department: 'Administration' });
    await add({ lastName: 'A', baseSalary: cents(20_000), status: 'suspended', payBy: 'cash' });
    const names = async (filter: Parameters<typeof listEmployees>[1]) =>
      (await listEmployees(ctx(), filter)).rows.map((one) => one.lastName).join('');
    expect(await names({})).toBe('AB');
    expect(await names({ sort: '-baseSalary' })).toBe('BA');
    expect(await names({ sort: 'department' })).toBe('BA');
    expect(await names({ sort: 'position' })).toBe('BA');
    expect(await names({ sort: '-employeeNumber' })).toBe('AB');
    expect(await names({ status: 'suspended' })).toBe('A');
    expect(await names({ payBy: 'cash' })).toBe('A');
    expect(await names({ salaryFrom: cents(30_000) })).toBe('B');
    expect(await names({ salaryTo: cents(30_000) })).toBe('A');
    expect((await listEmployees(ctx(), { total: true, pageSize: 1 })).total).toBe(2);
  });
});

it('the staff of a period are the active and its leavers, not the suspended', async () => {
  const day = isoDate;
  await add({ lastName: 'active' });
  await add({ lastName: 'leaver', status: 'terminated', lastDay: day('2026-11-10') });
  await add({ lastName: 'later', status: 'terminated', lastDay: day('2026-12-10') });
  await add({ lastName: 'gone', status: 'terminated', lastDay: day('2026-10-31') });
  await add({ lastName: 'joiner', hireDate: day('2026-11-30') });
  await add({ lastName: 'next', hireDate: day('2026-12-01') });
  await add({ lastName: 'suspended', status: 'suspended' });
  await add({ lastName: 'inactive', status: 'inactive' });
  const november = [day('2026-11-01'), day('2026-11-30')] as const;
  const staffOf = await employeesOn(ctx(), ...november);
  expect(staffOf.map(({ lastName }) => lastName)).toEqual(['active', 'leaver', 'later', 'joiner']);
  expect(await employeesOn(ctx(), ...november, [staffOf[1]!.id])).toHaveLength(1);
});

describe('departments', () => {
  it('are the six of seeds/001, with active employees, salaries and manager', async () => {
    const { id: managerId } = await add();
    await add({ status: 'inactive' });
    const all = await listDepartments(ctx());
    expect(all.map(({ name }) => name)).toEqual([
      ...['Network Operations', 'Customer Service', 'Technical Support', 'Finance & Accounting'],
      ...['Sales & Marketing', 'Administration'],
    ]);
    expect(all[0]).toMatchObject({ employees: 1, salariesUsd: 45_000, manager: '', budget: null });
    const changed = await updateDepartment(ctx(), all[0]!.id, {
      ...{ budget: cents(100_000), managerId, version: all[0]!.version },
    });
    expect(changed).toMatchObject({ budget: 100_000, manager: 'Dɛ̈ŋ Akol' });
    await expect(
      updateDepartment(ctx(), all[0]!.id, { name: 'x', version: 1 }),
    ).rejects.toMatchObject(refused('conflict', 'department.stale'));
    await expect(deleteDepartment(ctx(), all[0]!.id)).rejects.toMatchObject(
      refused('conflict', 'department.hasEmployees'),
    );
    await updateDepartment(ctx(), all[0]!.id, { budget: null, managerId: null });
  });

  it('have names of their own, in any case, and go when they are empty', async () => {
    await expect(createDepartment(ctx(), { name: 'ADMINISTRATION' })).rejects.toMatchObject(
      refused('conflict', 'department.nameTaken'),
    );
    await expect(createDepartment(ctx(), { name: 'Legal', managerId: 99 })).rejects.toMatchObject(
      refused('invalid'),
    );
    const { id } = await createDepartment(ctx(), { name: 'Legal' });
    await deleteDepartment(ctx(), id);
    expect(await listDepartments(ctx())).toHaveLength(6);
  });
});

it('the overview counts and sums the active, and turnover from twelve months on', async () => {
  await add({ hireDate: isoDate('2026-01-01') });
  expect((await hrOverview(ctx())).turnoverPercent).toBeNull();
  await add({ baseSalary: cents(90_001) });
  await add({ status: 'suspended' });
  await add({ status: 'terminated', lastDay: isoDate('2026-06-30') });
  expect(await hrOverview(ctx())).toMatchObject({
    ...{ totalEmployees: 3, activeEmployees: 2, inactiveEmployees: 1, pendingLeaves: 0 },
    ...{ monthlyPayrollUsd: 135_001, averageSalaryUsd: 67_501, monthlyPayrollSsp: 54_000_400 },
    // One leaver; three employees at the beginning and three now.
    turnoverPercent: 33.3,
  });
});

it('the settings have defaults and are logged when they change', async () => {
  const before = await hrSettings(ctx());
  expect(before).toEqual({
    ...{
      countWeekends: true,
      countHolidays: true,
      carryOverDays: 0,
      monthHours: 176,
      overtimePercent: 100,
    },
  });
  await updateHrSettings(ctx(), { ...before, countWeekends: false });
  expect(await hrSettings(ctx())).toMatchObject({ countWeekends: false });
  const { rows } = await sql`select after from audit_log where entity = 'hrSettings'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ after: { countWeekends: false } }]);
  await updateHrSettings(ctx(), before);
});

describe('a staff list', () => {
  const { department, hireDate, baseSalary, position, phone } = deng;
  const row = { department, hireDate, baseSalary, position, phone };
  const list = [
    { ...row, employeeNumber: 'EMP-007', name: 'Mary Keji Lado', email: 'mary@example.net' },
    { ...row, firstName: 'Peter', lastName: 'Wani', email: 'Peter@example.net' },
  ];
  const load = (rows: Parameters<typeof importEmployees>[1], dryRun = false) =>
    app.db.transaction().execute((db) => importEmployees({ ...ctx(), db }, rows, { dryRun }));

  it('adds and changes employees by number or e-mail; a second time nothing changes', async () => {
    expect(await load(list, true)).toMatchObject({ created: 2 });
    expect((await listEmployees(ctx(), {})).rows).toEqual([]);
    expect(await load(list)).toMatchObject({ created: 2, errors: [] });
    expect(await load(list)).toMatchObject({ created: 0, unchanged: 2, errors: [] });
    const { rows } = await listEmployees(ctx(), {});
    expect(
      rows.map(({ employeeNumber, firstName, lastName }) => [employeeNumber, firstName, lastName]),
    ).toEqual([
      ['EMP-007', 'Mary Keji', 'Lado'],
      ['EMP-008', 'Peter', 'Wani'],
    ]);
    const raised = await load([{ email: 'peter@example.NET', baseSalary: cents(50_000) }]);
    expect(raised).toMatchObject({ updated: 1, errors: [] });
    expect(raised.changes[0]!.fields).toEqual([
      { field: 'baseSalary', before: '450', after: '500' },
    ]);
  });

  it('refuses rows that cannot be told or are incomplete', async () => {
    await add({ email: 'twice@example.net' });
    await add({ email: 'twice@example.net' });
    const { errors } = await load([
      { ...row, firstName: 'No', lastName: 'Key' },
      { email: 'twice@example.net', position: 'x' },
      { ...list[1]!, department: 'Space' },
      { employeeNumber: 'EMP-099', firstName: 'New' },
      list[0]!,
      list[0]!,
      { ...list[1]!, email: 'late@example.net', lastDay: isoDate('2020-01-01') },
    ]);
    expect(errors.map(({ index }) => index)).toEqual([0, 1, 2, 3, 5, 6]);
  });

  it('asks about a new employee who has what another has, in the books or in the file', async () => {
    await add({ bankAccount: '0001234567' });
    const mary = { ...row, firstName: 'Mary', lastName: 'Keji', email: 'mary@example.net' };
    const rows = [
      {
        ...{ ...mary, firstName: 'Jane', email: 'jane@example.net' },
        ...{ employeeNumber: 'EMP-021', bankAccount: '0001 234567' },
      },
      { ...mary, employeeNumber: 'EMP-022' },
      { ...mary, employeeNumber: 'EMP-023' },
      { ...mary, employeeNumber: 'EMP-024', sameEmployee: true },
    ];
    const { outcomes, errors } = await load(rows);
    expect(outcomes).toEqual(['refused', 'created', 'refused', 'created']);
    expect(errors.map(({ message }) => message)).toEqual([
      'EMP-001 Dɛ̈ŋ Akol has the same bank account. Set Same Employee to yes if this is another person.',
      'EMP-022 Mary Keji has the same name and e-mail address. Set Same Employee to yes if this is another person.',
    ]);
  });

  it('is refused without pay.read, and is undone where nothing names its employees', async () => {
    const granted = contextOf(app, staff('support', ['hr.write']));
    await expect(importEmployees(granted, list, { dryRun: true })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    const { made } = await load(list);
    const mary = await getEmployee(ctx(), made[0]!.id);
    await updateEmployee(ctx(), mary.id, { notes: 'kept' });
    const undone = await app.db
      .transaction()
      .execute((db) => removeImportedEmployees({ ...ctx(), db }, made));
    expect(undone).toMatchObject({ removed: 1, kept: [{ entityId: mary.id }] });
  });
});
