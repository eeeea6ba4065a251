import type { AttachmentEntity } from '@nimule/core/attachments/schema';
import { useEffect, useSyncExternalStore } from 'react';
import { operations } from '../../client/operations.ts';
import { useRevalidate } from '../../client/use-mutation.ts';
import { attachmentOperations } from '../attachments/operations.ts';
import type { ShownFile } from './queued-file.ts';
import { uploads } from './uploads.ts';

/** The unsent files of the user. What has arrived is read again where it is shown. */
export function useUnsentFiles(): readonly ShownFile[] {
  const queue = uploads();
  const revalidate = useRevalidate();
  useEffect(
    () => queue.onSent(({ of }) => revalidate(operations[attachmentOperations[of].add].touches)),
    [queue, revalidate],
  );
  return useSyncExternalStore(queue.subscribe, queue.files);
}

/** The unsent files of a record, and how to add others. */
export function useUploads(of: AttachmentEntity, recordId: number, recordName: string) {
  const files = useUnsentFiles().filter((file) => file.of === of && file.recordId === recordId);
  const add = (chosen: Iterable<File>) => {
    uploads().add({ of, recordId, recordName }, chosen).catch(reportError);
  };
  return { files, add };
}
