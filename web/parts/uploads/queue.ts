import { newKey } from '../../client/new-key.ts';
import {
  type FileStore,
  MAX_KEPT_BYTES,
  MAX_KEPT_FILES,
  type QueuedFile,
  type ShownFile,
  type UploadTarget,
} from './queued-file.ts';
import { verdictOf } from './verdict.ts';

/** Said to the other tabs. */
export type Notice =
  | { about: 'files' }
  | { about: 'progress'; key: string; share: number }
  | { about: 'sent'; target: UploadTarget };

export interface QueuePorts {
  /** Undefined where the browser keeps no files. */
  store: FileStore | undefined;
  /** The signed-in user. */
  userId: () => number | undefined;
  /** @throws ClientError */
  send: (file: QueuedFile, content: File, onProgress: (share: number) => void) => Promise<unknown>;
  /** The content as it is sent. */
  prepare: (content: File) => Promise<File>;
  /** Why a prepared file cannot be sent. */
  unfit: (content: File) => string | undefined;
  /** Runs `work` while no other tab runs its own. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  isOnline: () => boolean;
  tell: (notice: Notice) => void;
  /** Told after each change whether the user has unsent files. */
  onUnsent: (userId: number, has: boolean) => void;
}

export interface UploadQueue {
  /** Those of the signed-in user, oldest first. */
  files: () => readonly ShownFile[];
  subscribe: (listener: () => void) => () => void;
  /** One of the listeners is told of each file that arrived: all of them read the same cache. */
  onSent: (listener: (target: UploadTarget) => void) => () => void;
  /** Resolves when the files are kept on the device, or cannot be. */
  add: (target: UploadTarget, files: Iterable<File>) => Promise<void>;
  /** Sends what waits now, and the refused file of this key again. */
  retry: (key?: string) => Promise<void>;
  discard: (key: string) => Promise<void>;
  content: (key: string) => Promise<File | undefined>;
  /** Reads again what is kept, and sends it: after a start, another user, a new connection. */
  wake: () => Promise<void>;
  /** The server answers again; after several failures in a row the next attempt waits all the same. */
  reached: () => void;
  hear: (notice: Notice) => void;
  /** Whether a file would be lost with this page. */
  hasUnkept: () => boolean;
  stop: () => void;
}

/** A file that only this page holds. */
interface HeldFile {
  file: QueuedFile;
  content: File;
  /** Why it is not kept; undefined while it is being kept. */
  warning: string | undefined;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const FEW_ATTEMPTS = 3;
const STAY = 'Do not leave or reload this page until it has been sent.';

function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}

function warningFor(error: unknown): string {
  const isFull = error instanceof Error && error.name === 'QuotaExceededError';
  return `${isFull ? 'This device has no room left to keep the file.' : 'This browser cannot keep files.'} ${STAY}`;
}

function rowOf({ state, percent, trouble, warning, ...file }: ShownFile): QueuedFile {
  return file;
}

/**
 * The files that the server has not confirmed. Each is kept on the device until then, and sent one after the other, by
 * one tab, for the user who chose it. Another attempt has the same key, so that the server stores the file once.
 */
