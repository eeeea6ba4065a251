import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import { createManualInvoice, listInvoices } from '../../billing/invoices/service.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import type { Ctx } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import { createExpense, deleteExpense } from '../../expenses/service.ts';
import { listUsers } from '../../identity/users/service.ts';
import { bringSearchTextsUpToDate } from '../../jobs/service-search-texts.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createOrder } from '../../procurement/orders/service.ts';
import { createRequisition } from '../../procurement/requisitions/service.ts';
import { createSupplier } from '../../procurement/suppliers/service.ts';
import { searchEverything } from './service.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('admin'));

beforeAll(async () => {
  app = await createTestApp();
  const people = [
    { name: 'Nyachieŋ Dɛ̈ŋ', phone: '+211977123456', email: 'nya@example.ss' },
    { name: 'Nyachien Gatluak', phone: '+211912000111' },
    { name: 'محمد أحمد' },
    { name: 'ገብረ ሥላሴ' },
  ];
  for (const person of people) await createCustomer(ctx(), person);
  const { rows } = await listCustomers(ctx(), { q: 'SC001' });
  const customerId = rows[0]!.id;
  const { id } = await createManualInvoice(ctx(), {
    customerId,
    description: 'Router',
    amountUsd: cents(10_000),
  });
  await recordPayment(ctx(), {
    customerId,
    amount: cents(4_000),
    currency: 'USD',
    account: 'mobile_money',
    paymentDate: isoDate('2026-11-21'),
    reference: 'MoMo-88231-X',
    invoiceIds: [id],
  } as Parameters<typeof recordPayment>[1]);
});
afterAll(() => app.close());

const names = async (q: string) => (await listCustomers(ctx(), { q })).rows.map(({ name }) => name);

describe('customers are found', () => {
  test.each(['Nyachien', 'nyachieŋ', 'NYACHIE\u014a'])(
    'by %s, whichever n was typed',
    async (q) => {
      expect(await names(q)).toEqual(['Nyachieŋ Dɛ̈ŋ', 'Nyachien Gatluak']);
    },
  );
  test.each([
    'nyachieng',
    'den nyachien',
    '0977 123 456',
    '+211977123456',
    '00211 977-123-456',
    '977123456',
    'nyachien 0977123456',
    'nya@example.ss',
  ])('by %s', async (q) => {
    expect(await names(q)).toEqual(['Nyachieŋ Dɛ̈ŋ']);
  });
  test('in Arabic and Ethiopic as typed', async () => {
    expect(await names('أحمد')).toEqual(['محمد أحمد']);
    expect(await names('احمد')).toEqual([]);
    expect(await names('ሥላሴ')).toEqual(['ገብረ ሥላሴ']);
  });
});

test('invoices and payments are found by customer, telephone and payment reference', async () => {
  for (const q of ['Nyachien Den', '0977123456', 'momo-88231', '88231', 'MoMo-88231-X']) {
    const invoices = await listInvoices(ctx(), { q });
    expect([q, invoices.rows.length]).toEqual([q, 1]);
    const payments = await listPayments(ctx(), { q });
    expect([q, payments.rows.length]).toEqual([q, 1]);
  }
  expect((await listPayments(ctx(), { q: '88232' })).rows).toEqual([]);
  expect((await listPayments(ctx(), { q: '8%2' })).rows).toEqual([]);
});

