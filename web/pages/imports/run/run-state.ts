import type { ImportRun } from '@nimule/core/imports/schema-centre';
import { statusLabels } from '../import-words.ts';

/** Imports that were started on this page and whose end has not been told: a short one may be over when it is first read. */
export const startedHere = new Set<number>();

/** Whether the import or its undo goes on in the background. */
export function isActive({ status, undo }: Pick<ImportRun, 'status' | 'undo'>): boolean {
  return status === 'queued' || status === 'running' || undo?.status === 'running';
}

/** The status of an import and of its undo, with a colour of StatusTag. */
export function statusOf({ status, undo }: Pick<ImportRun, 'status' | 'undo'>): {
  status: string;
  label: string;
} {
  if (undo?.status === 'running') return { status: 'running', label: 'Being undone' };
  if (undo?.status === 'done') return { status: 'undone', label: 'Undone' };
  if (undo?.status === 'failed') return { status: 'failed', label: 'Undo failed' };
  const colours = { queued: 'pending', stopped: 'partial', abandoned: 'late' } as const;
  const colour = status in colours ? colours[status as keyof typeof colours] : status;
  return { status: colour, label: statusLabels[status] };
}
