import { call } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { onUserChange, storedUser } from '../../client/session.ts';
import { attachmentOperations } from '../attachments/operations.ts';
import { reducedPhoto } from '../attachments/photo.ts';
import { unfitOf } from '../attachments/unfit.ts';
import { indexedDbStore } from './indexed-db.ts';
import { createQueue, type Notice, type QueuePorts, type UploadQueue } from './queue.ts';
import { running } from './running.ts';
import { markUnsent } from './unsent.ts';

/** Name of the lock and of the channel between tabs. */
const NAME = 'nimule.uploads';

const send: QueuePorts['send'] = ({ of, recordId, recordName, key }, upload, onProgress) => {
  // Kept by an earlier version of the portal.
  if (!(of in attachmentOperations))
    throw new ClientError(400, `Files cannot be added to ${recordName} any more.`, {
      code: 'upload.unknown',
    });
  return call(
    attachmentOperations[of].add,
    { params: { id: recordId }, upload },
    // Sent without the user, it does not keep the session alive.
    { idempotencyKey: key, onProgress, background: true },
  );
};

/** Without locks, which browsers give to safe addresses alone, the tab in front sends. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(NAME, work);
  else if (document.visibilityState === 'visible') await work();
}

/** Asks the browser not to remove what is kept when the device is short of room. */
function askToPersist(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}

function start(): UploadQueue {
  const ended = new AbortController();
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : undefined;
  const queue = createQueue({
    store: 'indexedDB' in window ? indexedDbStore() : undefined,
    userId: () => storedUser()?.id,
    send,
    prepare: reducedPhoto,
    unfit: unfitOf,
    exclusively,
    isOnline: () => navigator.onLine,
    tell: (notice) => channel?.postMessage(notice),
    onUnsent: markUnsent,
  });
  const wake = () => void queue.wake().catch(reportError);
  const { signal } = ended;
  if (channel) channel.onmessage = ({ data }: MessageEvent<Notice>) => queue.hear(data);
  window.addEventListener('online', wake, { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && wake(),
    { signal },
  );
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (queue.hasUnkept()) event.preventDefault();
    },
    { signal },
  );
  const unsubscribe = onUserChange(wake);
  wake();
  return {
    ...queue,
    add(target, files) {
      askToPersist();
      return queue.add(target, files);
    },
    stop() {
      queue.stop();
      ended.abort();
      unsubscribe();
      channel?.close();
    },
  };
}

/** The portal's one queue of uploads; it begins to send what is kept when it is first asked for. */
export function uploads(): UploadQueue {
  running.queue ??= start();
  return running.queue;
}
