import { type AttachmentEntity, MAX_ATTACHMENT } from '@nimule/core/attachments/schema';
import { useEffect, useRef, useState } from 'react';
import { ClientError } from '../../client/errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { attachmentOperations } from './operations.ts';
import { isAttachable, reducedPhoto } from './photo.ts';

/** A file that is being sent, waits for others, or failed. */
export interface PendingFile {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** Sent share of the running one, from 0 to 100. */
  percent: number;
  /** Why it failed. */
  error?: string;
}

export interface Uploads {
  files: readonly PendingFile[];
  add: (files: Iterable<File>) => void;
  retry: (key: number) => void;
  dismiss: (key: number) => void;
}

const MEGABYTE = 1024 * 1024;

/** Why a file cannot be attached; undefined if the server may take it. */
function refusalOf(file: File): string | undefined {
  if (file.type !== '' && !isAttachable(file))
    return 'Only PDF, PNG, JPEG and WebP files can be attached.';
  if (file.size === 0) return 'The file is empty.';
  if (file.size > MAX_ATTACHMENT)
    return `The file is too large: at most ${MAX_ATTACHMENT / MEGABYTE} MB.`;
  return undefined;
}

/**
 * Sends files to a record one after the other, photos made smaller before. A file that failed stays in the list and can be
 * sent again.
 */
export function useUploads(of: AttachmentEntity, id: number): Uploads {
  const [files, setFiles] = useState<readonly PendingFile[]>([]);
  const nextKey = useRef(1);
  const running = useRef<number>(undefined);
  const change = (key: number, changes: Partial<PendingFile>) =>
    setFiles((before) =>
      before.map((pending) => (pending.key === key ? { ...pending, ...changes } : pending)),
    );
  const { run } = useMutation(attachmentOperations[of].add, {
    failure: 'The file could not be attached. Please try again.',
    onProgress: (share) => {
      if (running.current !== undefined)
        change(running.current, { percent: Math.floor(share * 100) });
    },
  });

  const send = async ({ key, file }: PendingFile) => {
    running.current = key;
    change(key, { state: 'sending', percent: 0 });
    try {
      const upload = await reducedPhoto(file);
      const error = refusalOf(upload);
      if (error) return change(key, { state: 'failed', error });
      await run({ params: { id }, upload });
      setFiles((before) => before.filter((pending) => pending.key !== key));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      change(key, { state: 'failed', error: error.message });
    } finally {
      running.current = undefined;
    }
  };

  const next = files.find(({ state }) => state === 'waiting');
  const isBusy = files.some(({ state }) => state === 'sending');
  const latestSend = useRef(send);
  latestSend.current = send;
  useEffect(() => {
    if (next && !isBusy && running.current === undefined)
      latestSend.current(next).catch(reportError);
  }, [next, isBusy]);

  return {
    files,
    add: (added) => {
      const waiting = [...added].map(
        (file): PendingFile => ({ key: nextKey.current++, file, state: 'waiting', percent: 0 }),
      );
      setFiles((before) => [...before, ...waiting]);
    },
    retry: (key) => change(key, { state: 'waiting', percent: 0 }),
    dismiss: (key) => setFiles((before) => before.filter((pending) => pending.key !== key)),
  };
}
