import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { formatInstant } from '../../kernel/dates.ts';
import { newestSeal } from '../../seals/service.ts';
import { getSealSettings } from '../../seals/service-settings.ts';
import { escapeTemplate } from '../texts/rules-templates.ts';
import { insertStaffMessages } from './queries-digest.ts';

/**
 * Queues the daily e-mail with the newest seal of the audit log to the address outside of the company (decision 127), once for
 * a day and address. Returns a line for the list of jobs.
 */
export async function queueSeal(ctx: Ctx): Promise<string> {
  const { copyTo } = await getSealSettings(ctx);
  if (copyTo === '') return 'Nothing: no address is set';
  const seal = await newestSeal(ctx);
  if (!seal) return 'Nothing is sealed yet';
  const { name } = ctx.config.company;
  const text = [
    `The audit log of ${name} is sealed up to ${formatInstant(seal.sealedAt)} (Juba):`,
    '',
    seal.copy,
    '',
    'Keep this e-mail. Saved as a file, it shows whether the log was changed since: isp audit verify --against FILE.',
  ].join('\n');
  const message = {
    event: `seal for ${copyTo} on ${ctx.today}`,
    recipient: copyTo,
    name: '',
    subject: escapeTemplate(`Audit log of ${name}: seal ${seal.id}`),
    text: escapeTemplate(text),
  };
  return transact(ctx, async (tx) => {
    const by = actorName(tx.actor);
    const queued = await insertStaffMessages(tx.db, 'seal', [message], tx.now, by);
    return queued === 0 ? 'Queued before' : `Seal ${seal.id} queued`;
  });
}
