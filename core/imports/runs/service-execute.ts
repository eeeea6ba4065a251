import { type Ctx, transact } from '../../context.ts';
import { analyseGrown } from '../../database/statistics.ts';
import { actorName, authorise, can } from '../../identity/actor.ts';
import { findStaffActor } from '../../identity/sessions/service-actors.ts';
import { dateInJuba } from '../../kernel/dates.ts';
import { AppError, isAppError } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { claimKey, keepAnswer } from '../../records/idempotency.ts';
import type { AnyRow, Importer } from '../importers/service.ts';
import { createTally, type Tally } from '../rules-tally.ts';
import type { ImportRunDetail, RunInput } from '../schema-centre.ts';
import { builtTypes } from '../schema-types.ts';
import { assertWhole, checkSettings, queueNameOf, settingsOf } from '../service.ts';
import { typeOfFile } from '../service-kinds.ts';
import { readSettled } from '../service-read.ts';
import { writeRows } from '../service-write.ts';
import { type Claim, type ImportRun, insertRun } from './queries.ts';
import * as batches from './queries-batches.ts';
import * as claims from './queries-claims.ts';
import { settingsFrom } from './rules.ts';
import {
  abandonSilentRuns,
  endRun,
  keepAlive,
  newToken,
  RunTakenOver,
  storedFilename,
  storedRunError,
} from './service.ts';
import { type Execution, executionOf, keepExecution } from './service-background.ts';
import { openRunFile, openStagedFile } from './service-files.ts';
import { getImportRun, getVisibleRun } from './service-history.ts';
import { saveSettings } from './service-mappings.ts';
import { type ImportSlot, reserveRoom, waitForImportSlot } from './service-queue.ts';

const OPERATION = 'startImportRun';

/** A background run without a heartbeat for this long was killed; a living process writes one every ten seconds. */
const SILENT_MS = 60_000;

function silentSince(ctx: Ctx): Date {
  return new Date(ctx.clock().getTime() - SILENT_MS);
}

/**
 * Imports a staged file in the background of this process (seeds/002 2, decision 27): the answer is the queued run, which
 * goes on without its caller, and in another process if this one is killed. A repeat with the same Idempotency-Key answers
 * with the same run.
 * @throws AppError forbidden without the permission for the type; notFound for a file that is not kept; rule for a category that is not
 *   available; invalid for settings that the type does not have; unavailable when too many imports wait.
 */
export async function startImportRun(ctx: Ctx, input: RunInput): Promise<ImportRunDetail> {
  if (input.type !== 'general') authorise(ctx.actor, builtTypes[input.type].permission);
  const file = await openStagedFile(ctx, input.fileId);
  const { path, filename } = file;
  const { type, sheet } = await typeOfFile(ctx, input.type, { ...input.settings, path, filename });
  checkSettings(type, input.settings);
  const token = newToken(ctx);
  let leave = () => {};
  try {
    const started = await transact(ctx, async (tx) => {
      const kept = await claimKey(tx, OPERATION, input);
      if (kept) return { id: (kept.response as { id: number }).id, isNew: false };
      // The transaction can be repeated.
      leave();
      leave = reserveRoom(queueNameOf(tx.actor));
      const run = await insertRun(
        tx.db,
        {
          type,
          filename: storedFilename(file.filename),
          mapping: settingsOf({ ...input.settings, sheet }),
          status: 'queued',
          startedAt: tx.now,
          actorName: actorName(tx.actor),
          fileId: file.id,
          ...(tx.actor.kind === 'staff' && { userId: tx.actor.userId }),
        },
        token,
      );
      await keepAnswer(tx, OPERATION, { id: run.id });
      return { id: run.id, isNew: true };
    });
    const answer = await getImportRun(ctx, started.id);
    leave();
    if (started.isNew) execute(ctx, { runId: started.id, token });
    return answer;
  } finally {
    leave();
  }
}

/** Executes a claimed run after the call that started it. */
function execute(ctx: Ctx, claim: Claim): void {
  // The call's signal ends with its caller; what is created carries the time of the execution.
  const { signal: _signal, onLeave: _onLeave, session: _session, ...origin } = ctx.origin;
  const now = ctx.clock();
  const own: Ctx = { ...ctx, origin, now, today: dateInJuba(now) };
  keepExecution(ctx, claim.runId, (execution) => executeClaimed(own, claim, execution));
}

/** Never rejects: whatever happens is in the run's row, or in the log. */
async function executeClaimed(ctx: Ctx, claim: Claim, execution: Execution): Promise<void> {
  const end = keepAlive(ctx, claim);
  const tally = createTally();
  try {
    const slot = await waitForImportSlot(queueNameOf(ctx.actor), {
      onWait(before) {
        execution.waitsFor = before;
      },
      stops: [ctx.stopping, execution.stop.signal],
    });
    execution.waitsFor = null;
    try {
      const { signal } = execution.stop;
      const importer = await importClaimed(ctx, claim, { tally, slot, signal });
      await endRun(ctx, claim, { ending: 'done', tally });
      await analyseGrown(ctx, tally.result(false).recordsCreated, importer.grows);
    } finally {
      slot.end();
    }
  } catch (error) {
    await settle(ctx, claim, tally, error).catch((failure: unknown) => {
      // Without a heartbeat it goes on a minute later.
      ctx.log.error({ err: failure, run: claim.runId }, 'the end of an import was not recorded');
    });
  } finally {
    end();
  }
}

