import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anAdvance, anEmployee, aRemittance } from '../../../testing/hr-samples.ts';
import { someRates } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { HrPage } from '../hr-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const sums = {
  ...{ grossUsd: 1000, taxUsd: 150, socialUsd: 80, employerUsd: 20, otherUsd: 0, netUsd: 770 },
};
const remitted = { remittedTaxUsd: 150, remittedSocialUsd: 0, remittedOtherUsd: 0 };

beforeEach(() => {
  server = {
    listRates: () => ({ rows: someRates }),
    getOwnTill: () => ({ till: null }),
    listEmployees: () => ({ rows: [anEmployee()], total: 1 }),
    getEmployee: () => anEmployee(),
    listAdvances: () => ({ rows: [anAdvance()], total: 1 }),
    getAdvance: () => ({
      ...anAdvance(),
      movements: [
        {
          ...{ id: 1, kind: 'payroll', date: '2026-10-31', amountUsd: 100, payrollId: 8 },
          ...{ payrollNumber: 'PR-2026-0008', reference: '', createdBy: 'Grace Akol' },
          ...{ account: null, currency: null },
          ...{ isReversed: false, reason: '' },
        },
        {
          ...{ id: 2, kind: 'repayment', date: '2026-11-02', amountUsd: 40, payrollId: null },
          ...{ payrollNumber: '', reference: 'Cash box', createdBy: 'Grace Akol' },
          ...{ account: 'cash', currency: 'USD' },
          ...{ isReversed: false, reason: '' },
        },
      ],
    }),
    listDocumentEntries: () => [],
    listRemittances: () => ({ rows: [aRemittance()], total: 1 }),
    listRemittancesOwed: () => [
      { kind: 'income_tax', accountCode: '2320', owedUsd: 90 },
      { kind: 'social_security', accountCode: '2310', owedUsd: 40.5 },
      { kind: 'other_deductions', accountCode: '2350', owedUsd: 0 },
    ],
    payrollTaxReport: () => ({
      from: '2025-12',
      to: '2026-11',
      months: [
        { month: '2026-09', employees: 1, ...sums, ...remitted },
        { month: '2026-10', employees: 2, ...sums, ...remitted, remittedTaxUsd: 0 },
      ],
      employees: [
        {
          ...{ month: '2026-10', employeeId: 4, employeeNumber: 'EMP-004' },
          ...{ employeeName: 'Mary Akech', ...sums },
        },
      ],
    }),
    exportPayrollTaxReport: () => ({ filename: 'payroll-tax.csv' }),
  };
});

const open = (part: string, role: Parameters<typeof renderAs>[0] = 'admin') =>
  renderAs(role, <HrPage />, `/hr?view=payroll&pay-part=${part}`);

test('an advance is paid in instalments, which are shown while one types', async () => {
  const user = userEvent.setup();
  server = { ...server, createAdvance: () => anAdvance() };
  open('advances');
  await user.click(await screen.findByRole('button', { name: 'New advance' }));
  const form = await openedForm('New advance');
  await user.type(form.getByRole('combobox', { name: /^Employee/ }), 'Mary');
  await user.click(await screen.findByRole('option', { name: /Mary Akech/ }));
  await user.type(form.getByRole('textbox', { name: /^Amount/ }), '300');
  const instalments = form.getByRole('textbox', { name: /^Instalments/ });
  await user.clear(instalments);
  await user.type(instalments, '3');
  expect(form.getByText('$100.00 a month')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: /^Currency/ }), 'SSP');
  expect(form.getByText(/SSP 120,000/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Pay advance' }));
  expect(await screen.findByText('Advance Paid')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/advances').at(-1)?.body).toMatchObject({
    employeeId: '4',
    amountUsd: '300',
    instalments: '3',
    currency: 'SSP',
    account: 'cash',
  });
});

