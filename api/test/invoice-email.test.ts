import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '@nimule/core/context';
import { openEmail } from '@nimule/core/create-app';
import { can } from '@nimule/core/identity/actor';
import { roles } from '@nimule/core/identity/roles';
import { invoke } from '@nimule/core/invoke';
import { staff } from '@nimule/fixtures/testing/test-app';
import type { FastifyInstance } from 'fastify';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { buildServer } from '../server.ts';
import {
  createUser,
  type Harness,
  MAX_DELAY_MS,
  signIn,
  staffCookie,
  startHarness,
} from './harness.ts';

const USER = 'nimule';
const SMTP_PASSWORD = 'Gemeiza-River-88';

let harness: Harness;
let cookie: string;
let dataDir: string;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  harness = await startHarness();
  cookie = await staffCookie(harness, 'billing');
  dataDir = await mkdtemp(join(tmpdir(), 'nimule-mail-'));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(async () => {
  await harness.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Received {
  from: string;
  to: string[];
  source: string;
}

interface MailServer {
  port: number;
  received: Received[];
  close(): Promise<void>;
}

/** A real SMTP server with a password that stores what it receives. */
async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === SMTP_PASSWORD) done(null, { user: username });
      else done(new Error('who is that'));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise<void>((resolve) => server.close(() => resolve()));
    return closed;
  };
  closers.push(close);
  return { port: (server.server.address() as AddressInfo).port, received, close };
}

interface Portal {
  server: FastifyInstance;
  /** The complete log. */
  log(): string;
}

/** The API with this mail server, or with none. */
async function startPortal(mail?: { port: number; password?: string }): Promise<Portal> {
  const lines: string[] = [];
  const password = mail?.password ?? SMTP_PASSWORD;
  const smtpUrl = mail ? `smtp://${USER}:${password}@127.0.0.1:${mail.port}` : undefined;
  const config = { ...harness.app.config, dataDir, smtpUrl };
  const log = createLogger('debug', { write: (line) => lines.push(line) });
  const app: App = {
    ...harness.app,
    config,
    log,
    ports: { ...harness.app.ports, email: openEmail(config) },
  };
  const server = await buildServer({ app, log, maxDelayMs: MAX_DELAY_MS });
  await server.ready();
  closers.push(async () => {
    await server.close();
    app.ports.email.close();
  });
  return { server, log: () => lines.join('') };
}

interface Billed {
  id: number;
  invoiceId: string;
}

/** Creates an invoice for a new customer over the API. */
async function newInvoice(customer: { name: string; email?: string }): Promise<Billed> {
  const post = async (url: string, payload: object) =>
    (await harness.server.inject({ method: 'POST', url, payload, headers: { cookie } })).json();
  const { id } = await post('/api/customers', customer);
  return post('/api/billing/manual-invoice', {
    customerId: id,
    description: 'Cable and a bracket',
    amountUsd: '125.50',
  });
}

const achol = { name: 'Achol Garang', email: 'achol@mail.example' };

function mailInvoice({ server }: Portal, { id }: Pick<Billed, 'id'>, payload: object = {}) {
  return server.inject({
    method: 'POST',
    url: `/api/billing/invoice/${id}/email`,
    payload,
    headers: { cookie },
  });
}

async function timesRecorded({ id }: Billed): Promise<number> {
  const lines = await harness.app.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'invoice.email')
    .where('entity_id', '=', String(id))
    .execute();
  return lines.length;
}

/** Headers and the decoded body of each part of a multipart message. */
function partsOf(source: string): { headers: string; body: Buffer }[] {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1];
  if (!boundary) throw new Error(`no multipart message: ${source.slice(0, 500)}`);
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [headers = '', ...rest] = part.trimStart().split('\r\n\r\n');
      const body = rest.join('\r\n\r\n');
      const isBase64 = /Content-Transfer-Encoding: base64/i.test(headers);
      return { headers, body: Buffer.from(body, isBase64 ? 'base64' : 'utf8') };
    });
}

