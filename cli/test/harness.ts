import { PassThrough, Writable } from 'node:stream';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import type { Io } from '../io.ts';
import { run } from '../main.ts';
import type { Host } from '../open.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Like process.stdout and stderr, it stays open after a writer ends. */
class Collected extends Writable {
  text = '';
  onText: (text: string) => void = () => {};
  override end(): this {
    return this;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.onText(this.text);
    done();
  }
}

export type IoOptions = Partial<Pick<Io, 'env' | 'isTTY' | 'signal' | 'columns'>> & {
  /** The input for prompts. */
  typed?: string;
  /** Called with all of stderr so far. */
  onStderr?: (text: string) => void;
};

export function makeIo(options: IoOptions = {}): { io: Io; read(): Omit<Outcome, 'code'> } {
  const [stdout, stderr] = [new Collected(), new Collected()];
  if (options.onStderr) stderr.onText = options.onStderr;
  const stdin = new PassThrough();
  if (options.typed !== undefined) stdin.write(options.typed);
  const { env = {}, isTTY = { stdin: false, stdout: false, stderr: false } } = options;
  return {
    io: {
      stdin,
      stdout,
      stderr,
      env,
      isTTY,
      osUser: 'tester',
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.columns ? { columns: options.columns } : {}),
    },
    read: () => ({ stdout: stdout.text, stderr: stderr.text }),
  };
}

/** Runs a command in this process without a database: one that opens it fails. */
export async function runBare(argv: string[], options: IoOptions = {}): Promise<Outcome> {
  const { io, read } = makeIo(options);
  const code = await run(argv, io, () => Promise.reject(new Error('the database was opened')));
  return { code, ...read() };
}

export interface Running {
  read(): Omit<Outcome, 'code'>;
  ended: Promise<Outcome>;
}

export interface Shell {
  app: TestApp;
  isp(line: string | string[], options?: IoOptions): Promise<Outcome>;
  /** The same, with what it has printed while it runs. */
  start(line: string | string[], options?: IoOptions): Running;
  /** Runs a command with --format json and returns the printed value. */
  json(line: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The shell with the real core and its own database. */
export async function openShell(): Promise<Shell> {
  return shellOf(await createTestApp());
}

/** The shell on an app, which it closes. */
export function shellOf(app: TestApp): Shell {
  const host: Host = async () => ({ app, close: async () => {} });
  const start: Shell['start'] = (line, options) => {
    const { io, read } = makeIo(options);
    const code = run(Array.isArray(line) ? line : split(line), io, host);
    return { read, ended: code.then((ended) => ({ code: ended, ...read() })) };
  };
  const isp: Shell['isp'] = (line, options) => start(line, options).ended;
  return {
    app,
    isp,
    start,
    async json(line) {
      const { code, stdout, stderr } = await isp(`${line} --format json`);
      if (code !== 0) throw new Error(`isp ${line}: exit ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    close: () => app.close(),
  };
}

/** Splits a command line into words; double quotes keep one together. */
function split(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"]+|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
}
