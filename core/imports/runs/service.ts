import { type Ctx, transact } from '../../context.ts';
import { heartbeatCutoff, type RunEnding, runEndings, statusOf } from '../../database/runs.ts';
import { actorName } from '../../identity/actor.ts';
import type { UploadedFile } from '../../kernel/contract.ts';
import { normaliseText } from '../../kernel/text.ts';
import { audit } from '../../records/audit.ts';
import { type BuiltImportType, builtTypes } from '../schema-types.ts';
import * as queries from './queries.ts';

const MAX_FILENAME = 200;

/** Starts the record of an import, and writes the audit lines of imports that were killed. */
export async function startRun(
  ctx: Ctx,
  type: BuiltImportType,
  upload: UploadedFile,
  mapping: queries.RunSettings,
): Promise<number> {
  return transact(ctx, async (tx) => {
    const killed = await queries.abandonSilentRuns(tx.db, heartbeatCutoff(tx.now), tx.now);
    for (const run of killed) await auditRun(tx, run, run.status);
    const filename = normaliseText(upload.filename).slice(0, MAX_FILENAME);
    const by = { startedAt: tx.now, actorName: actorName(tx.actor) };
    return (await queries.insertRun(tx.db, { type, filename, mapping, ...by })).id;
  });
}

/** Adds a batch's counts, in its transaction. */
export function addProgress(tx: Ctx, runId: number, batch: queries.RunCounts): Promise<void> {
  return queries.addRunProgress(tx.db, runId, batch, tx.clock());
}

/**
 * Closes a run and writes its one line in the audit log, with the counts of its batches (decision 27).
 * `error` is the message of a failed run.
 */
export async function endRun(
  ctx: Ctx,
  runId: number,
  ending: RunEnding,
  error = '',
): Promise<void> {
  await transact(ctx, async (tx) => {
    const run = await queries.finishRun(tx.db, runId, statusOf(ending), tx.clock(), error);
    await auditRun(tx, run, ending);
  });
}

/** Writes one line for the whole import; none if it ended early without a change. */
async function auditRun(
  tx: Ctx,
  run: queries.ImportRun,
  ending: keyof typeof runEndings,
): Promise<void> {
  const { created, updated, unchanged, lines, failed } = run;
  const processed = created + updated + unchanged + lines + failed;
  if (run.status !== 'done' && processed === 0) return;
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} refused`;
  await audit(tx, {
    action: builtTypes[run.type].action,
    entity: 'import',
    entityId: run.id,
    summary: `${run.filename}: ${counts}${runEndings[ending]}`,
    facts: {
      type: run.type,
      filename: run.filename,
      ...run.mapping,
      recordsProcessed: processed,
      recordsCreated: created,
      recordsUpdated: updated,
      recordsUnchanged: unchanged,
      recordsFailed: failed,
      startedBy: run.actorName,
      startedAt: run.startedAt,
    },
  });
}
