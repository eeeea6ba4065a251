import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  aDepartment,
  aDepartmentWithoutPay,
  anEmployee,
  anEmployeeWithoutPay,
  hrFigures,
  hrFiguresWithoutPay,
  someHrSettings,
} from '../../testing/hr-samples.ts';
import { someRates } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { HrPage } from './hr-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  server = {
    hrOverview: () => hrFigures,
    listDepartments: () => [aDepartment()],
    getHrSettings: () => someHrSettings,
    listEmployees: () => ({ rows: [anEmployee()], total: 1 }),
    getEmployee: () => anEmployee(),
    listUsers: () => ({ rows: [], total: 0 }),
    listRates: () => ({ rows: someRates }),
    listLeaveRequests: () => ({ rows: [], total: 0 }),
    listLeaveBalances: () => ({ rows: [], total: 0 }),
    listEmployeeAttachments: () => [],
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'manager', query = '') =>
  renderAs(role, <HrPage />, `/hr${query}`);
const address = () => screen.getByLabelText('Address').textContent;
/** What a role without pay.read gets. */
const withoutPay: StubServer = {
  hrOverview: () => hrFiguresWithoutPay,
  listDepartments: () => [aDepartmentWithoutPay()],
  listEmployees: () => ({ rows: [anEmployeeWithoutPay()], total: 1 }),
  getEmployee: () => anEmployeeWithoutPay(),
};

test('shows five tabs, figures with the sample of the turnover, departments and the way back', async () => {
  open();
  const tabs = within(screen.getByRole('tablist')).getAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Employees',
    'Payroll',
    'Leave Management',
    'Attendance',
  ]);
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
  expect(await screen.findByText('4 active, 1 inactive')).toBeVisible();
  const payroll = within(screen.getByRole('region', { name: 'Monthly Payroll' }));
  expect(payroll.getByText('$3,400.00')).toBeVisible();
  expect(payroll.getByText('SSP 1,360,000')).toBeVisible();
  expect(screen.getByText('Payroll: 4 to approve, 1 to pay.')).toBeVisible();
  const turnover = within(screen.getByRole('region', { name: 'Turnover' }));
  expect(turnover.getByText('5%')).toBeVisible();
  expect(turnover.getByText('sample')).toBeVisible();
  const departments = within(await screen.findByRole('list', { name: 'Departments' }));
  expect(departments.getByText('$2,400.00')).toBeVisible();
  expect(departments.getByText('Mary Akech')).toBeVisible();
});

