import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createContext } from '../../context.ts';
import { getPause } from '../../records/pause.ts';
import { isOpenStatus } from '../rules-status.ts';
import type { Message } from '../schema.ts';
import { getMessage } from '../service.ts';
import { getMessageSettings } from '../settings/service.ts';
import { createSender } from './service.ts';
import { smsGateway } from './service-gateways.ts';

/** Longer than the lease of a sender that was killed. */
const PATIENCE_MS = 40_000;
const LOOK_MS = 500;

/**
 * Sends one SMS in this process and nothing else, or waits while another process sends it. Returns it with what came of
 * it: still queued after an attempt that failed, in a pause after a restore, while sending is stopped, or after 40 seconds.
 */
export async function sendOne(app: App, id: number, stopping?: AbortSignal): Promise<Message> {
  const sender = createSender(app, smsGateway(app), { only: id, stopping });
  const end = performance.now() + PATIENCE_MS;
  try {
    for (;;) {
      await sender.pass();
      const ctx = createContext(app, { kind: 'system', job: 'messages' });
      const message = await getMessage(ctx, id);
      if (!isOpenStatus(message.status) || message.error !== '') return message;
      const waits = (await getMessageSettings(ctx)).isStopped || (await getPause(ctx.db));
      if (waits || stopping?.aborted || performance.now() > end) return message;
      await sleep(LOOK_MS);
    }
  } finally {
    await sender.end();
  }
}
