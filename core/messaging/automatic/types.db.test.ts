import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { resetMessages } from '@nimule/fixtures/testing/messages';
import { startSmtpServer, type TestSmtp } from '@nimule/fixtures/testing/servers/smtp-server';
import { createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualInvoice, getInvoice } from '../../billing/invoices/service.ts';
import { createContext } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import type { Role } from '../../identity/roles.ts';
import { invoke } from '../../invoke.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { smtpEmail } from '../../ports/email.ts';
import { getCampaign, retryCampaign } from '../campaigns/service.ts';
import { createSender } from '../sending/service.ts';
import { emailGateway } from '../sending/service-gateways.ts';
import { listMessages, sendMessageAgain } from '../service.ts';
import { emailInvoices, previewInvoiceEmails } from './service-invoices.ts';
import { listMessageTypes, previewMessageType, updateMessageType } from './service-types.ts';

let app: TestApp;
let server: TestSmtp;
const ctx = (role: Role = 'master_admin') => createContext(app, staff(role));
const NOVEMBER = isoMonth('2026-11');

beforeAll(async () => {
  app = await createTestApp();
  server = await startSmtpServer();
});
beforeEach(async () => {
  await resetMessages(app);
  server.received.length = 0;
  server.refuse = () => undefined;
  await emptyTables(app, 'message_types', 'invoice_emails');
});
afterAll(async () => {
  await closePdf();
  await server.close();
  await app.close();
});

