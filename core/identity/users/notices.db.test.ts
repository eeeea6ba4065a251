import { actingAs, makeAccount, PASSWORD, userIdOf } from '@nimule/fixtures/testing/accounts';
import { newEmployee } from '@nimule/fixtures/testing/employees';
import { fakeGateway } from '@nimule/fixtures/testing/servers/gateway';
import { withApp } from '@nimule/fixtures/testing/sign-in/browsers';
import { contextOf, createMarkedApp, type MarkedApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { updateEmployee } from '../../hr/employees/service.ts';
import { queueSecurityNotices } from '../../messaging/automatic/service-security.ts';
import { settleRestoredMessages } from '../../messaging/service-restored.ts';
import { endRestoredCodes } from '../factors/service-restored.ts';
import { updateUser } from './service-update.ts';

let app: MarkedApp;
beforeAll(async () => {
  app = await createMarkedApp();
  await app.mark();
});
beforeEach(async () => {
  await app.restore();
  await queueSecurityNotices(contextOf(app));
});
afterAll(() => app.close());

const told = async () => {
  await queueSecurityNotices(contextOf(app));
  const { rows } = await app.pool.query(
    `select recipient, subject, text from messages where type = 'security' order by id`,
  );
  return rows;
};

/** An employee with the account and a telephone; without an e-mail address if wanted. */
async function employeeOf(userId: number, { hasEmail = true } = {}): Promise<number> {
  if (!hasEmail)
    await app.pool.query(`update users set email = '', email_key = username_key where id = $1`, [
      userId,
    ]);
  const id = await newEmployee(contextOf(app));
  await app.pool.query(
    `update employees set user_id = $1, phone = '+211977100000', status = 'active' where id = $2`,
    [userId, id],
  );
  return id;
}

describe('another e-mail address', () => {
  it('is told at the old one, also of a change by oneself, and only where it is another', async () => {
    const own = await actingAs(app, 'developer');
    const other = await makeAccount(app, 'support');
    await updateUser(own, other.id, { fullName: 'Renamed Person', email: other.email! });
    await updateUser(own, other.id, { email: other.email!.toUpperCase() });
    expect(await told()).toEqual([]);
    await updateUser(own, other.id, { email: 'elsewhere@nimule.example' });
    const mine = { email: 'mine@nimule.example', currentPassword: PASSWORD };
    const before = (await app.pool.query('select email from users where id = $1', [userIdOf(own)]))
      .rows[0].email;
    await updateUser(own, userIdOf(own), mine);
    const notices = await told();
    expect(notices.map(({ recipient }) => recipient.toLowerCase())).toEqual([other.email, before]);
    expect(notices[0].subject).toMatch(/: e-mail address changed$/);
    expect(notices[0].text).toMatch(/^Person \d+ changed the e-mail address of your account\./);
    expect(notices[0].text).not.toContain('elsewhere');
  });

  it('of an account that had none is told by SMS', async () => {
    app.ports.sms = fakeGateway();
    const { id } = await makeAccount(app, 'support');
    await employeeOf(id, { hasEmail: false });
    await updateUser(contextOf(app), id, { email: 'first@nimule.example' });
    expect(await told()).toMatchObject([{ recipient: '+211977100000', subject: '' }]);
  });
});

describe('another telephone of the employee', () => {
  it('is told by e-mail, and not where the same one is written otherwise', async () => {
    const { id, email } = await makeAccount(app, 'support');
    const employee = await employeeOf(id);
    await updateEmployee(contextOf(app), employee, { phone: '0977 100 000' });
    await updateEmployee(contextOf(app), employee, { position: 'Driver' });
    expect(await told()).toEqual([]);
    await updateEmployee(contextOf(app), employee, { phone: '0977 200 000' });
    expect(await told()).toMatchObject([
      { recipient: email, text: expect.stringContaining('changed your telephone number') },
    ]);
  });

  it('is told at the old one where the account has no address', async () => {
    app.ports.sms = fakeGateway();
    const { id } = await makeAccount(app, 'support');
    const employee = await employeeOf(id, { hasEmail: false });
    await updateEmployee(contextOf(app), employee, { phone: '+211977200000' });
    expect(await told()).toMatchObject([{ recipient: '+211977100000' }]);
  });

  it('of an employee without an account is told to nobody', async () => {
    const employee = await newEmployee(contextOf(app));
    await updateEmployee(contextOf(app), employee, { phone: '+211977200000' });
    expect(await told()).toEqual([]);
  });
});

it('tells after a restore that it ended the recovery codes, and nothing that the backup had not told yet', async () => {
  const { id } = await withApp(app);
  await transact(contextOf(app), async (tx) => {
    await settleRestoredMessages(tx);
    await endRestoredCodes(tx);
  });
  const { email } = (await app.pool.query('select email from users where id = $1', [id])).rows[0];
  expect(await told()).toEqual([
    {
      recipient: email,
      subject: expect.stringMatching(/: recovery codes ended$/),
      text: expect.stringMatching(/^All data were restored .*\.\n\nWhen: [^\n]+\n$/s),
    },
  ]);
});
