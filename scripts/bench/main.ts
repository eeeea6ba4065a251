import { cpus, totalmem } from 'node:os';
import { benchBillingRun } from './billing-run.ts';
import { openBench } from './database.ts';
import { line } from './measure.ts';

const parts = new Set(process.argv.slice(2).filter((word) => /^[a-e]$/.test(word)));
const wants = (part: string) => parts.size === 0 || parts.has(part);

line(
  `Nimule bench: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
const bench = await openBench();
try {
  if (wants('a')) await benchBillingRun(bench, 100_000);
} finally {
  await bench.stop();
}
