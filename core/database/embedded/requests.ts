import type { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { AppError } from '../../kernel/errors.ts';
import { copyStatement, piecesOfRows } from '../dump/embedded-load.ts';
import { writeSqlDump } from '../dump/embedded-sql.ts';
import { BEING_REPLACED } from '../errors.ts';
import {
  type OwnerRequest,
  type RequestAnswer,
  type RequestFailure,
  writeLine,
} from './control.ts';
import { copyTree, exists, syncTree } from './files.ts';
import type { Gateway } from './gateway.ts';
import { isOpen } from './lock.ts';
import { checkpointIfDue } from './maintenance.ts';
import { beginSwap, completeSwap } from './swap.ts';

export interface RequestsOptions {
  dataDir: string;
  db: PGlite;
  gateway: Gateway;
  /** Writes a checkpoint and closes the files while the gateway goes on refusing connections. */
  closeEngine(): Promise<void>;
  /** From here on the process ends in any case, and opens the database for nobody else. */
  onSwapBegun(): void;
  /** The swap is complete, or will be by the next opening: the process is to end. */
  onSwapEnded(error?: unknown): void;
}

export interface Requests {
  receive(socket: Socket, request: OwnerRequest): void;
  /** Disconnects all requesters, whose work is of no use any more; a held session is released. */
  stop(): void;
}

interface Requester {
  socket: Socket;
  /** Ends with the requests received so far. */
  work: Promise<void>;
  /** Ends its hold. */
  release?: () => void;
}

/** Work for other processes that needs the session or the files of the database: backups and restores. */
export function createRequests(options: RequestsOptions): Requests {
  const { dataDir, db, gateway } = options;
  const requesters = new Map<Socket, Requester>();
  let holder: Requester | undefined;
  let swapping = false;

  function receive(socket: Socket, request: OwnerRequest) {
    if (socket.destroyed) return;
    let requester = requesters.get(socket);
    if (!requester) {
      requester = { socket, work: Promise.resolve() };
      requesters.set(socket, requester);
      socket.once('close', () => forget(socket));
    }
    const asked = requester;
    asked.work = asked.work.then(async () => {
      if (socket.destroyed) return;
      const answer = await perform(asked, request).catch(
        (error: unknown): RequestAnswer => ({ failed: failureOf(error) }),
      );
      writeLine(socket, answer);
    });
  }

  function forget(socket: Socket) {
    const requester = requesters.get(socket);
    requesters.delete(socket);
    if (requester) release(requester);
  }

  function release(requester: Requester) {
    // The files are closed or about to be: nobody is let in again.
    if (swapping) return;
    requester.release?.();
    requester.release = undefined;
    if (holder === requester) holder = undefined;
  }

  async function perform(requester: Requester, request: OwnerRequest): Promise<RequestAnswer> {
    if (holder && holder !== requester) {
      throw new AppError('conflict', 'database.beingReplaced', BEING_REPLACED);
    }
    if (request.request === 'copy') return copy(request.to, holder !== undefined);
    if (request.request === 'hold') return hold(requester);
    if (request.request === 'release') release(requester);
    else if (request.request === 'swap') await swap(requester, request.with);
    else if (request.request === 'retire') await retire(requester);
    else if (holder) throw new Error(`${request.request} is not possible while held`);
    else if (request.request === 'load') await load(requester, request);
    else await gateway.exclusively(() => writeSqlDump(db, request.file));
    return { done: true };
  }

  async function copy(to: string, held: boolean): Promise<RequestAnswer> {
    const work = async () => {
      const from = performance.now();
      await db.exec('checkpoint');
      await copyTree(join(dataDir, 'pg'), join(to, 'pg'));
      return Math.round(performance.now() - from);
    };
    return { done: true, waitedMs: await (held ? work() : gateway.exclusively(work)) };
  }

  async function hold(requester: Requester): Promise<RequestAnswer> {
    if (holder) return { done: true };
    holder = requester;
    const end = await gateway.hold(BEING_REPLACED);
    requester.release = end;
    // It has left while it waited.
    if (!requesters.has(requester.socket)) release(requester);
    return { done: true };
  }

  async function load(
    { socket }: Requester,
    block: Extract<OwnerRequest, { request: 'load' }>,
  ): Promise<void> {
    const statement = copyStatement(block);
    for await (const piece of piecesOfRows(block)) {
      if (socket.destroyed) return;
      await gateway.exclusively(async () => {
        await db.query(statement, [], { blob: new Blob([piece]) });
        await checkpointIfDue(db, 0);
      });
    }
  }

  async function swap(requester: Requester, from: string): Promise<void> {
    if (holder !== requester || !requester.release) throw new Error('swap is possible while held');
    await assertSwappable(from);
    if (!requesters.has(requester.socket)) throw new Error('the requester has left');
    swapping = true;
    options.onSwapBegun();
    try {
      await options.closeEngine();
      await syncTree(join(from, 'pg'));
      await beginSwap(dataDir, from, new Date());
      await completeSwap(dataDir);
    } catch (error) {
      options.onSwapEnded(error ?? new Error('the swap failed'));
      throw error;
    }
    options.onSwapEnded();
  }

  async function retire(requester: Requester): Promise<void> {
    if (holder !== requester || !requester.release)
      throw new Error('retire is possible while held');
    swapping = true;
    options.onSwapBegun();
    try {
      await options.closeEngine();
    } finally {
      options.onSwapEnded();
    }
  }

  /** A rename must suffice, and nobody may have the new database open. */
  async function assertSwappable(from: string): Promise<void> {
    if (dirname(from) !== dataDir || !basename(from).startsWith('scratch-')) {
      throw new Error(`${from} is not a scratch database of ${dataDir}`);
    }
    if (!(await exists(join(from, 'pg', 'PG_VERSION')))) {
      throw new AppError('unavailable', 'database.missing', `There is no database in ${from}.`);
    }
    if (await isOpen(from)) {
      throw new AppError('conflict', 'database.inUse', `The database in ${from} is open.`);
    }
  }

  return {
    receive,
    stop() {
      for (const socket of [...requesters.keys()]) {
        socket.destroy();
        forget(socket);
      }
    },
  };
}

function failureOf(error: unknown): RequestFailure {
  if (!(error instanceof Error)) {
    const { errno } = (error ?? {}) as { errno?: unknown };
    return { message: `The files of the database cannot be used (${errno ?? String(error)}).` };
  }
  const { message, kind, code, syscall, detail, where } = error as Error & Partial<RequestFailure>;
  return { message, kind, code, syscall, detail, where };
}
