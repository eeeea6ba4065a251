import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../../testing/choose-filter.ts';
import { aLoan, loanFiguresSample } from '../../../testing/loan-samples.ts';
import { aCustomer } from '../../../testing/samples.ts';
import { anItem, anItemDetail } from '../../../testing/stock-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { EquipmentPage } from '../equipment-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let asked: unknown[];

beforeEach(() => {
  localStorage.clear();
  asked = [];
  server = {
    loanStats: () => loanFiguresSample,
    listLoans: ({ query }) => {
      asked.push(query);
      return { rows: [aLoan()], total: 1 };
    },
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'technician', query = '') =>
  renderAs(role, <EquipmentPage />, `/equipment?view=loans${query}`);

test('lists what is on loan with its customer, filtered by status and location', async () => {
  open();
  const row = await screen.findByRole('row', { name: /LN-2026-0009/ });
  expect(row).toHaveTextContent(/MikroTik hAP ac2SN-1/);
  expect(within(row).getByRole('link', { name: 'Juba Tea House' })).toBeVisible();
  const figure = within(screen.getByRole('region', { name: 'To Collect' }));
  expect(await figure.findByText('3')).toBeVisible();
  await chooseFilter('Status', 'On loan');
  await chooseFilter('Location', 'Juba Central');
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({ status: 'out', location: 'Juba Central' }),
    ),
  );
});

test('issues a unit of the stock to a customer', async () => {
  const user = userEvent.setup();
  const unit = { id: 1, customerId: null, updatedAt: '2026-11-20T08:00:00.000Z' };
  server = {
    ...server,
    listCustomers: () => ({ rows: [aCustomer()] }),
    listEquipment: () => ({ rows: [anItem({ isSerialised: true })] }),
    getEquipment: () =>
      anItemDetail({
        isSerialised: true,
        units: [
          { ...unit, serial: 'SN-1', macAddress: 'AA:BB:CC:DD:EE:01', place: 'stock' },
          { ...unit, id: 2, serial: 'SN-2', macAddress: '', place: 'loan' },
        ],
      }),
  };
  open('technician', '&add=loan');
  const form = await openedForm('Issue Equipment');
  await user.click(form.getByRole('button', { name: 'Issue equipment' }));
  expect(await form.findByText('Choose a customer.')).toBeVisible();
  expect(form.getByText('Choose the equipment.')).toBeVisible();
  await user.click(form.getByRole('combobox', { name: /^Customer/ }));
  await user.click(await form.findByRole('option', { name: /Juba Tea House/ }));
  await user.click(form.getByRole('combobox', { name: /^Equipment/ }));
  await user.click(await form.findByRole('option', { name: /MikroTik.*2 available/ }));
  await user.type(await form.findByRole('combobox', { name: /^Serial number/ }), 's');
  await user.click(await form.findByRole('option', { name: /SN-1/ }));
  expect(form.queryByRole('option', { name: /SN-2/ })).toBeNull();
  expect(form.getByRole('textbox', { name: /^MAC address/ })).toHaveValue('AA:BB:CC:DD:EE:01');
  expect(form.queryByRole('textbox', { name: /^Quantity/ })).toBeNull();
  server = { ...server, createLoan: () => refuse('rule', 'SN-1 is not in stock.') };
  await user.click(form.getByRole('button', { name: 'Issue equipment' }));
  expect(await screen.findByText('Failed to issue equipment')).toBeVisible();
  server = { ...server, createLoan: () => aLoan() };
  await user.click(form.getByRole('button', { name: 'Issue equipment' }));
  expect(await screen.findByText('Equipment Issued')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/equipment-loans').at(-1)?.body).toEqual({
    customerId: '3',
    equipmentId: '4',
    serial: 'SN-1',
    macAddress: 'AA:BB:CC:DD:EE:01',
    updateCustomer: true,
  });
});

test('takes equipment back as good, and asks before it is written off', async () => {
  const user = userEvent.setup();
  server = { ...server, returnLoan: () => aLoan({ status: 'good' }) };
  open();
  await user.click(await screen.findByRole('button', { name: 'Take back LN-2026-0009' }));
  let form = within(await screen.findByRole('dialog', { name: 'Take Back LN-2026-0009' }));
  expect(form.getByRole('radio', { name: /^Good/ })).toBeChecked();
  await user.click(form.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Equipment Taken Back')).toBeVisible();
  const sent = () => callsOf(served.seen, 'POST /api/equipment-loans/9/return');
  expect(sent().at(-1)?.body).toEqual({ status: 'good', version: 2 });

  await user.click(screen.getByRole('button', { name: 'Take back LN-2026-0009' }));
  form = within(await screen.findByRole('dialog', { name: 'Take Back LN-2026-0009' }));
  await user.click(form.getByRole('radio', { name: /^Lost/ }));
  await user.click(form.getByRole('button', { name: 'Take back' }));
  let question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/^\$58\.50 is written off today/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toHaveLength(1);
  server = { ...server, returnLoan: () => aLoan({ status: 'lost' }) };
  await user.click(form.getByRole('button', { name: 'Take back' }));
  question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Record as lost' }));
  expect(await screen.findByText('Recorded as Lost')).toBeVisible();
  expect(sent().at(-1)?.body).toEqual({ status: 'lost', version: 2 });
});

test('lists what is to collect by location and customer, with telephone and map', async () => {
  const user = userEvent.setup();
  const gone = { customerStatus: 'Inactive' };
  server = {
    ...server,
    listLoans: ({ query }) => {
      asked.push(query);
      return {
        rows: [
          aLoan(gone),
          aLoan({ ...gone, id: 10, loanNumber: 'LN-2026-0010', serial: 'SN-7' }),
          aLoan({ ...gone, id: 11, loanNumber: 'LN-2026-0011', customerLocation: null }),
        ],
        total: 3,
      };
    },
    returnLoan: () => aLoan({ status: 'good' }),
  };
  open('technician', '&loans-show=collect');
  const juba = within(await screen.findByRole('region', { name: 'Juba Central' }));
  expect(juba.getAllByRole('link', { name: 'Juba Tea House' })).toHaveLength(1);
  expect(juba.getByRole('link', { name: /^Call Juba Tea House/ })).toHaveAttribute(
    'href',
    'tel:+211921000003',
  );
  expect(juba.getByText('MikroTik hAP ac2, SN-7')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Location not known' })).toBeVisible();
  expect(asked).toContainEqual(expect.objectContaining({ collect: 'true', sort: 'location' }));
  await user.click(juba.getByRole('button', { name: 'Take back LN-2026-0010' }));
  expect(await screen.findByRole('dialog', { name: 'Take Back LN-2026-0010' })).toBeVisible();
});

test('who may only read neither issues nor takes back', async () => {
  open('support', '&add=loan');
  expect(await screen.findByRole('button', { name: 'Take back LN-2026-0009' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Issue Equipment' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});
