import type { ImportRunDetail } from '@nimule/core/imports/schema-centre';
import { routes } from '@nimule/core/routes';
import { useEffect, useRef, useState } from 'react';
import { useRevalidate } from '../../../client/use-mutation.ts';
import { type Reading, useRead } from '../../../client/use-read.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { finishedText } from '../import-words.ts';
import { isActive, startedHere } from './run-state.ts';

const POLL_MS = 1_000;

/**
 * An import, polled each second while it or its undo goes on. When it ends, its success is told and what it changed is
 * read again.
 */
export function useRun(id: number): Reading<ImportRunDetail> {
  const [polls, setPolls] = useState(true);
  const read = useRead('getImportRun', { params: { id } }, polls ? { pollMs: POLL_MS } : {});
  const { data: run } = read;
  const revalidate = useRevalidate();
  const active = run ? isActive(run) : true;
  const isOver = !active && run !== undefined;
  const wasActive = useRef(startedHere.has(id));
  useEffect(() => {
    setPolls(active);
    if (active && run) wasActive.current = true;
  }, [active, run]);
  useEffect(() => {
    if (!isOver || !wasActive.current) return;
    wasActive.current = false;
    startedHere.delete(run.id);
    if (run.status === 'done' && !run.undo) toast('Import Finished', finishedText(run));
    if (run.undo?.status === 'done') toast('Import Undone', run.filename);
    revalidate(routes.startImportRun.touches.filter((tag) => tag !== 'imports'));
  }, [isOver, run, revalidate]);
  return read;
}
