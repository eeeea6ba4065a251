import type { ControlledTransaction } from 'kysely';
import { constraints } from './constraints.ts';
import { type Ctx, MAX_TRIES } from './context.ts';
import type { Database } from './database/connect.ts';
import { mayRetry, toAppError } from './database/errors.ts';
import type { Tables } from './database/tables.ts';

/** A transaction in two parts, one of a chain over a long work. */
export interface Turn<Place, Opened, Result> {
  /**
   * What can be done while the transaction before it is not yet committed: it sees nothing of what that one wrote,
   * and what it needs to know of it is in `before`, what that one opened. Without `before` nothing is under way.
   */
  open(tx: Ctx, place: Place, before?: Opened): Promise<Opened>;
  /** The rest, once the one before has committed; the next one opens meanwhile. */
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
 * Runs a chain of transactions in turn, two at a time: each is opened while the one before it is written, so that
 * two processors of the database have something to do. Each is tried again after a deadlock, and then opened with
 * none before it. `done` hears of each one that has committed. Database errors come out as AppError where a person
 * can act on them; what has committed by then stands. Within a transaction under way all of them are part of it,
 * as with `transact`.
 */
export async function transactInTurn<Place, Opened, Result>(
  ctx: Ctx,
  first: Place,
  turn: Turn<Place, Opened, Result>,
  done: (result: Result) => void,
): Promise<void> {
  if (ctx.db.isTransaction) return continueInTurn(ctx, first, turn, done);
  let ahead: Promise<OpenTurn<Opened>> | undefined;
  for (let place: Place | undefined = first, tries = 1; place !== undefined; ) {
    const current = ahead ?? open(ctx, place, turn);
    ahead = undefined;
    try {
      const { transaction, tx, opened } = await current;
      const following = turn.next(opened);
      if (following !== undefined) {
        ahead = open(ctx, following, turn, opened);
        // It is awaited in its turn; till then nobody else would hear of its failure.
        ahead.catch(() => {});
      }
      const result = await turn.write(tx, opened);
      await transaction.commit().execute();
      place = following;
      tries = 1;
      done(result);
    } catch (error) {
      // Both at once: where all share one session, the one waits for the other.
      await Promise.all([undo(current), undo(ahead)]);
      ahead = undefined;
      if (tries === MAX_TRIES || !mayRetry(error)) throw toAppError(error, constraints);
      tries += 1;
    }
  }
}

async function continueInTurn<Place, Opened, Result>(
  tx: Ctx,
  first: Place,
  turn: Turn<Place, Opened, Result>,
  done: (result: Result) => void,
): Promise<void> {
  for (let place: Place | undefined = first; place !== undefined; ) {
    const opened: Opened = await turn.open(tx, place);
    done(await turn.write(tx, opened));
    place = turn.next(opened);
  }
}

async function open<Place, Opened, Result>(
  ctx: Ctx,
  place: Place,
  turn: Turn<Place, Opened, Result>,
  before?: Opened,
): Promise<OpenTurn<Opened>> {
  const transaction = await (ctx.db as Database).startTransaction().execute();
  const tx = { ...ctx, db: transaction };
  try {
    return { transaction, tx, opened: await turn.open(tx, place, before) };
  } catch (error) {
    await rollBack(transaction);
    throw error;
  }
}

/** Rolls back what has not committed. A connection that broke cannot, and need not. */
async function undo<Opened>(turn: Promise<OpenTurn<Opened>> | undefined): Promise<void> {
  const open = await turn?.catch(() => undefined);
  if (open && !open.transaction.isCommitted) await rollBack(open.transaction);
}

async function rollBack(transaction: ControlledTransaction<Tables>): Promise<void> {
  await transaction
    .rollback()
    .execute()
    .catch(() => {});
}
