import { type App, createContext, refuseInMaintenance } from '../../context.ts';
import type { SmsReceipt } from '../../ports/sms.ts';
import { recordReceipts } from './service-receipts.ts';

const MAX_RECEIPTS = 1_000;
const RECEIPTS_MS = 200;

/** Collects the receipts of the gateway and records them together. */
export function listenForReceipts(app: App): { stop(): Promise<void> } {
  let waiting: {
    receipt: SmsReceipt;
    done: (isStored: true) => void;
    fail: (error: unknown) => void;
  }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let recording: Promise<void> = Promise.resolve();
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return recording;
    recording = recording.then(async () => {
      try {
        refuseInMaintenance(app);
        const ctx = createContext(app, { kind: 'system', job: 'messages' });
        await recordReceipts(
          ctx,
          app.ports.sms.kind,
          batch.map(({ receipt }) => receipt),
        );
        for (const { done } of batch) done(true);
      } catch (error) {
        app.log.error({ err: error }, 'receipts could not be recorded');
        // The gateway delivers them again.
        for (const { fail } of batch) fail(error);
      }
    });
    return recording;
  };
  const end = app.ports.sms.receipts(
    (receipt) =>
      new Promise<boolean>((done, fail) => {
        waiting.push({ receipt, done, fail });
        if (waiting.length >= MAX_RECEIPTS) void flush();
        else timer ??= setTimeout(() => void flush(), RECEIPTS_MS);
      }),
  );
  return {
    async stop() {
      end();
      await flush();
    },
  };
}
