import type { ControlledTransaction } from 'kysely';
import { constraints } from './constraints.ts';
import { type Ctx, MAX_TRIES } from './context.ts';
import type { Database } from './database/connect.ts';
import { mayRetry, toAppError } from './database/errors.ts';
import type { Tables } from './database/tables.ts';

/** One transaction of a pipeline, split into two parts. */
export interface PipelineStep<Place, Opened, Result> {
  /**
   * The part that can run before the previous transaction has committed. It does not see what that one wrote;
   * `before` is what that one opened, undefined when no transaction is running.
   */
  open(tx: Ctx, place: Place, before?: Opened): Promise<Opened>;
  /** The rest, run after the previous transaction has committed, while the next one is opened. */
  write(tx: Ctx, opened: Opened): Promise<Result>;
  /** Where the next transaction starts; undefined ends the pipeline. */
  next(opened: Opened): Place | undefined;
}

interface OpenStep<Opened> {
  transaction: ControlledTransaction<Tables>;
  tx: Ctx;
  opened: Opened;
}

/**
 * Runs a sequence of transactions, two at a time: each is opened while the previous one is written, so that the
 * database uses two processors. After a deadlock a transaction is retried, opened without a previous one. `done` is
 * called after each commit. Database errors become AppErrors where the user can act on them; committed transactions
 * stay. Inside a transaction all of them join it, as with `transact`.
 */
export async function transactPipelined<Place, Opened, Result>(
  ctx: Ctx,
  first: Place,
  step: PipelineStep<Place, Opened, Result>,
  done: (result: Result) => void,
): Promise<void> {
  if (ctx.db.isTransaction) return runSequentially(ctx, first, step, done);
  let ahead: Promise<OpenStep<Opened>> | undefined;
  for (let place: Place | undefined = first, tries = 1; place !== undefined; ) {
    const current = ahead ?? open(ctx, place, step);
    ahead = undefined;
    try {
      const { transaction, tx, opened } = await current;
      const following = step.next(opened);
      if (following !== undefined) {
        ahead = open(ctx, following, step, opened);
        // Awaited in the next iteration; until then a rejection would be unhandled.
        ahead.catch(() => {});
      }
      const result = await step.write(tx, opened);
      await transaction.commit().execute();
      place = following;
      tries = 1;
      done(result);
    } catch (error) {
      // At the same time: on a shared session one rollback waits for the other.
      await Promise.all([undo(current), undo(ahead)]);
      ahead = undefined;
      if (tries === MAX_TRIES || !mayRetry(error)) throw toAppError(error, constraints);
      tries += 1;
    }
  }
}

async function runSequentially<Place, Opened, Result>(
  tx: Ctx,
  first: Place,
  step: PipelineStep<Place, Opened, Result>,
  done: (result: Result) => void,
): Promise<void> {
  for (let place: Place | undefined = first; place !== undefined; ) {
    const opened: Opened = await step.open(tx, place);
    done(await step.write(tx, opened));
    place = step.next(opened);
  }
}

async function open<Place, Opened, Result>(
  ctx: Ctx,
  place: Place,
  step: PipelineStep<Place, Opened, Result>,
  before?: Opened,
): Promise<OpenStep<Opened>> {
  const transaction = await (ctx.db as Database).startTransaction().execute();
  const tx = { ...ctx, db: transaction };
  try {
    return { transaction, tx, opened: await step.open(tx, place, before) };
  } catch (error) {
    await rollBack(transaction);
    throw error;
  }
}

/** Rolls back an uncommitted transaction. On a broken connection that is neither possible nor needed. */
async function undo<Opened>(step: Promise<OpenStep<Opened>> | undefined): Promise<void> {
  const open = await step?.catch(() => undefined);
  if (open && !open.transaction.isCommitted) await rollBack(open.transaction);
}

async function rollBack(transaction: ControlledTransaction<Tables>): Promise<void> {
  await transaction
    .rollback()
    .execute()
    .catch(() => {});
}
