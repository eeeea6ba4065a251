import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { newSender, passTime, resetMessages } from '@nimule/fixtures/testing/messages';
import type { FakeGateway } from '@nimule/fixtures/testing/servers/gateway';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDisconnect } from '../../billing/disconnect/service.ts';
import { decideDispute, openDispute } from '../../billing/disputes/service.ts';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { transact } from '../../context.ts';
import type { CustomerInput } from '../../customers/schema.ts';
import { createCustomer, setPromise, updateCustomer } from '../../customers/service.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { addDays, dateInJuba, type IsoDate, isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import type { MessageTypeUpdate } from '../schema.ts';
import { type ChannelSender, createSender } from '../sending/service.ts';
import { emailGateway } from '../sending/service-gateways.ts';
import { settleRestoredMessages } from '../service-restored.ts';
import { type AutomaticName, automaticNames } from './rules-types.ts';
import { queueDaily, queueFacts } from './service.ts';
import { updateMessageType } from './service-types.ts';

let app: TestApp;
let gateway: FakeGateway;
const ctx = () => contextOf(app);
const today = () => dateInJuba(app.time.now);
let lastPhone = 0;

const switchTo = (type: AutomaticName, changes: MessageTypeUpdate) =>
  updateMessageType(ctx(), type, changes);
const switchOn = (...types: AutomaticName[]) =>
  Promise.all(types.map((type) => switchTo(type, { isOn: true })));

function customer(input: Partial<CustomerInput> = {}) {
  lastPhone += 1;
  const phone = `+211977${200_000 + lastPhone}`;
  return createCustomer(ctx(), { name: 'Achol Deng', phone, ...input });
}
const invoice = (customerId: number, dueDate?: IsoDate, billDate?: IsoDate) =>
  createManualInvoice(ctx(), {
    customerId,
    description: 'Router',
    amountUsd: cents(65_00),
    ...(dueDate ? { dueDate } : {}),
    ...(billDate ? { billDate } : {}),
  });
const pay = (customerId: number, amount: number) =>
  recordPayment(ctx(), {
    customerId,
    paymentDate: today(),
    account: 'cash',
    currency: 'USD',
    amount: cents(amount),
  });

interface Row {
  type: string;
  event: string;
  channel: string;
  status: string;
  error: string;
  fields: Record<string, unknown>;
}
async function rows(customerId: number | null = null): Promise<Row[]> {
  const found = await sql<Row>`
    select type, event, channel, status, error, fields from messages
    where ${customerId}::bigint is null or customer_id = ${customerId} order by type, event, channel`.execute(
    app.db,
  );
  return found.rows;
}
const told = async () => (await rows()).map(({ type, channel }) => `${type} ${channel}`);
const settled = async () =>
  (await rows()).map(({ type, status, error }) => [type, status, error].filter(Boolean).join(': '));
async function sendBy(sender: ChannelSender): Promise<number> {
  const count = await sender.pass();
  await sender.end();
  return count;
}
const sendSms = () => sendBy(newSender(app));
const sendEmails = () => sendBy(createSender(app, emailGateway(app)));
const goTo = (date: IsoDate) => app.time.set(`${date}T08:00:00Z`);

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  gateway = await resetMessages(app);
  app.sent.length = 0;
  await emptyTables(app, 'message_types', 'outbox', 'outbox_consumers', 'outbox_deliveries');
  await sql`delete from settings where name = 'messages.restored'`.execute(app.db);
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