export function createQueue(ports: QueuePorts): UploadQueue {
  const { store } = ports;
  const held = new Map<string, HeldFile>();
  const shares = new Map<string, number>();
  const troubles = new Map<string, string>();
  const listeners = new Set<() => void>();
  const sentListeners = new Set<(target: UploadTarget) => void>();
  let stored: readonly QueuedFile[] = [];
  let files: readonly ShownFile[] = [];
  let attempts = 0;
  let leastWaitMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAskedAgain = false;
  let isStopped = false;
  let reads = 0;
  /** Whether all that is kept is known. */
  let isRead = store === undefined;
  /** The file that this tab sends. */
  let sending: string | undefined;

  const shown = (file: QueuedFile): ShownFile => {
    const share = shares.get(file.key);
    const state =
      file.refusal !== undefined ? 'refused' : share === undefined ? 'waiting' : 'sending';
    return {
      ...file,
      state,
      percent: Math.floor((share ?? 0) * 100),
      trouble: state === 'waiting' ? troubles.get(file.key) : undefined,
      warning: held.get(file.key)?.warning,
    };
  };

  const publish = () => {
    const user = ports.userId();
    const own = [...stored, ...[...held.values()].map(({ file }) => file)].filter(
      ({ userId }) => userId === user,
    );
    files = own.sort((a, b) => a.addedAt - b.addedAt).map(shown);
    if (user !== undefined && !isStopped && (isRead || files.length > 0))
      ports.onUnsent(user, files.length > 0);
    for (const listener of listeners) listener();
  };

  const refresh = async () => {
    if (store) {
      reads += 1;
      const read = reads;
      const rows = await store.list().catch(() => undefined);
      // A later read knows more.
      if (!rows || read !== reads) return;
      isRead = true;
      stored = rows.filter(({ key }) => !held.has(key));
    }
    publish();
  };

  const changed = async () => {
    await refresh();
    ports.tell({ about: 'files' });
  };

  const keep = async (file: QueuedFile, content?: File) => {
    const own = held.get(file.key);
    if (own) held.set(file.key, { ...own, file, content: content ?? own.content });
    else await store?.put(file, await content?.arrayBuffer());
    await changed();
  };

  const forget = async (key: string) => {
    if (!held.delete(key)) await store?.remove(key);
    troubles.delete(key);
    await changed();
  };

  const contentOf = async (file: QueuedFile): Promise<File | undefined> => {
    const own = held.get(file.key);
    if (own) return own.content;
    const bytes = await store?.read(file.key);
    return bytes && new File([bytes], file.name, { type: file.type });
  };

  const roomFor = async (size: number): Promise<string | undefined> => {
    const rows = (await store?.list()) ?? [];
    const bytes = rows.reduce((sum, row) => sum + row.size, size);
    if (rows.length < MAX_KEPT_FILES && bytes <= MAX_KEPT_BYTES) return undefined;
    return `This device keeps as many unsent files as it may (${MAX_KEPT_FILES}, or ${MAX_KEPT_BYTES / 1024 / 1024} MB). ${STAY}`;
  };

  /** Moves a file from the page to the device. */
  const keepNew = async (file: QueuedFile, content: File): Promise<void> => {
    const warn = (warning: string) => held.set(file.key, { file, content, warning });
    let bytes: ArrayBuffer;
    try {
      bytes = await content.arrayBuffer();
    } catch {
      const refusal = 'The file could not be read. Choose it again.';
      held.set(file.key, { file: { ...file, refusal }, content, warning: undefined });
      return;
    }
    if (!store) {
      warn(warningFor(undefined));
      return;
    }
    try {
      const full = await roomFor(file.size);
      if (full) {
        warn(full);
        return;
      }
      await store.put(file, bytes);
      held.delete(file.key);
      stored = [...stored, file];
    } catch (error) {
      warn(warningFor(error));
    }
  };

  const setShare = (key: string, share: number) => {
    shares.set(key, share);
    ports.tell({ about: 'progress', key, share });
    publish();
  };

  const arrived = (target: UploadTarget) => {
    const [listener] = sentListeners;
    listener?.(target);
  };

  /** Whether others may follow. */
  const fail = async (file: QueuedFile, error: unknown): Promise<boolean> => {
    const verdict = verdictOf(error, file.recordName);
    if (verdict.kind === 'refused') {
      await keep({ ...file, refusal: verdict.reason });
      return true;
    }
    attempts += 1;
    leastWaitMs = verdict.waitMs;
    troubles.set(file.key, verdict.reason);
    return !verdict.isForAll;
  };

  /** Sends one file; whether others may follow. */
  const sendOne = async (listed: QueuedFile): Promise<boolean> => {
    let file = listed;
    sending = file.key;
    try {
      setShare(file.key, 0);
      let content = await contentOf(file);
      if (!content) {
        // Another tab has sent or discarded it.
        await forget(file.key);
        return true;
      }
      if (!file.isReady) {
        const ready = await ports.prepare(content);
        const refusal = ports.unfit(ready);
        const { name, type, size } = ready;
        file = { ...file, name, type, size, isReady: true, refusal };
        await keep(file, ready === content ? undefined : ready);
        content = ready;
        if (refusal !== undefined) return true;
      }
      if (ports.userId() !== file.userId) return false;
      await ports.send(file, content, (share) => setShare(file.key, share));
      attempts = 0;
      await forget(file.key);
      const { of, recordId, recordName } = file;
      arrived({ of, recordId, recordName });
      ports.tell({ about: 'sent', target: { of, recordId, recordName } });
      return true;
    } catch (error) {
      return fail(file, error);
    } finally {
      sending = undefined;
      shares.delete(file.key);
      publish();
      ports.tell({ about: 'files' });
    }
  };

  const isReadyToSend = ({ key, state }: ShownFile) => {
    const own = held.get(key);
    return state !== 'refused' && (!own || own.warning !== undefined);
  };

  const sendAll = async () => {
    const tried = new Set<string>();
    for (;;) {
      // No other tab sends now, so that what they have said of it is old.
      shares.clear();
      await refresh();
      const next = files.find((file) => isReadyToSend(file) && !tried.has(file.key));
      if (!next || !ports.isOnline() || isStopped) return;
      tried.add(next.key);
      if (!(await sendOne(rowOf(next)))) return;
    }
  };

  const schedule = () => {
    clearTimeout(timer);
    if (isStopped || attempts === 0 || !files.some(isReadyToSend)) return;
    timer = setTimeout(() => run().catch(reportError), Math.max(leastWaitMs, waitAfter(attempts)));
  };

  async function run(): Promise<void> {
    clearTimeout(timer);
    isAskedAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    try {
      do {
        isAskedAgain = false;
        await ports.exclusively(sendAll);
      } while (isAskedAgain && !isStopped);
    } finally {
      isRunning = false;
    }
    schedule();
  }

  const wake = async () => {
    attempts = 0;
    leastWaitMs = 0;
    const user = ports.userId();
    // What another user chose and the device could not keep has gone with the sign-out.
    for (const [key, { file }] of held)
      if (user !== undefined && file.userId !== user) held.delete(key);
    await refresh();
    if (files.some(isReadyToSend)) await run();
  };

  return {
    files: () => files,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSent(listener) {
      sentListeners.add(listener);
      return () => sentListeners.delete(listener);
    },
    async add(target, chosen) {
      const userId = ports.userId();
      if (userId === undefined) return;
      const added = [...chosen].map((content, at): HeldFile => {
        const { name, type, size } = content;
        const addedAt = Date.now() + at / 1000;
        const about = { key: newKey(), userId, name, type, size, addedAt, isReady: false };
        return { file: { ...target, ...about }, content, warning: undefined };
      });
      for (const one of added) held.set(one.file.key, one);
      publish();
      for (const { file, content } of added) {
        await keepNew(file, content);
        await changed();
      }
      run().catch(reportError);
    },
    async retry(key) {
      const refused = files.find((file) => file.key === key && file.state === 'refused');
      if (refused) {
        await keep({ ...rowOf(refused), refusal: undefined });
      }
      await wake();
    },
    discard: forget,
    async content(key) {
      const file = files.find((one) => one.key === key);
      return file && contentOf(file);
    },
    wake,
    reached() {
      if (attempts > 0 && attempts <= FEW_ATTEMPTS) run().catch(reportError);
    },
    hear(notice) {
      if (notice.about === 'sent') arrived(notice.target);
      else if (notice.about === 'progress') {
        shares.set(notice.key, notice.share);
        publish();
      } else {
        for (const key of shares.keys()) if (key !== sending) shares.delete(key);
        // What another tab has added is sent here if that tab is closed.
        refresh()
          .then(() => (files.some(isReadyToSend) && attempts === 0 ? run() : undefined))
          .catch(reportError);
      }
    },
    hasUnkept: () => held.size > 0,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