test('the drawer of an advance shows what was repaid, and takes a repayment of what is open', async () => {
  const user = userEvent.setup();
  const refusal = 'Less than this amount is open of ADV-2026-0005.';
  server = { ...server, repayAdvance: () => refuse('rule', refusal, { amountUsd: refusal }) };
  renderAs('admin', <HrPage />, '/hr?view=payroll&pay-part=advances&advance=5');
  const drawer = within(await screen.findByRole('dialog', { name: 'Advance to Mary Akech' }));
  expect(await drawer.findByRole('link', { name: 'PR-2026-0008' })).toBeVisible();
  // Something is repaid.
  expect(drawer.queryByRole('button', { name: 'Reverse' })).toBeNull();
  await user.click(drawer.getByRole('button', { name: 'Record repayment' }));
  const form = await openedForm('Repayment of ADV-2026-0005');
  expect(form.getByRole('textbox', { name: /^Amount/ })).toHaveValue('200.00');
  await user.click(form.getByRole('button', { name: 'Record repayment' }));
  expect(await form.findByText(refusal)).toBeVisible();
  server = { ...server, repayAdvance: () => anAdvance({ repaidUsd: 300, openUsd: 0 }) };
  await user.click(form.getByRole('button', { name: 'Record repayment' }));
  expect(await screen.findByText('Repayment Recorded')).toBeVisible();
});

test('a repayment in money is reversed, a deduction from pay is not', async () => {
  const user = userEvent.setup();
  server = { ...server, reverseRepayment: () => anAdvance() };
  renderAs('admin', <HrPage />, '/hr?view=payroll&pay-part=advances&advance=5');
  const drawer = within(await screen.findByRole('dialog', { name: 'Advance to Mary Akech' }));
  const [reverse, ...others] = await drawer.findAllByRole('button', { name: /^Reverse/ });
  expect(others).toEqual([]);
  await user.click(reverse!);
  const form = within(
    await screen.findByRole('dialog', { name: 'Reverse the repayment of $40.00?' }),
  );
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Wrong advance');
  await user.click(form.getByRole('button', { name: 'Reverse' }));
  expect(await screen.findByText('Reversed')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/advance-repayments/2/reverse')).toHaveLength(1);
});

test('who sees pay without recording payments reads advances and cannot pay them', async () => {
  open('advances', 'ceo');
  expect(await screen.findByText('Mary Akech')).toBeVisible();
  expect(screen.getByRole('button', { name: 'New advance' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('who records payments without seeing pay has payments and remittances only', async () => {
  open('remittances', 'billing');
  expect(await screen.findByText('REM-2026-0006')).toBeVisible();
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
  expect(tabs.slice(5)).toEqual(['Payments', 'Remittances', 'Rates']);
});

test('a remittance proposes what is owed, in pounds those of the month, and what they settle', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    createRemittance: () => aRemittance(),
    openRemittances: ({ query }) =>
      (query as { month: string }).month === '2026-10'
        ? [{ kind: 'social_security', openUsd: 20, openSsp: 6_000 }]
        : [{ kind: 'social_security', openUsd: 0, openSsp: 0 }],
  };
  open('remittances');
  await user.click(await screen.findByRole('button', { name: 'Remit Social security' }));
  const form = within(await screen.findByRole('dialog', { name: 'New remittance' }));
  const amount = form.getByRole('textbox', { name: /^Amount/ });
  await waitFor(() => expect(amount).toHaveValue('40.50'));
  expect(form.getByText('$40.50 owed on account 2310')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: /^Currency/ }), 'SSP');
  await waitFor(() => expect(amount).toHaveValue('6000.00'));
  const settled = form.getByRole('textbox', { name: /^Dollars settled/ });
  await waitFor(() => expect(settled).toHaveValue('20.00'));
  // Booked at 300, and worth 15.00 at 400.
  expect(form.getByText(/booked as \$20\.00\. \$5\.00 are an exchange gain/)).toBeVisible();
  const month = form.getByRole('combobox', { name: /^For the month/ });
  await user.selectOptions(month, '2026-09');
  expect(await form.findByText('Nothing is open for September 2026.')).toBeVisible();
  expect(amount).toHaveValue('');
  await user.selectOptions(month, '2026-10');
  await waitFor(() => expect(amount).toHaveValue('6000.00'));
  await user.click(form.getByRole('button', { name: 'Record remittance' }));
  expect(await screen.findByText('Remittance Recorded')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/remittances').at(-1)?.body).toMatchObject({
    kind: 'social_security',
    amount: '6000.00',
    settledUsd: '20.00',
    currency: 'SSP',
    account: 'bank',
  });
  expect(screen.getByRole('button', { name: 'Remit Other deductions' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a remittance is reversed with a reason', async () => {
  const user = userEvent.setup();
  server = { ...server, reverseRemittance: () => aRemittance({ reversedOn: '2026-11-21' }) };
  open('remittances');
  await user.click(await screen.findByRole('button', { name: 'Reverse REM-2026-0006' }));
  const form = within(await screen.findByRole('dialog', { name: 'Reverse REM-2026-0006?' }));
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Paid twice');
  await user.click(form.getByRole('button', { name: 'Reverse' }));
  expect(await screen.findByText('Reversed')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/remittances/6/reverse').at(-1)?.body).toMatchObject({
    reason: 'Paid twice',
  });
});

test('the tax report adds up its months and exports the chosen period', async () => {
  const user = userEvent.setup();
  open('tax');
  const table = within(
    await screen.findByRole('table', { name: 'Tax and social security by month' }),
  );
  const total = within(table.getByRole('row', { name: /^Total/ }));
  expect(total.getByText('$2,000.00')).toBeVisible();
  expect(total.getByText('$300.00')).toBeVisible();
  expect(total.getByText('$150.00 remitted')).toBeVisible();
  expect(
    screen.getByRole('table', { name: 'Tax and social security of October 2026 by employee' }),
  ).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'First month' }), 'October 2026');
  await user.click(screen.getByRole('button', { name: /^Export/ }));
  await user.click(await screen.findByRole('menuitem', { name: /csv/ }));
  await waitFor(() => expect(served.saved).toEqual(['payroll-tax.csv']));
  const query = served.seen
    .findLast(({ url }) => url.pathname.endsWith('/tax-report/export'))
    ?.url.searchParams.get('from');
  expect(query).toBe('2026-10');
});