/** What each message to Achol must contain. */
function expectInvoiceMail(source: string, { invoiceId }: Billed): void {
  const [head = ''] = source.split('\r\n\r\n', 1);
  expect(head).toContain('From: Nimule Networks <info@nimule.example>');
  expect(head).toContain('To: achol@mail.example');
  expect(head).toContain(`Subject: Invoice ${invoiceId} from Nimule Networks`);
  const [text, pdf, ...more] = partsOf(source);
  expect(more).toEqual([]);
  expect(text?.body.toString()).toContain('Dear Achol Garang,');
  expect(text?.body.toString()).toContain('$125.50 is due on');
  expect(pdf?.headers).toContain('Content-Type: application/pdf');
  expect(pdf?.headers).toContain(`filename=invoice-${invoiceId}.pdf`);
  expect(pdf?.body.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf?.body.subarray(-6).toString()).toContain('%%EOF');
}

describe('an invoice sent by a billing user', () => {
  it('arrives with its PDF, and is recorded', async () => {
    const mail = await startMailServer();
    const portal = await startPortal(mail);
    const invoice = await newInvoice(achol);
    const answer = await mailInvoice(portal, invoice);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Invoice sent via email', to: 'achol@mail.example', isSent: true },
    ]);
    expect(mail.received).toHaveLength(1);
    const [{ from, to, source }] = mail.received as [Received];
    expect([from, to]).toEqual(['info@nimule.example', ['achol@mail.example']]);
    expectInvoiceMail(source, invoice);
    expect(await timesRecorded(invoice)).toBe(1);
    expectNoSecret(answer.body, portal);
  });

  it('shows its text beforehand, and afterwards that it was sent', async () => {
    const portal = await startPortal(await startMailServer());
    const invoice = await newInvoice(achol);
    const read = async (url: string) =>
      (await portal.server.inject({ url, headers: { cookie } })).json();
    const draft = await read(`/api/billing/invoice/${invoice.id}/email`);
    expect(draft).toMatchObject({
      to: 'achol@mail.example',
      text: expect.stringContaining(`attached invoice ${invoice.invoiceId} for $125.50`),
    });
    await mailInvoice(portal, invoice, { text: 'As asked for.' });
    const { emails } = await read(`/api/billing/invoices/${invoice.id}`);
    expect(emails).toMatchObject([{ to: 'achol@mail.example', status: 'sent', error: '' }]);
  });

  it('is sent once under one Idempotency-Key, also without a body', async () => {
    const mail = await startMailServer();
    const portal = await startPortal(mail);
    const { id } = await newInvoice(achol);
    const send = () =>
      portal.server.inject({
        method: 'POST',
        url: `/api/billing/invoice/${id}/email`,
        headers: { cookie, 'idempotency-key': 'an-invoice-once' },
      });
    const first = await send();
    expect(first.statusCode).toBe(200);
    expect((await send()).json()).toEqual(first.json());
    expect(mail.received).toHaveLength(1);
  });

  it('goes to another address when one is named', async () => {
    const mail = await startMailServer();
    const portal = await startPortal(mail);
    const answer = await mailInvoice(portal, await newInvoice({ name: 'Deng Alier' }), {
      to: ' office@hotel.example ',
    });
    expect(answer.json()).toMatchObject({ to: 'office@hotel.example' });
    expect(mail.received.map(({ to }) => to)).toEqual([['office@hotel.example']]);
  });

  it.each([
    'nobody',
    'a@b',
    'a@mail.example, b@mail.example',
    'a@mail.example\r\nBcc: b@x.example',
  ])('is refused before it is sent when the address is %j', async (to) => {
    const mail = await startMailServer();
    const answer = await mailInvoice(await startPortal(mail), await newInvoice(achol), { to });
    const message = 'Enter an e-mail address such as name@example.com.';
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'input.invalid', message: `to: ${message}`, fields: { to: message } },
    ]);
    expect(mail.received).toEqual([]);
  });

  it('is refused with a message for a customer without an address', async () => {
    const mail = await startMailServer();
    const invoice = await newInvoice({ name: 'Nyandeng' });
    const answer = await mailInvoice(await startPortal(mail), invoice);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        code: 'customer.noEmail',
        message: 'Nyandeng has no e-mail address. Add one to the customer first.',
      },
    ]);
    expect(mail.received).toEqual([]);
    expect(await timesRecorded(invoice)).toBe(0);
  });

  it('is not found with a wrong number', async () => {
    const answer = await mailInvoice(await startPortal(), { id: 987_654 });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'invoice.notFound']);
  });
});

function expectNoSecret(answer: string, portal: Portal): void {
  const forms = ['utf8', 'base64'].map((form) =>
    Buffer.from(SMTP_PASSWORD)
      .toString(form as BufferEncoding)
      .replace(/=+$/, ''),
  );
  const plainLogin = Buffer.from(`\0${USER}\0${SMTP_PASSWORD}`).toString('base64');
  for (const secret of [...forms, plainLogin]) {
    expect(answer).not.toContain(secret);
    expect(portal.log()).not.toContain(secret);
  }
}

