import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, createContext } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import type { Role } from '../../identity/roles.ts';
import { AppError } from '../../kernel/errors.ts';
import { cents } from '../../kernel/money.ts';
import type { EmailMessage } from '../../ports/email.ts';
import { EMAILS_AN_HOUR } from './schema-emails.ts';
import { createManualInvoice, getInvoice } from './service.ts';
import { draftEmail, emailInvoice } from './service-emails.ts';

let app: TestApp;
let invoiceId: number;
/** How the mail server fails, if it does. */
let deliver: (message: EmailMessage) => Promise<void>;

const OWN = 'achol@mail.example';
const OTHER = 'office@hotel.example';

/** A user of a role, each with a limit of their own, and perhaps with a key. */
function ctx(role: Role = 'billing', userId = 1, idempotencyKey?: string): Ctx {
  const origin = { ip: '192.0.2.1', ...(idempotencyKey ? { idempotencyKey } : {}) };
  return createContext(app, { ...staff(role), userId } as Ctx['actor'], origin);
}

const emailsOf = async () => (await getInvoice(ctx(), invoiceId)).emails;

beforeAll(async () => {
  app = await createTestApp();
  const { id: customerId } = await createCustomer(contextOf(app), {
    name: 'Achol Garang',
    email: OWN,
  });
  const invoice = await createManualInvoice(contextOf(app), {
    customerId,
    description: 'Cable',
    amountUsd: cents(125_50),
  });
  invoiceId = invoice.id;
  const { send } = app.ports.email;
  app.ports.email.send = async (message) => {
    await deliver(message);
    return send(message);
  };
});
beforeEach(async () => {
  deliver = async () => {};
  app.sent.length = 0;
  await asOwner(app, `delete from invoice_emails`);
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

describe('an e-mail', () => {
  test('has the text of its draft, and the invoice shows recipient, time and sender', async () => {
    const draft = await draftEmail(ctx('technician'), invoiceId);
    expect(draft).toMatchObject({ to: OWN, subject: expect.stringContaining('INV-2026-000001') });
    await emailInvoice(ctx('technician'), invoiceId);
    expect(app.sent).toMatchObject([{ to: OWN, subject: draft.subject, text: draft.text }]);
    expect(await emailsOf()).toEqual([
      {
        id: expect.any(Number),
        to: OWN,
        status: 'sent',
        sentAt: app.time.now,
        sentBy: 'Test technician',
        error: '',
      },
    ]);
  });

  test('has the edited text, and its audit line contains what was sent', async () => {
    await emailInvoice(ctx(), invoiceId, { text: 'As asked for\non the phone.' });
    expect(app.sent[0]?.text).toBe('As asked for\non the phone.');
    const { rows } = await sql<{ summary: string; after: object }>`
      select summary, after from audit_log where action = 'invoice.email' order by id desc limit 1`.execute(
      app.db,
    );
    expect(rows).toMatchObject([
      {
        summary: `INV-2026-000001 to ${OWN}`,
        after: { to: OWN, text: expect.stringContaining('phone') },
      },
    ]);
  });

  test('is written and not sent where no mail server is connected', async () => {
    const { email } = app.ports;
    app.ports.email = { ...email, kind: 'outbox' };
    try {
      expect(await emailInvoice(ctx(), invoiceId)).toEqual({
        message: 'Invoice written to the outbox, not sent',
        to: OWN,
        isSent: false,
      });
    } finally {
      app.ports.email = email;
    }
    expect(await emailsOf()).toMatchObject([{ to: OWN, status: 'written' }]);
    const { rows } = await sql<{ summary: string }>`
      select summary from audit_log where action = 'invoice.email' order by id desc limit 1`.execute(
      app.db,
    );
    expect(rows[0]?.summary).toBe(`INV-2026-000001 to ${OWN}, written to the outbox and not sent`);
  });

  test('goes to another address only for users who record payments', async () => {
    const refused = emailInvoice(ctx('technician'), invoiceId, { to: OTHER });
    await expect(refused).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'email.otherAddress',
    });
    expect(await emailsOf()).toEqual([]);
    // The customer's own address in other letters is no other address.
    const own = await emailInvoice(ctx('technician'), invoiceId, { to: 'ACHOL@mail.example' });
    expect(own.to).toBe(OWN);
    expect((await emailInvoice(ctx('billing'), invoiceId, { to: OTHER })).to).toBe(OTHER);
    expect(app.sent.map(({ to }) => to)).toEqual([OWN, OTHER]);
  });

  test('is sent outside a transaction, and is stored while it is sent', async () => {
    let meanwhile: unknown;
    deliver = async () => {
      // On the embedded database this would wait for a transaction that is open.
      meanwhile = (await emailsOf())[0]?.status;
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(app.db);
      expect(rows[0]?.n).toBe(0);
    };
    await emailInvoice(ctx(), invoiceId);
    expect(meanwhile).toBe('sending');
  });

  test('refused by the mail server is reported, does not count for the limit, and can be sent again', async () => {
    deliver = async () => {
      throw new AppError('unavailable', 'email.failed', 'The mail server did not accept it.');
    };
    const again = ctx('billing', 1, 'key-refused');
    await expect(emailInvoice(again, invoiceId)).rejects.toMatchObject({ code: 'email.failed' });
    expect(await emailsOf()).toMatchObject([
      { status: 'failed', error: 'The mail server did not accept it.' },
    ]);
    deliver = async () => {};
    await emailInvoice(again, invoiceId);
    expect((await emailsOf()).map(({ status }) => status)).toEqual(['sent', 'failed']);
  });

  test('without an answer is not marked as failed, and a repeat does not send it again', async () => {
    deliver = async () => {
      throw new AppError('unavailable', 'email.unanswered', 'Nobody knows.');
    };
    const again = ctx('billing', 1, 'key-unanswered');
    await expect(emailInvoice(again, invoiceId)).rejects.toMatchObject({
      code: 'email.unanswered',
    });
    deliver = async () => {};
    await expect(emailInvoice(again, invoiceId)).rejects.toMatchObject({ code: 'email.underWay' });
    expect(app.sent).toEqual([]);
    app.time.set(new Date(app.time.now.getTime() + 11 * 60_000).toISOString());
    expect(await emailsOf()).toMatchObject([{ status: 'unknown' }]);
  });

  test('that was interrupted is shown as unknown', async () => {
    const at = new Date(app.time.now.getTime() - 11 * 60_000);
    await sql`insert into invoice_emails (invoice_id, recipient, status, requested_at, sender, sent_by)
      values (${invoiceId}, ${OWN}, 'sending', ${at}, 'staff:1', 'Grace')`.execute(app.db);
    expect(await emailsOf()).toMatchObject([{ status: 'unknown', sentBy: 'Grace' }]);
  });
});