/** Errors after which the run can go on later, here or in another process. */
const PASSING = new Set([
  'import.busy',
  'database.unavailable',
  'database.starting',
  'database.maintenance',
]);

/** Records how an execution ended that did not import all rows. */
async function settle(ctx: Ctx, claim: Claim, tally: Tally, error: unknown): Promise<void> {
  if (error instanceof RunTakenOver) return;
  const code = isAppError(error) ? error.code : '';
  const isStopping = ctx.stopping?.aborted === true && code === 'run.stopped';
  if (isStopping || PASSING.has(code)) return claims.releaseRun(ctx.db, claim);
  if (code === 'run.stopped') {
    const text = `Stopped after ${tally.processed()} rows. Import the same file again to go on.`;
    return endRun(ctx, claim, { ending: 'stopped', error: text, tally });
  }
  const text = storedRunError(ctx, claim.runId, error);
  return endRun(ctx, claim, { ending: 'failed', error: text, tally });
}

/** Reads the file of a run and writes the batches that are not committed yet. */
async function importClaimed(
  ctx: Ctx,
  claim: Claim,
  { tally, slot, signal }: { tally: Tally; slot: ImportSlot; signal: AbortSignal },
): Promise<Importer<AnyRow>> {
  const run = await claims.beginRun(ctx.db, claim, ctx.clock());
  if (!run) throw new RunTakenOver();
  if (run.isStopRequested) throw new AppError('unavailable', 'run.stopped', 'Stopped.');
  const settings = settingsFrom(run.mapping);
  const upload = await openRunFile(ctx, run.fileId!);
  const settled = await readSettled(run.type, { upload, given: settings, isGeneral: true }, tally);
  const { importer, file: read } = settled;
  const { map, value, set, keepPrices } = settled.settings;
  const given = { upload, input: { type: run.type, keepPrices }, mapping: { map, value, set } };
  assertWhole(importer, read);
  if (!(await claims.beginRun(ctx.db, claim, ctx.clock(), read.rows.count())))
    throw new RunTakenOver();
  await saveSettings(ctx, run.type, read.header, settled.settings);
  const committed = await restoreTally(ctx, run, tally);
  slot.progress(tally.processed(), read.rows.count());
  await writeRows(ctx, importer, read, { tally, slot, signal, given, run: { claim, committed } });
  return importer;
}

/** Adds what earlier executions of the run have committed, and returns the number of their batches. */
async function restoreTally(ctx: Ctx, run: ImportRun, tally: Tally): Promise<number> {
  const committed = await batches.countBatches(ctx.db, run.id);
  if (committed === 0) return 0;
  const { created, updated, unchanged, lines } = run;
  tally.add({ created, updated, unchanged, lines }, [], []);
  for (let number = 0; number < committed; number += 1) {
    const { refused, notes } = await batches.getBatchMessages(ctx.db, run.id, number);
    tally.add({ created: 0, updated: 0, unchanged: 0, lines: 0 }, refused, []);
    tally.addNotes(notes);
  }
  return committed;
}

/**
 * Goes on with the background imports whose process has ended, behind their last committed batch, as the users who
 * started them. A run whose user may no longer import its type ends as failed. Any number of processes may call it.
 * Returns how many this process has taken.
 */
export async function resumeImportRuns(ctx: Ctx): Promise<number> {
  await abandonSilentRuns(ctx);
  let taken = 0;
  for (const runId of await claims.findFreeRuns(ctx.db, silentSince(ctx))) {
    if (ctx.stopping?.aborted || executionOf(ctx, runId)) continue;
    const claim = { runId, token: newToken(ctx) };
    const run = await claims.claimFreeRun(ctx.db, claim, silentSince(ctx), ctx.clock());
    if (!run) continue;
    const actor = await findStaffActor(ctx, run.userId!);
    if (!actor || !can(actor, builtTypes[run.type].permission)) {
      const error = `${run.actorName} may no longer import ${builtTypes[run.type].label}, so the rest of the file was not imported.`;
      await endRun(ctx, claim, { ending: 'failed', error, tally: createTally() });
      continue;
    }
    execute({ ...ctx, actor }, claim);
    taken += 1;
  }
  return taken;
}

/**
 * Stops an import after its current batch, or at once if it waits or its process was killed. What was imported stays. An
 * import that has ended is left as it is.
 * @throws AppError notFound, also for a run of a type that the caller may not import.
 */
export async function stopImportRun(ctx: Ctx, id: number): Promise<ImportRunDetail> {
  const run = await getVisibleRun(ctx, id);
  await transact(ctx, async (tx) => {
    const stopped = await claims.requestStop(tx.db, id, silentSince(tx), tx.clock());
    if (!stopped) return;
    const isWaiting = stopped.status === 'stopped';
    await audit(tx, {
      action: builtTypes[run.type].action,
      entity: 'import',
      entityId: id,
      summary: `${run.filename}: stopped${isWaiting ? '' : ' after the batch under way'}`,
    });
  });
  executionOf(ctx, id)?.stop.abort();
  return getImportRun(ctx, id);
}
