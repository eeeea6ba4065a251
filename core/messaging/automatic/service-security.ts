import type { Ctx } from '../../context.ts';
import { phonesOfUsers } from '../../hr/employees/service-record.ts';
import { actorName } from '../../identity/actor.ts';
import { type Notice, noticesOf } from '../../identity/users/service-tell.ts';
import { parsePhone } from '../../kernel/phone.ts';
import { drainOutbox, registerConsumer } from '../../records/outbox.ts';
import { SECURITY_CONSUMER } from '../rules-status.ts';
import { escapeTemplate } from '../texts/rules-templates.ts';
import { insertStaffMessages, type StaffMessage } from './queries-digest.ts';

/**
 * The e-mail of a notice; of a user without an address an SMS, if there is a telephone and a gateway, without which `phones` is
 * undefined; else nothing.
 */
function messageOf(
  { factId, userId, email, phone, name, subject, text, short }: Notice,
  phones: ReadonlyMap<number, string> | undefined,
): StaffMessage[] {
  const event = `fact ${factId}`;
  if (email !== '')
    return [
      {
        ...{ event, recipient: email, name },
        ...{ subject: escapeTemplate(subject), text: escapeTemplate(text) },
      },
    ];
  if (!phones) return [];
  const recipient = phone === undefined ? phones.get(userId) : parsePhone(phone);
  if (!recipient) return [];
  return [{ event, recipient, name, subject: '', text: escapeTemplate(short), channel: 'sms' }];
}

/**
 * Queues the messages that tell users of sign-ins in new browsers and changes of their second factors, password, e-mail address
 * and telephone (decision 128), each once. Returns a line for the log of jobs, '' if there was nothing.
 */
export async function queueSecurityNotices(ctx: Ctx): Promise<string> {
  await registerConsumer(ctx, SECURITY_CONSUMER, 'user.security');
  let queued = 0;
  await drainOutbox(ctx, SECURITY_CONSUMER, 'user.security', async (tx, facts) => {
    const notices = await noticesOf(tx, facts);
    const without = notices.filter(({ email }) => email === '').map(({ userId }) => userId);
    const canText = tx.ports.sms.kind !== 'outbox' && without.length > 0;
    const phones = canText ? await phonesOfUsers(tx, without) : undefined;
    const rows = notices.flatMap((notice) => messageOf(notice, phones));
    queued += await insertStaffMessages(tx.db, 'security', rows, tx.now, actorName(tx.actor));
  });
  return queued === 0 ? '' : `${queued} messages queued`;
}
