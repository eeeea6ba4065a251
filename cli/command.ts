import type { OpenSettings } from '@nimule/core/create-app';
import type { Io } from './io.ts';
import type { Session } from './session.ts';

export const formats = ['table', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

export interface Argument {
  help: string;
  optional?: true;
}

export type Option =
  | { kind: 'text'; value: string; help: string; required?: true }
  | { kind: 'list'; value: string; help: string }
  | { kind: 'flag'; help: string };

export type Arguments = Record<string, Argument>;
export type Options = Record<string, Option>;

export type ArgumentValues<A extends Arguments> = {
  [K in keyof A]: A[K] extends { optional: true } ? string | undefined : string;
};
export type OptionValues<O extends Options> = {
  [K in keyof O]: O[K] extends { kind: 'flag' }
    ? boolean
    : O[K] extends { kind: 'list' }
      ? string[]
      : O[K] extends { required: true }
        ? string
        : string | undefined;
};

export interface Call<A extends Arguments, O extends Options> {
  io: Io;
  args: ArgumentValues<A>;
  options: OptionValues<O>;
  format: Format;
  /** Opens the database once; it is closed when the command ends. */
  open(settings?: OpenSettings): Promise<Session>;
  /**
   * For commands that handle Ctrl-C and SIGTERM themselves: they must end soon after this signal and report what was
   * done. Other commands finish a change that has begun, or are abandoned.
   */
  takeSignal(): AbortSignal | undefined;
}

/** A command as data with a short handler, which imports heavy modules itself: `isp --help` loads none of them. */
export interface CommandSpec<A extends Arguments, O extends Options> {
  /** Noun and verb, 'billing run'. */
  name: string;
  summary: string;
  /** Additional text for --help. */
  details?: string;
  args?: A;
  /** In camelCase; `dryRun` is the flag --dry-run. */
  options?: O;
  /** Supports --format table|json|csv. */
  answers?: true;
  examples: readonly [string, ...string[]];
  /** Returns the exit code if it is not 0. */
  run(call: Call<A, O>): Promise<number | undefined>;
}

/** A command without its specific argument types, for the list of all commands. */
export type Command = CommandSpec<Arguments, Options>;

export function defineCommand<const A extends Arguments, const O extends Options>(
  spec: CommandSpec<A, O>,
): Command {
  return spec as unknown as Command;
}

export function text(value: string, help: string) {
  return { kind: 'text', value, help } as const;
}

export function required(value: string, help: string) {
  return { kind: 'text', value, help, required: true } as const;
}

/** A repeatable option. */
export function list(value: string, help: string) {
  return { kind: 'list', value, help } as const;
}

export function flag(help: string) {
  return { kind: 'flag', help } as const;
}

export const yes = flag('Do it without asking');

/** Options of every list. */
export const paging = {
  q: text('text', 'Search'),
  sort: text('column', 'Sort by a column; -column for descending'),
  page: text('n', 'Page; 1 when left out'),
  pageSize: text('n', 'Rows a page; 1000, the most, when left out'),
} as const;
