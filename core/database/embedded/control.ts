import type { Socket } from 'node:net';
import type { ErrorKind } from '../../kernel/errors.ts';
import type { CopyBlock } from '../dump/engine.ts';

/** A server keeps the database open while it runs, a shell for one command. */
export type EmbeddedRole = 'server' | 'shell';

/** How `pg` reaches the database: the host is the directory of a Unix socket. */
export interface EmbeddedConfig {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** The first line that a process sends to the control socket. */
export interface Hello {
  role: EmbeddedRole;
  pid: number;
}

/**
 * Instead of a Hello: work for the owner. Such a connection is no guest. Requests of one connection are done one after
 * the other, and each has one answer.
 */
export type OwnerRequest =
  /** Copies the files of the database to `<to>/pg`. */
  | { request: 'copy'; to: string }
  /** Loads rows of a file. */
  | ({ request: 'load' } & CopyBlock)
  /** Writes the database as SQL to a new file. */
  | { request: 'dump'; file: string }
  /** Disconnects everybody, until this connection says release or closes. */
  | { request: 'hold' }
  | { request: 'release' }
  /** While held: the database of another data directory takes the place of this one. */
  | { request: 'swap'; with: string }
  /** While held: closes the database and ends the process. */
  | { request: 'retire' };

export type RequestAnswer =
  /** `waitedMs`: how long others waited. */
  { done: true; waitedMs?: number } | { failed: RequestFailure };

/** An error, with what a caller can recognise it by. */
export interface RequestFailure {
  message: string;
  /** Of an AppError. */
  kind?: ErrorKind;
  /** Of an AppError, the system's (ENOSPC) or an SQLSTATE. */
  code?: string;
  syscall?: string;
  detail?: string;
  where?: string;
}

/** The owner's answer. It holds until either side closes the connection. */
export type ControlAnswer =
  /** Registered as a guest; 'ready' follows. */
  | { state: 'opening'; message: string }
  | { state: 'ready'; config: EmbeddedConfig }
  /** Not admitted: try again when this connection closes. */
  | { state: 'wait'; message: string }
  | { state: 'refused'; message: string }
  /** The database was replaced, and this owner exits: a guest opens it again. */
  | { state: 'replaced' };

/** Messages of the owner to the process that started it. */
export type OwnerMessage =
  /** Another owner exists; this one exits. */
  | { type: 'taken' }
  | { type: 'progress'; message: string }
  | { type: 'ready'; config: EmbeddedConfig }
  /** `code`: of an AppError. */
  | { type: 'failed'; message: string; code?: string };

/** Exit code of an owner that has replaced the database (EX_TEMPFAIL): it is to be opened again. */
export const EXIT_REPLACED = 75;

/** Message of that process to the owner: it no longer needs the database. */
export interface LeaveMessage {
  type: 'leave';
}

export function writeLine(
  socket: Socket,
  message: Hello | OwnerRequest | ControlAnswer | RequestAnswer,
): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** Reads JSON lines. Both ends are this program, so messages are not validated. */
export function readLines<Message>(socket: Socket, onMessage: (message: Message) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onMessage(JSON.parse(line) as Message);
  });
}
