import type { AttachmentEntity } from '@nimule/core/attachments/schema';

/** The record that a file is for. */
export interface UploadTarget {
  of: AttachmentEntity;
  recordId: number;
  /** Shown to the user: 'TKT-001'. */
  recordName: string;
}

/** A file on this device that the server has not confirmed yet, without its content. */
export interface QueuedFile extends UploadTarget {
  /** Sent as the Idempotency-Key of each attempt. */
  key: string;
  /** Who chose it: nobody else sees or sends it. */
  userId: number;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Milliseconds, for the order. */
  addedAt: number;
  /** Whether the content is what is sent: photos are made smaller before. */
  isReady: boolean;
  /** Why the server, or the portal before it, does not take the file. */
  refusal?: string | undefined;
}

/** Where unsent files are kept on the device, those of all users. */
export interface FileStore {
  /** @throws Error if the device does not answer. */
  list(): Promise<QueuedFile[]>;
  read(key: string): Promise<ArrayBuffer | undefined>;
  /** Adds or replaces a file; without `content` that is left as it is. @throws Error, QuotaExceededError if it has no room. */
  put(file: QueuedFile, content?: ArrayBuffer): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A file of the queue as it is shown. */
export interface ShownFile extends QueuedFile {
  state: 'waiting' | 'sending' | 'refused';
  /** Sent share from 0 to 100. */
  percent: number;
  /** Why the last attempt failed; another follows by itself. */
  trouble: string | undefined;
  /** Why it is lost if the page is left; undefined if it is kept on the device. */
  warning: string | undefined;
}

/** Of all users of the device. */
export const MAX_KEPT_FILES = 100;
export const MAX_KEPT_BYTES = 200 * 1024 * 1024;

export function isPhoto({ type }: Pick<QueuedFile, 'type'>): boolean {
  return type.startsWith('image/');
}
