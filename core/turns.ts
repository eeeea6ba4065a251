import type { ControlledTransaction } from 'kysely';
import { type Ctx, MAX_TRIES } from './context.ts';
import type { Database } from './database/connect.ts';
import { mayRetry, toAppError } from './database/errors.ts';
import type { Tables } from './database/tables.ts';

/** A transaction in two parts, one of a chain over a long work. */
export interface Turn<Place, Opened, Result> {
  /**
   * Reads and locks what the transaction is about. It begins while the one before it still commits, so it may
   * neither need what that one wrote nor wait for what it holds.
   */
  open(tx: Ctx, place: Place): Promise<Opened>;
  write(tx: Ctx, opened: Opened): Promise<Result>;
  /** Where the next one takes up; undefined ends the chain. */
  next(opened: Opened): Place | undefined;
}

interface OpenTurn<Opened> {
  transaction: ControlledTransaction<Tables>;
  tx: Ctx;
  opened: Opened;
}

/**
 * Runs a chain of transactions in turn, each opened while the one before it commits: reading and planning cost
 * a long work a tenth of its time otherwise. Each is tried again after a deadlock. `done` hears of each one
 * that has committed. `ctx` must not be in a transaction. Database errors come out as AppError where a person
 * can act on them; what has committed by then stands.
 */
export async function transactInTurn<Place, Opened, Result>(
  ctx: Ctx,
  first: Place,
  turn: Turn<Place, Opened, Result>,
  done: (result: Result) => void,
): Promise<void> {
  let ahead: Promise<OpenTurn<Opened>> | undefined;
  try {
    for (let place: Place | undefined = first, tries = 1; place !== undefined; ) {
      try {
        const current: OpenTurn<Opened> = await (ahead ?? open(ctx, place, turn));
        ahead = undefined;
        const following: Place | undefined = turn.next(current.opened);
        const result = await finish(current, turn, () => {
          if (following === undefined) return;
          ahead = open(ctx, following, turn);
          // It is awaited in its turn; till then nobody else would hear of its failure.
          ahead.catch(() => {});
        });
        place = following;
        tries = 1;
        done(result);
      } catch (error) {
        await discard(ahead);
        ahead = undefined;
        if (tries === MAX_TRIES || !mayRetry(error)) throw toAppError(error);
        tries += 1;
      }
    }
  } finally {
    await discard(ahead);
  }
}

async function open<Place, Opened, Result>(
  ctx: Ctx,
  place: Place,
  turn: Turn<Place, Opened, Result>,
): Promise<OpenTurn<Opened>> {
  const transaction = await (ctx.db as Database).startTransaction().execute();
  const tx = { ...ctx, db: transaction };
  try {
    return { transaction, tx, opened: await turn.open(tx, place) };
  } catch (error) {
    await undo(transaction);
    throw error;
  }
}

async function finish<Place, Opened, Result>(
  { transaction, tx, opened }: OpenTurn<Opened>,
  turn: Turn<Place, Opened, Result>,
  committing: () => void,
): Promise<Result> {
  try {
    const result = await turn.write(tx, opened);
    const commit = transaction.commit().execute();
    committing();
    await commit;
    return result;
  } catch (error) {
    await undo(transaction);
    throw error;
  }
}

async function discard<Opened>(ahead: Promise<OpenTurn<Opened>> | undefined): Promise<void> {
  const turn = await ahead?.catch(() => undefined);
  if (turn) await undo(turn.transaction);
}

/** A connection that broke cannot roll back, and need not. */
async function undo(transaction: ControlledTransaction<Tables>): Promise<void> {
  if (!transaction.isCommitted && !transaction.isRolledBack)
    await transaction
      .rollback()
      .execute()
      .catch(() => {});
}
