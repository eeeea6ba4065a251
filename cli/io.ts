/** Everything of the outside world that a command may touch; tests pass their own. */
export interface Io {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  env: Record<string, string | undefined>;
  /** Which of the three is a terminal. */
  isTTY: { stdin: boolean; stdout: boolean; stderr: boolean };
  /** Columns of the terminal, for help and tables. */
  columns?: number;
  /** The operating system's user, as the audit log names the shell. */
  osUser: string;
  /** Aborted by Ctrl-C or a SIGTERM; the reason is the signal's name. */
  signal?: AbortSignal;
}

export type Stream = 'stdout' | 'stderr';

/** Colour and moving text only where a person is looking and has not asked for none (no-color.org). */
export function isLively(io: Io, stream: Stream): boolean {
  return io.isTTY[stream] && !io.env.NO_COLOR && io.env.TERM !== 'dumb';
}

/** Can a question be asked? It is written to stderr, so that stdout stays data. */
export function canAsk(io: Io): boolean {
  return io.isTTY.stdin && io.isTTY.stderr;
}

// Text from the database must not move the cursor, set the title of somebody's terminal or turn the direction of a line.
const TERMINAL_CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text without what a terminal acts on; line feeds and tabs stay. */
export function forTerminal(text: string): string {
  return text.replace(TERMINAL_CONTROLS, '');
}

/** The same for JSON: what a terminal acts on is escaped, so that the value stays what it is. */
export function jsonForTerminal(json: string): string {
  return json.replace(
    TERMINAL_CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes a line to stderr. Every message that may hold a name, a path or a text of a file goes this way. */
export function tell(io: Io, text: string): void {
  io.stderr.write(`${forTerminal(text)}\n`);
}