describe('the same request again', () => {
  test('gets the first answer and sends nothing', async () => {
    const first = await emailInvoice(ctx('billing', 1, 'key-again'), invoiceId, { to: OTHER });
    expect(await emailInvoice(ctx('billing', 1, 'key-again'), invoiceId, { to: OTHER })).toEqual(
      first,
    );
    expect(app.sent).toHaveLength(1);
    await expect(
      emailInvoice(ctx('billing', 1, 'key-again'), invoiceId, { to: OWN }),
    ).rejects.toMatchObject({ code: 'idempotency.reused' });
  });

  test('sent concurrently, or after a kill, is refused with a hint to check the invoice', async () => {
    let second: Promise<unknown> | undefined;
    deliver = async () => {
      second ??= emailInvoice(ctx('billing', 1, 'key-twice'), invoiceId).catch(
        (error: unknown) => error,
      );
      await second;
    };
    await emailInvoice(ctx('billing', 1, 'key-twice'), invoiceId);
    expect(await second).toMatchObject({ kind: 'conflict', code: 'email.underWay' });
    expect(app.sent).toHaveLength(1);
  });
});

describe('the limit', () => {
  /** What a user has sent already, the first of them 50 minutes ago. */
  async function sentBefore(userId: number, count: number): Promise<void> {
    await sql`insert into invoice_emails (invoice_id, recipient, status, requested_at, settled_at, sender, sent_by)
      select ${invoiceId}, ${OWN}, 'sent', at, at, ${`staff:${userId}`}, 'Grace'
      from generate_series(1, ${count}::int) n, lateral (select ${app.time.now}::timestamptz - interval '50 minutes' + n * interval '1 second' as at) t`.execute(
      app.db,
    );
  }

  test('applies to concurrent requests', async () => {
    await sentBefore(1, EMAILS_AN_HOUR - 2);
    const asked = await Promise.allSettled(
      Array.from({ length: 6 }, () => emailInvoice(ctx(), invoiceId)),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(app.sent).toHaveLength(2);
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of refused) {
      expect(error).toMatchObject({ kind: 'tooMany', code: 'email.limit', retryAfter: 601 });
      expect(error.message).toBe(
        'You have sent 30 invoices by e-mail within an hour. You can send the next one in 11 minutes.',
      );
    }
  });

  test('is per user and ends after an hour', async () => {
    await sentBefore(1, EMAILS_AN_HOUR);
    await expect(emailInvoice(ctx(), invoiceId)).rejects.toMatchObject({ kind: 'tooMany' });
    await emailInvoice(ctx('billing', 2), invoiceId);
    const { now } = app.time;
    app.time.now = new Date(now.getTime() + 601_000);
    await emailInvoice(ctx(), invoiceId);
    app.time.now = now;
    expect(app.sent).toHaveLength(2);
  });
});
