import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { permissionWords } from '../../identity/permissions.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page, Paging } from '../../kernel/paging.ts';
import type { ImportRun, ImportRunDetail, RunFilter } from '../schema-centre.ts';
import { countCreated } from '../undo/queries.ts';
import { undoPermissions } from '../undo/rules.ts';
import { countEntries, type Entries, findEntries } from './queries-batches.ts';
import * as queries from './queries-history.ts';
import { settingsFrom, undoRefusal } from './rules.ts';
import { executionOf } from './service-background.ts';
import { importableTypes } from './service-files.ts';

/** A page of a run's list, with its total number on request. */
type RunPaging = Paging & { total?: boolean | undefined };

/**
 * A run of a type that the caller may import.
 * @throws AppError notFound otherwise.
 */
export async function getVisibleRun(ctx: Ctx, id: number): Promise<queries.HistoryRow> {
  const run = await queries.getHistoryRow(ctx.db, id);
  return run && importableTypes(ctx).includes(run.type) ? run : notFound('Import', id);
}

function shown(run: queries.HistoryRow): ImportRun {
  const { created, updated, unchanged, lines, failed, ...rest } = run;
  return {
    ...rest,
    recordsProcessed: created + updated + unchanged + lines + failed,
    recordsCreated: created,
    recordsUpdated: updated,
    recordsUnchanged: unchanged,
    recordsFailed: failed,
    undo: run.undoStatus && {
      status: run.undoStatus,
      at: run.undoneAt,
      by: run.undoneBy,
      removed: run.removed,
      reversed: run.reversed,
      kept: run.kept,
      error: run.undoError,
    },
  };
}

/** Imports of the types that the caller may import, the newest first; `q` searches the names of their files. */
export async function listImportRuns(ctx: Ctx, filter: RunFilter): Promise<Page<ImportRun>> {
  const types = importableTypes(ctx);
  if (types.length === 0) return { rows: [] };
  const { rows, ...page } = await queries.findHistory(ctx.db, filter, types);
  return { ...page, rows: rows.map(shown) };
}

/**
 * An import with its progress, messages and reconciliation.
 * @throws AppError notFound, also for a type that the caller may not import.
 */
export async function getImportRun(ctx: Ctx, id: number): Promise<ImportRunDetail> {
  const run = await getVisibleRun(ctx, id);
  const { mapping, ...messages } = await queries.getRunMessages(ctx.db, id);
  const { changes, differences } = await countEntries(ctx.db, id);
  const isRunning = run.status === 'queued' || run.status === 'running';
  const { all: recorded, kinds } = isRunning
    ? { all: 0, kinds: [] }
    : await countCreated(ctx.db, id);
  const lacking = kinds.map((kind) => undoPermissions[kind]).filter((one) => !can(ctx.actor, one));
  const whyNotUndo =
    undoRefusal({ ...run, recorded }) ??
    (lacking.length > 0 ? `You may not ${permissionWords(...new Set(lacking))}.` : null);
  return {
    ...shown(run),
    ...messages,
    settings: settingsFrom(mapping),
    waitsFor: run.status === 'queued' ? await waitsFor(ctx, id) : null,
    changes,
    differences,
    mayUndo: whyNotUndo === null,
    whyNotUndo,
  };
}

/** The number of imports before a queued one: known for those of this process, else counted. */
async function waitsFor(ctx: Ctx, id: number): Promise<number> {
  const execution = executionOf(ctx, id);
  return execution ? (execution.waitsFor ?? 0) : queries.countEarlier(ctx.db, id);
}

type ListOfRun<L extends keyof Entries> = (
  ctx: Ctx,
  id: number,
  paging: RunPaging,
) => Promise<Page<Entries[L]>>;

/** Reads pages of one list of the runs that the caller may see. */
function listOf<L extends keyof Entries>(list: L): ListOfRun<L> {
  return async (ctx, id, paging) => {
    await getVisibleRun(ctx, id);
    return findEntries(ctx.db, id, list, paging);
  };
}

/**
 * The records that an import changed, before and after, in the order of its batches.
 * @throws AppError notFound as `getImportRun`.
 */
export const listImportChanges = listOf('changes');

/** Records whose value in the books is not that of the file. @throws AppError notFound as `getImportRun`. */
export const listImportDifferences = listOf('differences');

/** Created records that the undo left, with the reasons. @throws AppError notFound as `getImportRun`. */
export const listKeptRecords = listOf('kept');
