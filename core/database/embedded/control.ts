import type { Socket } from 'node:net';

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

/** The owner's answer. It holds until either side closes the connection. */
export type ControlAnswer =
  /** Registered as a guest; 'ready' follows. */
  | { state: 'opening'; message: string }
  | { state: 'ready'; config: EmbeddedConfig }
  /** Not admitted: try again when this connection closes. */
  | { state: 'wait'; message: string }
  | { state: 'refused'; message: string };

/** Messages of the owner to the process that started it. */
export type OwnerMessage =
  /** Another owner exists; this one exits. */
  | { type: 'taken' }
  | { type: 'progress'; message: string }
  | { type: 'ready'; config: EmbeddedConfig }
  | { type: 'failed'; message: string };

/** Message of that process to the owner: it no longer needs the database. */
export interface LeaveMessage {
  type: 'leave';
}

export function writeLine(socket: Socket, message: Hello | ControlAnswer): void {
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
