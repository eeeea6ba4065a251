import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { noticeEmails } from '../../identity/users/service-tell.ts';
import { drainOutbox, registerConsumer } from '../../records/outbox.ts';
import { SECURITY_CONSUMER } from '../rules-status.ts';
import { escapeTemplate } from '../texts/rules-templates.ts';
import { insertStaffMessages } from './queries-digest.ts';

/**
 * Queues the e-mails that tell users of sign-ins in new browsers and changes of their second factors (decision 128), each
 * once. Returns a line for the log of jobs, '' if there was nothing.
 */
export async function queueSecurityNotices(ctx: Ctx): Promise<string> {
  await registerConsumer(ctx, SECURITY_CONSUMER, 'user.security');
  let queued = 0;
  await drainOutbox(ctx, SECURITY_CONSUMER, 'user.security', async (tx, facts) => {
    const emails = await noticeEmails(tx, facts);
    const rows = emails.map(({ factId, recipient, name, subject, text }) => ({
      ...{ event: `fact ${factId}`, recipient, name },
      subject: escapeTemplate(subject),
      text: escapeTemplate(text),
    }));
    queued += await insertStaffMessages(tx.db, 'security', rows, tx.now, actorName(tx.actor));
  });
  return queued === 0 ? '' : `${queued} e-mails queued`;
}
