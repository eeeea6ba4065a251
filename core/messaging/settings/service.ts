import type { Ctx } from '../../context.ts';
import { defineSettings } from '../../records/settings.ts';
import { type MessageSettings, messageSettings } from '../schema.ts';
import { defaultSettings } from './rules.ts';

const storedSettings = defineSettings({
  name: 'messages',
  schema: messageSettings,
  defaults: defaultSettings,
  audited: {
    action: 'messages.settings',
    entity: 'messageSettings',
    entityId: 'messages',
    summary: 'Quiet hours, limits and price of messages',
  },
});

/** Quiet hours, limits and the price of a part. */
export function getMessageSettings(ctx: Ctx): Promise<MessageSettings> {
  return storedSettings.read(ctx.db);
}

/** Changes the settings; they apply to the next messages that are sent. */
export function updateMessageSettings(ctx: Ctx, input: MessageSettings): Promise<MessageSettings> {
  return storedSettings.change(ctx, input);
}