const rate = { taxKind: 'flat', taxCurrency: 'USD', socialPoints: 800, employerPoints: 0 };
const payrollDraft = () => ({
  ...{ monthlySalary: 850, baseSalary: 850, overtimeHours: 0, overtimeUsd: 0 },
  ...{ advancesDue: 100, isTaxExempt: false, isSocialExempt: false, exchangeRate: 400 },
  rate: {
    ...{ ...rate, id: 1, validFrom: '2000-01-01', note: '', createdBy: 'system' },
    ...{ brackets: [{ fromAmount: 0, points: 1500 }], createdAt: '2026-01-01T00:00:00.000Z' },
  },
  overlaps: '',
});

test('a form of an address has the focus in its first field once its record has come', async () => {
  let answer: (employee: unknown) => void = () => undefined;
  const getEmployee = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  server = { ...server, payrollDraft, getEmployee };
  renderAs('admin', <HrPage />, '/hr?view=payroll&pay-part=advances&add=payroll&for=4');
  const waiting = await screen.findByRole('dialog', { name: 'Process Payroll' });
  expect(waiting.querySelector('form')).toBeNull();
  answer(anEmployee());
  await openedForm('Process Payroll');
  expect(screen.getByRole('combobox', { name: /^Employee/ })).toHaveFocus();
  expect(waiting).not.toBeInTheDocument();
});

test('an instalment that is removed from a new payroll is not taken', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    payrollDraft,
    createPayroll: () => refuse('rule', 'Not now.'),
  };
  renderAs('admin', <HrPage />, '/hr?view=payroll&pay-part=advances&add=payroll&for=4');
  const form = await openedForm('Process Payroll');
  const advances = form.getByRole('textbox', { name: /^Repaid advances/ });
  await waitFor(() => expect(advances).toHaveValue('100.00'));
  await user.clear(advances);
  expect(within(form.getByRole('status', { name: 'Totals' })).getByText('$654.50')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Process payroll' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/payroll').at(-1)?.body).toMatchObject({
    baseSalary: '850.00',
    advances: '0',
  });
});
