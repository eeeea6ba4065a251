import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { createCustomer } from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { sendSms } from '../campaigns/service.ts';
import { type RecipientType, recipientTypes } from '../schema.ts';
import { sendUntilIdle } from '../sending/service.ts';
import { listMessages } from '../service.ts';
import { defaultSettings } from '../settings/rules.ts';
import { updateMessageSettings } from '../settings/service.ts';
import { previewSms } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);

beforeAll(async () => {
  app = await createMarkedApp();
  // Numbers that are missing, doubled or unusable, every place and status, refusals of news.
  await sql`
    insert into customers (customer_id, name, type, phone, location, package_type, monthly_fee_cents, connection_fee_cents,
      other_expenses_cents, service_start_date, status, refuses_news, search_text, created_at, updated_at)
    select 'T' || n, case when n % 50 = 0 then 'أكول' else 'Customer ' || n end, 'individual',
      case when n % 7 = 0 then '' when n % 31 = 0 then 'none' when n % 11 = 0 then '+211977000001' else '+2119' || lpad(n::text, 8, '0') end,
      (array['Juba Central','Juba Commercial','Wau','Malakal','Bentiu'])[1 + n % 5], 'Flexible Plan', 0, 0, 0, '2026-01-01',
      (array['Active','Active','Suspended','Inactive'])[1 + n % 4], n % 13 = 0, 'customer', now(), now()
    from generate_series(1, 600) n`.execute(app.db);
  await sql`
    insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, paid_cents, rate_cents, ssp_cents,
      description, receivable_account, created_at, created_by)
    select 1000 + n, 'X-' || n, c.id, 'manual', '2026-10-01', '2026-11-01'::date + (n % 14), (array['pending','overdue'])[1 + n % 2], 1000 + n, n % 3, 40000, 400000 + 400 * n,
      'Cable', '1210', now(), 'test'
    from generate_series(1, 200) n join customers c on c.customer_id = 'T' || (3 * n)`.execute(
    app.db,
  );
});
afterAll(() => app.close());

/** The rules written once more, plainly. */
const wheres: Record<Exclude<RecipientType, 'custom_list'>, string> = {
  all_customers: `status in ('Active', 'Suspended')`,
  juba_customers: `status <> 'Inactive' and location like 'Juba%'`,
  wau_customers: `status <> 'Inactive' and location = 'Wau'`,
  bentiu_customers: `status <> 'Inactive' and location = 'Bentiu'`,
  overdue_payments: `id in (select customer_id from invoices where status = 'overdue' or (status = 'pending' and due_date <= date '2026-11-21' - 15))`,
};