describe('types', () => {
  test('all are off with English texts, until they are changed', async () => {
    const types = await listMessageTypes(ctx());
    expect(types).toHaveLength(14);
    expect(types.every(({ isOn, version }) => !isOn && version === 0)).toBe(true);
    expect(types.find(({ type }) => type === 'due_soon')).toMatchObject({ days: 3 });
    const changes = { isOn: true, days: 5, smsText: 'Pay {amount} by {dueDate}', version: 0 };
    const changed = await updateMessageType(ctx(), 'due_soon', changes);
    expect(changed).toMatchObject({ isOn: true, days: 5, version: 1, switchedOnAt: app.time.now });
    expect(await listMessageTypes(ctx())).toContainEqual(changed);
    await expect(updateMessageType(ctx(), 'due_soon', changes)).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  test.each([
    [{ smsText: 'Dear {nmae}' }, 'smsText', /Did you mean {name}\?/],
    [{ emailSubject: 'Receipt {receipt}' }, 'emailSubject', /There is no field {receipt}/],
    [{ emailText: '{name' }, 'emailText', /is not closed/],
    [{ emailText: '' }, 'emailText', /required/],
    [{ days: 3 }, 'days', /fixed/],
    [{ isOn: true, bySms: false, byEmail: false }, 'bySms', /Choose SMS/],
  ])('%j is refused', async (changes, field, message) => {
    const refused = updateMessageType(ctx(), 'welcome', changes);
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid',
      fields: { [field]: expect.stringMatching(message) },
    });
    expect((await listMessageTypes(ctx())).at(-1)).toMatchObject({ isOn: false, version: 0 });
  });

  test('a preview has the values of a customer, or examples', async () => {
    const empty = await previewMessageType(ctx(), 'payment_received', {});
    expect(empty.sms).toMatch(/^Dear .*, we received USD 99,999\.99, receipt RCT/);
    const { id } = await createCustomer(ctx(), { name: 'عزيز دينق' });
    const { invoiceId } = await createManualInvoice(ctx(), {
      customerId: id,
      description: 'Router',
      amountUsd: cents(12_50),
    });
    const given = { customerId: id, smsText: '{name}: {invoice}, {amount}, {balance}' };
    expect(await previewMessageType(ctx(), 'due_soon', given)).toMatchObject({
      customer: 'عزيز دينق',
      sms: `عزيز دينق: ${invoiceId}, $12.50, $12.50`,
      parts: { encoding: 'ucs2' },
    });
    await expect(
      previewMessageType(ctx(), 'welcome', { customerId: 999_999 }),
    ).rejects.toMatchObject({ kind: 'notFound' });
    await expect(previewMessageType(ctx(), 'nothing', {})).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  test.each([
    ['admin', 'updateMessageType', true],
    ['billing', 'updateMessageType', false],
    ['support', 'updateMessageType', false],
    ['support', 'previewMessageType', true],
    ['billing', 'emailInvoices', true],
    ['technician', 'emailInvoices', false],
  ] as const)('%s, %s: %s', async (role, operation, isAllowed) => {
    const input =
      operation === 'emailInvoices'
        ? { body: { month: '2024-01' } }
        : { params: { type: 'welcome' }, body: {} };
    const outcome = await invoke(app, staff(role), operation, input).catch((error) => error.kind);
    expect(outcome === 'forbidden').toBe(!isAllowed);
  });
});

describe('the invoices of a month', () => {
  const email = (to: string) => createCustomer(ctx(), { name: to, ...(to ? { email: to } : {}) });
  async function invoiceTo(customerId: number): Promise<number> {
    const input = { customerId, description: 'Router', amountUsd: cents(20_00) };
    return (await createManualInvoice(ctx(), input)).id;
  }
  async function sendAll(): Promise<void> {
    const port = smtpEmail(server.url, 'Nimule <info@nimule.example>');
    const sender = createSender(app, emailGateway({ ports: { ...app.ports, email: port } }));
    while ((await sender.pass()) > 0);
    await sender.end();
    port.close();
  }

  test('are e-mailed once, each with its PDF; the invoices show it', async () => {
    const { id } = await email('two@mail.example');
    const ids = [await invoiceTo(id), await invoiceTo(id)];
    const nobody = await createCustomer(ctx(), { name: 'No address' });
    await invoiceTo(nobody.id);
    const sent = await emailInvoices(ctx('billing'), NOVEMBER);
    expect(sent).toMatchObject({
      campaignId: 'EML-2026-000001',
      channel: 'email',
      recipientType: 'invoices',
      recipients: 2,
    });
    const missing = sent.leftOutBecause.find(({ reason }) => reason === 'No e-mail address');
    expect(missing?.names.join()).toContain('No address');
    expect(sent.leftOut).toBe(sent.leftOutBecause.reduce((sum, { count }) => sum + count, 0));
    await expect(emailInvoices(ctx('billing'), NOVEMBER)).rejects.toMatchObject({
      fields: { month: expect.stringMatching(/E-mailed already: 2/) },
    });
    await sendAll();
    expect(await getCampaign(ctx(), sent.id)).toMatchObject({ status: 'done', sent: 2 });
    expect(server.received.map(({ to }) => to)).toEqual(['two@mail.example', 'two@mail.example']);
    for (const { source } of server.received) {
      expect(source).toMatch(/Subject: Invoice INV-2026-\d+ from Nimule Networks/);
      expect(source).toMatch(/filename=invoice-INV-2026-\d+\.pdf/);
    }
    for (const one of ids) {
      const [kept] = (await getInvoice(ctx(), one)).emails;
      expect(kept).toMatchObject({
        status: 'sent',
        to: 'two@mail.example',
        sentBy: 'Test billing',
      });
    }
    await expect(emailInvoices(ctx('billing'), NOVEMBER)).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  test('are not e-mailed where no mail server is connected: a later campaign includes them', async () => {
    const { id } = await email('outbox@mail.example');
    const invoice = await invoiceTo(id);
    await sql`update invoices set status = 'cancelled' where id <> ${invoice}`.execute(app.db);
    const before = await previewInvoiceEmails(ctx('billing'), NOVEMBER);
    expect(before).toMatchObject({ recipients: 1 });
    const first = await emailInvoices(ctx('billing'), NOVEMBER);
    expect(await previewInvoiceEmails(ctx('billing'), NOVEMBER)).toMatchObject({ recipients: 0 });
    const outbox = { ...app.ports.email, kind: 'outbox' as const };
    const sender = createSender(app, emailGateway({ ports: { ...app.ports, email: outbox } }));
    while ((await sender.pass()) > 0);
    await sender.end();
    expect(await getCampaign(ctx(), first.id)).toMatchObject({
      ...{ status: 'done', recipients: 1, sent: 0, written: 1, failed: 0 },
    });
    const [kept] = (await getInvoice(ctx(), invoice)).emails;
    expect(kept).toMatchObject({ status: 'written', to: 'outbox@mail.example' });
    const { rows } = await listMessages(ctx(), { campaign: first.id, page: 1, pageSize: 5 });
    expect(rows).toMatchObject([
      { status: 'written', sentAt: null, error: expect.stringContaining('no mail server') },
    ]);
    expect(await previewInvoiceEmails(ctx('billing'), NOVEMBER)).toEqual(before);
    // It can be sent again by hand as well.
    expect(await sendMessageAgain(ctx(), rows[0]!.id)).toMatchObject({ status: 'queued' });
    server.received.length = 0;
    await sendAll();
    expect(server.received.map(({ to }) => to)).toEqual(['outbox@mail.example']);
    expect(await getCampaign(ctx(), first.id)).toMatchObject({ sent: 1, written: 0 });
    expect(await previewInvoiceEmails(ctx('billing'), NOVEMBER)).toMatchObject({ recipients: 0 });
  });

  test('one that was cancelled meanwhile is not sent, a refused one can be sent again', async () => {
    const { id } = await email('refused@mail.example');
    const cancelled = await invoiceTo(id);
    await invoiceTo(id);
    const first = await emailInvoices(ctx(), NOVEMBER);
    await sql`update invoices set status = 'cancelled' where id = ${cancelled}`.execute(app.db);
    server.refuse = (to) => (to === 'refused@mail.example' ? 'mailbox unknown' : undefined);
    await sendAll();
    const after = await getCampaign(ctx(), first.id);
    expect(after).toMatchObject({ failed: 1, cancelled: 1, status: 'done' });
    const second = await emailInvoices(ctx(), NOVEMBER);
    expect(second.recipients).toBe(1);
    // Both campaigns have the invoice now: it goes out once.
    server.refuse = () => undefined;
    server.received.length = 0;
    await sendAll();
    await retryCampaign(ctx(), first.id);
    await sendAll();
    expect(server.received.map(({ to }) => to)).toEqual(['refused@mail.example']);
    expect(await getCampaign(ctx(), first.id)).toMatchObject({ cancelled: 2, failed: 0 });
  });
});
