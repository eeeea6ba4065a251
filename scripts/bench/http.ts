import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createPool, type PoolSettings } from '@nimule/core/database/connect';
import { type LoadResult, load } from './load.ts';
import { fixed, line, median, verdict } from './measure.ts';

// Requests over HTTP, served by Nimule and by a minimal handler.

export const CONNECTIONS = 50;
const WARM_UP_MS = 1500;
const MEASURE_MS = 4000;
const ROUNDS = 3;
const AT_LEAST = 0.7;
/** A token of the valid format; others are refused before the query. */
const TOKEN = 'bench-session-token'.padEnd(43, '0');

async function signIn(settings: PoolSettings): Promise<void> {
  const pool = createPool({ ...settings, max: 1 });
  const now = new Date('2026-11-01T00:05:00+02:00');
  const user = await pool.query<{ id: number }>(
    `insert into users (username, username_key, email, email_key, full_name, search_text, role, password_hash, must_change_password, created_at)
     values ('bench', 'bench', 'b@example.ss', 'b@example.ss', 'Bench', 'bench', 'admin', '-', false, $1) returning id`,
    [now],
  );
  await pool.query(
    `insert into sessions (token_hash, user_id, created_at, last_activity_at) values ($1, $2, $3, $3)`,
    [createHash('sha256').update(TOKEN).digest(), user.rows[0]!.id, now],
  );
  await pool.end();
}

async function serve(
  kind: 'nimule' | 'bare',
  settings: PoolSettings,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const file = fileURLToPath(new URL('./child-server.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=nimule-source', '--import', 'tsx', file, JSON.stringify({ kind, settings })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function fetchBody(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
}

/** Serves Nimule on a database to a signed-in user; creates the session. */
export async function withNimule<T>(
  settings: PoolSettings,
  work: (origin: string, headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  await signIn(settings);
  const server = await serve('nimule', settings);
  try {
    return await work(server.origin, { cookie: `nimule_session=${TOKEN}` });
  } finally {
    await server.stop();
  }
}

/**
 * Loads both servers with these requests, by name and path, and prints how many they answer; the answers must be equal.
 * Creates the session that it uses.
 */
export async function compareServers(
  settings: PoolSettings,
  requests: readonly (readonly [name: string, path: string])[],
): Promise<void> {
  await signIn(settings);
  const ours = await serve('nimule', settings);
  const bare = await serve('bare', settings);
  const headers = { cookie: `nimule_session=${TOKEN}` };
  try {
    for (const [name, path] of requests) {
      const [own, plain] = await Promise.all(
        [ours, bare].map((server) => fetchBody(server.origin + path, headers)),
      );
      const at = [...own!].findIndex((letter, index) => letter !== plain![index]);
      if (own !== plain) {
        const around = [own, plain].map((body) => body!.slice(Math.max(0, at - 60), at + 60));
        throw new Error(`${name}: the two servers differ at ${at}: ${around.join(' | ')}`);
      }
      const results: { ours: LoadResult[]; bare: LoadResult[] } = { ours: [], bare: [] };
      for (const server of [ours, bare])
        await load(server.origin + path, headers, CONNECTIONS, WARM_UP_MS);
      for (let round = 0; round < ROUNDS; round += 1) {
        results.ours.push(await load(ours.origin + path, headers, CONNECTIONS, MEASURE_MS));
        results.bare.push(await load(bare.origin + path, headers, CONNECTIONS, MEASURE_MS));
      }
      const ratio =
        median(results.ours.map((r) => r.requestsPerSecond)) /
        median(results.bare.map((r) => r.requestsPerSecond));
      show(`${name}, nimule`, results.ours);
      show(`${name}, bare`, results.bare);
      line(`    ratio ${fixed(ratio)} (at least 0.70: ${verdict(ratio, AT_LEAST, false)})`);
    }
  } finally {
    await ours.stop();
    await bare.stop();
  }
}

function show(name: string, results: readonly LoadResult[]): void {
  const of = (key: keyof LoadResult) => median(results.map((result) => result[key]));
  line(
    `    ${name.padEnd(24)} median ${fixed(of('medianMs'), 1)} ms, p99 ${fixed(of('p99Ms'), 1)} ms, ${fixed(of('requestsPerSecond'), 0)} requests/s, ${of('bytes')} bytes`,
  );
}