describe('the search for everything', () => {
  test('answers records of every kind, the exact id first', async () => {
    const byReference = await searchEverything(ctx(), 'momo-88231');
    expect(byReference).toMatchObject({
      customers: [],
      invoices: [{ invoiceId: 'INV-2026-000001', status: 'pending', amountUsd: 10_000 }],
      receipts: [{ receiptId: 'RCT-2026-000001', reference: 'MoMo-88231-X' }],
    });
    const byId = await searchEverything(ctx(), 'sc002');
    expect(byId.customers?.map(({ customerId }) => customerId)).toEqual(['SC002']);
    const byNumber = await searchEverything(ctx(), 'INV-2026-000001');
    expect(byNumber.invoices).toHaveLength(1);
    expect(await searchEverything(ctx(), 'nobody at all')).toEqual({
      customers: [],
      invoices: [],
      receipts: [],
      tickets: [],
      expenses: [],
      suppliers: [],
      requisitions: [],
      orders: [],
      equipment: [],
      employees: [],
      sales: [],
      vouchers: [],
    });
  });

  test('finds orders, suppliers, requisitions and equipment for those who may read them', async () => {
    const item = await addItem(ctx(), { name: 'Dish antenna', brand: 'Ubiquiti' });
    const { id: supplierId, supplierCode } = await createSupplier(ctx(), { name: 'Dish Traders' });
    const lines = [{ description: 'Dish', quantity: 1, unitPrice: cents(1) }];
    const day = isoDate('2026-12-01');
    const { poNumber } = await createOrder(ctx(), {
      supplierId,
      expectedDelivery: day,
      items: lines,
    });
    const asked = await createRequisition(ctx(), {
      expectedDeliveryDate: day,
      items: [{ description: 'Dish', quantity: 1, unitCostUsd: cents(1) }],
    });
    for (const q of [item.equipmentId.toLowerCase(), 'DISH ant', 'ubiquiti'])
      expect((await searchEverything(ctx(), q)).equipment).toEqual([
        expect.objectContaining({ id: item.id, name: 'Dish antenna', brand: 'Ubiquiti' }),
      ]);
    expect(await searchEverything(ctx(), poNumber)).toMatchObject({ orders: [{ poNumber }] });
    expect(await searchEverything(ctx(), 'dish tr')).toMatchObject({
      suppliers: [{ supplierCode }],
      orders: [{ poNumber }],
    });
    expect(await searchEverything(ctx(), asked.requisitionId)).toMatchObject({
      requisitions: [{ requisitionId: asked.requisitionId }],
    });
    const visitor = { ...ctx(), actor: { kind: 'visitor' } as const };
    expect(await searchEverything(visitor, 'dish')).toMatchObject({
      suppliers: null,
      requisitions: null,
      orders: null,
      equipment: null,
    });
  });

  test('finds expenses by number, the exact one first, and by vendor, but no deleted one', async () => {
    const fuel = {
      date: isoDate('2026-11-20'),
      location: 'Nile Petrol',
      description: 'Fuel',
      expenseType: 'operating_expense',
      category: 'utilities',
      amount: cents(40_00),
      account: 'checking',
    } as const;
    const { transactionId } = await createExpense(ctx(), fuel);
    const other = await createExpense(ctx(), { ...fuel, notes: `as ${transactionId}` });
    const found = async (q: string) =>
      (await searchEverything(ctx(), q)).expenses?.map((one) => one.transactionId);
    expect(await found(transactionId.toLowerCase())).toEqual([transactionId, other.transactionId]);
    await deleteExpense(ctx(), other.id);
    expect(await found('nile pet')).toEqual([transactionId]);
  });

  test('answers the receipt of exactly this reference before newer ones that begin with it', async () => {
    const { rows } = await listCustomers(ctx(), { q: 'SC003' });
    const pay = (reference: string) =>
      recordPayment(ctx(), {
        customerId: rows[0]!.id,
        amount: cents(1_000),
        currency: 'USD',
        account: 'mobile_money',
        paymentDate: isoDate('2026-11-21'),
        reference,
      } as Parameters<typeof recordPayment>[1]);
    await pay('Airtel-7');
    for (let made = 0; made < 7; made += 1) await pay(`Airtel-7${made}`);
    const found = (await searchEverything(ctx(), 'AIRTEL-7')).receipts;
    expect(found).toHaveLength(6);
    expect(found?.map(({ reference }) => reference).slice(0, 2)).toEqual(['Airtel-7', 'Airtel-76']);
  });

  test('answers at most six of a kind', async () => {
    for (let made = 0; made < 8; made += 1) await createCustomer(ctx(), { name: `Lual ${made}` });
    expect((await searchEverything(ctx(), 'lual')).customers).toHaveLength(6);
  });
});

test('search texts of an earlier version are written anew, once and whole', async () => {
  await sql`update customers set search_text = lower(name)`.execute(app.db);
  await sql`update users set search_text = 'old'`.execute(app.db);
  await sql`delete from settings where name = 'searchTexts'`.execute(app.db);
  expect(await names('nyachien')).toEqual(['Nyachien Gatluak']);
  await Promise.all([bringSearchTextsUpToDate(app), bringSearchTextsUpToDate(app)]);
  expect(await names('nyachien')).toEqual(['Nyachieŋ Dɛ̈ŋ', 'Nyachien Gatluak']);
  await sql`update customers set search_text = 'kept' where customer_id = 'SC001'`.execute(app.db);
  await bringSearchTextsUpToDate(app);
  expect(await names('kept')).toEqual(['Nyachieŋ Dɛ̈ŋ']);
  expect((await listUsers(ctx(), { q: 'old' })).rows).toEqual([]);
});