describe('a mail server', () => {
  const refusals: [string, SMTPServerOptions][] = [
    ['the password', { onAuth: (_auth, _session, done) => done(new Error('no entry')) }],
    ['the sender', { onMailFrom: (_from, _session, done) => done(new Error('not from you')) }],
    ['the recipient', { onRcptTo: (_to, _session, done) => done(new Error('no such mailbox')) }],
    [
      'the message',
      {
        onData(stream, _session, done) {
          stream.resume();
          stream.on('end', () => done(new Error('mailbox full')));
        },
      },
    ],
    ['everybody', { onConnect: (_session, done) => done(new Error('closed today')) }],
  ];

  it.each(refusals)('that refuses %s makes the call fail with a message', async (_, options) => {
    const portal = await startPortal(await startMailServer(options));
    const invoice = await newInvoice(achol);
    await expectMailTrouble(portal, invoice);
    // The server's answer is only for administrators.
    expect(portal.log()).toContain('"email.failed"');
  });

  it('that is down makes the call fail with a message, and the next one is sent', async () => {
    const mail = await startMailServer();
    await mail.close();
    const portal = await startPortal(mail);
    const invoice = await newInvoice(achol);
    await expectMailTrouble(portal, invoice);
    const again = await startMailServer({}, mail.port);
    expect((await mailInvoice(portal, invoice)).statusCode).toBe(200);
    expect(again.received).toHaveLength(1);
    expect(await timesRecorded(invoice)).toBe(1);
  });

  async function expectMailTrouble(portal: Portal, invoice: Billed): Promise<void> {
    const answer = await mailInvoice(portal, invoice);
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        code: 'email.failed',
        message: 'The mail server did not accept the message. Try again later.',
      },
    ]);
    expectNoSecret(answer.body, portal);
    expect(await timesRecorded(invoice)).toBe(0);
  }
});

describe('every role', () => {
  it.each(roles)(
    '%s sends to the customer, and elsewhere only as one who records payments',
    async (role) => {
      const invoice = await newInvoice({ ...achol, name: `Of ${role}` });
      const send = (body: object) =>
        invoke(harness.app, staff(role), 'emailInvoice', { params: { id: invoice.id }, body }).then(
          (answer) => answer.body,
          ({ code }: { code: string }) => ({ code }),
        );
      const may = can(staff(role), 'payment.record');
      expect(await send({ to: 'office@hotel.example' })).toMatchObject(
        may ? { to: 'office@hotel.example' } : { code: 'email.otherAddress' },
      );
      expect(await send({})).toMatchObject({ to: 'achol@mail.example' });
    },
  );
});

describe('the thirty-first e-mail of an hour', () => {
  it('is refused with the time to wait', async () => {
    const { id, username } = await createUser(harness.app, 'support');
    const invoice = await newInvoice(achol);
    await harness.app.db
      .insertInto('invoice_emails')
      .values(
        Array.from({ length: 30 }, () => ({
          invoice_id: invoice.id,
          recipient: achol.email,
          status: 'sent' as const,
          requested_at: harness.app.time.now,
          settled_at: harness.app.time.now,
          sender: `staff:${id}`,
          sent_by: 'Test',
        })),
      )
      .execute();
    const answer = await harness.server.inject({
      method: 'POST',
      url: `/api/billing/invoice/${invoice.id}/email`,
      headers: { cookie: await signIn(harness.server, username) },
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600']);
    expect(answer.json()).toEqual({
      code: 'email.limit',
      message:
        'You have sent 30 invoices by e-mail within an hour. You can send the next one in 60 minutes.',
    });
  });
});

describe('without a mail server', () => {
  it('the message is written to the outbox of the data directory', async () => {
    const invoice = await newInvoice(achol);
    const answer = await mailInvoice(await startPortal(), invoice);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        message: 'Invoice written to the outbox, not sent',
        to: 'achol@mail.example',
        isSent: false,
      },
    ]);
    const files = await readdir(join(dataDir, 'outbox'));
    expect(files).toEqual([expect.stringMatching(/\.eml$/)]);
    expectInvoiceMail(await readFile(join(dataDir, 'outbox', files[0]!), 'utf8'), invoice);
  });
});
