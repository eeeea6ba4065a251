import { lockedMonths } from '../../accounting/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { throwIfStopped } from '../../database/runs.ts';
import { actorName, authorise } from '../../identity/actor.ts';
import { formatMonth, monthOf } from '../../kernel/dates.ts';
import { breaksRule, isAppError, notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { undoRefusal } from '../runs/rules.ts';
import { storedRunError } from '../runs/service.ts';
import { keepExecution } from '../runs/service-background.ts';
import { builtTypes } from '../schema-types.ts';
import * as queries from './queries.ts';
import { type Made, undoCutoff, undoPermissions, unpackCreated } from './rules.ts';
import { undoBatch } from './service-batch.ts';

export interface UndoProgress {
  /** Batches undone, of how many. */
  done: number;
  total: number;
}

export interface UndoOptions {
  /** Returns when the undo has ended; otherwise it goes on in the background of this process. */
  wait?: boolean;
  onProgress?: (progress: UndoProgress) => void;
  /** Interrupts the undo after the current batch; a later call goes on with it. */
  signal?: AbortSignal;
}

const BEAT_SECONDS = 10;

/**
 * Undoes an import: what it created is removed or reversed, batch by batch, each in one transaction, the last first;
 * records that were changed since or have followers stay and are told with the reason (`undoBatch`). Changed records
 * are not set back. One that was interrupted goes on behind its last batch; while another process is at it, nothing is
 * done and the answer is false. For the dates of the reversals see `reversalDate`.
 * @throws AppError notFound; forbidden without the permission for each kind of record; rule for a run that has not ended,
 *   was undone or created nothing, and when today's month is locked. With `wait` also what a batch throws.
 */
export async function undoRun(ctx: Ctx, id: number, options: UndoOptions = {}): Promise<boolean> {
  const isTaken = await transact(ctx, async (tx) => {
    const run = (await queries.lockRun(tx.db, id)) ?? notFound('Import', id);
    authorise(tx.actor, builtTypes[run.type].permission);
    if (isAlive(run, tx.clock())) return false;
    const { all, posted, kinds } = await queries.countCreated(tx.db, id);
    const undoStatus = run.undoStatus === 'running' ? null : run.undoStatus;
    const problem = undoRefusal({ ...run, undoStatus, recorded: all });
    if (problem) breaksRule('import.undo', `This import cannot be undone. ${problem}`);
    for (const kind of kinds) authorise(tx.actor, undoPermissions[kind]);
    const month = monthOf(tx.today);
    if (posted > 0 && (await lockedMonths(tx)).has(month))
      breaksRule(
        'import.undoLocked',
        `${formatMonth(month)} is locked in the books, and an undo posts its reversals today. Unlock it first.`,
      );
    await queries.claimUndo(tx.db, id, tx.clock(), actorName(tx.actor));
    return true;
  });
  if (!isTaken) return false;
  if (options.wait) await carryOut(ctx, id, options);
  else inBackground(ctx, id, options);
  return true;
}

function isAlive({ undoStatus, undoHeartbeatAt }: queries.RunToUndo, now: Date): boolean {
  return undoStatus === 'running' && undoHeartbeatAt !== null && undoHeartbeatAt >= undoCutoff(now);
}

/**
 * Goes on with the undos whose process was killed, in the background or, with `wait`, one after the other. Returns how
 * many this process has taken.
 */
export async function resumeUndos(ctx: Ctx, { wait = false } = {}): Promise<number> {
  let taken = 0;
  for (const id of await queries.findSilentUndos(ctx.db, undoCutoff(ctx.clock()))) {
    if (ctx.stopping?.aborted) break;
    const isTaken = await transact(ctx, async (tx) => {
      const run = await queries.lockRun(tx.db, id);
      if (run?.undoStatus !== 'running' || isAlive(run, tx.clock())) return false;
      await queries.claimUndo(tx.db, id, tx.clock(), run.undoneBy);
      return true;
    });
    if (!isTaken) continue;
    taken += 1;
    if (wait) await carryOut(ctx, id, {});
    else inBackground(ctx, id);
  }
  return taken;
}

function inBackground(ctx: Ctx, id: number, options: UndoOptions = {}): void {
  keepExecution(ctx, id, () =>
    carryOut(ctx, id, options).catch((error: unknown) => {
      // An unexpected error is in the log already.
      if (isAppError(error))
        ctx.log.warn({ err: error, run: id }, 'the undo of an import has ended early');
    }),
  );
}

async function carryOut(ctx: Ctx, id: number, options: UndoOptions): Promise<void> {
  const beat = setInterval(() => {
    queries.beatUndo(ctx.db, id, ctx.clock()).catch((error: unknown) => {
      ctx.log.warn({ err: error, run: id }, 'the heartbeat of an undo was not written');
    });
  }, BEAT_SECONDS * 1000);
  beat.unref();
  try {
    if (!(await undoBatches(ctx, id, options))) return;
    await endUndo(ctx, id, 'done');
  } catch (error) {
    const text = storedRunError(ctx, id, error, 'undo');
    // If even this fails, the job goes on with it.
    await endUndo(ctx, id, 'failed', text).catch(() => {});
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Undoes the batches that are left; false if the process ends before: the job goes on with them. */
async function undoBatches(
  ctx: Ctx,
  id: number,
  { onProgress, signal }: UndoOptions,
): Promise<boolean> {
  const batches = await queries.findBatches(ctx.db, id);
  const left = batches.map(({ number, created, touched }) => ({
    number,
    made: unpackCreated(created),
    touched: { invoices: [], payments: [], ...touched },
  }));
  const later = laterDocuments(left.map(({ made }) => made));
  for (const [index, { number, made, touched }] of left.entries()) {
    if (ctx.stopping?.aborted) return false;
    throwIfStopped(signal, () => 'Stopped. Undo the import again to go on.');
    later.take(made);
    await transact(ctx, async (tx) => {
      if (!(await queries.lockBatch(tx.db, id, number))) return;
      const { removed, reversed, kept } = await undoBatch(tx, made, {
        runId: id,
        later,
        touched,
      });
      await queries.finishBatch(tx.db, id, number, { at: tx.clock(), kept });
      await queries.addUndone(tx.db, id, { removed, reversed, kept: kept.length }, tx.clock());
    });
    onProgress?.({ done: index + 1, total: left.length });
  }
  return true;
}

/** The documents of the batches that are not undone yet. */
function laterDocuments(left: readonly Made[]) {
  const invoices = new Set(left.flatMap((made) => made.invoices.map(({ id }) => id)));
  const payments = new Set(left.flatMap((made) => made.payments.map(({ id }) => id)));
  return {
    invoices,
    payments,
    take(made: Made) {
      for (const { id } of made.invoices) invoices.delete(id);
      for (const { id } of made.payments) payments.delete(id);
    },
  };
}

/** Closes an undo; a complete one writes its one line in the audit log. */
async function endUndo(ctx: Ctx, id: number, status: 'done' | 'failed', error = ''): Promise<void> {
  await transact(ctx, async (tx) => {
    const run = await queries.finishUndo(tx.db, id, status, tx.clock(), error);
    if (!run) return;
    const { filename, removed, reversed, kept, undoneBy } = run;
    const counts = `${removed} removed, ${reversed} reversed, ${kept} kept`;
    await audit(tx, {
      action: 'import.undo',
      entity: 'import',
      entityId: id,
      summary: `${filename}: ${counts}${status === 'failed' ? ', then failed' : ''}`,
      facts: { type: run.type, filename, removed, reversed, kept, startedBy: undoneBy },
    });
  });
}
