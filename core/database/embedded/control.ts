import type { Socket } from 'node:net';

/** A server keeps the database open for its lifetime, a shell for one command. */
export type EmbeddedRole = 'server' | 'shell';

/** How `pg` reaches the database: the host is the directory of a Unix socket. */
export interface EmbeddedConfig {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** First line of whoever connects to the control socket. */
export interface Hello {
  role: EmbeddedRole;
  pid: number;
}

/** What the owner answers to a hello. The connection itself says for how long: it ends with either side. */
export type ControlAnswer =
  /** Counted as a guest; 'ready' follows. */
  | { state: 'opening'; message: string }
  | { state: 'ready'; config: EmbeddedConfig }
  /** Not admitted: try again when this connection ends. */
  | { state: 'wait'; message: string }
  | { state: 'refused'; message: string };

/** What the owner tells the process that started it. */
export type OwnerNews =
  /** Another owner lives; this one ends. */
  | { news: 'taken' }
  | { news: 'progress'; message: string }
  | { news: 'ready'; config: EmbeddedConfig }
  | { news: 'failed'; message: string };

/** What that process tells the owner: it needs the database no longer. */
export interface LeaveOrder {
  order: 'leave';
}

export function writeLine(socket: Socket, message: Hello | ControlAnswer): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** Reads JSON lines. Both ends are this program, so a line is taken for what it should be. */
export function readLines<Message>(socket: Socket, onMessage: (message: Message) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onMessage(JSON.parse(line) as Message);
  });
}
