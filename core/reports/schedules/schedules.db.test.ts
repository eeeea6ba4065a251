import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { newEmployee } from '@nimule/fixtures/testing/employees';
import { codeOf, refusal } from '@nimule/fixtures/testing/ledger';
import { resetMessages } from '@nimule/fixtures/testing/messages';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCustomer } from '../../customers/service.ts';
import { createPayroll } from '../../hr/payroll/service.ts';
import { approvePayroll } from '../../hr/payroll/service-approve.ts';
import type { Actor } from '../../identity/actor.ts';
import type { Role } from '../../identity/roles.ts';
import { createUser } from '../../identity/users/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { queueReports, sendReportNow } from '../../messaging/automatic/service-reports.ts';
import { createSender } from '../../messaging/sending/service.ts';
import { emailGateway } from '../../messaging/sending/service-gateways.ts';
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportSchedules,
  updateReportSchedule,
} from './service.ts';
import { bytesOf, scheduledFile } from './service-files.ts';

let app: TestApp;
let owner: Actor;
const ctx = (actor?: Actor) => contextOf(app, actor);
const job = () => queueReports(ctx({ kind: 'system', job: 'reports.scheduled' }));
const weekly = {
  report: 'financial',
  format: 'xlsx',
  every: 'weekly',
  recipients: ['grace@example.com', 'peter@example.com'],
} as const;
const input = (more: object = {}) => ({ ...weekly, recipients: [...weekly.recipients], ...more });

async function sendEmails(): Promise<void> {
  const sender = createSender(app, emailGateway(app));
  await sender.pass();
  await sender.end();
}
async function messages(): Promise<string[]> {
  const { rows } = await sql<{ recipient: string; status: string; error: string }>`
    select recipient, status, error from messages order by id`.execute(app.db);
  return rows.map(({ recipient, status, error }) =>
    [recipient, status, error].filter(Boolean).join(': '),
  );
}
const asRole = (role: Role, isActive = true) =>
  sql`update users set role = ${role}, is_active = ${isActive} where username = 'manager1'`.execute(
    app.db,
  );

beforeAll(async () => {
  app = await createTestApp('2026-11-20T08:00:00Z');
  const { id } = await createUser(ctx(), {
    username: 'manager1',
    email: 'manager1@example.com',
    fullName: 'Mary Deng',
    role: 'manager',
    password: 'Long-Enough-Password-17',
    mustChangePassword: false,
  });
  owner = { ...staff('manager'), userId: id, fullName: 'Mary Deng' } as Actor;
});
beforeEach(async () => {
  await resetMessages(app);
  await emptyTables(app, 'report_deliveries', 'report_schedules');
  app.time.set('2026-11-20T08:00:00Z');
  app.sent.length = 0;
  await asRole('manager');
});
afterAll(() => app.close());

test('a period is queued once, by two jobs at once and again later, and its file is made when it is sent', async () => {
  const made = await createReportSchedule(ctx(owner), input());
  expect(made).toMatchObject({
    title: 'Financial report',
    ownerName: 'Mary Deng',
    nextOn: '2026-11-23',
  });
  expect(await job()).toBe('0 e-mails queued');
  app.time.set('2026-11-23T04:00:00Z');
  expect((await Promise.all([job(), job()])).sort()).toEqual([
    '0 e-mails queued',
    '2 e-mails queued',
  ]);
  expect(await job()).toBe('0 e-mails queued');
  app.time.set('2026-11-23T09:00:00Z');
  await sendEmails();
  expect(app.sent.map(({ to, attachments }) => [to, attachments[0]!.filename])).toEqual([
    ['grace@example.com', 'financial-report-2026-11-16-to-2026-11-22.xlsx'],
    ['peter@example.com', 'financial-report-2026-11-16-to-2026-11-22.xlsx'],
  ]);
  expect(app.sent[0]!.attachments[0]!.content.subarray(0, 2).toString()).toBe('PK');
  expect(app.sent[0]!.text).toContain('Mary Deng has scheduled it to be sent each week.');
  expect((await listReportSchedules(ctx()))[0]).toMatchObject({
    nextOn: '2026-11-30',
    lastStart: '2026-11-16',
    lastEnd: '2026-11-22',
    version: 1,
  });
  // Missed on Monday, made up for on Thursday.
  app.time.set('2026-12-03T04:00:00Z');
  expect(await job()).toBe('2 e-mails queued');
});

