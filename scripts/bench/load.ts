import { Agent, get } from 'node:http';

export interface LoadResult {
  requestsPerSecond: number;
  medianMs: number;
  p99Ms: number;
  bytes: number;
}

/** Sends requests on `connections` keep-alive connections, each after its last answer, for a limited time. */
export async function load(
  url: string,
  headers: Record<string, string>,
  connections: number,
  milliseconds: number,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let bytes = 0;
  const request = () =>
    new Promise<void>((resolve, reject) => {
      const start = process.hrtime.bigint();
      get(url, { agent, headers }, (response) => {
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        response.on('end', () => {
          if (response.statusCode !== 200)
            return reject(new Error(`${url} answered ${response.statusCode}`));
          times.push(Number(process.hrtime.bigint() - start) / 1e6);
          bytes = size;
          resolve();
        });
      }).on('error', reject);
    });
  const begin = Date.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (Date.now() - begin < milliseconds) await request();
    }),
  );
  const took = (Date.now() - begin) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { requestsPerSecond: times.length / took, medianMs: at(0.5), p99Ms: at(0.99), bytes };
}
