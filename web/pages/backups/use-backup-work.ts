import type { Backup } from '@nimule/core/backups/schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRefetchAll } from '../../client/cache.tsx';
import { call } from '../../client/call.ts';
import type { ClientError } from '../../client/errors.ts';
import { operations } from '../../client/operations.ts';
import { updateUser } from '../../client/session.ts';
import { useMutation, useRevalidate } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useRefusal } from '../../ui/allowed.tsx';
import { numberText } from '../../ui/counted.ts';
import { toast, toastError } from '../../ui/overlay/toaster.tsx';
import { formatMegabytes, isRunning, reasonOfWork, type RunningWork } from './backup-words.ts';

/** seeds/001 4: list and figures are polled every 30 seconds. */
export const LIST_POLL_MS = 30_000;
const WORK_POLL_MS = 2_000;
const SHOWN_IN_TOAST = 2;

/** An error that stays on the page until it is dismissed: work of minutes may end unseen. */
export interface WorkFailure {
  title: string;
  filename?: string;
  /** One sentence each. */
  reasons: readonly string[];
}

export interface BackupWork {
  /** What runs in any process. */
  running: RunningWork | undefined;
  /** Started here and not seen in the progress yet. */
  isStarting: boolean;
  /** Why nothing can be started now, or never by this role. */
  refusal: string | undefined;
  failure: WorkFailure | undefined;
  dismissFailure: () => void;
  refresh: () => void;
  create: () => void;
  verify: (backup: Backup) => void;
  restore: (backup: Backup) => void;
}

/** Everything again after a restore, and the user, whose role may be another one in the backup. */
function useRefreshAfterRestore(): () => void {
  const refetchAll = useRefetchAll();
  return useCallback(() => {
    refetchAll();
    call('currentUser').then(updateUser, () => undefined);
  }, [refetchAll]);
}

/**
 * What runs in any process, polled every 2 seconds while something does; reads changed data again when it ends.
 */
function useRunning(isMine: boolean) {
  const [isBusy, setBusy] = useState(false);
  const progress = useRead('getBackupProgress', undefined, {
    pollMs: isBusy || isMine ? WORK_POLL_MS : LIST_POLL_MS,
  });
  const running = isRunning(progress.data) ? progress.data : undefined;
  const work = running?.work;
  const last = useRef(work);
  const revalidate = useRevalidate();
  const refreshAfterRestore = useRefreshAfterRestore();
  useEffect(() => {
    setBusy(work !== undefined);
    const ended = last.current;
    last.current = work;
    if (ended === undefined || work !== undefined) return;
    if (ended === 'restore') refreshAfterRestore();
    else revalidate(operations.createBackup.touches);
  }, [work, revalidate, refreshAfterRestore]);
  return { running, refresh: progress.refresh };
}

/** Backups, verifications and restores: starts them, and shows what runs. They go on when the user leaves the page. */
export function useBackupWork(): BackupWork {
  const creation = useMutation('createBackup', { failure: 'Failed to create backup' });
  const verification = useMutation('verifyBackup', { failure: 'Failed to verify backup' });
  const restoration = useMutation('restoreBackup', { failure: 'Failed to restore backup' });
  const [failure, setFailure] = useState<WorkFailure>();
  const isMine = creation.busy || verification.busy || restoration.busy;
  const { running, refresh } = useRunning(isMine);
  const refreshAfterRestore = useRefreshAfterRestore();
  const mayNot = useRefusal()('backup.manage');

  const fail = (title: string, filename?: string) => (reasons: readonly string[]) => {
    setFailure({ title, reasons, ...(filename ? { filename } : {}) });
    const more = reasons.length - SHOWN_IN_TOAST;
    const text = reasons.slice(0, SHOWN_IN_TOAST).join(' ');
    toastError(more > 0 ? `${text} And ${numberText(more)} more.` : text, title);
  };
  const refusedBy = (failed: (reasons: readonly string[]) => void) => (error: ClientError) =>
    failed([error.message]);

  const create = () => {
    setFailure(undefined);
    creation
      .run()
      .then(
        ({ filename, size }) =>
          toast('Backup Created Successfully', `${filename}, ${formatMegabytes(size)} MB`),
        refusedBy(fail('Backup Failed')),
      );
  };
  const verify = ({ filename }: Backup) => {
    const failed = fail('Verification Failed', filename);
    setFailure(undefined);
    verification.run({ params: { filename } }).then(({ verified, problems, ...seen }) => {
      if (!verified) return failed(problems);
      const compared = `${numberText(seen.tables)} tables and ${numberText(seen.rows)} rows`;
      toast('Backup Verified', `${filename}: ${compared} were restored and compared.`);
    }, refusedBy(failed));
  };
  const restore = ({ filename }: Backup) => {
    setFailure(undefined);
    restoration.run({ params: { filename } }).then(
      ({ message }) => {
        toast('Database Restored', message);
        refreshAfterRestore();
      },
      refusedBy(fail('Restore Failed', filename)),
    );
  };
  return {
    running,
    isStarting: isMine && !running,
    refusal:
      mayNot ?? (running ? reasonOfWork(running) : isMine ? 'Something is running.' : undefined),
    failure,
    dismissFailure: () => setFailure(undefined),
    refresh,
    create,
    verify,
    restore,
  };
}