test('a PDF has the rows behind its figures unless they are left out', async () => {
  await createCustomer(ctx(), { name: 'Nile Hotel', packageType: 'Flexible Plan' });
  const pdf = (more: object) => input({ report: 'customer', format: 'pdf', ...more });
  const { id, version } = await createReportSchedule(ctx(owner), pdf({}));
  const size = async () => {
    const range = { startDate: isoDate('2026-11-01'), endDate: isoDate('2026-11-20') };
    return (await scheduledFile(ctx(), { schedule: id, withPay: true, ...range })).content.length;
  };
  expect((await listReportSchedules(ctx()))[0]).toMatchObject({ lines: true });
  const whole = await size();
  await updateReportSchedule(ctx(owner), id, pdf({ lines: false, version }));
  expect((await listReportSchedules(ctx()))[0]).toMatchObject({ lines: false });
  expect(await size()).toBeLessThan(whole - 500);
  // One that does not say it keeps what was chosen.
  const again = await updateReportSchedule(ctx(owner), id, pdf({ version: 2 }));
  expect(again.lines).toBe(false);
});

test('what a kill leaves behind is queued by the next run', async () => {
  await createReportSchedule(ctx(owner), input());
  app.time.set('2026-11-23T04:00:00Z');
  await sql`create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`.execute(
    app.db,
  );
  await sql`create trigger cut before insert on messages execute function cut()`.execute(app.db);
  await expect(job()).rejects.toThrow();
  await sql`drop trigger cut on messages`.execute(app.db);
  await sql`drop function cut()`.execute(app.db);
  expect(await job()).toBe('2 e-mails queued');
});

test.each([
  ['billing', true, 'Mary Deng, who scheduled it, may not schedule or see this report any more.'],
  ['manager', false, 'The account of Mary Deng, who scheduled it, is suspended.'],
] as const)(
  'it stops when its owner is %s, active %s, and what waits is not sent',
  async (role, isActive, reason) => {
    const { id } = await createReportSchedule(ctx(owner), input());
    app.time.set('2026-11-23T09:00:00Z');
    expect(await job()).toBe('2 e-mails queued');
    await asRole(role, isActive);
    await sendEmails();
    expect(app.sent).toEqual([]);
    expect(await messages()).toEqual([
      `grace@example.com: cancelled: ${reason}`,
      `peter@example.com: cancelled: ${reason}`,
    ]);
    expect(await job()).toBe('0 e-mails queued, 1 schedules stopped');
    const [stopped] = await listReportSchedules(ctx());
    expect(stopped).toMatchObject({
      isActive: false,
      stoppedReason: reason,
      nextOn: null,
      version: 2,
    });
    // Who resumes it becomes its owner; the time of the stop is not made up for.
    const { version } = stopped!;
    const resumed = await updateReportSchedule(ctx(), id, input({ isActive: true, version }));
    expect(resumed).toMatchObject({ ownerId: null, stoppedReason: '', nextOn: '2026-11-30' });
  },
);

test('periods that were due up to the day of a restore are not sent', async () => {
  await createReportSchedule(ctx(owner), input());
  await createReportSchedule(ctx(owner), input({ every: 'daily' }));
  await sql`insert into settings (name, value, updated_at)
    values ('messages.restored', '{"day": "2026-11-23"}', '2026-11-23T08:00:00Z')`.execute(app.db);
  app.time.set('2026-11-23T09:00:00Z');
  expect(await job()).toBe('0 e-mails queued');
  app.time.set('2026-11-24T04:00:00Z');
  expect(await job()).toBe('2 e-mails queued');
  expect((await listReportSchedules(ctx())).map(({ nextOn }) => nextOn)).toEqual([
    '2026-11-30',
    '2026-11-25',
  ]);
  await sql`delete from settings where name = 'messages.restored'`.execute(app.db);
});

test('nothing is sent of a schedule that was deleted', async () => {
  const { id } = await createReportSchedule(ctx(owner), input());
  app.time.set('2026-11-23T09:00:00Z');
  expect(await job()).toBe('2 e-mails queued');
  await deleteReportSchedule(ctx(), id);
  await sendEmails();
  expect(app.sent).toEqual([]);
  expect(await codeOf(deleteReportSchedule(ctx(), id))).toBe('scheduledReport.notFound');
});

