import { createManualInvoice } from '@nimule/core/billing/invoices/service';
import { createCustomer } from '@nimule/core/customers/service';
import { cents } from '@nimule/core/kernel/money';
import { REFUSING_NUMBER } from '@nimule/core/ports/payments/simulated';
import type { PaymentsPort } from '@nimule/core/ports/payments/types';
import { begin, newOrder, passSeconds } from '@nimule/fixtures/testing/payments';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

interface Request {
  id: number;
  status: string;
  documentNumber: string;
}

let shell: Shell;
let app: TestApp;
let customer: string;
let invoice: string;

beforeAll(async () => {
  shell = await openShell();
  app = shell.app;
  const ctx = contextOf(app);
  const made = await createCustomer(ctx, {
    name: 'Akol Deng',
    location: 'Wau',
    phone: '+211912345678',
  });
  customer = made.customerId;
  const charge = { customerId: made.id, description: 'Cable', amountUsd: cents(50_00) };
  invoice = (await createManualInvoice(ctx, charge)).invoiceId;
});
afterAll(() => shell.close());

const isp = (line: string) => shell.isp(line);

describe('isp payments request', () => {
  it('asks a customer for an invoice, which is paid when the provider says so', async () => {
    const asked = (await shell.json(
      `payments request ${customer.toLowerCase()} 20000 --invoice ${invoice}`,
    )) as Request;
    expect(asked).toMatchObject({
      status: 'requested',
      what: 'Akol Deng',
      phone: '+211912345678',
      currency: 'SSP',
      amount: 20_000,
      isSimulated: true,
    });
    passSeconds(app, 5);
    const paid = (await shell.json(`payments check ${asked.id}`)) as Request;
    expect(paid).toMatchObject({ status: 'paid', documentNumber: 'RCT-2026-000001' });
    expect(await shell.json(`payments requests --customer ${customer} --status paid`)).toHaveLength(
      1,
    );
    const shown = await isp(`payments show ${asked.id} --format table`);
    expect(shown.stdout).toMatch(/Document +RCT-2026-000001/);
    expect(shown.stdout).toContain('simulated: paid, no money moved');
    expect(await shell.json(`payments show ${asked.id}`)).toMatchObject({ mayRefund: false });
    const refund = await isp(`payments refund ${asked.id} --reason x`);
    expect([refund.code, refund.stderr]).toEqual([7, expect.stringContaining('Reverse')]);
  });

  it('refuses an unknown customer, an invoice of another, an amount and a number', async () => {
    expect((await isp('payments request SC999 100')).code).toBe(5);
    expect((await isp(`payments request ${customer} 100 --invoice INV-2020-000001`)).code).toBe(5);
    for (const wrong of ['0', 'much', '100 --phone 123', '100 --currency EUR'])
      expect((await isp(`payments request ${customer} ${wrong}`)).code).toBe(2);
  });
});

it('shows a payment that failed, and refuses what is no request', async () => {
  const { id } = await begin(app, newOrder({ phone: REFUSING_NUMBER }));
  passSeconds(app, 5);
  expect(await shell.json(`payments check ${id}`)).toMatchObject({
    status: 'failed',
    problem: 'The payer refused the payment.',
  });
  expect(await shell.json('payments requests --status failures --purpose wifi')).toMatchObject([
    { what: 'Half Day', status: 'failed' },
  ]);
  for (const command of ['show', 'check', 'accept', 'refund']) {
    const reason = command === 'accept' || command === 'refund' ? ' --reason x' : '';
    expect((await isp(`payments ${command} 999${reason}`)).code).toBe(5);
    expect((await isp(`payments ${command} abc${reason}`)).code).toBe(2);
  }
  expect((await isp(`payments accept ${id} --reason x`)).code).toBe(7);
});

it('takes money that another telephone paid, and records that it was given back', async () => {
  const own = app.ports.payments;
  const otherPayer: PaymentsPort = {
    ...own,
    async look(ask) {
      const answer = await own.look(ask);
      return answer.kind === 'paid' ? { ...answer, payer: '+211912000999' } : answer;
    },
  };
  app.ports.payments = otherPayer;
  const { id } = await begin(app);
  passSeconds(app, 5);
  const check = (await shell.json(`payments check ${id}`)) as Request;
  app.ports.payments = own;
  expect(check.status).toBe('review');
  const accepted = (await shell.json(`payments accept ${id} --reason "his brother"`)) as Request;
  expect(accepted).toMatchObject({ status: 'paid', documentNumber: 'WF-2026-000001' });
  const sums = await shell.json('wifi sessions --status active');
  expect(sums).toMatchObject([{ saleNumber: 'WF-2026-000001', isRefunded: false }]);
  expect(
    await shell.json(`payments refund ${id} --reason "no power" --reference RF1`),
  ).toMatchObject({ status: 'refunded', refund: { reference: 'RF1', reason: 'no power' } });
  expect(await shell.json('wifi sessions --status ended')).toMatchObject([{ isRefunded: true }]);
});