describe('events of the outbox', () => {
  test('each is told once: drained twice, by two processes, after a rolled back drain', async () => {
    await switchOn('welcome', 'invoice_issued', 'payment_received', 'disconnected', 'restored');
    const { id, version } = await customer();
    await invoice(id);
    await pay(id, 20_00);
    const suspended = await updateCustomer(ctx(), id, {
      version,
      updates: { status: 'Suspended' },
    });
    await expect(
      transact(ctx(), async (tx) => {
        await queueFacts(tx);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await rows()).toEqual([]);
    await Promise.all([queueFacts(ctx()), queueFacts(ctx()), queueFacts(ctx())]);
    await queueFacts(ctx());
    expect(await told()).toEqual([
      'disconnected sms',
      'invoice_issued sms',
      'payment_received sms',
    ]);
    await updateCustomer(ctx(), id, {
      version: suspended.version,
      updates: { status: 'Active' },
    });
    await queueFacts(ctx());
    expect(await told()).toContain('restored sms');
    // The customer is connected: what told of the suspension is not sent.
    expect(await sendSms()).toBe(3);
    expect(await settled()).toEqual([
      'disconnected: cancelled: The customer was connected again meanwhile.',
      'invoice_issued: sent',
      'payment_received: sent',
      'restored: sent',
    ]);
    const texts = gateway.taken.map(({ text }) => text).join('\n');
    expect(texts).toMatch(/invoice INV-2026-\d+ for \$45\.00 is due on/);
    expect(texts).toMatch(/we received \$20\.00, receipt \S+ Your balance is \$45\.00\./);
  });

  test('a customer who was suspended and restored twice in a minute is told once', async () => {
    await switchOn('disconnected', 'restored');
    const { id } = await customer();
    for (const status of ['Suspended', 'Active', 'Suspended', 'Active'] as const)
      await updateCustomer(ctx(), id, { updates: { status } });
    await queueFacts(ctx());
    expect(await told()).toEqual(['restored sms']);
  });

  test('a type begins with what happens after it was switched on, each time', async () => {
    const first = await customer();
    await switchOn('invoice_issued');
    await invoice(first.id);
    const { version } = await switchTo('invoice_issued', { isOn: false });
    await invoice(first.id);
    await queueFacts(ctx());
    expect(await rows()).toEqual([]);
    await switchTo('invoice_issued', { isOn: true, version });
    await invoice(first.id);
    await queueFacts(ctx());
    expect(await told()).toEqual(['invoice_issued sms']);
    await switchTo('invoice_issued', { isOn: false });
    expect(await settled()).toEqual(['invoice_issued: cancelled: It was switched off.']);
  });

  test('what is no longer true is neither queued nor sent', async () => {
    await switchOn('invoice_issued', 'payment_received', 'welcome');
    const gone = await customer();
    await invoice(gone.id);
    await queueFacts(ctx());
    const paid = await customer();
    await invoice(paid.id);
    await pay(paid.id, 65_00);
    await queueFacts(ctx());
    await updateCustomer(ctx(), gone.id, {
      version: gone.version,
      updates: { status: 'Inactive' },
    });
    await pay(gone.id, 10_00);
    await queueFacts(ctx());
    await sendSms();
    expect(await settled()).toEqual([
      'invoice_issued: cancelled: The customer is Inactive meanwhile.',
      'payment_received: sent',
      'payment_received: sent',
      'welcome: cancelled: The customer is Inactive meanwhile.',
      'welcome: sent',
    ]);
  });

  test('after a restore, facts of before are not told', async () => {
    await switchOn('invoice_issued', 'due_soon');
    const { id } = await customer();
    await invoice(id, addDays(today(), 3), addDays(today(), -5));
    await transact(ctx(), settleRestoredMessages);
    await queueFacts(ctx());
    await queueDaily(ctx());
    expect(await rows()).toEqual([]);
    await invoice(id);
    await queueFacts(ctx());
    expect(await told()).toEqual(['invoice_issued sms']);
    passTime(app, 86_400);
    await queueDaily(ctx());
    expect(await told()).toEqual(['invoice_issued sms']);
  });
});

describe('ways', () => {
  test.each([
    ['sms', 'a@mail.example', true, true, ['sms']],
    ['email', 'a@mail.example', true, true, ['email']],
    ['both', 'a@mail.example', true, true, ['email', 'sms']],
    ['email', '', true, true, ['sms']],
    ['email', 'a@mail.example', true, false, ['sms']],
    ['sms', 'a@mail.example', false, true, ['email']],
    ['sms', '', false, true, []],
  ] as const)(
    '%s, address %j, type by SMS %s, by e-mail %s: %j',
    async (contactBy, email, bySms, byEmail, ways) => {
      await switchTo('welcome', { isOn: true, bySms, byEmail });
      await customer({ contactBy, ...(email ? { email } : {}) });
      await queueFacts(ctx());
      expect((await rows()).map(({ channel }) => channel)).toEqual(ways);
    },
  );

  test('e-mails have the invoice or the receipt as PDF, and the invoice shows its e-mail', async () => {
    await switchOn('invoice_issued', 'payment_received');
    const { id } = await customer({ email: 'achol@mail.example', contactBy: 'email' });
    const { id: invoiceId } = await invoice(id);
    await queueFacts(ctx());
    await sendEmails();
    await pay(id, 65_00);
    await queueFacts(ctx());
    await sendEmails();
    const files = app.sent.map(({ to, attachments }) => [
      to,
      attachments[0]!.filename.replace(/\d{6}/, 'N'),
      attachments[0]!.content.subarray(0, 5).toString(),
    ]);
    expect(files).toEqual([
      ['achol@mail.example', 'invoice-INV-2026-N.pdf', '%PDF-'],
      ['achol@mail.example', expect.stringMatching(/^receipt-.*\.pdf$/), '%PDF-'],
    ]);
    const emails =
      await sql`select recipient, status from invoice_emails where invoice_id = ${invoiceId}`.execute(
        app.db,
      );
    expect(emails.rows).toEqual([{ recipient: 'achol@mail.example', status: 'sent' }]);
  });

  test('in the quiet hours only receipts and restored services are told', async () => {
    await switchOn('welcome', 'payment_received');
    const { id } = await customer();
    await pay(id, 10_00);
    app.time.set('2026-11-21T20:00:00Z');
    await queueFacts(ctx());
    await sendSms();
    expect(await settled()).toEqual(['payment_received: sent', 'welcome: queued']);
    app.time.set('2026-11-22T05:00:00Z');
    await sendSms();
    expect(await settled()).toEqual(['payment_received: sent', 'welcome: sent']);
  });
});

describe('days', () => {
  test('an invoice is told before it is due, when it nears the limit, and the day before the disconnection', async () => {
    await switchOn('due_soon', 'nearing_overdue', 'disconnect_tomorrow', 'disconnected');
    const { id } = await customer();
    const due = addDays(today(), 5);
    await invoice(id, due);
    const seen: Record<string, string[]> = {};
    for (let day = 0; day <= 21; day += 1) {
      goTo(addDays(isoDate('2026-11-21'), day));
      await runDisconnect(ctx());
      await Promise.all([queueDaily(ctx()), queueDaily(ctx())]);
      await queueDaily(ctx());
      await queueFacts(ctx());
      await sendSms();
      seen[day] = (await rows(id)).map(({ type, status }) => `${type} ${status}`);
    }
    expect(seen[1]).toEqual([]);
    expect(seen[2]).toEqual(['due_soon sent']);
    expect(seen[14]).toEqual(['due_soon sent']);
    expect(seen[15]).toEqual(['due_soon sent', 'nearing_overdue sent']);
    expect(seen[18]).toEqual(seen[15]);
    expect(seen[19]).toEqual(['disconnect_tomorrow sent', 'due_soon sent', 'nearing_overdue sent']);
    expect(seen[20]).toEqual(['disconnect_tomorrow sent', 'disconnected sent', ...seen[15]!]);
    expect(seen[21]).toEqual(seen[20]);
    expect(gateway.taken.map(({ text }) => text).join('\n')).toMatch(
      /tomorrow unless \$65\.00 is paid today[\s\S]*disconnected: payment is overdue/,
    );
  });

  test('nobody is reminded of a disputed invoice, and after the decision by its day', async () => {
    await switchOn('due_soon', 'nearing_overdue', 'disconnect_tomorrow', 'disconnected');
    const { id } = await customer();
    const { id: invoiceId } = await invoice(id, addDays(today(), 5));
    await openDispute(ctx(), invoiceId, { reason: 'Not ordered' });
    const seen: Record<string, string[]> = {};
    for (let day = isoDate('2026-11-21'); day <= '2027-01-04'; day = addDays(day, 1)) {
      goTo(day);
      if (day === '2026-12-20') await decideDispute(ctx(), invoiceId, { outcome: 'rejected' });
      await runDisconnect(ctx());
      await queueDaily(ctx());
      await queueFacts(ctx());
      await sendSms();
      seen[day] = (await rows(id)).map(({ type, status }) => `${type} ${status}`);
    }
    expect(seen['2026-12-29']).toEqual([]);
    expect(seen['2026-12-30']).toEqual(['nearing_overdue sent']);
    expect(seen['2027-01-02']).toEqual(seen['2026-12-30']);
    expect(seen['2027-01-03']).toEqual(['disconnect_tomorrow sent', 'nearing_overdue sent']);
    expect(seen['2027-01-04']).toContain('disconnected sent');
    goTo(isoDate('2026-11-21'));
  });

  test('a reminder that waits is not sent once the invoice is disputed', async () => {
    await switchOn('due_soon');
    const { id } = await customer();
    const { id: invoiceId } = await invoice(id, addDays(today(), 2));
    goTo(addDays(today(), 1));
    await queueDaily(ctx());
    expect(await rows(id)).toHaveLength(1);
    await openDispute(ctx(), invoiceId, { reason: 'Not ordered' });
    await sendSms();
    expect((await rows(id)).map(({ status, error }) => `${status}: ${error}`)).toEqual([
      'cancelled: The invoice is disputed.',
    ]);
    goTo(isoDate('2026-11-21'));
  });

  test('a promise to pay is told the day before; one that was kept is not', async () => {
    await switchOn('promise_due', 'disconnect_tomorrow');
    const names = ['kept', 'open'];
    const ids: number[] = [];
    for (const name of names) {
      const { id, version } = await customer({ name });
      await invoice(id, addDays(today(), -14), addDays(today(), -20));
      await setPromise(ctx(), id, { until: addDays(today(), 3), reason: 'salary', version });
      ids.push(id);
    }
    goTo(addDays(isoDate('2026-11-21'), 2));
    await queueDaily(ctx());
    await pay(ids[0]!, 65_00);
    await sendSms();
    expect(await settled()).toEqual([
      'promise_due: cancelled: Everything was paid meanwhile.',
      'promise_due: sent',
    ]);
    await queueDaily(ctx());
    expect(await rows()).toHaveLength(2);
  });

  test('a warning that is a day late is not sent', async () => {
    await switchOn('disconnect_tomorrow');
    const { id } = await customer();
    await invoice(id, addDays(today(), -14), addDays(today(), -20));
    await queueDaily(ctx());
    passTime(app, 86_400);
    await sendSms();
    expect(await settled()).toEqual([
      'disconnect_tomorrow: cancelled: It is too late for this message.',
    ]);
  });
});

test('every type is off at first and tells nothing', async () => {
  const { id } = await customer();
  await invoice(id);
  expect(await queueFacts(ctx())).toBe('');
  expect(await queueDaily(ctx())).toBe('');
  expect(await rows()).toEqual([]);
  expect(automaticNames).toHaveLength(14);
});