test('what waits is not sent to a recipient who was removed, nor with the file of another report', async () => {
  const { id } = await createReportSchedule(ctx(owner), input());
  app.time.set('2026-11-23T09:00:00Z');
  expect(await job()).toBe('2 e-mails queued');
  await updateReportSchedule(ctx(owner), id, input({ recipients: ['Peter@example.com'] }));
  await sendEmails();
  expect(app.sent.map(({ to }) => to)).toEqual(['peter@example.com']);
  expect(await messages()).toEqual([
    'grace@example.com: cancelled: The recipient was removed from the scheduled report meanwhile.',
    'peter@example.com: sent',
  ]);
  app.sent.length = 0;
  app.time.set('2026-11-30T09:00:00Z');
  expect(await job()).toBe('1 e-mails queued');
  await updateReportSchedule(
    ctx(owner),
    id,
    input({ recipients: ['Peter@example.com'], report: 'customer' }),
  );
  await sendEmails();
  expect(app.sent).toEqual([]);
  expect((await messages()).at(-1)).toBe(
    'Peter@example.com: failed: The scheduled report was changed to another one meanwhile.',
  );
});

test('a report that shows pay goes only to users who may see it, also when it is sent', async () => {
  for (const report of ['payroll-by-month', 'hr', 'comprehensive'] as const)
    expect((await refusal(createReportSchedule(ctx(owner), input({ report })))).fields).toEqual({
      recipients:
        'This report shows pay. grace@example.com is not the address of a user who may see it.',
    });
  const recipients = ['Manager1@example.com'];
  const pay = input({ report: 'payroll-by-month', recipients });
  const { id, version } = await createReportSchedule(ctx(), pay);
  expect(
    (
      await refusal(
        updateReportSchedule(
          ctx(),
          id,
          input({ ...pay, recipients: ['eve@example.com'], version }),
        ),
      )
    ).kind,
  ).toBe('invalid');
  app.time.set('2026-11-23T09:00:00Z');
  expect(await job()).toBe('1 e-mails queued');
  await asRole('billing');
  await sendEmails();
  expect(app.sent).toEqual([]);
  expect(await messages()).toEqual([
    'Manager1@example.com: cancelled: The report shows pay, and the recipient is no user who may see it.',
  ]);
});

test('the books go to those who may not see pay without the pay of one person', async () => {
  app.time.set('2026-11-22T08:00:00Z');
  const payroll = await createPayroll(ctx(owner), {
    employeeId: await newEmployee(ctx()),
    baseSalary: cents(743_37),
    startDate: isoDate('2026-11-22'),
    endDate: isoDate('2026-11-22'),
  });
  await approvePayroll(ctx(), payroll.id);
  const recipients = ['grace@example.com', 'manager1@example.com'];
  for (const report of ['financial', 'result-by-account'] as const) {
    await resetMessages(app);
    await emptyTables(app, 'report_deliveries', 'report_schedules');
    app.sent.length = 0;
    app.time.set('2026-11-20T08:00:00Z');
    await createReportSchedule(
      ctx(owner),
      input({ report, every: 'weekly', format: 'csv', recipients }),
    );
    app.time.set('2026-11-23T09:00:00Z');
    await job();
    await sendEmails();
    const texts = new Map(
      app.sent.map(({ to, attachments }) => [to, attachments[0]!.content.toString()]),
    );
    expect([...texts.keys()].sort()).toEqual(recipients);
    expect(texts.get('manager1@example.com')).toContain('743.37');
    expect(texts.get('grace@example.com')).not.toContain('743.37');
    expect(texts.get('grace@example.com')).toContain(
      'Pay of fewer than five people is not included.',
    );
  }
});

test('refuses reports that the role may not see, and outdated versions', async () => {
  expect(
    await codeOf(createReportSchedule(ctx(staff('ceo')), input({ report: 'cash-by-cashier' }))),
  ).toBe('reportSchedule.denied');
  expect((await refusal(createReportSchedule(ctx(staff('support')), input()))).kind).toBe(
    'forbidden',
  );
  const { id } = await createReportSchedule(ctx(owner), input());
  await updateReportSchedule(ctx(owner), id, input({ every: 'daily', version: 1 }));
  expect(await codeOf(updateReportSchedule(ctx(owner), id, input({ version: 1 })))).toBe(
    'scheduledReport.stale',
  );
});