test('without the permission for salaries the overview and the cards name no money', async () => {
  const user = userEvent.setup();
  server = { ...server, ...withoutPay };
  open('billing');
  expect(await screen.findByText('4 active, 1 inactive')).toBeVisible();
  await screen.findByRole('list', { name: 'Departments' });
  for (const name of ['Monthly Payroll', 'Average Salary'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(document.body.textContent).not.toMatch(/\$|Budget|salar|to approve/i);
  await user.click(screen.getByRole('tab', { name: 'Employees' }));
  const list = within(await screen.findByRole('list', { name: 'Employees' }));
  expect(list.queryByText(/\$/)).toBeNull();
  expect(list.queryByRole('button', { name: /^Process Payroll/ })).toBeNull();
  expect(list.getByRole('button', { name: /^Edit/ })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('option', { name: /salary/i })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Paid by' })).toBeNull();
});

test('without the permission for salaries the drawer shows neither pay nor contract papers', async () => {
  server = { ...server, ...withoutPay };
  open('billing', '?view=employees&employee=4');
  const drawer = within(await screen.findByRole('dialog', { name: 'Mary Akech' }));
  expect(await drawer.findByRole('region', { name: 'Leave' })).toBeVisible();
  expect(drawer.queryByRole('region', { name: 'Pay' })).toBeNull();
  expect(drawer.queryByRole('region', { name: 'Contract papers' })).toBeNull();
});

test('a card has the salary, Edit and Process Payroll', async () => {
  const user = userEvent.setup();
  open('manager', '?view=employees');
  const list = within(await screen.findByRole('list', { name: 'Employees' }));
  expect(list.getByText('$850.00')).toBeVisible();
  expect(list.getByText('Network engineer')).toBeVisible();
  expect(list.getByText('Active')).toBeVisible();
  server.payrollDraft = () => new Promise(() => {});
  await user.click(list.getByRole('button', { name: 'Process Payroll Mary Akech' }));
  await waitFor(() => expect(address()).toBe('/hr?view=employees&add=payroll&for=4'));
});

test('the order of the cards is asked of the server', async () => {
  const user = userEvent.setup();
  open('manager', '?view=employees');
  await screen.findByRole('list', { name: 'Employees' });
  const order = screen.getByRole('combobox', { name: 'Order' });
  await user.selectOptions(order, 'Highest salary');
  await waitFor(() =>
    expect(served.seen.some(({ url }) => url.searchParams.get('sort') === '-baseSalary')).toBe(
      true,
    ),
  );
  expect(order).toHaveValue('-baseSalary');
});

test('adds an employee, with the words of the server at the fields', async () => {
  const user = userEvent.setup();
  const taken = 'Another employee has this address.';
  server = {
    ...server,
    createEmployee: () => refuse('conflict', taken, { email: taken }),
  };
  open('manager', '?view=employees');
  await user.click(screen.getByRole('button', { name: 'Add Employee' }));
  const form = await openedForm('Add Employee');
  const box = (name: RegExp) => form.getByRole('textbox', { name });
  // Without a key press for each letter, which takes seconds.
  const type = (name: RegExp, value: string) => fireEvent.change(box(name), { target: { value } });
  const send = () => user.click(form.getByRole('button', { name: 'Add employee' }));
  await send();
  expect(await form.findByText('The first name is required.')).toBeVisible();
  expect(form.getByText('Choose a department.')).toBeVisible();
  type(/^First name/, 'Mary');
  type(/^Last name/, 'Akech');
  type(/^Email/, 'mary@nimule.example');
  type(/^Telephone/, '0912000004');
  type(/^Position/, 'Engineer');
  type(/^Monthly salary/, '850');
  await user.selectOptions(form.getByRole('combobox', { name: /^Department/ }), '1');
  await send();
  expect(await form.findByText(taken)).toBeVisible();
  server = { ...server, createEmployee: () => anEmployee() };
  await send();
  expect(await screen.findByText('Employee Added')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/employees').at(-1)?.body).toMatchObject({
    firstName: 'Mary',
    departmentId: '1',
    baseSalary: '850',
    lastDay: '',
    managerId: null,
    userId: null,
    status: 'active',
  });
});

test('editing without the permission for salaries sends no field of pay', async () => {
  const user = userEvent.setup();
  server = { ...server, ...withoutPay, updateEmployee: () => anEmployeeWithoutPay() };
  // Somebody who was granted the right to change employees alone.
  renderAs('billing', <HrPage />, '/hr?view=employees', ['hr.write']);
  await user.click(await screen.findByRole('button', { name: 'Edit Mary Akech' }));
  const form = await openedForm('Edit EMP-004');
  expect(form.queryByRole('textbox', { name: /salary/i })).toBeNull();
  await user.type(form.getByRole('textbox', { name: /^Position/ }), ' II');
  await user.click(form.getByRole('button', { name: 'Save employee' }));
  expect(await screen.findByText('Employee Updated')).toBeVisible();
  const sent = callsOf(served.seen, 'PUT /api/hr/employees/4').at(-1)?.body as object;
  expect(sent).toMatchObject({ position: 'Network engineer II', version: 3 });
  for (const name of ['baseSalary', 'bankAccount', 'payBy', 'notes', 'isTaxExempt'])
    expect(sent).not.toHaveProperty(name);
});

test('a failed list says so and is read again; an empty one says what to do', async () => {
  const user = userEvent.setup();
  server = { ...server, listEmployees: () => refuse('unavailable', 'The database is down.') };
  open('manager', '?view=employees');
  expect(await screen.findByText('The database is down.')).toBeVisible();
  server = { ...server, listEmployees: () => ({ rows: [], total: 0 }) };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No employees yet')).toBeVisible();
});

test('a department without a budget takes one, and keeps its manager', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    listDepartments: () => [aDepartment({ budget: null, employees: 0 })],
    updateDepartment: () => aDepartment(),
  };
  open();
  await user.click(await screen.findByRole('button', { name: 'Edit Network Operations' }));
  const form = await openedForm('Edit Network Operations');
  await user.type(form.getByRole('textbox', { name: /^Budget/ }), '2400');
  await user.click(form.getByRole('button', { name: 'Save department' }));
  expect(await screen.findByText('Department Updated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/hr/departments/1').at(-1)?.body).toMatchObject({
    name: 'Network Operations',
    budget: '2400',
    managerId: 4,
  });
});
