import { type Ctx, transact } from '../../context.ts';
import { heartbeatCutoff, type RunEnding, runEndings, storedError } from '../../database/runs.ts';
import { actorName } from '../../identity/actor.ts';
import { isAppError } from '../../kernel/errors.ts';
import { normaliseText } from '../../kernel/text.ts';
import { audit } from '../../records/audit.ts';
import type { CountedMessage, Tally } from '../rules-tally.ts';
import type { Reason } from '../schema-centre.ts';
import { MAX_MAPPED_TEXT } from '../schema-mapping.ts';
import { builtTypes } from '../schema-types.ts';
import * as queries from './queries.ts';
import { type BatchRecord, insertBatch } from './queries-batches.ts';

const MAX_FILENAME = 200;

const TOKEN_BYTES = 16;

/** A new claim's token. */
export function newToken({ random }: Pick<Ctx, 'random'>): string {
  return random.bytes(TOKEN_BYTES).toString('hex');
}

/** A file name as it is stored. */
export function storedFilename(filename: string): string {
  return normaliseText(filename).slice(0, MAX_FILENAME);
}

/** Starts the record of an import that its caller waits for. */
export async function startRun(
  ctx: Ctx,
  run: Omit<queries.NewRun, 'status' | 'startedAt' | 'actorName'>,
): Promise<queries.Claim> {
  const token = newToken(ctx);
  return transact(ctx, async (tx) => {
    await abandonSilentRuns(tx);
    const row = {
      ...run,
      filename: storedFilename(run.filename),
      status: 'running' as const,
      startedAt: tx.now,
      actorName: actorName(tx.actor),
    };
    return { runId: (await queries.insertRun(tx.db, row, token)).id, token };
  });
}

/** Writes the audit lines of imports that were killed and do not go on. Returns their number. */
export function abandonSilentRuns(ctx: Ctx): Promise<number> {
  return transact(ctx, async (tx) => {
    const killed = await queries.abandonSilentRuns(tx.db, heartbeatCutoff(tx.now), tx.now);
    for (const run of killed) await auditRun(tx, run, 'abandoned');
    return killed.length;
  });
}

/** Another process has taken the run over: this one must write no more. */
export class RunTakenOver extends Error {}

/**
 * Adds a batch with its counts, in its transaction.
 * @throws RunTakenOver, which rolls the batch back.
 */
export async function addBatch(
  tx: Ctx,
  claim: queries.Claim,
  { number, counts, ...record }: BatchRecord & { number: number; counts: queries.RunCounts },
): Promise<{ isStopRequested: boolean }> {
  const run = await queries.addRunProgress(tx.db, claim, counts, tx.clock());
  if (!run) throw new RunTakenOver();
  await insertBatch(tx.db, claim.runId, number, record);
  return run;
}

/** The stored text of what ended an import or its undo; an unexpected error is logged. */
export function storedRunError(
  ctx: Ctx,
  run: number,
  error: unknown,
  what: 'import' | 'undo' = 'import',
): string {
  if (!isAppError(error)) ctx.log.error({ err: error, run }, `an ${what} failed`);
  return storedError(error, `the ${what}`);
}

const BEAT_SECONDS = 10;

/** Marks a run as alive every ten seconds, until the returned function is called. */
export function keepAlive(ctx: Ctx, claim: queries.Claim): () => void {
  const timer = setInterval(() => {
    queries.beatRun(ctx.db, claim, ctx.clock()).catch((error: unknown) => {
      ctx.log.warn({ err: error, run: claim.runId }, 'the heartbeat of an import was not written');
    });
  }, BEAT_SECONDS * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Closes a run and writes its one line in the audit log, with the counts of its batches (decision 27). `error` is the
 * message of a run that did not end as it should. Does nothing if another process has taken it over.
 */
export async function endRun(
  ctx: Ctx,
  claim: queries.Claim,
  { ending, error = '', tally }: { ending: RunEnding; error?: string; tally: Tally },
): Promise<void> {
  await transact(ctx, async (tx) => {
    const { refusals, notes, warnings } = tally.messages();
    const reasons = [
      ...refusals.map((one) => reasonOf(one, true)),
      ...notes.map((one) => reasonOf(one, false)),
    ];
    const end = { status: ending, at: tx.clock(), error };
    const run = await queries.finishRun(tx.db, claim, end, { warnings, reasons });
    if (run) await auditRun(tx, run, ending);
  });
}

/** A message as `reason` of the contract; the field of one without a cell is named at its start. */
function reasonOf(counted: CountedMessage, isRefusal: boolean): Reason {
  const { message, count, rows, text = null } = counted;
  const named = /^([A-Za-z]{1,40}): /.exec(message.slice(0, MAX_FIELD_NAME))?.[1] ?? null;
  const field = counted.field ?? named;
  // A longer text cannot be replaced.
  const short = text !== null && text.length <= MAX_MAPPED_TEXT ? text : null;
  const cell = { field, text: short, suggestion: null };
  return { message, isRefusal, rows: count, firstRows: [...rows], ...cell };
}

const MAX_FIELD_NAME = 50;

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
