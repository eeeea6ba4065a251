/** All external resources that a command may use; tests pass their own. */
export interface Io {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  env: Record<string, string | undefined>;
  /** Which of the three is a terminal. */
  isTTY: { stdin: boolean; stdout: boolean; stderr: boolean };
  /** Whether stderr is the journal of systemd. */
  isJournal?: boolean;
  /** Width of the terminal, for help and tables. */
  columns?: number;
  /** The operating system's user, for the audit log. */
  osUser: string;
  /** Aborted by Ctrl-C or a SIGTERM; the reason is the signal's name. */
  signal?: AbortSignal;
  /** A build of the portal under way; a server waits for it before it answers. */
  portal?: Promise<void>;
}

export type Stream = 'stdout' | 'stderr';

/** Whether colour and moving text may be written: a terminal without NO_COLOR (no-color.org). */
export function supportsStyling(io: Io, stream: Stream): boolean {
  return io.isTTY[stream] && !io.env.NO_COLOR && io.env.TERM !== 'dumb';
}

/** Whether a question can be asked. It is written to stderr, so that stdout only has data. */
export function canAsk(io: Io): boolean {
  return io.isTTY.stdin && io.isTTY.stderr;
}

// Text from the database must not move the cursor, set the terminal's title or change the direction of text.
const TERMINAL_CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Removes control characters that a terminal acts on; line feeds and tabs stay. */
export function forTerminal(text: string): string {
  return text.replace(TERMINAL_CONTROLS, '');
}

/** The same for JSON: control characters are escaped, so that the value does not change. */
export function jsonForTerminal(json: string): string {
  return json.replace(
    TERMINAL_CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes a line to stderr. Use it for every message that may contain a name, a path or a file's text. */
export function printMessage(io: Io, text: string): void {
  io.stderr.write(`${forTerminal(text)}\n`);
}

/** Writes a text with line breaks, which a line of a table cannot hold, to stdout below a blank line. */
export function printBelow(io: Io, text: string): void {
  io.stdout.write(`\n${forTerminal(text)}\n`);
}
