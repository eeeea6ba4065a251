import type { FileStore, QueuedFile } from './queued-file.ts';

const DATABASE = 'nimule-uploads';
const FILES = 'files';
const CONTENTS = 'contents';

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    // Apart, so that the list is read without the contents.
    request.result.createObjectStore(FILES, { keyPath: 'key' });
    request.result.createObjectStore(CONTENTS);
  };
  return answerOf(request).then((database) => {
    database.onclose = onClosed;
    database.onversionchange = () => {
      database.close();
      onClosed();
    };
    return database;
  });
}

/** The files in the browser's IndexedDB; contents as bytes, because old browsers lose the blobs of a closed page. */
export function indexedDbStore(): FileStore {
  let opened: Promise<IDBDatabase> | undefined;
  const close = () => {
    opened = undefined;
  };
  const database = () => {
    opened ??= openDatabase(close).catch((error: unknown) => {
      close();
      throw error;
    });
    return opened;
  };
  const write = async (change: (transaction: IDBTransaction) => void) => {
    const transaction = (await database()).transaction([FILES, CONTENTS], 'readwrite', {
      durability: 'strict',
    });
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      change(transaction);
    });
  };
  const read = async (name: string) => (await database()).transaction(name).objectStore(name);
  return {
    list: async () => answerOf<QueuedFile[]>((await read(FILES)).getAll()),
    read: async (key) => answerOf<ArrayBuffer | undefined>((await read(CONTENTS)).get(key)),
    put: (file, content) =>
      write((transaction) => {
        transaction.objectStore(FILES).put(file);
        if (content) transaction.objectStore(CONTENTS).put(content, file.key);
      }),
    remove: (key) =>
      write((transaction) => {
        transaction.objectStore(FILES).delete(key);
        transaction.objectStore(CONTENTS).delete(key);
      }),
  };
}
