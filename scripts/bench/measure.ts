import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

export interface ChildResult {
  seconds: number;
  peakMegabytes: number;
  answer: unknown;
}

/** Runs a part of the benchmark in its own process on the built program, to measure its peak memory. */
export function inChild(script: string, input: unknown): Promise<ChildResult> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [file, JSON.stringify(input)],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${script}: ${stderr || error.message}`));
        else resolve(JSON.parse(stdout.trim().split('\n').at(-1)!) as ChildResult);
      },
    );
  });
}

export function verdict(value: number, limit: number, atMost: boolean): string {
  return (atMost ? value <= limit : value >= limit) ? 'met' : 'MISSED';
}

export function line(text = ''): void {
  process.stdout.write(`${text}\n`);
}

export function fixed(value: number, digits = 2): string {
  return value.toFixed(digits);
}
