import type { Ctx } from '../../context.ts';
import { getPause, pauseText } from '../../records/pause.ts';
import type { Channel } from '../schema.ts';
import { countSentSince } from '../sending/queries.ts';
import { waitsBecause } from './rules.ts';
import { getMessageSettings } from './service.ts';

const HOUR_MS = 3_600_000;

/**
 * Why messages of a channel wait at the moment: a pause after a restore, the settings, quiet hours, the limit of an hour,
 * no gateway; null if they do not.
 */
export async function waitReason(ctx: Ctx, channel: Channel): Promise<string | null> {
  const settings = await getMessageSettings(ctx);
  const since = new Date(ctx.now.getTime() - HOUR_MS);
  const pause = await getPause(ctx.db);
  return waitsBecause({
    pauseText: pause && pauseText(pause),
    settings,
    channel,
    sentInHour: settings.perHour === 0 ? 0 : await countSentSince(ctx.db, channel, since),
    gateway: ctx.ports.sms.kind,
    now: ctx.now,
  });
}