describe.each(recipientTypes.filter((type) => type !== 'custom_list'))('%s', (recipientType) => {
  test.each([false, true])('are who they should be, about news: %s', async (isNews) => {
    const news = isNews ? 'and not refuses_news' : '';
    const { rows: expected } = await app.pool.query<{ recipient: string; customer_id: number }>(
      `select phone as recipient, min(id) as customer_id from customers
       where ${wheres[recipientType]} ${news} and phone like '+211%' group by phone order by 2`,
    );
    const { rows: all } = await app.pool.query(
      `select count(*) as count from customers where ${wheres[recipientType]}`,
    );
    const input = { recipientType, isNews, message: 'Dear {name}, you owe {balance}.' };
    const preview = await previewSms(ctx(), input);
    const campaign = await sendSms(ctx(), input);
    const { rows } = await app.pool.query(
      'select recipient, customer_id from messages where campaign_id = $1 order by id',
      [campaign.id],
    );
    expect(rows).toEqual(expected);
    expect(expected.length).toBeGreaterThan(10);
    expect(campaign).toMatchObject({
      recipients: expected.length,
      queued: expected.length,
      leftOut: all[0].count - expected.length,
      status: 'queued',
    });
    expect(preview.recipients).toBe(expected.length);
    expect(preview.leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(campaign.leftOut);
    expect(preview.first.map(({ customerId }) => customerId)).toEqual(
      expected.slice(0, 10).map(({ customer_id }) => customer_id),
    );
    // The parts of all texts, counted one by one: an Arabic name makes a text UCS-2.
    const { rows: names } = await app.pool.query<{ name: string; fields: { balance: number } }>(
      'select name, fields from messages where campaign_id = $1',
      [campaign.id],
    );
    expect(preview.totalParts).toBe(names.length);
  });
});

describe('a list', () => {
  const list = [
    'Name,Number',
    'Achol Garang,0977 123 456',
    '+211977123457; Deng',
    '0977123458, 0977123459',
    '977123456',
    '12345',
    '0977000001',
  ].join('\n');

  test('takes names, finds customers, and reports doubles and what is no number', async () => {
    const input = { recipientType: 'custom_list' as const, list, message: 'Hello' };
    const preview = await previewSms(ctx(), input);
    expect(preview.recipients).toBe(5);
    expect(preview.leftOut).toEqual([
      { reason: 'No usable telephone number', count: 1, names: ['12345'] },
      { reason: 'The same number as an earlier recipient', count: 1, names: ['+211977123456'] },
    ]);
    const campaign = await sendSms(ctx(), input);
    expect(campaign).toMatchObject({ recipients: 5, leftOut: 2 });
    expect(preview.first.map(({ name, phone }) => [name, phone])).toEqual([
      ['Achol Garang', '+211977123456'],
      ['Deng', '+211977123457'],
      ['', '+211977123458'],
      ['', '+211977123459'],
      [expect.stringContaining('Customer'), '+211977000001'],
    ]);
  });

  test('leaves out who has no name when the text needs one', async () => {
    const input = { recipientType: 'custom_list' as const, list, message: 'Dear {name}' };
    const preview = await previewSms(ctx(), input);
    expect(preview.recipients).toBe(3);
    expect(preview.leftOut.map(({ reason, count }) => [reason, count])).toContainEqual([
      'No name, which the text needs',
      2,
    ]);
    expect(await sendSms(ctx(), input)).toMatchObject({ recipients: 3, leftOut: 4 });
  });

  test('without a number is refused', async () => {
    const input = { recipientType: 'custom_list' as const, list: 'Achol\nDeng', message: 'Hello' };
    await expect(sendSms(ctx(), input)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await previewSms(ctx(), input)).recipients).toBe(0);
  });
});

test('a text with fields is filled with the values of now, and its cost is known', async () => {
  const { id, customerId } = await createCustomer(ctx(), {
    name: 'Nyandeng Lual',
    phone: '+211922000001',
  });
  await createManualInvoice(ctx(), {
    customerId: id,
    description: 'Cable',
    amountUsd: cents(125_50),
    dueDate: isoDate('2026-11-25'),
  });
  app.time.set('2026-12-20T08:00:00Z');
  await updateMessageSettings(ctx(), { ...defaultSettings, pricePerPart: '0.035' });
  const message = '{name} owes {amount} ({amountSsp}) since {dueDate}: {invoice}, in all {balance}';
  const preview = await previewSms(ctx(), { recipientType: 'overdue_payments', message });
  expect(preview.problem).toBeNull();
  const campaign = await sendSms(ctx(), { recipientType: 'overdue_payments', message });
  const { rows } = await app.pool.query(
    'select fields from messages where campaign_id = $1 and customer_id = $2',
    [campaign.id, id],
  );
  expect(rows).toEqual([
    {
      fields: {
        amount: 12550,
        amountSsp: 5_020_000,
        balance: 12550,
        dueDate: '2026-11-25',
        invoice: 'INV-2026-000001',
      },
    },
  ]);
  expect(Number(preview.costUsd)).toBeCloseTo(preview.totalParts * 0.035, 2);
  expect(customerId).toBe('SC001');
  // Who pays before the message is sent is not reminded.
  await recordPayment(ctx(), {
    customerId: id,
    paymentDate: isoDate('2026-12-20'),
    account: 'cash',
    currency: 'USD',
    amount: cents(125_50),
  });
  await app.pool.query(`update campaigns set status = 'stopped' where id <> $1`, [campaign.id]);
  expect(await sendUntilIdle(app)).toBe(campaign.recipients - 1);
  const cancelled = await listMessages(ctx(), { campaign: campaign.id, status: 'cancelled' });
  expect(cancelled.rows).toMatchObject([{ customerId: id, error: 'Nothing is overdue any more.' }]);
  app.time.set('2026-11-21T08:00:00Z');
});

test.each(['Dear {nam}', 'Dear {name', '{amount} is due'])('%s is refused', async (message) => {
  const input = { recipientType: 'all_customers' as const, message };
  expect((await previewSms(ctx(), input)).problem).toBeTruthy();
  await expect(sendSms(ctx(), input)).rejects.toMatchObject({
    fields: { message: expect.any(String) },
  });
});
