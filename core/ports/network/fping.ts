import { spawn } from 'node:child_process';
import { measuringStopped, type PingOptions, type PingResult, pingFailed } from '../network.ts';

const LONGEST_LINE = 1_000;
const COMPLAINT_LINES = 5;
/** fping accepts no shorter ones from an ordinary user. */
const MIN_TIMEOUT_MS = 50;
/** Time within which the requests of a round are sent to all addresses, so that they do not fill a line. */
const ROUND_MS = 3_000;
const MAX_INTERVAL_MS = 10;
/** For the start and the end of the process. */
const MARGIN_MS = 5_000;

/** Milliseconds between two requests, whatever their addresses: the more addresses, the shorter. */
function intervalOf(addresses: number): number {
  return Math.min(MAX_INTERVAL_MS, Math.max(1, Math.floor(ROUND_MS / Math.max(addresses, 1))));
}

/**
 * A line of the output, 'address : 0.29 - 0.31': milliseconds, or a hyphen for a request without an answer. Undefined for
 * every other line.
 */
export function parseLine(line: string, pings: number): [string, PingResult] | undefined {
  const colon = line.indexOf(' : ');
  if (colon < 0) return undefined;
  const values = line
    .slice(colon + 3)
    .trim()
    .split(' ');
  const times = values.filter((value) => value !== '-').map(Number);
  if (values.length !== pings || !times.every((time) => Number.isFinite(time) && time >= 0))
    return undefined;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const latencyUs = times.length > 0 ? Math.round(mean * 1000) : null;
  return [line.slice(0, colon).trim(), { sent: pings, received: times.length, latencyUs }];
}

/** Calls `take` with each line; the rest of a line that is too long is dropped. */
function lineReader(take: (line: string) => void): { push(text: string): void; end(): void } {
  let rest = '';
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!.slice(0, LONGEST_LINE);
      for (const line of lines) take(line.slice(0, LONGEST_LINE));
    },
    end: () => take(rest),
  };
}

/** Why fping could not be started or may not send, in words for the administrator. */
function explain(command: string, reason: string): string {
  if (reason.includes('ENOENT'))
    return `The program fping was not found (${command}): install it (apt-get install fping), or name it in ISP_FPING.`;
  if (
    /EPERM|EACCES|must run as root|Operation not permitted|can't create.{0,20}socket/.test(reason)
  )
    return `fping may not send echo requests: give it the right to with 'setcap cap_net_raw+ep' and its path, and let the service keep CAP_NET_RAW (${command}).`;
  return `fping failed: ${reason || 'it gave no reason'}.`;
}

interface Ended {
  code: number | null;
  complaint: string;
}

/** Runs fping without a shell; kills it at the time limit and after an abort. */
function run(
  command: string,
  args: readonly string[],
  input: string,
  take: (line: string) => void,
  limits: { ms: number; signal?: AbortSignal | undefined },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    if (limits.signal?.aborted) return reject(measuringStopped());
    const { PATH = '' } = process.env;
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH, LC_ALL: 'C' },
    });
    const complaint: string[] = [];
    const keep = (line: string) => {
      take(line);
      if (line.trim() && complaint.length < COMPLAINT_LINES) complaint.push(line.trim());
    };
    let failure: Error | undefined;
    const kill = (error: Error) => {
      failure ??= error;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(
      () => kill(pingFailed(`fping did not end within ${Math.round(limits.ms / 1000)} s.`)),
      limits.ms,
    );
    const stop = () => kill(measuringStopped());
    limits.signal?.addEventListener('abort', stop, { once: true });
    const settle = () => {
      clearTimeout(timer);
      limits.signal?.removeEventListener('abort', stop);
    };
    const readers = [child.stdout, child.stderr].map((stream) => {
      const reader = lineReader(keep);
      stream.setEncoding('utf8').on('data', (text: string) => reader.push(text));
      return reader;
    });
    // It may end before it has read all addresses.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', (cause: NodeJS.ErrnoException) => {
      settle();
      reject(pingFailed(explain(command, cause.code ?? cause.message), cause));
    });
    child.once('close', (code) => {
      settle();
      for (const reader of readers) reader.end();
      if (failure) reject(failure);
      else resolve({ code, complaint: complaint.join(' ') });
    });
  });
}

/** The exit code of fping when some address is unknown; 0 and 1 tell whether all of them answered. */
const SOME_UNKNOWN = 2;

/**
 * Sends echo requests to IP addresses with one process of fping; they are passed by its standard input.
 * @throws AppError unavailable network.fping, network.stopped.
 */
export async function runFping(
  command: string,
  addresses: readonly string[],
  { pings, timeoutMs, signal }: PingOptions,
): Promise<Map<string, PingResult>> {
  const results = new Map<string, PingResult>();
  if (addresses.length === 0) return results;
  const wanted = new Set(addresses);
  const timeout = Math.max(timeoutMs, MIN_TIMEOUT_MS);
  const interval = intervalOf(addresses.length);
  const round = Math.max(timeout, interval * addresses.length);
  const args = ['-q', '-C', pings, '-t', timeout, '-p', timeout, '-i', interval].map(String);
  const take = (line: string) => {
    const found = parseLine(line, pings);
    if (found && wanted.has(found[0])) results.set(...found);
  };
  const limits = { ms: round * pings + timeout + MARGIN_MS, signal };
  const { code, complaint } = await run(command, args, `${addresses.join('\n')}\n`, take, limits);
  if (code === null || code > SOME_UNKNOWN || results.size === 0)
    throw pingFailed(explain(command, complaint || `exit code ${code}`));
  return results;
}

/** 'fping: Version 5.1'. @throws AppError unavailable network.fping. */
export async function fpingVersion(command: string): Promise<string> {
  const { code, complaint } = await run(command, ['-v'], '', () => {}, { ms: MARGIN_MS });
  if (code !== 0) throw pingFailed(explain(command, complaint));
  return complaint.slice(0, 100);
}
