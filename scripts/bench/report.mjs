/** Runs in a measured process: times `work` and prints the result for `inChild`. */
export async function report(work) {
  const start = process.hrtime.bigint();
  const answer = await work();
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ seconds, peakMegabytes, answer })}\n`);
}