test('is sent at once: of a period that is due in place of the job, else once more, and not while e-mails wait', async () => {
  const { id } = await createReportSchedule(ctx(owner), input());
  const week = { startDate: '2026-11-09', endDate: '2026-11-15' };
  expect(await sendReportNow(ctx(owner), id)).toEqual({ queued: 2, ...week });
  expect(await codeOf(sendReportNow(ctx(owner), id))).toBe('reportSchedule.waiting');
  await sendEmails();
  expect(app.sent.map(({ attachments }) => attachments[0]!.filename)).toEqual([
    'financial-report-2026-11-09-to-2026-11-15.xlsx',
    'financial-report-2026-11-09-to-2026-11-15.xlsx',
  ]);
  expect(await sendReportNow(ctx(owner), id)).toEqual({ queued: 2, ...week });
  await sendEmails();
  expect((await listReportSchedules(ctx()))[0]).toMatchObject({
    nextOn: '2026-11-23',
    lastEnd: null,
    lastDelivery: {
      ...week,
      sentBy: 'Mary Deng',
      sent: 2,
      waiting: 0,
      written: 0,
      failed: 0,
      error: '',
    },
  });
  app.time.set('2026-11-23T03:00:00Z');
  expect(await sendReportNow(ctx(owner), id)).toMatchObject({ startDate: '2026-11-16' });
  app.time.set('2026-11-23T04:30:00Z');
  expect(await job()).toBe('0 e-mails queued');
  expect((await listReportSchedules(ctx()))[0]).toMatchObject({
    nextOn: '2026-11-30',
    lastDelivery: { sentBy: null, sent: 0, waiting: 2 },
  });
  await asRole('manager', false);
  await sendEmails();
  const reason = 'The account of Mary Deng, who scheduled it, is suspended.';
  expect((await listReportSchedules(ctx()))[0]!.lastDelivery).toMatchObject({
    waiting: 0,
    failed: 2,
    error: reason,
  });
  expect((await refusal(sendReportNow(ctx(), id))).message).toBe(reason);
  expect(await job()).toBe('0 e-mails queued, 1 schedules stopped');
  expect(await codeOf(sendReportNow(ctx(), id))).toBe('reportSchedule.stopped');
});

test('two users who send a report at once send it once', async () => {
  const { id } = await createReportSchedule(ctx(owner), input());
  const send = () =>
    sendReportNow(ctx(owner), id).then(
      ({ queued }) => `${queued}`,
      ({ code }) => code,
    );
  expect((await Promise.all([send(), send()])).sort()).toEqual(['2', 'reportSchedule.waiting']);
});

test('who may not see the report may stop its schedule, but neither change nor resume it', async () => {
  const { id } = await createReportSchedule(ctx(), input({ report: 'cash-by-cashier' }));
  const ceo = ctx(staff('ceo'));
  const change = (more: object) =>
    updateReportSchedule(ceo, id, input({ report: 'cash-by-cashier', ...more }));
  expect(await codeOf(change({ isActive: false, recipients: ['eve@example.com'] }))).toBe(
    'reportSchedule.denied',
  );
  expect(await change({ isActive: false })).toMatchObject({ isActive: false, ownerId: null });
  expect(await codeOf(change({ isActive: true }))).toBe('reportSchedule.denied');
});

test('there can be 200, also where two are added at once', async () => {
  const { id } = await createReportSchedule(ctx(owner), input());
  await sql`
    insert into report_schedules (report, format, every, recipients, owner_id, owner_name, sends_from, created_at, created_by)
    select report, format, every, recipients, owner_id, owner_name, sends_from, created_at, created_by
    from report_schedules cross join generate_series(1, 198) where id = ${id}`.execute(app.db);
  const add = () =>
    createReportSchedule(ctx(owner), input()).then(
      () => 'added',
      ({ message }) => message,
    );
  expect((await Promise.all([add(), add()])).sort()).toEqual([
    'There can be at most 200.',
    'added',
  ]);
});

test('proposes active users with their addresses', async () => {
  expect(await listReportRecipients(ctx(owner))).toContainEqual({
    name: 'Mary Deng',
    email: 'manager1@example.com',
  });
  await asRole('manager', false);
  expect((await listReportRecipients(ctx())).some(({ name }) => name === 'Mary Deng')).toBe(false);
});

test('a file that is too large for an e-mail is not collected', async () => {
  async function* endless() {
    for (;;) yield new Uint8Array(1000);
  }
  expect(await bytesOf(endless(), 5_500)).toBeUndefined();
  expect(await bytesOf(new Uint8Array(10), 5)).toBeUndefined();
  expect((await bytesOf(new Uint8Array(10), 10))?.length).toBe(10);
});
